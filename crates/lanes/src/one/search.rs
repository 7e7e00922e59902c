//! The search for the solutions of one puzzle.

use super::{
    settle::{Settled, Verdict, settle},
    watch::{Seen, Watch},
};
use crate::{
    branch::choose,
    cpu::{Cpu, Task},
    deaths::Deaths,
    grid::{Grid, Register},
    node::BranchCell,
    progress::{LaneCounters, LaneInput, Progress},
};
use std::ops::ControlFlow;
use sudomill_puzzle::solving::Limits;

/// The number of sweeps per guess from which on guesses are more likely to fail.
const MUCH: u64 = 4;

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
pub struct Search<'a, C, W> {
    /// The CPU that runs it.
    pub cpu: C,
    /// Its limits.
    pub limits: &'a Limits<'a>,
    /// Its progress, with the outcome in the end.
    pub progress: &'a mut Progress,
    /// What follows it.
    pub watch: &'a mut W,
}

impl<C: Cpu, W: Watch> Search<'_, C, W> {
    /// Searches a puzzle.
    pub fn run(&mut self, given: &LaneInput) {
        self.cpu.run(Begin { search: self, given });
    }

    /// Searches a grid that has been swept: calls itself for a guess, and goes on with the alternative.
    /// Returns `Continue` if the grid has been searched completely.
    #[inline(always)]
    fn explore(&mut self, grid: &mut Grid<C::One>, mut verdict: Verdict) -> ControlFlow<()> {
        let cpu = self.cpu;
        loop {
            match verdict {
                Verdict::Settled if grid.is_solution() => return self.solution(grid),
                Verdict::Settled | Verdict::Dead => return self.contradiction(grid),
                Verdict::Stuck => {}
            }
            let choose = Choose { cpu, grid, deaths: self.progress.deaths() };
            let Some(branch) = cpu.run(choose) else {
                return self.contradiction(grid);
            };
            let path = self.progress.path;
            self.progress.guess(self.limits)?;
            self.progress.decided = branch.at;
            let mut guess = *grid;
            guess.assume(branch);
            grid.exclude(branch);
            self.event(Seen::Guess(branch), &guess)?;
            let both = match self.expects_contradiction() {
                true => cpu.settle_both(&mut guess, grid),
                false => None,
            };
            let of_guess = match both {
                Some([of_guess, _]) => self.counted(of_guess),
                None => self.settle(&mut guess),
            };
            cpu.run(Explore { search: &mut *self, grid: &mut guess, verdict: of_guess })?;
            self.progress.backtrack(path, branch.at);
            self.progress.guess(self.limits)?;
            self.event(Seen::Undo(branch), grid)?;
            verdict = match both {
                Some([_, of_alternative]) => self.counted(of_alternative),
                None => self.settle(grid),
            };
        }
    }

    /// Returns true if the guess just counted is likely to fail, so that its alternative is not swept in
    /// vain: if another one did, or if much has followed from the clues and each guess. Of puzzles with
    /// several solutions neither is usual.
    #[inline(always)]
    fn expects_contradiction(&self) -> bool {
        let counters = &self.progress.outcome.counters;
        counters.contradictions > 0 || counters.sweeps >= MUCH * counters.guesses
    }

    /// Sweeps a grid.
    #[inline(always)]
    fn settle(&mut self, grid: &mut Grid<C::One>) -> Verdict {
        let counters = &mut self.progress.outcome.counters;
        self.cpu.run(Settle { grid, counters, watch: &mut *self.watch })
    }

    /// Counts the sweeps of a grid that was swept beside another.
    #[inline(always)]
    fn counted(&mut self, settled: Settled) -> Verdict {
        self.progress.outcome.counters.sweeps += settled.sweeps;
        settled.verdict
    }

    #[inline(always)]
    fn event(&mut self, seen: Seen, grid: &Grid<C::One>) -> ControlFlow<()> {
        let goes_on = self.watch.event(seen, &grid.0, &self.progress.outcome.counters);
        self.progress.outcome.gave_up |= goes_on.is_break();
        goes_on
    }

    /// Records a solution. Returns `Break` if it is the last one to find.
    #[inline(always)]
    fn solution(&mut self, grid: &Grid<C::One>) -> ControlFlow<()> {
        let outcome = &mut self.progress.outcome;
        outcome.solutions += 1;
        if outcome.solutions == 1 {
            self.cpu.write_digits(grid, &mut outcome.first);
        }
        let is_last = outcome.solutions >= self.limits.solutions.get();
        let goes_on = self.event(Seen::Solution, grid);
        self.progress.outcome.gave_up &= !is_last;
        if is_last { ControlFlow::Break(()) } else { goes_on }
    }

    /// Leaves a state without a solution.
    #[inline(always)]
    fn contradiction(&mut self, grid: &Grid<C::One>) -> ControlFlow<()> {
        self.progress.contradiction();
        self.event(Seen::Contradiction, grid)
    }
}

/// See [`Search::run`].
struct Begin<'s, 'a, C, W> {
    search: &'s mut Search<'a, C, W>,
    given: &'s LaneInput<'s>,
}

impl<C: Cpu, W: Watch> Task for Begin<'_, '_, C, W> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { search, given } = self;
        let mut grid = search.cpu.grid(*given);
        let verdict = search.settle(&mut grid);
        if search.explore(&mut grid, verdict).is_continue() {
            search.progress.backtrack(0, 0);
        }
    }
}

/// See [`Search::explore`].
struct Explore<'s, 'a, C: Cpu, W> {
    search: &'s mut Search<'a, C, W>,
    grid: &'s mut Grid<C::One>,
    verdict: Verdict,
}

impl<C: Cpu, W: Watch> Task for Explore<'_, '_, C, W> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.search.explore(self.grid, self.verdict)
    }
}

/// See [`settle`]. Not inlined: the loop would spill.
struct Settle<'s, R, W> {
    grid: &'s mut Grid<R>,
    counters: &'s mut LaneCounters,
    watch: &'s mut W,
}

impl<R: Register, W: Watch> Task for Settle<'_, R, W> {
    type Output = Verdict;

    #[inline(always)]
    fn run(self) -> Verdict {
        settle(self.grid, self.counters, self.watch)
    }
}

/// See [`choose`].
struct Choose<'s, C: Cpu> {
    cpu: C,
    grid: &'s Grid<C::One>,
    deaths: &'s Deaths,
}

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<BranchCell>;

    #[inline(always)]
    fn run(self) -> Option<BranchCell> {
        choose(self.cpu, self.grid, self.deaths)
    }
}
