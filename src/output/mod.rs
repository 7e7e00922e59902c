//! OUTCOMES → BYTES. Never solves.

mod results;
mod sink;
mod summary;
mod tally;
mod timing;

pub use results::{Format, UnknownFormat};
pub use sink::Sink;
// For the program alone.
#[doc(hidden)]
pub use sink::{discard_unfinished, resolve};
pub use summary::{Quantiles, Skipped, Statuses, Summary};
pub use tally::{SolveTime, Tally};

pub(crate) use results::Results;
pub(crate) use timing::Timing;

use crate::{
    input::BadLine,
    solver::{Counters, Status},
};

/// A puzzle line and what became of it.
pub(crate) struct Row<'a> {
    /// The line in the input, from 1; of a grid that of its first row.
    pub line: u64,
    /// The puzzle's field, of a grid its symbols; of a bad line all of it.
    pub text: &'a [u8],
    /// What the puzzle turned out to be.
    pub status: Status,
    /// Why it holds no puzzle.
    pub bad: Option<&'a BadLine>,
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution.
    pub solution: Option<&'a [u8]>,
    /// The work it took; only JSON shows it.
    pub counters: Counters,
}
