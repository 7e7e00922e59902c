//! PUZZLE → OUTCOME. Opens no files and reads no clock.
//!
//! [`Solver`] is the interface, [`registry`] lists the strategies, [`search`] is the recursion that
//! all but [`lanes`] share, and [`strategy`] has the decisions of each of them. Most strategies
//! consist of a [`propagation`], a [`branching`] and a [`value_order`].

mod batch;
pub mod branching;
mod counters;
mod deduction;
mod difficulty;
pub mod lanes;
mod observer;
mod outcome;
pub mod propagation;
pub(crate) mod redundant;
pub mod registry;
mod run;
pub mod search;
pub mod strategy;
mod technique;
pub mod value_order;

pub use batch::{Batch, Clock, RowResult};
pub use counters::{Counter, Counters};
pub use deduction::{Chain, ChainLink, ChainNode, Deduction};
pub use difficulty::{Difficulty, Grade, Level};
pub use observer::{Event, Observer, Reason, report_clues};
pub use outcome::{AnyOutcome, Limits, Outcome, Status, UnknownStatus};
pub use redundant::redundant_clues;
pub use technique::{Removal, Technique};

use crate::grid::{Order, Puzzle};
use lanes::Backend;
use std::sync::Arc;

/// Solves one puzzle at a time.
///
/// The outcome and its counters depend only on the puzzle and the limits.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::Order3, solver::{registry, Limits, Status}};
/// let puzzle = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
/// let solver = registry::find("electroyou")?.solver::<Order3>();
/// let outcome = solver.solve(&puzzle.parse()?, &Limits::default().with_solutions(1));
/// assert_eq!(outcome.status, Status::Solved);
/// assert_eq!(outcome.counter("passes"), Some(53));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Solver<O: Order>: Send + Sync {
    /// Searches until the limits are reached or nothing is left to search.
    #[must_use]
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O>;

    /// Like [`Solver::solve`], but reports every event to the observer. The default reports none.
    fn trace(&self, puzzle: &Puzzle<O>, limits: &Limits, _: &mut dyn Observer) -> Outcome<O> {
        self.solve(puzzle, limits)
    }

    /// The names of the strategy-specific counters in [`Counters::own`], at most [`Counters::OWN`].
    fn own_counters(&self) -> &'static [Counter] {
        &[]
    }

    /// Returns true if the solver supports puzzles given [by candidates](Puzzle::from_candidates).
    /// If not, it gives up on them, and batch callers reject them up front.
    fn takes_candidates(&self) -> bool {
        false
    }

    /// The backend of the lane kernel, with which an [`Engine`](crate::engine::Engine) solves many
    /// puzzles side by side, instead of calling this solver for each. The default is `None`.
    fn lanes(&self) -> Option<Backend> {
        None
    }
}

impl<O: Order, S: Solver<O> + ?Sized> Solver<O> for Arc<S> {
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
        (**self).solve(puzzle, limits)
    }

    fn trace(
        &self,
        puzzle: &Puzzle<O>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<O> {
        (**self).trace(puzzle, limits, observer)
    }

    fn own_counters(&self) -> &'static [Counter] {
        (**self).own_counters()
    }

    fn takes_candidates(&self) -> bool {
        (**self).takes_candidates()
    }

    fn lanes(&self) -> Option<Backend> {
        (**self).lanes()
    }
}

/// A part of a strategy: a propagation, a branching or a value order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Part {
    /// The name within a strategy's name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The source of the idea.
    pub source: &'static str,
}

impl Part {
    /// Describes a part.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str, source: &'static str) -> Self {
        Self { name, summary, source }
    }
}
