//! sudomill solves Sudoku puzzles by the million.
//!
//! Bytes → puzzles → solver → outcomes → bytes, one way, in chunks, on every
//! core:
//!
//! ```text
//!              ┌────────── batch: one rayon worker takes a chunk at a time ──────────┐
//!  file/stdin ─┤ input/source → input/lines → input/parse → solver → output/results  ├─ file/stdout
//!              └─────────────────────────────────────────────────────────────────────┘
//!                  bytes          lines          Puzzle    Outcome       bytes
//! ```
//!
//! - [`grid`]: the shared nouns. [`input`]: bytes to puzzles. [`solver`]: puzzle
//!   to outcome. [`output`]: outcomes to bytes. [`batch`] joins the three.
//! - [`generate`] makes puzzles out of a seed; [`verify`] checks a solution and
//!   shares no code with any solver.
//! - [`trace`] follows a search step by step; [`picture`] draws a grid.
//!
//! One puzzle:
//!
//! ```
//! use sudomill::{grid::Puzzle, solver::{registry, Limits, Status}, verify};
//!
//! let line = ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.";
//! let puzzle: Puzzle = line.parse()?;
//! let outcome = registry::find("mrv")?.solver().solve(&puzzle, &Limits::default());
//! assert_eq!(outcome.status, Status::Unique);
//! assert_eq!(verify::check(&puzzle, outcome.first.unwrap().values()), Ok(()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file of them: [`batch::run`].

#![deny(missing_docs, unsafe_code)]

pub mod batch;
pub mod bench;
pub mod columns;
mod error;
pub mod generate;
pub mod grid;
pub mod input;
pub mod output;
pub mod picture;
#[cfg(feature = "report")]
pub mod report;
pub mod solver;
pub mod trace;
pub mod verify;

pub use error::{Error, FileFormat};
