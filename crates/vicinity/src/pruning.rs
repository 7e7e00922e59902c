//! Pruning: which additions to a puzzle make none of its clues redundant.

use crate::{
    Cells,
    family::{clues, with},
    placements::{Placement, Placements},
    queries::Queries,
};

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

/// An addition and a clue, by their numbers: is the clue redundant with the addition?
struct Choice {
    addition: usize,
    clue: usize,
}

/// An addition on trial.
struct Addition {
    placement: Placement,
    /// One bit for each clue that was tried.
    tried: u128,
    is_settled: bool,
}

impl Trial {
    pub fn new(cells: &Cells, left: Placements) -> Self {
        let clues: Vec<_> = clues(cells).collect();
        let others = vec![Placements::default(); clues.len()];
        let redundant = vec![0; clues.len()];
        let addition = |placement| Addition { placement, tried: 0, is_settled: false };
        let additions = left.iter().map(addition).collect();
        Self { cells: *cells, clues, others, redundant, additions, left }
    }

    /// Chooses clues to try, up to `most` of them: one for an addition, that which was redundant most often.
    fn choose(&mut self, most: usize) -> Vec<Choice> {
        let mut order: Vec<usize> = (0..self.clues.len()).collect();
        order.sort_by_key(|&clue| std::cmp::Reverse(self.redundant[clue]));
        let mut chosen = Vec::new();
        for (number, addition) in self.additions.iter_mut().enumerate() {
            if addition.is_settled || chosen.len() == most {
                continue;
            }
            let is_open = |clue: &usize| {
                addition.tried >> clue & 1 == 0 && !self.others[*clue].contains(addition.placement)
            };
            match order.iter().copied().find(is_open) {
                None => addition.is_settled = true,
                Some(clue) => {
                    addition.tried |= 1 << clue;
                    chosen.push(Choice { addition: number, clue });
                }
            }
        }
        chosen
    }

    /// Records whether there is a solution with an addition and without a clue.
    fn record(&mut self, Choice { addition, clue }: Choice, other: Option<&[u8]>) {
        match other {
            Some(solution) => self.others[clue].add_all(&Placements::of_solution(solution)),
            None => {
                let addition = &mut self.additions[addition];
                addition.is_settled = true;
                self.left.remove(addition.placement);
                self.redundant[clue] += 1;
            }
        }
    }
}

/// The number of additions of a puzzle that are tried at once: few, so that what is found helps the next.
const AT_ONCE: usize = 8;

/// Decides trials. `queries` end after one solution.
pub fn decide(queries: &mut Queries, trials: &mut [Trial]) {
    let mut first = 0;
    loop {
        queries.clear();
        let mut asked = Vec::new();
        for (at, trial) in trials.iter_mut().enumerate().skip(first) {
            let chosen = trial.choose(queries.room().min(AT_ONCE));
            if chosen.is_empty() && asked.is_empty() && queries.room() > 0 {
                first = at + 1;
            }
            for choice in chosen {
                let cells = with(&trial.cells, trial.additions[choice.addition].placement);
                queries.push_without(&cells, trial.clues[choice.clue].cell);
                asked.push((at, choice));
            }
            if queries.room() == 0 {
                break;
            }
        }
        if asked.is_empty() {
            return;
        }
        queries.solve();
        for (row, (at, choice)) in asked.into_iter().enumerate() {
            trials[at].record(choice, queries.first(row));
        }
    }
}
