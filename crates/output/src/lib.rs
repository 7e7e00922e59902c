//! The writers of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million. Use that
//! crate: it re-exports this one.
//!
//! ```text
//! SolvedRows ──► RowWriter ──► Draft ──► InOrder ──► Sink
//!   rows of a     format.rs     bytes     in the      a file that appears under its
//!   batch, with   columns.rs              order of    name only when it is complete,
//!   their origins syntax/                 the input   or a stream
//! ```
//!
//! Solved rows go in, bytes in the chosen [`Format`] come out, and a [`Tally`] of what was seen. Nothing here
//! solves, and no solver can be seen from here: what rows show is data.
//!
//! - `format` has the formats, `columns` the columns of results, with their values; `plan` resolves both for
//!   an input, and `passthrough` the columns that are kept from it.
//! - `table` writes rows with columns, in a `syntax`; `write` the formats without columns; `timing` the file
//!   of times.
//! - `sink` and `target` write files that appear when they are complete; `partial` finds what an interrupted
//!   run left.
//! - `tally` counts what a run has seen, `times` how long it took.

#![deny(unsafe_code)]

pub mod columns;
mod counted;
mod format;
mod in_order;
pub mod partial;
mod passthrough;
pub mod plan;
mod rating_range;
pub mod rows;
mod sink;
mod syntax;
mod table;
mod tally;
pub mod target;
pub mod times;
pub mod timing;
mod values;
pub mod write;
mod writer;

pub use columns::{Columns, Keep};
pub use counted::Counted;
pub use format::Format;
pub use rating_range::RatingRange;
pub use rows::Only;
pub use sink::Sink;
pub use sudomill_input::Leftover;
pub use tally::{Agreement, Counts, Summary, Tally};
pub use times::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times};

pub use columns::Column;
pub use in_order::{InOrder, lock};
pub use partial::{Checkpoint, Handle};
pub use plan::Plan;
pub use rows::{Extras, Origins, Row, SolvedRows};
pub use sink::SharedPacker;
pub use timing::Timing;
pub use write::{Draft, RowWriter};
pub use writer::writer_of;

#[cfg(test)]
mod tests;
