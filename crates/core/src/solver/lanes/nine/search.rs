//! The search for the solutions of one puzzle.

use super::grid::{self, Grid, Register, Seen, Verdict, Watch};
use crate::solver::{
    Limits,
    lanes::{
        LaneInput,
        cpu::{Cpu, Task},
        node::{BranchCell, Node, WORDS},
        progress::{LaneCounters, Progress},
    },
};
use std::ops::ControlFlow;

/// The beginning of a search.
pub(in crate::solver::lanes) enum Start<'a> {
    Puzzle(LaneInput<'a>),
    /// An alternative that has not been tried.
    Alternative(&'a Node),
}

/// Receives the alternatives that are left when a limit is reached, the next one first.
pub(in crate::solver::lanes) type Rest<'a> = Option<&'a mut Vec<Node>>;

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
pub(in crate::solver::lanes) struct Search<'a, C, W> {
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
    fn keep(&mut self, grid: &Grid<C::Nine>, branch: BranchCell, path: u16) {
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
    type Output = Option<BranchCell>;

    #[inline(always)]
    fn run(self) -> Option<BranchCell> {
        self.0.choose_in(self.1, self.2)
    }
}
