//! The writers of [sudomill](https://docs.rs/sudomill), which solves Sudoku puzzles by the million. Use that
//! crate: it re-exports this one.
//!
//! ```text
//! SolvedRows ──► RowWriter ──► Draft ──► InOrder ──► Sink
//!   rows of a     format.rs     bytes     in the      a file that appears under its
//!   batch, with   columns.rs              order of    name only when it is complete,
//!   their origins format/                  the input   or a stream
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

#![deny(missing_docs, unsafe_code)]

// Without `files`, results in memory show some of the columns only.
#[cfg_attr(not(feature = "files"), allow(dead_code))]
pub mod columns;
pub mod rows;

// What writes files.
#[cfg(feature = "files")]
mod counted;
#[cfg(feature = "files")]
pub mod format;
#[cfg(feature = "files")]
mod in_order;
#[cfg(feature = "files")]
pub mod partial;
#[cfg(feature = "files")]
mod passthrough;
#[cfg(feature = "files")]
pub mod plan;
#[cfg(feature = "files")]
mod rating_range;
#[cfg(feature = "files")]
mod sink;
#[cfg(feature = "files")]
pub mod syntax;
#[cfg(feature = "files")]
mod table;
#[cfg(feature = "files")]
mod tally;
#[cfg(feature = "files")]
pub mod target;
#[cfg(feature = "files")]
pub mod times;
#[cfg(feature = "files")]
pub mod timing;
#[cfg(feature = "files")]
mod values;
#[cfg(feature = "files")]
pub mod write;

pub use columns::{Column, Columns, Keep};
pub use rows::{Extras, Only, Origins, Row, Searched, SolvedRows};
pub use sudomill_input::Leftover;
#[cfg(feature = "files")]
pub use {
    counted::Counted,
    format::{Format, style_of},
    in_order::{InOrder, lock},
    partial::{Checkpoint, Handle},
    plan::{FormatStyle, Plan},
    rating_range::RatingRange,
    sink::{SharedPacker, Sink},
    tally::{Agreement, Counts, Summary, Tally},
    times::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times},
    timing::Timing,
    write::{Draft, RowWriter},
};
