//! What solvers take and return.
//!
//! A solver takes a [`Puzzle`](crate::grid::Puzzle) and [`Limits`], and returns an [`Outcome`]; or a
//! [`Batch`] of puzzles, with room for a [`RowResult`] each. While it works, it reports each [`Event`] to
//! an [`Observer`].

mod about;
mod batch;
mod counters;
mod deduction;
mod difficulty;
mod observer;
mod outcome;
mod technique;

pub use about::{About, Occupancy};
pub use batch::{Batch, Clock, RowResult};
pub use counters::{Counter, Counters};
pub use deduction::{Chain, ChainLink, ChainNode, Deduction};
pub use difficulty::{Difficulty, Grade};
pub use observer::{Event, Observer, Reason, report_clues};
pub use outcome::{AnyOutcome, Limits, Outcome, Status, UnknownStatus};
pub use technique::{Excludes, Removal, Technique};
