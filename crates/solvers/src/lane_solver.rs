//! The lane kernel as a solver of one puzzle at a time.

use crate::Solver;
use sudomill_lanes::{Backend, LaneInput, LaneOutcome, MANY, Progress, solve_into, trace};
use sudomill_puzzle::{
    grid::{Order3, Puzzle, Solution},
    solving::{Counter, Limits, Observer, Outcome, report_clues},
};

/// The lane kernel for a single puzzle, which it holds in nine registers. Outcomes and counters are
/// the same as those of [`Lanes`](sudomill_lanes::Lanes), whose throughput is higher for many puzzles.
#[derive(Clone, Copy, Debug)]
pub struct LaneSolver(Backend);

impl LaneSolver {
    /// The highest limit on solutions for which a search runs in one thread. For a higher one, it
    /// uses the lanes of all threads of the rayon pool that it is called in, if any. The outcome and
    /// the counters are the same.
    pub const IN_ONE_THREAD: u64 = MANY;

    /// Creates a solver on this backend.
    pub const fn new(backend: Backend) -> Self {
        Self(backend)
    }

    /// Returns true if a search finds a solution of a puzzle that is not yet a [`Puzzle`]. `None`
    /// if it gave up.
    pub fn finds_solution(&self, given: LaneInput, limits: &Limits) -> Option<bool> {
        let mut progress = Progress::default();
        solve_into(&mut progress, self.0, &given, limits);
        (!progress.outcome.gave_up).then_some(progress.outcome.solutions > 0)
    }
}

pub(crate) const COUNTERS: &[Counter] = &[
    Counter::new("sweeps", "rounds of every rule over the whole grid"),
    Counter::new("contradictions", "states that turned out to have no solution"),
];

impl Solver<Order3> for LaneSolver {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        with_input(puzzle, |given| {
            let mut progress = Progress::default();
            solve_into(&mut progress, self.0, given, limits);
            outcome(puzzle, &progress.outcome, limits)
        })
    }

    /// Reports every sweep. Runs in one thread, on the backend that runs everywhere: they all make
    /// the same sweeps.
    fn trace(
        &self,
        puzzle: &Puzzle<Order3>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<Order3> {
        report_clues(puzzle, observer);
        with_input(puzzle, |given| {
            let mut progress = Progress::default();
            trace(&mut progress, given, puzzle.clue_count() as u64, limits, observer);
            outcome(puzzle, &progress.outcome, limits)
        })
    }

    fn own_counters(&self) -> &'static [Counter] {
        COUNTERS
    }

    fn takes_candidates(&self) -> bool {
        true
    }

    fn lanes(&self) -> Option<Backend> {
        Some(self.0)
    }
}

/// Calls a function with a puzzle as the lanes take it. By reference, because a copy would wait
/// until it is in the cache.
fn with_input<T>(puzzle: &Puzzle<Order3>, call: impl FnOnce(&LaneInput) -> T) -> T {
    match puzzle.has_candidates() {
        true => call(&LaneInput::Candidates(&puzzle.all_candidates())),
        false => call(&LaneInput::Values(puzzle.cells())),
    }
}

/// The outcome of a puzzle in the form that all solvers return.
fn outcome(puzzle: &Puzzle<Order3>, outcome: &LaneOutcome, limits: &Limits) -> Outcome<Order3> {
    let mut whole = Outcome::without_solution(outcome.status(limits));
    whole.solutions = outcome.solutions;
    whole.solution = (outcome.solutions > 0)
        .then(|| Solution::from_cells(outcome.first.map(|digit| digit - b'0')));
    whole.counters = outcome.counters.with_clues(puzzle.clue_count() as u64);
    whole.own_counters = COUNTERS;
    whole
}
