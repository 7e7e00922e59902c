//! A strategy as it is measured: puzzle by puzzle, or many in the lanes.

use super::{Clock, set::Sample};
use crate::{
    grid::{Order, Order2, Order3, Order4, Order5, Puzzle, Solution},
    solver::{
        Limits, Outcome, Solver,
        lanes::{Backend, Engine, LaneOutcome, Lanes},
        registry::{Chosen, Registered},
    },
};
use rayon::prelude::*;
use std::{hint::black_box, ops::Range, time::Instant};

/// Puzzles that a thread takes at once.
const BLOCK: usize = 64;

/// A strategy under its limits.
pub(super) trait Contender<O: Order>: Sync {
    /// Solves every puzzle on this thread and tells its place in the sample,
    /// its outcome and its time in nanoseconds, in any order.
    fn outcomes(&self, sample: &Sample<O>, tell: &mut dyn FnMut(usize, &Outcome<O>, u64));

    /// Solves them all, so many times over, on all threads of the current pool:
    /// the timed work.
    fn solve(&self, sample: &Sample<O>, repeats: usize);

    /// How the single times are come by.
    fn clock(&self) -> Clock;

    /// Knows the names of the counters.
    fn solver(&self) -> &dyn Solver<O>;
}

/// An order for which strategies can be measured.
pub(super) trait Measured: Registered {
    /// A strategy for grids of this order; the lanes know one order only.
    fn contender<'a>(
        strategy: Chosen,
        _: Backend,
        limits: Limits<'a>,
    ) -> Box<dyn Contender<Self> + 'a> {
        let solver = strategy.for_order(Self::BOX).solver();
        Box::new(OneByOne { solver, limits })
    }
}

impl Measured for Order2 {}
impl Measured for Order4 {}
impl Measured for Order5 {}

impl Measured for Order3 {
    fn contender<'a>(
        strategy: Chosen,
        backend: Backend,
        limits: Limits<'a>,
    ) -> Box<dyn Contender<Self> + 'a> {
        match strategy.is_lanes() {
            true => Box::new(InLanes { backend, limits, solver: Lanes::new(backend) }),
            false => Box::new(OneByOne { solver: strategy.solver(), limits }),
        }
    }
}

struct OneByOne<'a, O: Order> {
    solver: Box<dyn Solver<O>>,
    limits: Limits<'a>,
}

impl<O: Order> Contender<O> for OneByOne<'_, O> {
    fn outcomes(&self, sample: &Sample<O>, tell: &mut dyn FnMut(usize, &Outcome<O>, u64)) {
        for (index, puzzle) in sample.puzzles.iter().enumerate() {
            let begun = Instant::now();
            let outcome = self.solver.solve(puzzle, &self.limits);
            tell(index, &outcome, begun.elapsed().as_nanos() as u64);
        }
    }

    fn solve(&self, sample: &Sample<O>, repeats: usize) {
        let solve = |puzzle: &Puzzle<O>| {
            black_box(self.solver.solve(black_box(puzzle), &self.limits));
        };
        let passes = 0..repeats;
        match rayon::current_num_threads() {
            1 => passes.for_each(|_| sample.puzzles.iter().for_each(solve)),
            _ => passes.into_par_iter().for_each(|_| {
                sample.puzzles.par_chunks(BLOCK).for_each(|block| block.iter().for_each(solve));
            }),
        }
    }

    fn clock(&self) -> Clock {
        Clock::Call
    }

    fn solver(&self) -> &dyn Solver<O> {
        &*self.solver
    }
}

struct InLanes<'a> {
    backend: Backend,
    limits: Limits<'a>,
    solver: Lanes,
}

impl InLanes<'_> {
    /// Solves the puzzles of a range of a sample that is repeated without end.
    /// The `dyn` keeps it to one copy of the kernel, which is large.
    fn run(
        &self,
        sample: &Sample<Order3>,
        range: Range<usize>,
        mut tell: &mut dyn FnMut(u64, &LaneOutcome),
    ) {
        let mut engine = Engine::new(self.backend, self.limits);
        let lines = range.map(|i| &sample.lines[i % sample.len()]);
        engine.feed((0..).zip(lines), &mut tell);
        engine.drain(&mut tell);
    }

    fn outcome(&self, puzzle: &Puzzle, outcome: &LaneOutcome) -> Outcome {
        Outcome {
            status: outcome.status(&self.limits),
            solutions: outcome.solutions,
            first: (outcome.solutions > 0)
                .then(|| Solution::from_cells(outcome.first.map(|digit| digit - b'0'))),
            counters: outcome.counters.with_clues(puzzle.clue_count() as u64),
        }
    }
}

impl Contender<Order3> for InLanes<'_> {
    /// A lane has no clock: the time of all is divided by the sweeps. They are
    /// solved twice, for to keep the outcomes would be timed, too.
    fn outcomes(&self, sample: &Sample<Order3>, tell: &mut dyn FnMut(usize, &Outcome, u64)) {
        let mut ended = Vec::with_capacity(sample.len());
        let all = 0..sample.len();
        self.run(sample, all.clone(), &mut |index, outcome| {
            ended.push((index as usize, *outcome));
        });
        let begun = Instant::now();
        self.run(sample, all, &mut |_, outcome| _ = black_box(outcome));
        let elapsed = begun.elapsed().as_nanos() as f64;
        let sweeps: u64 = ended.iter().map(|(_, outcome)| outcome.counters.sweeps).sum();
        for (index, outcome) in ended {
            let share = outcome.counters.sweeps as f64 / sweeps.max(1) as f64;
            let whole = self.outcome(&sample.puzzles[index], &outcome);
            tell(index, &whole, (elapsed * share) as u64);
        }
    }

    /// A thread gets its whole share at once: its lanes are full until the end.
    fn solve(&self, sample: &Sample<Order3>, repeats: usize) {
        let threads = rayon::current_num_threads();
        let solve = |thread: usize| {
            let total = sample.len() * repeats;
            let (from, to) = (total * thread / threads, total * (thread + 1) / threads);
            self.run(sample, from..to, &mut |_, outcome| _ = black_box(outcome));
        };
        match threads {
            1 => solve(0),
            _ => (0..threads).into_par_iter().with_max_len(1).for_each(solve),
        }
    }

    fn clock(&self) -> Clock {
        Clock::SharedBySweeps
    }

    fn solver(&self) -> &dyn Solver<Order3> {
        &self.solver
    }
}
