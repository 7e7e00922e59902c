//! ROWS → FINISHED ROWS: solves puzzles on one thread.
//!
//! ```text
//!  batch: a page ──┐          ┌─ in lanes: many puzzles at once ─┐
//!  columns: rows ──┼─→ Lot ─→ │                                  │ ─→ the same Lot, finished
//!  bench: puzzles ─┘          └─ one puzzle at a time ───────────┘
//! ```
//!
//! Code that solves many puzzles creates one [`Engine`] per thread and passes it one [`Lot`] of
//! rows after another. The engine pulls puzzles from the lot, reports each result to it, and
//! returns the lot once all its puzzles have ended. Lots are returned in the order in which they
//! were taken.
//!
//! # `solve_ns`
//!
//! A row's time is the wall time of the solver's call for its puzzle, in nanoseconds. Finding the
//! row, reading its symbols and writing its result are not included. The lanes are an exception:
//! they pull a row whenever one is free, so a line of a file is found and read on the clock, which
//! takes a few nanoseconds.
//!
//! Lanes have no clock of their own. The time of a kernel call is shared among the puzzles that
//! ended in the call, in proportion to their sweeps, so the shares add up to the time of all calls.

mod in_lanes;
mod lot;
mod memory;
mod one_by_one;
mod shares;

pub use lot::{Finished, Lot};
pub use memory::Puzzles;

use crate::{
    grid::{Order, Order3},
    solver::{Limits, Solver, lanes::Occupancy},
};
use in_lanes::InLanes;
use one_by_one::OneByOne;

/// The solve times that an engine reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// None: the clock is not read.
    #[default]
    Off,
    /// Times without their rows, through [`Engine::times`].
    Times,
    /// Times per row, through [`Lot::time`].
    Rows,
    /// Both.
    Both,
}

impl Clock {
    fn has_times(self) -> bool {
        matches!(self, Self::Times | Self::Both)
    }

    fn has_rows(self) -> bool {
        matches!(self, Self::Rows | Self::Both)
    }
}

/// Solves lots of rows on one thread. See the [module](self).
///
/// Outcomes and counters depend only on a row's puzzle and the limits. Once the limits' stop flag
/// is set, the engine ends as soon as it can and its results are unspecified: callers must check
/// [`Limits::is_stopped`].
pub trait Engine<L> {
    /// Takes a lot and starts all its puzzles. Some may still be in flight when this returns.
    fn take(&mut self, lot: L);

    /// Runs until every puzzle in flight has ended.
    fn finish(&mut self);

    /// Returns the next finished lot, in the order in which lots were taken.
    fn next_done(&mut self) -> Option<L>;

    /// The number of lots that are not finished. A finished lot may count until
    /// [`next_done`](Self::next_done) returns it.
    fn unfinished(&self) -> usize;

    /// Drains the times of the puzzles that ended since the last call: `each` receives nanoseconds
    /// and the number of puzzles with that time.
    fn times(&mut self, each: &mut dyn FnMut(u64, u64));

    /// The utilization of the lanes; zero for solvers without lanes.
    fn occupancy(&self) -> Occupancy {
        Occupancy::default()
    }
}

/// Creates an engine for a solver: one that keeps the lanes full if the solver is the lane kernel,
/// otherwise one that solves one puzzle at a time.
pub fn new<'a, O: Order, L: Lot<O> + 'a>(
    solver: &'a dyn Solver<O>,
    limits: &'a Limits,
    clock: Clock,
) -> Box<dyn Engine<L> + 'a> {
    // The `const` condition keeps the kernel from being compiled for other orders.
    if const { O::BOX == Order3::BOX }
        && let Some(backend) = solver.lanes()
    {
        return Box::new(InLanes::<O, L>::new(backend, limits, clock));
    }
    Box::new(OneByOne::new(solver, limits, clock))
}
