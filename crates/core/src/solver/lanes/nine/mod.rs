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
    backend::{Baseline, Cpu, Task},
    narrow::Register128,
    node::{Branch, Node, WORDS},
    progress::{LaneCounters, Progress},
};
use crate::{
    grid::{Candidates, Order3, Puzzle, Solution},
    solver::{Counter, Limits, Observer, Outcome, Solver, observer::report_clues},
};
use grid::{Grid, Register, Verdict};
pub(super) use many::MANY;
use std::ops::ControlFlow;
use watch::{Report, Seen, Watch};

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

    /// Returns true if a search finds a solution of a puzzle that is not yet a [`Puzzle`]. `None`
    /// if it gave up.
    pub(crate) fn finds_solution(&self, given: LaneInput, limits: &Limits) -> Option<bool> {
        let mut progress = Progress::new();
        solve_into(&mut progress, self.0, &Start::Puzzle(given), limits);
        (!progress.outcome.gave_up).then_some(progress.outcome.solutions > 0)
    }
}

impl Solver<Order3> for LaneSolver {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        with_start(puzzle, |start| {
            let mut progress = Progress::new();
            solve_into(&mut progress, self.0, start, limits);
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
        with_start(puzzle, |start| {
            let clues = puzzle.clue_count() as u64;
            let mut report = Report { observer, clues, cells: [Candidates::NONE; 81] };
            let mut progress = Progress::new();
            let cpu = Baseline::<Register128>::NEW;
            let (to, watch) = (&mut progress, &mut report);
            Search { cpu, limits, progress: to, rest: None, watch }.run(start);
            outcome(puzzle, &progress.outcome, limits)
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

/// Calls a function with the start of a puzzle's search. By reference, because a copy would wait
/// until it is in the cache.
fn with_start<T>(puzzle: &Puzzle<Order3>, call: impl FnOnce(&Start) -> T) -> T {
    match puzzle.has_candidates() {
        true => call(&Start::Puzzle(LaneInput::Candidates(&puzzle.all_candidates()))),
        false => call(&Start::Puzzle(LaneInput::Values(puzzle.cells()))),
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
    solve_into(&mut progress, backend, &Start::Puzzle(given), limits);
    progress.outcome
}

/// As [`solve`]; the outcome is that of `progress`, because copying it takes as long as a sweep.
fn solve_into(progress: &mut Progress, backend: Backend, start: &Start, limits: &Limits) {
    match limits.solutions.get() > MANY {
        true => many::solve(progress, backend, start, limits),
        false => backend.0.search(start, limits, progress, None),
    }
}

/// The beginning of a search.
pub(super) enum Start<'a> {
    Puzzle(LaneInput<'a>),
    /// An alternative that has not been tried.
    Alternative(&'a Node),
}

/// Receives the alternatives that are left when a limit is reached, the next one first.
pub(super) type Rest<'a> = Option<&'a mut Vec<Node>>;

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
pub(super) struct Search<'a, C, W> {
    pub cpu: C,
    pub limits: &'a Limits<'a>,
    pub progress: &'a mut Progress,
    pub rest: Rest<'a>,
    pub watch: &'a mut W,
}

impl<C: Cpu, W: Watch> Search<'_, C, W> {
    /// Searches from the start.
    pub fn run(&mut self, start: &Start) {
        self.cpu.run(Begin(self, start));
    }

    /// Searches a grid: calls itself for a guess, and goes on with the alternative. Returns
    /// `Continue` if the grid has been searched completely.
    #[inline(always)]
    fn below(&mut self, mut grid: Grid<C::Nine>) -> ControlFlow<()> {
        let cpu = self.cpu;
        loop {
            let counters = &mut self.progress.outcome.counters;
            match cpu.run(Settle(&mut grid, counters, &mut *self.watch)) {
                Verdict::Settled if grid.is_solution() => {
                    let outcome = &mut self.progress.outcome;
                    outcome.solutions += 1;
                    if outcome.solutions == 1 {
                        cpu.write_digits(&grid, &mut outcome.first);
                    }
                    let is_last = outcome.solutions >= self.limits.solutions.get();
                    let goes_on = self.event(Seen::Solution, &grid);
                    self.progress.outcome.gave_up &= !is_last;
                    return if is_last { ControlFlow::Break(()) } else { goes_on };
                }
                Verdict::Settled | Verdict::Dead => return self.contradiction(&grid),
                Verdict::Stuck => {}
            }
            let Some(branch) = cpu.run(Choose(cpu, &grid, &self.progress.deaths)) else {
                return self.contradiction(&grid);
            };
            let path = self.progress.path;
            self.progress.guess(self.limits)?;
            self.progress.decided = branch.at;
            let mut guess = grid;
            guess.assume(branch);
            self.event(Seen::Guess(branch), &guess)?;
            if cpu.run(Below(&mut *self, &guess)).is_break() {
                self.keep(&grid, branch, path);
                return ControlFlow::Break(());
            }
            self.progress.backtrack(path, branch.at);
            self.progress.guess(self.limits)?;
            grid.exclude(branch);
            self.event(Seen::Undo(branch), &grid)?;
        }
    }

    #[inline(always)]
    fn event(&mut self, seen: Seen, grid: &Grid<C::Nine>) -> ControlFlow<()> {
        let goes_on = self.watch.event(seen, &grid.0, &self.progress.outcome.counters);
        self.progress.outcome.gave_up |= goes_on.is_break();
        goes_on
    }

    /// Leaves a state without a solution.
    #[inline(always)]
    fn contradiction(&mut self, grid: &Grid<C::Nine>) -> ControlFlow<()> {
        self.progress.contradiction();
        self.event(Seen::Contradiction, grid)
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
}

/// Searches a puzzle, or below an alternative.
struct Begin<'s, 'a, C, W>(&'s mut Search<'a, C, W>, &'s Start<'s>);

impl<C: Cpu, W: Watch> Task for Begin<'_, '_, C, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(search, start) = self;
        match *start {
            Start::Puzzle(given) => {
                if search.below(search.cpu.grid(given)).is_continue() {
                    search.progress.backtrack(0, 0);
                }
            }
            Start::Alternative(node) => {
                let (path, decided) = node.path_meta();
                search.progress.backtrack(path, decided);
                if search.progress.guess(search.limits).is_continue() {
                    let _ = search.below(Grid::of_node(search.cpu.nine(), node));
                }
            }
        }
    }
}

/// See [`Search::below`].
struct Below<'s, 'a, C: Cpu, W>(&'s mut Search<'a, C, W>, &'s Grid<C::Nine>);

impl<C: Cpu, W: Watch> Task for Below<'_, '_, C, W> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.0.below(*self.1)
    }
}

/// See [`grid::settle`]. Not inlined: the loop would spill.
struct Settle<'s, R, W>(&'s mut Grid<R>, &'s mut LaneCounters, &'s mut W);

impl<R: Register, W: Watch> Task for Settle<'_, R, W> {
    type Output = Verdict;

    #[inline(always)]
    fn run(self) -> Verdict {
        grid::settle(self.0, self.1, self.2)
    }
}

/// See [`Cpu::choose_in`].
struct Choose<'s, C: Cpu>(C, &'s Grid<C::Nine>, &'s [u8; WORDS]);

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<Branch>;

    #[inline(always)]
    fn run(self) -> Option<Branch> {
        self.0.choose_in(self.1, self.2)
    }
}
