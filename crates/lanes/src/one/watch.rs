//! Follows a search sweep by sweep.

use crate::{
    grid::{REGISTER_WORD, Register},
    node::{BranchCell, NODE_WORD},
    progress::LaneCounters,
};
use std::ops::ControlFlow;
use sudomill_puzzle::{
    grid::{Candidates, Cell, Digit, Order3, Unit},
    solving::{Event, Observer, Reason},
};

/// What happens in a search.
pub enum Seen {
    /// A sweep.
    Sweep,
    /// A guess; the grid contains it.
    Guess(BranchCell),
    /// Everything that begins with a guess has been searched; the grid is that of the alternative.
    Undo(BranchCell),
    /// The grid has no solution.
    Contradiction,
    /// The grid is a solution.
    Solution,
}

/// `Break` ends the search.
type Flow = ControlFlow<()>;

/// Follows a search in nine registers. `()` does not.
pub trait Watch {
    /// Called for everything that happens, with the grid after it.
    fn event<R: Register>(&mut self, seen: Seen, grid: &[R; 9], work: &LaneCounters) -> Flow;
}

impl Watch for () {
    #[inline(always)]
    fn event<R: Register>(&mut self, _: Seen, _: &[R; 9], _: &LaneCounters) -> Flow {
        ControlFlow::Continue(())
    }
}

/// Reports a search as events.
pub struct Reporter<'a> {
    /// Receives the events.
    pub observer: &'a mut dyn Observer,
    /// The number of clues of the puzzle.
    pub clues: u64,
    /// The candidates after the last sweep, row-major.
    pub cells: [Candidates; 81],
}

impl Reporter<'_> {
    /// The first cell without a candidate, or else the first digit without a place in a unit.
    fn reason(&self) -> Reason {
        let digits = |cell: &Cell| self.cells[cell.index()];
        if let Some(cell) = Cell::all::<Order3>().find(|cell| digits(cell).is_empty()) {
            return Reason::NoCandidate(cell);
        }
        let missing = |unit: Unit| {
            let cells = unit.cells::<Order3>();
            let placed = cells.iter().map(digits).fold(Candidates::NONE, |all, it| all | it);
            Some(Reason::NoPlace((Candidates::all::<Order3>() - placed).lowest()?, unit))
        };
        Unit::all::<Order3>().find_map(missing).unwrap_or(Reason::BrokenRule)
    }
}

impl Watch for Reporter<'_> {
    fn event<R: Register>(&mut self, seen: Seen, grid: &[R; 9], work: &LaneCounters) -> Flow {
        let mut flow = ControlFlow::Continue(());
        if !matches!(seen, Seen::Contradiction | Seen::Solution) {
            let words = R::groups(grid).as_flattened();
            for (cell, place) in self.cells.iter_mut().zip(&REGISTER_WORD) {
                *cell = Candidates::from_bits(words[usize::from(*place)].into());
            }
            self.observer.candidates(&self.cells);
        }
        let event = match seen {
            Seen::Sweep => Event::Sweep,
            Seen::Guess(branch) => named(branch, Event::Guess),
            Seen::Undo(branch) => named(branch, Event::Undo),
            Seen::Contradiction => Event::Contradiction(self.reason()),
            Seen::Solution => {
                let values = self.cells.map(|cell| cell.single().map_or(0, Digit::value));
                flow = self.observer.solution(&values);
                Event::Solution
            }
        };
        self.observer.event(event, &work.with_clues(self.clues));
        flow
    }
}

/// The event of a branching.
fn named(branch: BranchCell, event: fn(Cell, Digit) -> Event) -> Event {
    let cell = NODE_WORD.iter().position(|&at| u16::from(at) == branch.at).expect("a cell");
    let digit = Candidates::from_bits(branch.digit.into()).single().expect("a digit");
    event(Cell::new(cell), digit)
}
