//! One puzzle at a time: the nine cells of every box in nine registers.
//!
//! ```text
//! register 3 i + k = the cell in row i and column k of its box, for all nine boxes
//! word 4 b + j     = the box in band b and stack j
//!
//!             word 0   1   2   3   4   5   6   7   8   9  10  11  12 … 15
//! register 0   box 1   2   3   -   4   5   6   -   7   8   9   -    -
//! ```
//!
//! Steps inside a box are operations between registers; steps along a chute rotate the words of a
//! register. Rules, branching and counters are those of the lanes: see README.md.
//!
//! Called through [`LaneSolver`].

pub(super) mod search;
pub(super) mod settle;
pub(super) mod watch;

use super::{
    backend::{Backend, Baseline},
    many::{self, MANY},
    narrow::Register128,
    progress::{LaneInput, LaneOutcome, Progress},
};
use crate::{
    grid::{Candidates, Order3, Puzzle, Solution},
    solver::{Counter, Limits, Observer, Outcome, Solver, report_clues},
};
use search::Search;
use watch::Reporter;

/// The lane kernel for a single puzzle, which it holds in nine registers. Outcomes and counters are
/// the same as those of [`Lanes`](super::Lanes), whose throughput is higher for many puzzles.
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
    pub(crate) fn finds_solution(&self, given: LaneInput, limits: &Limits) -> Option<bool> {
        let mut progress = Progress::new();
        solve_into(&mut progress, self.0, &given, limits);
        (!progress.outcome.gave_up).then_some(progress.outcome.solutions > 0)
    }
}

const COUNTERS: &[Counter] = &[
    Counter::new("sweeps", "rounds of every rule over the whole grid"),
    Counter::new("contradictions", "states that turned out to have no solution"),
];

impl Solver<Order3> for LaneSolver {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        with_input(puzzle, |given| {
            let mut progress = Progress::new();
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
            let clues = puzzle.clue_count() as u64;
            let mut report = Reporter { observer, clues, cells: [Candidates::NONE; 81] };
            let mut progress = Progress::new();
            Search {
                cpu: Baseline::<Register128>::NEW,
                limits,
                progress: &mut progress,
                watch: &mut report,
            }
            .run(given);
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
    let solution = (outcome.solutions > 0)
        .then(|| Solution::from_cells(outcome.first.map(|digit| digit - b'0')));
    Outcome {
        status: outcome.status(limits),
        solutions: outcome.solutions,
        solution,
        counters: outcome.counters.with_clues(puzzle.clue_count() as u64),
        own_counters: COUNTERS,
    }
}

/// Solves one puzzle. A search for very many solutions uses all threads of the pool it is called in.
/// The outcome is that of `progress`, because copying it takes as long as a sweep.
pub(super) fn solve_into(
    progress: &mut Progress,
    backend: Backend,
    given: &LaneInput,
    limits: &Limits,
) {
    // In a browser there is one thread, and a page for one puzzle does without the lanes.
    match limits.solutions.get() > MANY && cfg!(not(target_family = "wasm")) {
        true => progress.outcome = many::solve(backend, *given, limits),
        false => backend.0.search(given, limits, progress),
    }
}
