//! `generate-and-test`: every filling of the empty cells.

use super::{Branch, Guess, Heuristic, Run, with_value};
use crate::{
    grid::{Candidates, Cell, Order, Puzzle, Solution, Unit},
    solver::{
        Counter, Observer, OwnCounter, Reason,
        search::{Entry, Expansion},
    },
};

const FILLINGS: OwnCounter = OwnCounter::First;
const COUNTERS: &[Counter] = &[Counter::new("fillings", "full grids tested")];

/// Enumerates the fillings of the empty cells, row-major with the last cell varying fastest, values
/// ascending, and tests each. Only suitable for 4×4 and nearly full grids. Source: GeeksforGeeks,
/// "Sudoku | Backtracking-7", the naive algorithm.
#[derive(Clone, Copy, Debug)]
pub struct GenerateAndTest {
    /// The maximum number of fillings. A search that needs more ends with
    /// [`Status::GaveUp`](crate::solver::Status::GaveUp).
    pub max_fillings: u64,
}

impl GenerateAndTest {
    /// The number of fillings of a 4×4 grid with four clues: 4^12.
    pub const DEFAULT: Self = Self { max_fillings: 1 << 24 };
}

impl Default for GenerateAndTest {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// A partial filling, and the position from which to look for the next empty cell.
#[derive(Debug)]
pub struct Filling<G> {
    grid: G,
    from: usize,
}

impl<O: Order> Heuristic<O> for GenerateAndTest {
    type State = Filling<O::PerCell<u8>>;

    fn counted(&self) -> &'static [Counter] {
        COUNTERS
    }

    fn root(&self, puzzle: &Puzzle<O>) -> Self::State {
        Filling { grid: *puzzle.cells(), from: 0 }
    }

    fn expand<Obs: Observer>(
        &self,
        state: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        let values = state.grid.as_ref();
        if let Some(cell) = (state.from..O::CELLS).find(|&i| values[i] == 0) {
            return Expansion::Branch(Branch::ascending(Cell::new(cell), Candidates::all::<O>()));
        }
        if run.counters.own[FILLINGS] >= self.max_fillings {
            return run.give_up();
        }
        run.counters.own[FILLINGS] += 1;
        match obeys_the_rules::<O>(values) {
            true => Expansion::Goal,
            false => run.dead_end(Reason::BrokenRule),
        }
    }

    fn enter<Obs: Observer>(
        &self,
        state: &Self::State,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Self::State> {
        if !run.guess(guess.cell, guess.digit) {
            return Entry::Stop;
        }
        let grid = with_value(&state.grid, guess);
        Entry::Child(Filling { grid, from: guess.cell.index() + 1 })
    }

    fn solution(&self, state: &Self::State) -> Solution<O> {
        Solution::from_cells(state.grid)
    }
}

/// Returns true if every unit of a full grid has every digit.
fn obeys_the_rules<O: Order>(values: &[u8]) -> bool {
    Unit::all::<O>().all(|unit| {
        let held = unit.cells::<O>().iter().fold(0u32, |held, c| held | 1 << values[c.index()]);
        held >> 1 == Candidates::all::<O>().bits()
    })
}
