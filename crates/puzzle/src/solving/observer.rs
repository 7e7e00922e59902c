//! The events that a strategy reports while it searches.

use super::{Chain, Counters, Deduction, Removal};
use crate::grid::{Candidates, Cell, Digit, Order, Puzzle, Unit};
use std::ops::ControlFlow;

/// An event of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A clue of the puzzle. Clues are reported before the search begins.
    Clue(Cell, Digit),
    /// The last remaining candidate of a cell is entered.
    NakedSingle(Cell, Digit),
    /// The digit is entered in its last possible cell of a unit.
    HiddenSingle(Cell, Digit),
    /// A technique removes candidates.
    Removal(Removal),
    /// A person could take this step (`explainer` only).
    Deduction(Deduction),
    /// All rules are applied to the whole grid at once (`lanes` only).
    Sweep,
    /// A value is entered as a guess.
    Guess(Cell, Digit),
    /// The guess and everything deduced from it are undone.
    Undo(Cell, Digit),
    /// The state has no solution, for this reason.
    Contradiction(Reason),
    /// The search starts again from the clues: all guesses, and everything deduced, are undone
    /// (`restarts` only).
    Restart,
    /// A solution is found: the grid is full and obeys the rules.
    Solution,
    /// The program of the article redraws its grid here (`moler` only). Two redraws are a step of a
    /// trace.
    Refresh,
}

/// The reason that a state has no solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The cell has no candidate left.
    NoCandidate(Cell),
    /// The digit has no cell left in the unit, or only one that another digit needs, too.
    NoPlace(Digit, Unit),
    /// The full grid breaks a rule (`generate-and-test`).
    BrokenRule,
}

/// Receives the events of a search. `()` ignores them. On 9×9, where the search is compiled once
/// without an observer and once with one, this costs nothing; on other grids a call per event.
pub trait Observer {
    /// Called for every event, with the counters after it.
    fn event(&mut self, event: Event, counters: &Counters);

    /// Called before an event with the candidates that it leaves in all cells, row-major, by a
    /// strategy whose events do not tell them (`lanes` only). The default does nothing.
    #[inline(always)]
    fn candidates(&mut self, _cells: &[Candidates]) {}

    /// Called before an [`Event::Deduction`] with its chains, one for each assumption; with none for techniques
    /// without chains. The default does nothing.
    #[inline(always)]
    fn chains(&mut self, _chains: &[Chain]) {}

    /// Returns true if [`Observer::solution`] should be called. Extracting a solution takes time.
    #[inline(always)]
    fn wants_solutions(&self) -> bool {
        false
    }

    /// Called for every solution before its [`Event::Solution`], if [`Observer::wants_solutions`].
    /// `values` are the digits, row-major. `Break` ends the search, which has then given up unless
    /// it reached the limit on solutions; the default continues.
    #[inline(always)]
    fn solution(&mut self, _values: &[u8]) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Reports the clues, as the strategies here do at the start of `Solver::trace`.
// Not part of the search, where this would cost about 250 instructions per puzzle even without an
// observer. Called once a trace, and so not worth a copy in each strategy.
#[inline(never)]
pub fn report_clues<O: Order>(puzzle: &Puzzle<O>, observer: &mut dyn Observer) {
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

    fn candidates(&mut self, cells: &[Candidates]) {
        (**self).candidates(cells);
    }

    fn chains(&mut self, chains: &[Chain]) {
        (**self).chains(chains);
    }

    fn wants_solutions(&self) -> bool {
        (**self).wants_solutions()
    }

    fn solution(&mut self, values: &[u8]) -> ControlFlow<()> {
        (**self).solution(values)
    }
}

impl<F: FnMut(Event, &Counters)> Observer for F {
    fn event(&mut self, event: Event, counters: &Counters) {
        self(event, counters);
    }
}
