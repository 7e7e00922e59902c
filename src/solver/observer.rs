//! What a strategy reports while it searches.

use super::Counters;
use crate::grid::{Cell, Digit, Order, Puzzle, Unit};

/// One thing that happened in a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A clue stands in a cell from the start.
    Clue(Cell, Digit),
    /// The cell had one candidate left, which is entered.
    NakedSingle(Cell, Digit),
    /// The digit had one cell left in a unit and is entered there.
    HiddenSingle(Cell, Digit),
    /// The digit has all its places of the first unit where that crosses the
    /// second, and is taken from the rest of the second.
    LockedCandidates(Digit, Unit, Unit),
    /// A value is entered without proof.
    Guess(Cell, Digit),
    /// That guess and all that followed from it are taken back.
    Undo(Cell, Digit),
    /// The state has no solution, and why.
    Contradiction(Reason),
    /// The grid is full and right.
    Solution,
    /// A program that draws its grid draws it now (`moler`).
    Refresh,
}

/// Why a state has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The cell has no candidate left.
    NoCandidate(Cell),
    /// The digit has no cell left in the unit.
    NoPlace(Digit, Unit),
    /// The full grid breaks a rule (`generate-and-test`).
    BrokenRule,
}

/// Watches a search. `()` watches nothing and costs nothing: the search is
/// compiled once without an observer and once with one.
pub trait Observer {
    /// Called for every event, with the counters as they stand after it.
    fn event(&mut self, event: Event, counters: &Counters);
}

/// Reports the clues. Not part of the search: going through the clues for nobody
/// would cost some 250 instructions a puzzle.
pub(super) fn report_clues<O: Order>(puzzle: &Puzzle<O>, observer: &mut dyn Observer) {
    let counters = Counters { clues: puzzle.clue_count() as u64, ..Counters::default() };
    for (cell, digit) in puzzle.clues() {
        observer.event(Event::Clue(cell, digit), &counters);
    }
}

impl Observer for () {
    #[inline(always)]
    fn event(&mut self, _: Event, _: &Counters) {}
}

impl Observer for &mut dyn Observer {
    fn event(&mut self, event: Event, counters: &Counters) {
        (**self).event(event, counters);
    }
}

impl<F: FnMut(Event, &Counters)> Observer for F {
    fn event(&mut self, event: Event, counters: &Counters) {
        self(event, counters);
    }
}
