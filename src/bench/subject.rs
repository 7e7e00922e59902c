//! A strategy with its limits, ready to be measured.

use super::{Clock, fingerprint::Hash, sample::Sample};
use crate::{
    engine::{self, Finished, Puzzles},
    grid::{Alphabet, Digit, Order},
    solver::{
        Counters, Limits, Solver, Status,
        registry::{Registered, Strategy},
    },
};
use rayon::ThreadPool;
use std::{
    hint::black_box,
    sync::atomic::{AtomicUsize, Ordering},
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
pub(super) struct Answer {
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
        let unsolved = |&line| Answer {
            line,
            status: Status::GaveUp,
            solutions: 0,
            counters: Counters::default(),
            solve_ns: 0,
            grid: Vec::new(),
        };
        let mut answers: Vec<Answer> = sample.numbers.iter().map(unsolved).collect();
        let mut symbols = vec![0; sample.len() * O::CELLS];
        let note = |row: u32, finished: &Finished| {
            let row = row as usize;
            let Finished { status, solutions, counters, first } = *finished;
            answers[row] = Answer { status, solutions, counters, ..unsolved(&sample.numbers[row]) };
            if let Some(first) = first {
                symbols[row * O::CELLS..][..O::CELLS].copy_from_slice(first);
            }
        };
        let mut engine = engine::new(&*self.solver, &self.limits, engine::Clock::Rows);
        engine.take(Puzzles::new(&sample.puzzles, &sample.lines, 0..sample.rows(), note));
        engine.finish();
        let times = engine.next_done().map(|lot| lot.solve_ns).unwrap_or_default();
        drop(engine);
        for (row, answer) in answers.iter_mut().enumerate() {
            answer.counters.clues = sample.puzzles[row].clue_count() as u64;
            answer.solve_ns = times.get(row).copied().unwrap_or(0);
            if answer.solutions > 0 {
                answer.grid = values(&symbols[row * O::CELLS..][..O::CELLS]);
            }
        }
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
        let work = || {
            let note = |_: u32, finished: &Finished| _ = black_box(*finished);
            let mut engine = engine::new(&*self.solver, &self.limits, engine::Clock::Off);
            loop {
                let start = begun.fetch_add(block, Ordering::Relaxed);
                if start >= total {
                    break;
                }
                let rows = start as u32..total.min(start + block) as u32;
                engine.take(Puzzles::new(&sample.puzzles, &sample.lines, rows, note));
                while engine.next_done().is_some() {}
            }
            engine.finish();
        };
        match pool {
            Some(pool) => _ = pool.broadcast(|_| work()),
            None => work(),
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
