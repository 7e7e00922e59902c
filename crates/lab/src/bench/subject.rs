//! A strategy with its limits, ready to be measured.

use super::{Clock, fingerprint::Hash, sample::Sample};
use rayon::ThreadPool;
use std::{
    hint::black_box,
    iter,
    ops::Range,
    sync::atomic::{AtomicUsize, Ordering},
};
use sudomill_core::{
    engine::{self, Engine},
    grid::{Alphabet, Digit, Order},
    solver::{
        Batch, Counters, Limits, RowResult, Solver, Status,
        registry::{Registered, Strategy},
    },
};

/// The maximum number of rows that a thread takes at a time.
const BLOCK: usize = 1 << 12;

/// A strategy for grids of one order.
pub(super) struct Subject<'a, O: Order> {
    pub strategy: Strategy,
    solver: Box<dyn Solver<O>>,
    limits: Limits<'a>,
}

/// The result of one puzzle.
#[doc(hidden)]
pub struct Answer {
    /// The puzzle's line in the file.
    pub line: u64,
    pub status: Status,
    pub solutions: u64,
    pub counters: Counters,
    pub solve_ns: u64,
    /// The values of the first solution; empty if there is none.
    pub grid: Vec<u8>,
}

impl Answer {
    /// Returns the parts on which two strategies must agree: the status, the number of solutions,
    /// and the solution if it is unique.
    fn known(&self) -> (Status, u64, &[u8]) {
        let unique = if self.status == Status::Unique { &self.grid[..] } else { &[] };
        (self.status, self.solutions, unique)
    }

    /// Returns true if two answers agree. An answer that gave up agrees with any other.
    pub fn agrees_with(&self, other: &Self) -> bool {
        [self, other].iter().any(|answer| answer.status == Status::GaveUp)
            || self.known() == other.known()
    }

    pub fn write_to(&self, hash: &mut Hash) {
        let (status, solutions, unique) = self.known();
        hash.write(status.name().as_bytes());
        hash.write(&solutions.to_le_bytes());
        hash.write(unique);
    }
}

impl<'a, O: Registered> Subject<'a, O> {
    pub fn new(strategy: Strategy, limits: Limits<'a>) -> Self {
        Self { strategy, solver: strategy.solver(), limits }
    }
}

impl<'a, O: Order> Subject<'a, O> {
    #[cfg(test)]
    pub fn of_solver(solver: Box<dyn Solver<O>>, strategy: Strategy, limits: Limits<'a>) -> Self {
        Self { strategy, solver, limits }
    }

    /// Solves all puzzles of a sample on this thread.
    pub fn solve(&self, sample: &Sample<O>) -> Vec<Answer> {
        let mut answers = Vec::new();
        let mut note = |batch: &Batch| {
            for (row, result) in batch.results().iter().enumerate() {
                let RowResult { status, solutions, solve_ns, .. } = *result;
                answers.push(Answer {
                    line: sample.numbers[answers.len()],
                    status,
                    solutions,
                    counters: batch.counters(row),
                    solve_ns,
                    grid: batch.solution(row).map(values).unwrap_or_default(),
                });
            }
        };
        self.solve_rows(sample, iter::once(0..sample.len()), engine::Clock::Rows, &mut note);
        answers
    }

    /// Solves a sample several times, on all threads of the pool or on this one. This is the work
    /// that is timed.
    pub fn repeat(&self, sample: &Sample<O>, repeats: usize, pool: Option<&ThreadPool>) {
        let total = sample.len() * repeats;
        let threads = pool.map_or(1, ThreadPool::current_num_threads);
        let block = match threads {
            1 => total,
            _ => (total / (threads * 16)).clamp(1, BLOCK),
        };
        let begun = AtomicUsize::new(0);
        let blocks = || {
            let start = begun.fetch_add(block, Ordering::Relaxed);
            (start < total).then(|| start..total.min(start + block))
        };
        let work = || {
            self.solve_rows(sample, iter::from_fn(blocks), engine::Clock::Off, &mut |batch| {
                _ = black_box(batch);
            });
        };
        match pool {
            Some(pool) => _ = pool.broadcast(|_| work()),
            None => work(),
        }
    }

    /// Solves blocks of rows, counted over all repeats of the sample, and passes on each batch.
    fn solve_rows(
        &self,
        sample: &Sample<O>,
        blocks: impl Iterator<Item = Range<usize>>,
        clock: engine::Clock,
        note: &mut dyn FnMut(&Batch),
    ) {
        let mut engine = Engine::of_solver(&*self.solver, &self.limits, clock);
        let mut spare = Vec::new();
        for mut rows in blocks {
            while !rows.is_empty() {
                let mut batch: Batch = spare.pop().unwrap_or_else(|| Batch::new(O::SIZE));
                batch.clear();
                let first = rows.start % sample.len();
                let count = Batch::ROWS.min(rows.len()).min(sample.len() - first);
                batch.push_rows(&sample.rows, first..first + count);
                rows.start += count;
                engine.take(batch);
                while let Some(batch) = engine.next_done() {
                    note(&batch);
                    spare.push(batch);
                }
            }
        }
        engine.finish();
        while let Some(batch) = engine.next_done() {
            note(&batch);
        }
    }

    /// Returns the way in which single puzzles are timed.
    pub fn clock(&self) -> Clock {
        match self.solver.lanes() {
            Some(_) => Clock::SharedBySweeps,
            None => Clock::Call,
        }
    }

    /// Returns all counters with their names.
    pub fn named(&self, counters: &Counters) -> impl Iterator<Item = (String, u64)> {
        self.solver.counters(counters).map(|(name, count)| (name.to_owned(), count))
    }
}

fn values(symbols: &[u8]) -> Vec<u8> {
    let digit = |&symbol: &u8| Alphabet::FromOne.digit(symbol).map(Digit::value);
    symbols.iter().filter_map(digit).collect()
}
