//! Redundant clues. A clue of a puzzle is redundant if there is no solution with another digit in its cell; if
//! the puzzle has one solution, that is if there is only one without the clue.

use crate::{
    cells::{Cells, without},
    placements::{Placement, Placements, cells_of},
    queries::Queries,
};
use std::collections::{HashMap, VecDeque};
use sudomill_puzzle::RunError;

/// A puzzle that is tested for redundant clues.
pub struct Trial {
    /// The number of the puzzle to which clues were added.
    pub from: usize,
    pub cells: Cells,
    /// The clue that was added, if the puzzle may have several solutions.
    pub addition: Option<Placement>,
    /// The cells of the clues that are still to be tested, one bit each.
    pub untested: u128,
}

/// A clue that is tested.
pub struct Test {
    trial: Trial,
    cell: usize,
}

/// What trials have shown of the clues of a puzzle to which others were added.
struct Known {
    /// For each cell the number of additions that make its clue redundant.
    redundant: [u32; 81],
    /// For each cell what solutions have that are right but for its clue: with one of these added, it is not
    /// redundant. Empty if no trial has an addition.
    others: Vec<Placements>,
}

impl Known {
    fn new(trial: &Trial) -> Self {
        let others = trial.addition.map_or(0, |_| 81);
        Self { redundant: [0; 81], others: vec![Placements::default(); others] }
    }

    /// Takes the next clue to test: the one that was redundant most often, of those that may be.
    fn next_cell(&self, trial: &mut Trial) -> Option<usize> {
        if let Some(addition) = trial.addition {
            // For the addition itself, that may leave out a test that it would have failed, no more.
            let needed = cells_of(trial.untested).filter(|&at| self.others[at].contains(addition));
            trial.untested = needed.fold(trial.untested, |rest, cell| rest & !(1 << cell));
        }
        let cell = cells_of(trial.untested).max_by_key(|&cell| self.redundant[cell])?;
        trial.untested &= !(1 << cell);
        Some(cell)
    }
}

/// Decides which of these puzzles need all their clues. `queries` end after two solutions or, if trials have
/// an addition, after one.
pub fn decide(
    queries: &mut Queries<Test>,
    mut trials: impl Iterator<Item = Trial>,
    decided: &mut dyn FnMut(Trial, bool),
) -> Result<(), RunError> {
    let mut known: HashMap<usize, Known> = HashMap::new();
    // Most puzzles that fail do so at the first clue, so the others wait.
    let mut waiting = VecDeque::new();
    loop {
        while queries.room() > 0
            && let Some(mut trial) = waiting.pop_front().or_else(|| trials.next())
        {
            let known = known.entry(trial.from).or_insert_with(|| Known::new(&trial));
            let Some(cell) = known.next_cell(&mut trial) else {
                decided(trial, true);
                continue;
            };
            let cells = trial.cells;
            match trial.addition {
                Some(_) => queries.push_without(Test { trial, cell }, &cells, cell),
                None => queries.push(Test { trial, cell }, &without(&cells, cell)),
            }
        }
        let goes_on = queries.solve(|Test { trial, cell }, answer| {
            let known = known.entry(trial.from).or_insert_with(|| Known::new(&trial));
            let is_redundant = match (trial.addition, answer.first) {
                (None, _) => answer.solutions == 1,
                (_, None) => true,
                (_, Some(solution)) => {
                    known.others[cell].add_all(&Placements::of_solution(solution));
                    false
                }
            };
            if is_redundant {
                known.redundant[cell] += 1;
                decided(trial, false);
            } else {
                waiting.push_back(trial);
            }
        })?;
        if !goes_on {
            return Ok(());
        }
    }
}
