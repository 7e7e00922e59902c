//! The lane kernel as a [`Solver`] of single puzzles, for the registry.

use super::{Backend, Given, LaneOutcome, Lanes, Traffic, candidate_words};
use crate::{
    grid::{Order3, Puzzle, Solution},
    solver::{Counter, Event, Limits, Observer, Outcome, Solver, observer::report_clues},
};
use std::cell::Cell;

thread_local! {
    /// The lanes of the previous puzzle, for reuse: creating lanes takes as long as solving an easy
    /// puzzle.
    static SPARE: Cell<Option<(Backend, Lanes<'static>)>> = const { Cell::new(None) };
}

/// The lane kernel with a single puzzle. Outcomes and counters are the same as with full [`Lanes`],
/// but the throughput is much lower.
#[derive(Clone, Copy, Debug)]
pub struct LaneSolver(Backend);

impl LaneSolver {
    /// Creates a solver on this backend.
    pub const fn new(backend: Backend) -> Self {
        Self(backend)
    }

    fn run(self, limits: &Limits, one: &mut One) {
        if limits.stop.is_some() {
            return Lanes::new(self.0, *limits).drain(one);
        }
        let Limits { solutions, max_guesses, .. } = *limits;
        let limits = Limits { solutions, max_guesses, stop: None };
        let spare = SPARE.take().filter(|(backend, _)| *backend == self.0);
        let mut lanes = spare.map_or_else(|| Lanes::new(self.0, limits), |(_, lanes)| lanes);
        lanes.set_limits(limits);
        lanes.drain(one);
        SPARE.set(Some((self.0, lanes)));
    }
}

/// One puzzle and its outcome.
struct One<'p> {
    given: Option<Given<'p>>,
    outcome: LaneOutcome,
}

impl Traffic for One<'_> {
    fn next(&mut self) -> Option<(u64, Given<'_>)> {
        Some((0, self.given.take()?))
    }

    fn end(&mut self, _: u64, outcome: &LaneOutcome) {
        self.outcome = *outcome;
    }
}

impl Solver<Order3> for LaneSolver {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        let line = puzzle.cells().map(|value| b'0' + value);
        let cells;
        let given = match puzzle.has_candidates() {
            true => {
                cells = candidate_words(puzzle);
                Given::Candidates(&cells)
            }
            false => Given::Clues(&line),
        };
        let mut one = One { given: Some(given), outcome: LaneOutcome::new() };
        self.run(limits, &mut one);
        let outcome = one.outcome;
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
