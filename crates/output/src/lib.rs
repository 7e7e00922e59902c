//! Writes results: outcomes in, bytes out. Never solves.

pub(crate) mod columns;
mod format;
mod in_order;
pub(crate) mod partial;
mod passthrough;
pub(crate) mod plan;
mod rating_range;
pub(crate) mod rows;
mod sink;
mod syntax;
mod table;
mod tally;
pub(crate) mod target;
pub(crate) mod times;
pub(crate) mod timing;
mod values;
pub(crate) mod write;

pub use columns::{Columns, Keep};
pub use format::Format;
pub use rating_range::RatingRange;
pub use rows::Only;
pub use sink::{Leftover, Sink};
pub use tally::{Agreement, Counted, Counts, Summary, Tally};
pub use times::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times};

pub(crate) use columns::Column;
pub(crate) use in_order::{InOrder, lock};
pub(crate) use partial::{Checkpoint, Handle};
pub(crate) use plan::Plan;
pub(crate) use rows::{Extras, Origins, Row, SolvedRows};
pub(crate) use sink::SharedPacker;
pub(crate) use timing::Timing;
pub(crate) use write::{Draft, RowWriter};

#[cfg(test)]
mod tests;
