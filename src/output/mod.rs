//! OUTCOMES → BYTES. Never solves.

mod body;
mod column;
mod fields;
pub(crate) mod file_field;
mod format;
mod in_order;
mod kept;
mod mark;
mod only;
mod packed;
pub(crate) mod partial;
mod plan;
mod quote;
mod results;
mod sink;
mod stdout;
mod summary;
mod tally;
mod timing;

pub use format::{Format, UnknownFormat};
pub use only::Only;
pub use plan::{Columns, Keep};
pub use sink::Sink;
// For the program alone.
#[doc(hidden)]
pub use mark::Mark;
#[doc(hidden)]
pub use partial::{discard_unfinished, hidden, resolve};
#[doc(hidden)]
pub use stdout::Stdout;
pub use summary::{Agreement, Difficulties, Quantiles, Skipped, Statuses, Summary};
pub use tally::{Counts, SolveTime, Tally};

pub(crate) use in_order::{InOrder, lock};
pub(crate) use partial::Handle;
pub(crate) use plan::Plan;
pub(crate) use results::Results;
pub(crate) use sink::SharedPacker;
pub(crate) use timing::Timing;

use crate::{
    input::BadLine,
    solver::{Counters, Grade, Status},
};

/// A puzzle line and its result.
pub(crate) struct Row<'a> {
    /// The name of the input.
    pub file: &'a str,
    /// The number of the line in the input, from 1; for a grid, that of its first row.
    pub line: u64,
    /// The puzzle's field, or the symbols of a grid; for a bad line, the whole line.
    pub text: &'a [u8],
    /// The whole line or record, if columns of it are kept or compared.
    pub record: &'a [u8],
    /// The number of its fields, none of them quoted; 0 if they were not counted.
    pub fields: u32,
    /// The status of the puzzle.
    pub status: Status,
    /// Why the line is not a puzzle.
    pub bad: Option<&'a BadLine>,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution, or of the one of that number.
    pub solution: Option<&'a [u8]>,
    /// The number of the solution among those of the puzzle, from 1.
    pub index: u64,
    /// How hard the puzzle is, if a column shows it.
    pub grade: Option<Grade>,
    /// Whether the solution in the input is right, if a column shows it and there is one.
    pub agrees: Option<bool>,
    /// The counters and the time, if a column shows them.
    pub counters: &'a Counters,
    pub solve_ns: u64,
}
