//! One strategy on one sample: solves it for the clock, and examines every outcome outside the
//! timed rounds.

use super::{
    Measurement, TimedBy, Times,
    failure::Failure,
    set::{Hash, Sample},
};
use rayon::ThreadPool;
use std::{
    hint::black_box,
    sync::atomic::{AtomicUsize, Ordering},
};
use sudomill_input::Error;
use sudomill_puzzle::{
    grid::{Alphabet, Digit, Size},
    solving::{About, Batch, Clock, Counters, Limits, RowResult, Status},
};
use sudomill_solvers::{engine::Engine, registry::Strategy, threads::check_stop};

/// The maximum number of rows that a thread takes at a time.
const BLOCK: usize = 1 << 12;

/// A strategy for grids of one size.
pub(super) struct Subject<'a> {
    pub strategy: Strategy,
    pub size: Size,
    about: About,
    limits: Limits<'a>,
}

/// The result of one puzzle.
pub(super) struct Examined {
    /// The puzzle's line in the file.
    pub line: u64,
    pub status: Status,
    pub solutions: u64,
    pub counters: Counters,
    pub solve_ns: u64,
    /// The values of the first solution; empty if there is none.
    pub grid: Vec<u8>,
}

impl Examined {
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
}

impl<'a> Subject<'a> {
    pub fn new(strategy: Strategy, size: Size, limits: Limits<'a>) -> Self {
        Self { about: strategy.about(size), strategy, size, limits }
    }

    /// Solves all puzzles of a sample on this thread.
    pub fn solve(&self, sample: &Sample) -> Vec<Examined> {
        let mut answers = Vec::new();
        let mut note = |batch: &mut Batch| {
            for (row, result) in batch.results().iter().enumerate() {
                let RowResult { status, solutions, solve_ns, .. } = *result;
                answers.push(Examined {
                    line: sample.numbers[answers.len()],
                    status,
                    solutions,
                    counters: batch.counters(row),
                    solve_ns,
                    grid: batch.solution(row).map(values).unwrap_or_default(),
                });
            }
        };
        let mut all = Some(0..sample.len());
        self.engine(Clock::Rows).solve_rows(&sample.rows, &mut || all.take(), &mut note);
        answers
    }

    /// Solves a sample several times, on all threads of the pool or on this one. This is the work
    /// that is timed.
    pub fn repeat(&self, sample: &Sample, repeats: usize, pool: Option<&ThreadPool>) {
        let total = sample.len() * repeats;
        let threads = pool.map_or(1, ThreadPool::current_num_threads);
        let size = match threads {
            1 => total,
            _ => (total / (threads * 16)).clamp(1, BLOCK),
        };
        let begun = AtomicUsize::new(0);
        let block = || {
            let start = begun.fetch_add(size, Ordering::Relaxed);
            (start < total).then(|| start..total.min(start + size))
        };
        let work = || {
            let note = &mut |batch: &mut Batch| _ = black_box(batch);
            self.engine(Clock::Off).solve_rows(&sample.rows, &mut { block }, note);
        };
        match pool {
            Some(pool) => _ = pool.broadcast(|_| work()),
            None => work(),
        }
    }

    fn engine(&self, clock: Clock) -> Engine<'_> {
        Engine::new(self.strategy.clone(), self.size, &self.limits, clock)
    }

    /// Returns the way in which single puzzles are timed.
    pub fn clock(&self) -> TimedBy {
        if self.about.is_in_lanes { TimedBy::SharedBySweeps } else { TimedBy::Call }
    }
}

/// The values of a grid in the usual symbols.
pub(super) fn values(symbols: &[u8]) -> Vec<u8> {
    let digit = |&symbol: &u8| Alphabet::FromOne.digit(symbol).map(Digit::value);
    symbols.iter().filter_map(digit).collect()
}

/// The number of passes that measure the times of single puzzles. The shortest time of each puzzle
/// is kept, because interrupts, page faults and cold caches only add to a time. A pass takes no
/// longer than a round.
const PASSES: usize = 3;

/// Solves a sample, checks every solution and computes the totals.
pub(super) fn examine(
    set: &str,
    subject: &Subject,
    sample: &Sample,
) -> Result<(Vec<Examined>, Measurement), Error> {
    let mut answers = subject.solve(sample);
    // A search that was stopped proves nothing.
    check_stop(subject.limits.stop)?;
    let mut measured = Measurement::of(subject.strategy.name(), sample);
    let mut sums = Counters::default();
    let mut answers_hash = Hash::new();
    for (row, answer) in answers.iter().enumerate() {
        if answer.solutions > 0 {
            sample.rows.check(row, &answer.grid).map_err(|fault| {
                let (set, line) = (set.to_owned(), answer.line);
                let strategy = subject.strategy.name();
                Failure::WrongSolution { set, line, strategy, fault: fault.to_string() }
            })?;
            measured.verified += 1;
        }
        // A strategy may reject a full grid.
        let is_rejected = answer.status == Status::Invalid;
        measured.statuses.add(if is_rejected { Status::None } else { answer.status }, 1);
        let is_decided = answer.status != Status::GaveUp;
        measured.without_guess += usize::from(is_decided && answer.counters.guesses == 0);
        sums.add(&answer.counters);
        let (status, solutions, unique) = answer.known();
        answers_hash.write(status.name().as_bytes());
        answers_hash.write(&solutions.to_le_bytes());
        answers_hash.write(unique);
    }
    for _ in 1..PASSES {
        for (answer, again) in answers.iter_mut().zip(subject.solve(sample)) {
            answer.solve_ns = answer.solve_ns.min(again.solve_ns);
        }
    }
    let mut times = Times::default();
    for answer in &answers {
        times.add(answer.line, answer.solve_ns, answer.counters.guesses);
    }
    measured.answers = answers_hash.finish();
    for (name, count) in sums.named(subject.about.own_counters) {
        measured.counters.insert(name.to_owned(), count);
    }
    measured.clock = subject.clock();
    measured.ns = times.quantiles();
    measured.distribution = times.distribution();
    for slow in &mut measured.distribution.slowest {
        let at = sample.numbers.binary_search(&slow.line);
        slow.puzzle = at.ok().map(|row| sample.rows.text(row));
    }
    Ok((answers, measured))
}
