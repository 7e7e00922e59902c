//! ROWS → FINISHED ROWS: one thread's solving.
//!
//! ```text
//!  batch: a page ──┐          ┌─ in lanes: many puzzles at once ─┐
//!  columns: rows ──┼─→ Lot ─→ │                                  │ ─→ the same Lot, finished
//!  bench: puzzles ─┘          └─ one puzzle at a time ───────────┘
//! ```
//!
//! Whatever solves many puzzles makes an [`Engine`] a thread and gives it one [`Lot`] of
//! rows after the other. The engine asks a lot for its puzzles, tells it what became of
//! each, and gives it back when all have ended. Lots come back in the order in which they
//! were taken.
//!
//! # `solve_ns`
//!
//! The time of a row is the wall time of the solver's call for its puzzle alone, in
//! nanoseconds: finding the row, reading its symbols and writing its result are not in it.
//! The lanes ask for a row when one is free: there, finding and reading a line of a file is
//! in it, which takes a few nanoseconds.
//! A lane has no clock of its own. There the time of a call of the kernel is shared among
//! the puzzles that ended in the call, in proportion to the sweeps that each took; the
//! shares add up to the time of all calls.

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

/// What of the solve times is wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Clock {
    /// Nothing: the clock is not read.
    #[default]
    Off,
    /// The times, see [`Engine::times`], but not whose they are.
    Times,
    /// Each lot is told the times of its rows.
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

/// One thread's solving. See the [module](self).
///
/// Outcomes and counters depend on a row's puzzle and the limits alone. Once the limits'
/// stop is set the engine ends as soon as it can, and what it says after that means
/// nothing: whoever drives it asks [`Limits::is_stopped`].
pub trait Engine<L> {
    /// Takes a lot in and begins its puzzles. Some may not have ended when this returns.
    fn take(&mut self, lot: L);

    /// Ends every puzzle that was begun.
    fn finish(&mut self);

    /// The next finished lot, in the order in which they were taken.
    fn next_done(&mut self) -> Option<L>;

    /// The number of lots that are not finished.
    fn unfinished(&self) -> usize;

    /// Hands out the times of the puzzles that have ended since the last call:
    /// nanoseconds, and how many puzzles took so long.
    fn times(&mut self, each: &mut dyn FnMut(u64, u64));

    /// How well the lanes were used; zero where there are none.
    fn occupancy(&self) -> Occupancy {
        Occupancy::default()
    }
}

/// An engine of a strategy's solver: its lanes kept full if it is the lane kernel, else one
/// puzzle at a time.
pub fn new<'a, O: Order, L: Lot<O> + 'a>(
    solver: &'a dyn Solver<O>,
    limits: &'a Limits,
    clock: Clock,
) -> Box<dyn Engine<L> + 'a> {
    // For the other orders the kernel is not even compiled.
    if const { O::BOX == Order3::BOX }
        && let Some(backend) = solver.lanes()
    {
        return Box::new(InLanes::<O, L>::new(backend, limits, clock));
    }
    Box::new(OneByOne::new(solver, limits, clock))
}
