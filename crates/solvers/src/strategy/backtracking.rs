//! `backtracking` and `backtracking-descending`: try in the first empty cell every value that row,
//! column and box allow.

use super::{Branch, Guess, Heuristic, Run};
use crate::search::{Entry, Expansion};
use sudomill_puzzle::{
    grid::{Candidates, Cell, Order, Puzzle},
    solving::{Counter, Observer},
};

const CALLS: usize = 0;
const CHECKS: usize = 1;
const UNDOS: usize = 2;
const COUNTERS: &[Counter] = &[
    Counter::new("calls", "calls of the recursive function, including the first"),
    Counter::new("checks", "tests whether row, column and box allow a value"),
    Counter::new("undos", "values undone"),
];

/// Fills the first empty cell, row-major, with each value in order.
#[derive(Clone, Copy, Debug)]
pub struct Backtracking {
    values: Values,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Ascending,
    Descending,
}

impl Backtracking {
    /// Values ascending; the call on the full grid is counted. Source: GeeksforGeeks, "Sudoku |
    /// Backtracking-7".
    pub const ASCENDING: Self = Self { values: Values::Ascending };

    /// Values descending; there is no further call after the last empty cell is filled. Source:
    /// Cutugno and Lamberti, Napoli, "Risoluzione di problemi con gli algoritmi ricorsivi",
    /// 2009-2010. As in that text, a full grid is ill-posed.
    pub const DESCENDING: Self = Self { values: Values::Descending };
}

solver!(Backtracking);

/// The first empty cell, row-major.
#[inline(always)]
pub(super) fn first_empty(values: &[u8]) -> Option<Cell> {
    values.iter().position(|&value| value == 0).map(Cell::new)
}

impl<O: Order> Heuristic<O> for Backtracking {
    grid_is_state!(COUNTERS);

    fn is_ill_posed(&self, puzzle: &Puzzle<O>) -> bool {
        self.values == Values::Descending && puzzle.clue_count() == O::CELLS
    }

    fn expand<Obs: Observer>(
        &self,
        grid: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        let first_empty = first_empty(grid.as_ref());
        if first_empty.is_some() || self.values == Values::Ascending {
            run.counters.own[CALLS] += 1;
        }
        match (first_empty, self.values) {
            (None, _) => Expansion::Goal,
            (Some(cell), Values::Ascending) => {
                Expansion::Branch(Branch::ascending(cell, Candidates::all::<O>()))
            }
            (Some(cell), Values::Descending) => {
                Expansion::Branch(Branch::descending(cell, Candidates::all::<O>()))
            }
        }
    }

    fn enter<Obs: Observer>(
        &self,
        grid: &Self::State,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Self::State> {
        run.counters.own[CHECKS] += 1;
        let values = grid.as_ref();
        let taken = |peer: &Cell| values[peer.index()] == guess.digit.value();
        if guess.cell.peers::<O>().iter().any(taken) {
            return Entry::Refused;
        }
        match run.guess(guess.cell, guess.digit) {
            true => Entry::Child(<Self as Heuristic<O>>::child(self, grid, guess)),
            false => Entry::Stop,
        }
    }

    fn leave<Obs: Observer>(&self, run: &mut Run<O, Obs>) {
        run.counters.own[UNDOS] += 1;
    }
}
