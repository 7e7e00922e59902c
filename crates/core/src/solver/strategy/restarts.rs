//! `restarts`: another search after one that has not found a solution.

use super::{Branch, Guess, Heuristic, Rules, Run};
use crate::{
    grid::{Cell, CellSet, Order, Puzzle, Solution},
    solver::{
        Counter, Observer,
        branching::{Branching, Target, View},
        propagation::{CandidateGrid, Propagation},
        search::Expansion,
        value_order::ValueOrder,
    },
};
use std::cmp::Reverse;

/// The maximum number of guesses of the first round. Of 240 puzzles of 25×25 with 156 to 250 clues
/// at random, half need no more for a solution, and four in five in each later round.
const FIRST: u64 = 300;

/// The first round is `locked/mrv+degree`. If it has no solution after 300 guesses, the search
/// starts again from the clues, as `pairs/mrv+degree/least-constraining` with ties between cells
/// broken in another way, and so on, each time with a quarter more guesses than before. After the
/// first solution a round goes on to its end, so that no solution is found twice.
///
/// On grids above 9×9, the numbers of guesses have a heavy tail: most searches take a few hundred,
/// and some, after a wrong guess near the root, would take millions. Another search seldom makes the
/// same mistake. Source: Gomes, Selman and Kautz, "Boosting combinatorial search through
/// randomization", 1998; here the rounds are not random, but fixed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Restarts;

fn rules(round: u32) -> Rules<Ties> {
    let (propagation, order) = match round {
        0 => (Propagation::Locked, ValueOrder::Ascending),
        _ => (Propagation::Pairs, ValueOrder::LeastConstraining),
    };
    Rules::new(propagation, Ties { round: round as usize }, order)
}

solver!(Restarts);

impl<O: Order> Heuristic<O> for Restarts {
    candidates_are_state!(self, Propagation::Pairs);

    fn guesses_in_round(&self, round: u32) -> u64 {
        (0..round).fold(FIRST, |guesses, _| guesses.saturating_add(guesses / 4))
    }

    fn expand<Obs: Observer>(
        &self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        rules(run.round).expand(grid, run)
    }
}

/// The rule `mrv+degree`, with ties broken differently in every round: in round 0 as there.
struct Ties {
    round: usize,
}

/// The first prime above the number of cells of the largest grid, so that a multiplication modulo
/// it reorders the cells.
const PRIME: usize = 631;

impl<O: Order> Branching<O> for Ties {
    fn choose(&self, view: &View<O>) -> Target {
        let open = view.open_cells();
        let place = |cell: &Cell| (cell.index() + 1) * (100 * self.round + 1) % PRIME;
        let open_peers = |cell: &Cell| (CellSet::peers(*cell) & open).len();
        let cells = view.fewest_candidates().0.iter();
        let cell = cells.min_by_key(|cell| (Reverse(open_peers(cell)), place(cell)));
        Target::Cell(cell.expect("a cell is open"))
    }
}
