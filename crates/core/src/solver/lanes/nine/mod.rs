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
//! Called through [`LaneSolver`], and by [`super::Lanes`] for puzzles with very many solutions.

pub(super) mod grid;
mod many;
mod watch;

use super::{
    Backend, LaneInput, LaneOutcome,
    backend::{Baseline, Cpu, Task, with_cpu},
    narrow,
    node::{Branch, Node, WORDS},
    progress::{LaneCounters, Progress},
};
use crate::{
    grid::{Candidates, Order3, Puzzle, Solution},
    solver::{Counter, Limits, Observer, Outcome, Solver, observer::report_clues},
};
use grid::{Grid, Verdict};
pub(super) use many::MANY;
use std::ops::ControlFlow;
use watch::{Report, Watch};

/// The lane kernel for a single puzzle, which it holds in nine registers. Outcomes and counters are
/// the same as those of [`Lanes`](super::Lanes), whose throughput is higher for many puzzles.
#[derive(Clone, Copy, Debug)]
pub struct LaneSolver(Backend);

impl LaneSolver {
    /// The highest limit on solutions for which a search runs in one thread. For a higher one, it
    /// uses all threads of the rayon pool that it is called in, if any. The outcome and the counters
    /// are the same.
    pub const IN_ONE_THREAD: u64 = MANY;

    /// Creates a solver on this backend.
    pub const fn new(backend: Backend) -> Self {
        Self(backend)
    }

    /// Returns true if a search finds a solution of a puzzle that is not yet a [`Puzzle`].
    pub(crate) fn finds_solution(&self, given: LaneInput, limits: &Limits) -> bool {
        let mut progress = Progress::new();
        solve_into(&mut progress, self.0, given, limits);
        progress.outcome.solutions > 0
    }
}

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
            let mut report = Report { observer, clues, cells: [Candidates::NONE; 81] };
            let mut progress = Progress::new();
            let cpu = Baseline::<narrow::Usual>::NEW;
            let (progress, watch, rest) = (&mut progress, &mut report, None);
            let mut search = Search { cpu, limits, progress, rest, watch };
            cpu.run(Run { search: &mut search, start: &Start::Puzzle(given) });
            outcome(puzzle, &search.progress.outcome, limits)
        })
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

/// Calls a function with a puzzle in the form that the lanes take.
fn with_input<T>(puzzle: &Puzzle<Order3>, call: impl FnOnce(LaneInput) -> T) -> T {
    match puzzle.has_candidates() {
        true => call(LaneInput::Candidates(&puzzle.all_candidates())),
        false => call(LaneInput::Values(puzzle.cells())),
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
    }
}

/// Solves one puzzle. A search for very many solutions uses all threads of the pool it is called
/// in.
pub(super) fn solve(backend: Backend, given: LaneInput, limits: &Limits) -> LaneOutcome {
    let mut progress = Progress::new();
    solve_into(&mut progress, backend, given, limits);
    progress.outcome
}

/// As [`solve`]; the outcome is that of `progress`, because copying it takes as long as a sweep.
fn solve_into(progress: &mut Progress, backend: Backend, given: LaneInput, limits: &Limits) {
    match limits.solutions > MANY {
        true => many::solve(progress, backend, given, limits),
        false => search(backend, Start::Puzzle(given), limits, progress, None),
    }
}

/// The beginning of a search.
#[derive(Clone, Copy)]
enum Start<'a> {
    Puzzle(LaneInput<'a>),
    /// An alternative that has not been tried.
    Alternative(&'a Node),
}

/// Searches until a limit is reached or nothing is left to search. If a limit is reached, the
/// alternatives not yet tried are added to `rest`, the next one first.
fn search(
    backend: Backend,
    start: Start,
    limits: &Limits,
    progress: &mut Progress,
    rest: Option<&mut Vec<Node>>,
) {
    with_cpu!(backend, cpu => {
        let mut search = Search { cpu, limits, progress, rest, watch: &mut () };
        cpu.run(Run { search: &mut search, start: &start });
    });
}

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
struct Search<'a, C, W> {
    cpu: C,
    limits: &'a Limits<'a>,
    progress: &'a mut Progress,
    rest: Option<&'a mut Vec<Node>>,
    watch: &'a mut W,
}

impl<C: Cpu, W: Watch> Search<'_, C, W> {
    /// Searches a grid: calls itself for a guess, and goes on with the alternative. Returns
    /// `Continue` if the grid has been searched completely.
    #[inline(always)]
    fn below(&mut self, mut grid: Grid<C::Nine>) -> ControlFlow<()> {
        let cpu = self.cpu;
        loop {
            let (counters, watch) = (&mut self.progress.outcome.counters, &mut *self.watch);
            match cpu.run(Settle { cpu, grid: &mut grid, counters, watch }) {
                Verdict::Settled if grid.is_solution(cpu.nine()) => {
                    let outcome = &mut self.progress.outcome;
                    outcome.solutions += 1;
                    if outcome.solutions == 1 {
                        cpu.write_digits(&grid, &mut outcome.first);
                    }
                    self.watch.solution(&outcome.counters)?;
                    return match outcome.solutions >= self.limits.solutions {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                }
                Verdict::Settled | Verdict::Dead => return self.contradiction(),
                Verdict::Stuck => {}
            }
            let deaths = &self.progress.deaths;
            let Some(branch) = cpu.run(Choose { cpu, grid: &grid, deaths }) else {
                return self.contradiction();
            };
            let path = self.progress.path;
            self.guess()?;
            self.progress.decided = branch.at;
            let mut guess = grid;
            guess.assume(cpu.nine(), branch);
            self.watch.guessed(branch, &guess.0, &self.progress.outcome.counters);
            if cpu.run(Below { search: self, grid: &guess }).is_break() {
                self.keep(&grid, branch, path);
                return ControlFlow::Break(());
            }
            self.progress.backtrack(path, branch.at);
            self.guess()?;
            grid.exclude(cpu.nine(), branch);
            self.watch.took_back(branch, &grid.0, &self.progress.outcome.counters);
        }
    }

    /// Leaves a state without a solution.
    #[inline(always)]
    fn contradiction(&mut self) -> ControlFlow<()> {
        self.progress.contradiction();
        self.watch.contradiction(&self.progress.outcome.counters);
        ControlFlow::Continue(())
    }

    /// Keeps the alternative of a branching, because the search ends.
    #[cold]
    fn keep(&mut self, grid: &Grid<C::Nine>, branch: Branch, path: u16) {
        if let Some(rest) = &mut self.rest {
            let mut node = grid.node();
            node.exclude(branch);
            node.set_path_meta(path, branch.at);
            rest.push(node);
        }
    }

    /// Counts a guess, unless the limits forbid it.
    #[inline(always)]
    fn guess(&mut self) -> ControlFlow<()> {
        match self.progress.guess(self.limits) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Searches a puzzle, or below an alternative.
struct Run<'s, 'a, C, W> {
    search: &'s mut Search<'a, C, W>,
    start: &'s Start<'s>,
}

impl<C: Cpu, W: Watch> Task for Run<'_, '_, C, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { search, start } = self;
        let proof = search.cpu.nine();
        match *start {
            Start::Puzzle(given) => {
                if search.below(search.cpu.grid(given)).is_continue() {
                    search.progress.backtrack(0, 0);
                }
            }
            Start::Alternative(node) => {
                let (path, decided) = node.path_meta();
                search.progress.backtrack(path, decided);
                if search.guess().is_continue() {
                    let _ = search.below(Grid::of_node(proof, node));
                }
            }
        }
    }
}

/// See [`Search::below`].
struct Below<'s, 'a, C: Cpu, W> {
    search: &'s mut Search<'a, C, W>,
    grid: &'s Grid<C::Nine>,
}

impl<C: Cpu, W: Watch> Task for Below<'_, '_, C, W> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.search.below(*self.grid)
    }
}

/// See [`grid::settle`]. A task of its own, because together with the search the registers would
/// not suffice.
struct Settle<'s, C: Cpu, W> {
    cpu: C,
    grid: &'s mut Grid<C::Nine>,
    counters: &'s mut LaneCounters,
    watch: &'s mut W,
}

impl<C: Cpu, W: Watch> Task for Settle<'_, C, W> {
    type Output = Verdict;

    #[inline(always)]
    fn run(self) -> Verdict {
        grid::settle(self.cpu.nine(), self.grid, self.counters, self.watch)
    }
}

/// See [`Cpu::choose_in`].
struct Choose<'s, C: Cpu> {
    cpu: C,
    grid: &'s Grid<C::Nine>,
    deaths: &'s [u8; WORDS],
}

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<Branch>;

    #[inline(always)]
    fn run(self) -> Option<Branch> {
        self.cpu.choose_in(self.grid, self.deaths)
    }
}
