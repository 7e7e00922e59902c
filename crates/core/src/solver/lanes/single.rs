//! The lane kernel as a [`Solver`] of single puzzles, for the registry.

use super::{Backend, LaneInput, LaneOutcome, nine};
use crate::{
    grid::{Order3, Puzzle, Solution},
    solver::{Counter, Event, Limits, Observer, Outcome, Solver, observer::report_clues},
};

/// The lane kernel for a single puzzle, which it holds in nine registers. Outcomes and counters are
/// the same as those of [`Lanes`](super::Lanes), whose throughput is higher for many puzzles.
#[derive(Clone, Copy, Debug)]
pub struct LaneSolver(Backend);

impl LaneSolver {
    /// Creates a solver on this backend.
    pub const fn new(backend: Backend) -> Self {
        Self(backend)
    }

    /// Solves a puzzle that is not yet a [`Puzzle`].
    pub(crate) fn solve_input(&self, given: LaneInput, limits: &Limits) -> LaneOutcome {
        nine::solve(self.0, given, limits)
    }
}

impl Solver<Order3> for LaneSolver {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        let line = puzzle.cells().map(|value| b'0' + value);
        let cells;
        let given = match puzzle.has_candidates() {
            true => {
                cells = puzzle.all_candidates();
                LaneInput::Candidates(&cells)
            }
            false => LaneInput::Clues(&line),
        };
        let outcome = self.solve_input(given, limits);
        let first = (outcome.solutions > 0)
            .then(|| Solution::from_cells(outcome.first.map(|digit| digit - b'0')));
        Outcome {
            status: outcome.status(limits),
            solutions: outcome.solutions,
            first,
            counters: outcome.counters.with_clues(puzzle.clue_count() as u64),
        }
    }

    /// Reports only the clues and, at the end, the first solution, because a sweep enters many
    /// values at once.
    fn trace(
        &self,
        puzzle: &Puzzle<Order3>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<Order3> {
        report_clues(puzzle, observer);
        let outcome = self.solve(puzzle, limits);
        if let Some(first) = &outcome.first {
            // The result is ignored because the search has already ended.
            let _ = observer.solution(first.values());
            observer.event(Event::Solution, &outcome.counters);
        }
        outcome
    }

    fn own_counters(&self) -> &'static [Counter] {
        const COUNTERS: &[Counter] = &[
            Counter::new("sweeps", "rounds of every rule over the whole grid"),
            Counter::new("contradictions", "states that turned out to have no solution"),
        ];
        COUNTERS
    }

    fn takes_candidates(&self) -> bool {
        true
    }

    fn lanes(&self) -> Option<Backend> {
        Some(self.0)
    }
}
