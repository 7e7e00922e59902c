//! OUTCOMES → BYTES. Never solves.

mod results;
mod sink;
mod summary;
mod tally;
mod timing;

pub use results::{Format, UnknownFormat};
pub use sink::{Sink, discard_unfinished, resolve};
pub use summary::{Quantiles, Skipped, Statuses, Summary};
pub use tally::{SolveTime, Tally};

pub(crate) use results::Results;
pub(crate) use timing::Timing;

use crate::{
    grid::Order,
    input::BadLine,
    solver::{Outcome, Status},
};

/// What became of one puzzle line.
pub(crate) struct Record<'a, O: Order> {
    /// The line in the input, from 1; of a grid that of its first row.
    pub line: u64,
    /// The puzzle's field, of a grid its symbols; of a bad line all of it.
    pub text: &'a [u8],
    /// The outcome, or why there is none.
    pub result: Result<&'a Outcome<O>, &'a BadLine>,
}

impl<O: Order> Record<'_, O> {
    pub fn status(&self) -> Status {
        self.result.map_or(Status::Invalid, |outcome| outcome.status)
    }

    pub fn solutions(&self) -> u64 {
        self.result.map_or(0, |outcome| outcome.solutions)
    }
}
