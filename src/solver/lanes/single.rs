//! The lanes as a solver of one puzzle: for the registry.

use super::{Backend, Engine, LaneOutcome};
use crate::{
    grid::{Order3, Puzzle, Solution},
    solver::{Counter, Event, Limits, Observer, Outcome, Solver, observer::report_clues},
};

/// The lane kernel with one puzzle in its lanes. It says the same of a puzzle as
/// an [`Engine`] full of them, only not as fast.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(Backend);

impl Lanes {
    /// The solver on that backend.
    pub const fn new(backend: Backend) -> Self {
        Self(backend)
    }

    fn outcome(self, puzzle: &Puzzle<Order3>, limits: &Limits) -> LaneOutcome {
        let line = puzzle.cells().map(|value| b'0' + value);
        let mut result = LaneOutcome::new();
        let mut engine = Engine::new(self.0, *limits);
        engine.feed(std::iter::once((0, &line)), |_, outcome| result = *outcome);
        engine.drain(|_, outcome| result = *outcome);
        result
    }
}

impl Default for Lanes {
    fn default() -> Self {
        Self(Backend::best())
    }
}

impl Solver<Order3> for Lanes {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        let outcome = self.outcome(puzzle, limits);
        let first = (outcome.solutions > 0)
            .then(|| Solution::from_cells(outcome.first.map(|digit| digit - b'0')));
        Outcome {
            status: outcome.status(limits),
            solutions: outcome.solutions,
            first,
            counters: outcome.counters.with_clues(puzzle.clue_count() as u64),
        }
    }

    /// A sweep enters many values at once, so all there is to report is the
    /// clues and, at the end, that there was a solution.
    fn trace(
        &self,
        puzzle: &Puzzle<Order3>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<Order3> {
        report_clues(puzzle, observer);
        let outcome = self.solve(puzzle, limits);
        if outcome.first.is_some() {
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
}
