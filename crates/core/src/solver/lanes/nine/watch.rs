//! Follows a search sweep by sweep.

use super::grid::{PLACES, Register};
use crate::{
    grid::{Candidates, Cell, Digit, Order3, Unit},
    solver::{
        Event, Observer, Reason,
        lanes::{
            node::{Branch, POSITIONS},
            progress::LaneCounters,
        },
    },
};
use std::ops::ControlFlow;

/// Follows a search in nine registers. `()` does not.
pub(in crate::solver::lanes) trait Watch {
    /// Called after every sweep, with the grid.
    fn swept<R: Register>(&mut self, grid: &[R; 9], counters: &LaneCounters);

    /// Called for every guess, with the grid that contains it.
    fn guessed<R: Register>(&mut self, branch: Branch, grid: &[R; 9], counters: &LaneCounters);

    /// Called when everything below a guess has been searched, with the grid of the alternative.
    fn took_back<R: Register>(&mut self, branch: Branch, grid: &[R; 9], counters: &LaneCounters);

    /// Called if the grid of the last sweep has no solution.
    fn contradiction(&mut self, counters: &LaneCounters);

    /// Called if the grid of the last sweep is a solution. `Break` ends the search.
    fn solution(&mut self, counters: &LaneCounters) -> ControlFlow<()>;
}

impl Watch for () {
    #[inline(always)]
    fn swept<R: Register>(&mut self, _: &[R; 9], _: &LaneCounters) {}
    #[inline(always)]
    fn guessed<R: Register>(&mut self, _: Branch, _: &[R; 9], _: &LaneCounters) {}
    #[inline(always)]
    fn took_back<R: Register>(&mut self, _: Branch, _: &[R; 9], _: &LaneCounters) {}
    #[inline(always)]
    fn contradiction(&mut self, _: &LaneCounters) {}
    #[inline(always)]
    fn solution(&mut self, _: &LaneCounters) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Reports a search as events.
pub(super) struct Report<'a> {
    pub observer: &'a mut dyn Observer,
    /// The number of clues of the puzzle.
    pub clues: u64,
    /// The candidates after the last sweep, row-major.
    pub cells: [Candidates; 81],
}

impl Report<'_> {
    /// Reports an event that leaves these candidates.
    fn change<R: Register>(&mut self, event: Event, grid: &[R; 9], counters: &LaneCounters) {
        let words = R::groups(grid).as_flattened();
        self.cells = PLACES.map(|place| Candidates::from_bits(words[usize::from(place)].into()));
        self.observer.candidates(&self.cells);
        self.event(event, counters);
    }

    fn event(&mut self, event: Event, counters: &LaneCounters) {
        self.observer.event(event, &counters.with_clues(self.clues));
    }

    /// The first cell without a candidate, or else the first digit without a place in a unit.
    fn reason(&self) -> Reason {
        let left = |cell: &Cell| self.cells[cell.index()];
        if let Some(cell) = Cell::all::<Order3>().find(|cell| left(cell).is_empty()) {
            return Reason::NoCandidate(cell);
        }
        let missing = |unit: Unit| {
            let cells = unit.cells::<Order3>();
            let placed = cells.iter().map(left).fold(Candidates::NONE, |all, it| all | it);
            Some(Reason::NoPlace((Candidates::all::<Order3>() - placed).lowest()?, unit))
        };
        Unit::all::<Order3>().find_map(missing).unwrap_or(Reason::BrokenRule)
    }
}

impl Watch for Report<'_> {
    fn swept<R: Register>(&mut self, grid: &[R; 9], counters: &LaneCounters) {
        self.change(Event::Sweep, grid, counters);
    }

    fn guessed<R: Register>(&mut self, branch: Branch, grid: &[R; 9], counters: &LaneCounters) {
        if let Some((cell, digit)) = named(branch) {
            self.change(Event::Guess(cell, digit), grid, counters);
        }
    }

    fn took_back<R: Register>(&mut self, branch: Branch, grid: &[R; 9], counters: &LaneCounters) {
        if let Some((cell, digit)) = named(branch) {
            self.change(Event::Undo(cell, digit), grid, counters);
        }
    }

    fn contradiction(&mut self, counters: &LaneCounters) {
        self.event(Event::Contradiction(self.reason()), counters);
    }

    fn solution(&mut self, counters: &LaneCounters) -> ControlFlow<()> {
        let values = self.cells.map(|cell| cell.single().map_or(0, Digit::value));
        let goes_on = self.observer.solution(&values);
        self.event(Event::Solution, counters);
        goes_on
    }
}

/// The cell and the digit of a branching.
fn named(branch: Branch) -> Option<(Cell, Digit)> {
    let cell = POSITIONS.iter().position(|&at| u16::from(at) == branch.at)?;
    Some((Cell::new(cell), Candidates::from_bits(branch.digit.into()).single()?))
}
