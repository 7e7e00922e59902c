//! Writes results: outcomes in, bytes out. Never solves.

mod column;
mod format;
mod in_order;
mod packed;
pub(crate) mod partial;
mod passthrough;
mod plan;
mod rows;
mod sink;
mod summary;
mod tally;
mod write;

pub use format::{Format, UnknownFormat};
pub use plan::{Columns, Keep};
pub use rows::Only;
pub use sink::Sink;
// Used only by the program.
#[doc(hidden)]
pub use partial::{Checkpoint, discard_unfinished, hidden, resolve};
#[doc(hidden)]
pub use sink::Stdout;
pub use summary::{Agreement, Difficulties, Quantiles, Skipped, Statuses, Summary};
pub use tally::{SolveTime, Tally};

pub(crate) use column::Column;
pub(crate) use in_order::{InOrder, lock};
pub(crate) use partial::Handle;
pub(crate) use plan::Plan;
pub(crate) use rows::{Extras, Origins, Row, SolvedRows};
pub(crate) use sink::SharedPacker;
pub(crate) use write::{Lines, RowWriter, Timing};
