//! Writes results: outcomes in, bytes out. Never solves.

mod column;
mod counts;
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
mod times;
mod write;

pub use counts::{Agreement, Counts, Kind};
pub use format::{Format, UnknownFormat};
pub use plan::{Columns, Keep};
pub use rows::Only;
pub use sink::Sink;
// Used only by the program.
#[doc(hidden)]
pub use partial::{Checkpoint, discard_unfinished, hidden, resolve};
#[doc(hidden)]
pub use sink::Stdout;
pub use summary::Summary;
pub use tally::Tally;
#[doc(hidden)]
pub use times::guess_class;
pub use times::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times};
#[doc(hidden)] // For the page in web/.
pub use {plan::Plan, write::Timing};

pub(crate) use column::Column;
pub(crate) use in_order::{InOrder, lock};
pub(crate) use partial::Handle;
pub(crate) use rows::{Extras, Origins, Row, SolvedRows};
pub(crate) use sink::SharedPacker;
pub(crate) use write::{Lines, RowWriter};
