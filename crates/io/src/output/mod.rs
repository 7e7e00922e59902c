//! Writes results: outcomes in, bytes out. Never solves.

mod columns;
mod in_order;
pub(crate) mod partial;
mod passthrough;
mod plan;
mod rows;
mod sink;
mod tally;
mod target;
mod times;
mod write;

pub use columns::{Columns, Format, Keep};
pub use rows::Only;
pub use sink::Sink;
// Used only by the program.
#[doc(hidden)]
pub use partial::{Checkpoint, discard_unfinished, hidden, resolve};
pub use tally::{Agreement, Counts, Kind, Summary, Tally};
#[doc(hidden)]
pub use target::Stdout;
#[doc(hidden)]
pub use times::guess_class;
pub use times::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times};
#[doc(hidden)] // For the page in web/.
pub use {plan::Plan, write::Timing};

pub(crate) use in_order::{InOrder, lock};
pub(crate) use partial::Handle;
pub(crate) use rows::{Extras, Origins, Row, SolvedRows};
pub(crate) use sink::SharedPacker;
pub(crate) use write::{Lines, RowWriter};
