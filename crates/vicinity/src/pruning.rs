//! Pruning: which additions to a puzzle make none of its clues redundant.

use crate::{
    Cells,
    family::{clues, with},
    placements::{Placement, Placements},
    queries::Queries,
};
use std::{cmp::Reverse, collections::VecDeque};

/// Additions to a puzzle, of which those are wanted that make none of its clues redundant.
pub struct Trial {
    cells: Cells,
    clues: Vec<Placement>,
    /// For each clue, what solutions have that are right but for this clue.
    others: Vec<Placements>,
    /// For each clue, the number of additions that make it redundant.
    redundant: Vec<u32>,
    additions: Vec<Addition>,
    /// The additions that were not refuted.
    pub left: Placements,
}

/// An addition and a clue of a puzzle, by their numbers: is the clue redundant with the addition?
pub struct Choice {
    trial: usize,
    addition: usize,
    clue: usize,
}

/// An addition on trial.
struct Addition {
    placement: Placement,
    /// One bit for each clue that was tried.
    tried: u128,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// A further clue may be tried.
    Open,
    /// A clue is being tried.
    Asked,
    Settled,
}

impl Trial {
    pub fn new(cells: &Cells, left: Placements) -> Self {
        let clues: Vec<_> = clues(cells).collect();
        let others = vec![Placements::default(); clues.len()];
        let redundant = vec![0; clues.len()];
        let addition = |placement| Addition { placement, tried: 0, state: State::Open };
        let additions = left.iter().map(addition).collect();
        Self { cells: *cells, clues, others, redundant, additions, left }
    }

    /// Chooses clues to try, up to `most` of them: one for an addition, that which was redundant most often.
    fn choose(&mut self, number: usize, most: usize) -> Vec<Choice> {
        let mut order: Vec<usize> = (0..self.clues.len()).collect();
        order.sort_by_key(|&clue| Reverse(self.redundant[clue]));
        let mut chosen = Vec::new();
        for (at, addition) in self.additions.iter_mut().enumerate() {
            if addition.state != State::Open || chosen.len() == most {
                continue;
            }
            let is_open = |clue: &usize| {
                addition.tried >> clue & 1 == 0 && !self.others[*clue].contains(addition.placement)
            };
            match order.iter().copied().find(is_open) {
                None => addition.state = State::Settled,
                Some(clue) => {
                    addition.tried |= 1 << clue;
                    addition.state = State::Asked;
                    chosen.push(Choice { trial: number, addition: at, clue });
                }
            }
        }
        chosen
    }

    /// Records whether there is a solution with an addition and without a clue.
    fn record(&mut self, Choice { addition, clue, .. }: Choice, other: Option<&[u8]>) {
        let addition = &mut self.additions[addition];
        match other {
            Some(solution) => {
                addition.state = State::Open;
                self.others[clue].add_all(&Placements::of_solution(solution));
            }
            None => {
                addition.state = State::Settled;
                self.left.remove(addition.placement);
                self.redundant[clue] += 1;
            }
        }
    }

    fn is_settled(&self) -> bool {
        self.additions.iter().all(|addition| addition.state == State::Settled)
    }
}

/// The number of additions of a puzzle that are tried at once: few, so that what is found helps the next.
const AT_ONCE: usize = 8;

/// Decides trials. `queries` end after one solution.
pub fn decide(queries: &mut Queries<Choice>, trials: &mut [Trial]) {
    let mut turns: VecDeque<usize> = (0..trials.len()).collect();
    loop {
        for _ in 0..turns.len() {
            let most = queries.room().min(AT_ONCE);
            if most == 0 {
                break;
            }
            let Some(number) = turns.pop_front() else { break };
            let trial = &mut trials[number];
            for choice in trial.choose(number, most) {
                let cells = with(&trial.cells, trial.additions[choice.addition].placement);
                let cell = trial.clues[choice.clue].cell;
                queries.push_without(choice, &cells, cell);
            }
            if !trial.is_settled() {
                turns.push_back(number);
            }
        }
        let goes_on = queries.solve(|choice, answer| {
            trials[choice.trial].record(choice, answer.first);
        });
        if !goes_on {
            return;
        }
    }
}
