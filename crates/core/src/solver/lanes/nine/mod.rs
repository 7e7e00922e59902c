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
//! Called by [`super::LaneSolver`].

pub(super) mod grid;
pub(super) mod register;
mod sweep;

use super::{
    LaneInput, LaneOutcome,
    backend::{Backend, Kind},
    cpu::{Cpu, Task},
    dispatch::with_backend,
    node::{Branch, WORDS},
    progress::Progress,
};
use crate::solver::Limits;
use grid::Grid;
use std::ops::ControlFlow;
use sweep::Verdict;

/// Solves one puzzle.
pub(super) fn solve(backend: Backend, given: LaneInput, limits: &Limits) -> LaneOutcome {
    with_backend!(backend.0, Kind, cpu => Search::run(cpu, given, limits))
}

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
struct Search<'a, C> {
    cpu: C,
    limits: &'a Limits<'a>,
    progress: Progress,
}

impl<'a, C: Cpu> Search<'a, C> {
    fn run(cpu: C, given: LaneInput, limits: &'a Limits<'a>) -> LaneOutcome {
        let mut search = Self { cpu, limits, progress: Progress::new() };
        cpu.run(Start { search: &mut search, given });
        search.progress.outcome
    }

    /// Searches a grid: calls itself for a guess, and goes on with the alternative. Returns
    /// `Continue` if the grid has been searched completely.
    #[inline(always)]
    fn below(&mut self, mut grid: Grid<C::Nine>) -> ControlFlow<()> {
        let cpu = self.cpu;
        loop {
            let sweeps = &mut self.progress.outcome.counters.sweeps;
            match cpu.run(Settle { cpu, grid: &mut grid, sweeps }) {
                Verdict::Settled if grid.is_solution(cpu.nine()) => {
                    let outcome = &mut self.progress.outcome;
                    outcome.solutions += 1;
                    if outcome.solutions == 1 {
                        cpu.write_digits(&grid, &mut outcome.first);
                    }
                    return match outcome.solutions >= self.limits.solutions {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                }
                Verdict::Settled | Verdict::Dead => {
                    self.progress.contradiction();
                    return ControlFlow::Continue(());
                }
                Verdict::Stuck => {}
            }
            let deaths = &self.progress.deaths;
            let Some(branch) = cpu.run(Choose { cpu, grid: &grid, deaths }) else {
                self.progress.contradiction();
                return ControlFlow::Continue(());
            };
            let path = self.progress.path;
            self.guess()?;
            self.progress.decided = branch.at;
            let mut guess = grid;
            guess.assume(branch);
            cpu.run(Below { search: self, grid: &guess })?;
            self.progress.backtrack(path, branch.at);
            self.guess()?;
            grid.exclude(branch);
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

/// Searches a puzzle.
struct Start<'s, 'a, C> {
    search: &'s mut Search<'a, C>,
    given: LaneInput<'s>,
}

impl<C: Cpu> Task for Start<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { search, given } = self;
        let grid = Grid::parse(search.cpu.nine(), given);
        if search.below(grid).is_continue() {
            search.progress.backtrack(0, 0);
        }
    }
}

/// See [`Search::below`].
struct Below<'s, 'a, C: Cpu> {
    search: &'s mut Search<'a, C>,
    grid: &'s Grid<C::Nine>,
}

impl<C: Cpu> Task for Below<'_, '_, C> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.search.below(*self.grid)
    }
}

/// See [`sweep::settle`]. A task of its own, because together with the search the registers would
/// not suffice.
struct Settle<'s, C: Cpu> {
    cpu: C,
    grid: &'s mut Grid<C::Nine>,
    sweeps: &'s mut u64,
}

impl<C: Cpu> Task for Settle<'_, C> {
    type Output = Verdict;

    #[inline(always)]
    fn run(self) -> Verdict {
        sweep::settle(self.cpu.nine(), self.grid, self.sweeps)
    }
}

/// See [`Cpu::choose`].
struct Choose<'s, C: Cpu> {
    cpu: C,
    grid: &'s Grid<C::Nine>,
    deaths: &'s [u8; WORDS],
}

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<Branch>;

    #[inline(always)]
    fn run(self) -> Option<Branch> {
        self.cpu.choose(&self.grid.node(), self.deaths)
    }
}
