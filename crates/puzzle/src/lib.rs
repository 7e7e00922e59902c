//! The grids and puzzles of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the
//! million. Use that crate: it re-exports this one.
//!
//! ```text
//!  ".4.3.3........2."    a line of text
//!         │ puzzle_line
//!         ▼
//!     Puzzle              clues or candidates, none repeated in a row, column or box
//!         │ a solver, with Limits
//!         ▼
//!     Outcome             status, number of solutions, first solution, counters
//!         │ verify
//!         ▼
//!     Ok, or a Fault      what is wrong with a solution
//! ```
//!
//! What every other crate shares and none of them has to agree on anew. Nothing here solves, and nothing
//! opens a file: this crate uses no other crate of sudomill.
//!
//! - [`grid`] has digits, cells, candidates, puzzles and solutions, and the sizes of grids.
//! - [`puzzle_line`] parses one line of text to a [`Puzzle`](grid::Puzzle), or says in which column it
//!   is wrong, and why; [`any`] does so for a size that is known only at run time.
//! - [`solving`] has what solvers take and return: limits, outcomes, batches of puzzles, events.
//! - [`verify`] checks a solution and shares no code with the solvers.
//! - [`error`] has the errors of lines and of runs.

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod any;
pub mod error;
pub mod grid;
pub mod puzzle_line;
mod setters;
pub mod solving;
mod tenths;
pub mod verify;

pub use error::{BadLine, Problem, RunError};
pub use tenths::{NotTenths, RatingSpan, Tenths};
