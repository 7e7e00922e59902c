//! `restarts`: another search after one that has not found a solution.

use super::{Branch, Heuristic, Rules, Run};
use crate::{
    branching::{Branching, Target, View, most_open_peers},
    propagation::{CandidateGrid, Propagation, Standard},
    search::Expansion,
    value_order::ValueOrder,
};
use sudomill_puzzle::{grid::Order, solving::Observer};

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
    candidates_are_state!(self, Propagation::Pairs, Standard);

    fn guesses_in_round(&self, round: u32) -> u64 {
        (0..round).fold(FIRST, |guesses, _| guesses.saturating_add(guesses / 4))
    }

    fn expand<Obs: Observer>(
        &self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        // As the rules of a name are, which are compiled anyway.
        rules(run.round).with_pointer::<O>().expand(grid, run)
    }
}

/// The rule `mrv+degree`, with ties broken differently in every round: in round 0 as there.
struct Ties {
    round: usize,
}

impl<O: Order> Branching<O> for Ties {
    fn choose(&self, view: &View<O>) -> Target {
        most_open_peers(view, self.round)
    }
}
