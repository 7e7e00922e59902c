//! Writes results: outcomes in, bytes out. Never solves.

mod checkpoint;
mod column;
mod fields;
pub(crate) mod file_field;
mod format;
mod in_order;
mod only;
mod packed;
pub(crate) mod partial;
mod passthrough;
mod plan;
mod quote;
mod results;
mod sink;
mod stdout;
mod summary;
mod tally;
mod target;
mod timing;

pub use format::{Format, UnknownFormat};
pub use only::Only;
pub use plan::{Columns, Keep};
pub use sink::Sink;
// Used only by the program.
#[doc(hidden)]
pub use checkpoint::Checkpoint;
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

use crate::input::BadLine;
use sudomill_core::solver::{Counters, Grade, Status};

/// A puzzle line and its result.
pub(crate) struct Row<'a> {
    /// The name of the input.
    pub file: &'a str,
    /// The line number in the input, from 1; for a grid, the line of its first row.
    pub line: u64,
    /// The text of the puzzle field, or the symbols of a grid; for a bad line, the whole line.
    pub text: &'a [u8],
    /// The whole line or record, if some of its columns are kept or compared.
    pub record: &'a [u8],
    /// The number of fields in `record`, none of them quoted; 0 if they were not counted.
    pub fields: u32,
    pub status: Status,
    /// The error of a bad line; `None` for a puzzle.
    pub bad: Option<&'a BadLine>,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The symbols of the first solution, or of solution number `index`.
    pub solution: Option<&'a [u8]>,
    /// The number of this solution among all solutions of the puzzle, from 1.
    pub index: u64,
    /// The difficulty of the puzzle, if a column shows it.
    pub grade: Option<Grade>,
    /// True if the solution in the input is right; `None` if there is none or no column shows it.
    pub agrees: Option<bool>,
    /// The counters and the solve time, if a column shows them.
    pub counters: &'a Counters,
    pub solve_ns: u64,
}
