//! OUTCOMES → BYTES. Never solves.

mod body;
pub(crate) mod file_field;
mod format;
mod in_order;
mod packed;
mod sink;
mod summary;
mod tally;
mod timing;

pub use format::{Format, UnknownFormat};
pub use sink::Sink;
// For the program alone.
#[doc(hidden)]
pub use body::{discard_unfinished, resolve};
pub use summary::{Quantiles, Skipped, Statuses, Summary};
pub use tally::{SolveTime, Tally};

pub(crate) use format::Results;
pub(crate) use in_order::{InOrder, lock};
pub(crate) use sink::SharedPacker;
pub(crate) use timing::Timing;

use crate::{
    input::BadLine,
    solver::{Counters, Status},
};

/// A puzzle line and its result.
pub(crate) struct Row<'a> {
    /// The number of the line in the input, from 1; for a grid, that of its first row.
    pub line: u64,
    /// The puzzle's field, or the symbols of a grid; for a bad line, the whole line.
    pub text: &'a [u8],
    /// The status of the puzzle.
    pub status: Status,
    /// Why the line is not a puzzle.
    pub bad: Option<&'a BadLine>,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution.
    pub solution: Option<&'a [u8]>,
    /// The counters; only JSON shows them.
    pub counters: Counters,
}
