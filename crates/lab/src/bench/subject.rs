//! One strategy on one sample: solves it for the clock, and examines every outcome outside the
//! timed rounds.

use super::{
    Clock, Distribution, Part, Quantiles, Statuses, Times,
    set::{Hash, Sample, nested_sizes},
};
use rayon::ThreadPool;
use std::{
    collections::BTreeMap,
    hint::black_box,
    sync::atomic::{AtomicUsize, Ordering},
};
use sudomill_core::{
    Error,
    engine::{self, Engine},
    grid::{Alphabet, Digit, Size},
    solver::{
        Batch, Counters, Limits, RowResult, Status,
        registry::{About, Strategy},
    },
};

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

impl<'a> Subject<'a> {
    pub fn new(strategy: Strategy, size: Size, limits: Limits<'a>) -> Self {
        Self { strategy, size, about: strategy.about(size), limits }
    }

    /// Solves all puzzles of a sample on this thread.
    pub fn solve(&self, sample: &Sample) -> Vec<Answer> {
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
        let mut all = Some(0..sample.len());
        self.engine(engine::Clock::Rows).solve_rows(&sample.rows, &mut || all.take(), &mut note);
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
            let note = &mut |batch: &Batch| _ = black_box(batch);
            self.engine(engine::Clock::Off).solve_rows(&sample.rows, &mut { block }, note);
        };
        match pool {
            Some(pool) => _ = pool.broadcast(|_| work()),
            None => work(),
        }
    }

    fn engine(&self, clock: engine::Clock) -> Engine<'_> {
        Engine::new(self.strategy, self.size, &self.limits, clock)
    }

    /// Returns the way in which single puzzles are timed.
    pub fn clock(&self) -> Clock {
        match self.about.is_in_lanes {
            true => Clock::SharedBySweeps,
            false => Clock::Call,
        }
    }

    /// Returns all counters by name.
    fn named(&self, counters: &Counters) -> BTreeMap<String, u64> {
        let mut named = BTreeMap::new();
        for (name, count) in counters.named(self.about.own_counters) {
            named.insert(name.to_owned(), count);
        }
        named
    }
}

/// The values of a grid in the usual symbols.
pub(super) fn values(symbols: &[u8]) -> Vec<u8> {
    let digit = |&symbol: &u8| Alphabet::FromOne.digit(symbol).map(Digit::value);
    symbols.iter().filter_map(digit).collect()
}

/// The results of one solver on a sample.
#[derive(Default)]
pub(super) struct Examined {
    /// The answers, in the order of the sample.
    pub answers: Vec<Answer>,
    pub verified: usize,
    /// The totals of the sample.
    pub whole: Part,
    /// The totals of the smaller samples contained in it, largest first.
    pub parts: Vec<Part>,
    pub ns: Quantiles,
    pub distribution: Distribution,
}

impl Examined {
    /// Returns the results of a command, which only identify the sample.
    pub fn of_command(sample: &Sample) -> Self {
        let (puzzles, fingerprint) = (sample.len(), sample.fingerprint(sample.len()));
        let whole = Part { puzzles, fingerprint, ..Part::default() };
        Self { whole, ..Self::default() }
    }
}

/// The number of smaller samples to keep; each is half as large as the previous one.
const PARTS: usize = 4;

/// The number of passes that measure the times of single puzzles. The shortest time of each puzzle
/// is kept, because interrupts, page faults and cold caches only add to a time. A pass takes no
/// longer than a round.
const PASSES: usize = 3;

/// Solves a sample, checks every solution and computes the totals. `nested` is true if the size of
/// the sample is one of [`nested_sizes`].
pub(super) fn examine(
    set: &str,
    subject: &Subject,
    sample: &Sample,
    nested: bool,
) -> Result<Examined, Error> {
    let (mut answers, mut verified) = (subject.solve(sample), 0);
    for (row, answer) in answers.iter().enumerate().filter(|(_, answer)| answer.solutions > 0) {
        sample.rows.check(row, &answer.grid).map_err(|fault| Error::Wrong {
            strategy: subject.strategy.name(),
            path: set.into(),
            line: answer.line,
            fault: fault.to_string(),
        })?;
        verified += 1;
    }
    for _ in 1..PASSES {
        let again = subject.solve(sample);
        for (answer, again) in answers.iter_mut().zip(again) {
            answer.solve_ns = answer.solve_ns.min(again.solve_ns);
        }
    }
    let of_size = |size| part(subject, sample, &answers, size);
    let mut sizes: Vec<usize> = nested_sizes(sample.len()).collect();
    sizes.pop();
    let sizes = sizes.into_iter().rev().take(if nested { PARTS } else { 0 });
    let (whole, parts) = (of_size(sample.len()), sizes.map(of_size).collect());
    let times = times(&answers);
    let distribution = distribution(&times, sample);
    Ok(Examined { answers, verified, whole, parts, ns: times.quantiles(), distribution })
}

/// Returns the totals of `size` puzzles, spread evenly over the sample.
fn part(subject: &Subject, sample: &Sample, answers: &[Answer], size: usize) -> Part {
    let (mut statuses, mut without_guess) = (Statuses::default(), 0);
    let (mut sums, mut said) = (Counters::default(), Hash::new());
    for answer in sample.spread(size).map(|index| &answers[index]) {
        count(&mut statuses, answer.status);
        let decided = answer.status != Status::GaveUp;
        without_guess += usize::from(decided && answer.counters.guesses == 0);
        sums.add(&answer.counters);
        answer.write_to(&mut said);
    }
    Part {
        puzzles: size,
        fingerprint: sample.fingerprint(size),
        statuses,
        answers: said.finish(),
        without_guess,
        counters: subject.named(&sums),
    }
}

fn count(statuses: &mut Statuses, status: Status) {
    *match status {
        Status::Solved => &mut statuses.solved,
        Status::Unique => &mut statuses.unique,
        Status::Multiple => &mut statuses.multiple,
        Status::None | Status::Invalid => &mut statuses.none,
        Status::GaveUp => &mut statuses.gave_up,
    } += 1;
}

fn times(answers: &[Answer]) -> Times {
    let mut times = Times::default();
    for answer in answers {
        times.add(answer.line, answer.solve_ns, answer.counters.guesses);
    }
    times
}

fn distribution(times: &Times, sample: &Sample) -> Distribution {
    let mut distribution = times.distribution();
    for slow in &mut distribution.slowest {
        let at = sample.numbers.binary_search(&slow.line);
        slow.puzzle = at.ok().map(|row| sample.rows.text(row));
    }
    distribution
}
