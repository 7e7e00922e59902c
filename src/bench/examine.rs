//! Solves a sample outside the timed rounds; checks and counts every outcome.

use super::{
    Distribution, Part, Quantiles, Statuses, Times,
    fingerprint::Hash,
    sample::{Sample, fingerprint, nested_sizes},
    subject::{Solved, Subject},
};
use crate::{
    Error,
    grid::Order,
    solver::{Counters, Status},
    verify,
};

/// The results of one strategy on a sample.
pub(super) struct Examined {
    /// The answers, in the order of the sample.
    pub answers: Vec<Answer>,
    pub verified: usize,
    /// The totals of the sample.
    pub whole: Part,
    /// The totals of the smaller samples it contains, the largest first.
    pub parts: Vec<Part>,
    pub ns: Quantiles,
    pub distribution: Distribution,
}

/// The number of smaller samples that are kept; each is half as large as the one before.
const PARTS: usize = 4;

/// The answer to one puzzle.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub line: u64,
    pub status: Status,
    solutions: u64,
    /// The solution, if it is unique.
    grid: Vec<u8>,
    ns: u64,
    counters: Counters,
}

impl Answer {
    /// Whether two answers agree in what both know.
    pub fn agrees_with(&self, other: &Self) -> bool {
        let known = |answer: &Self| answer.status != Status::GaveUp;
        let same_grid = self.status != Status::Unique || self.grid == other.grid;
        !known(self)
            || !known(other)
            || (self.status == other.status && self.solutions == other.solutions && same_grid)
    }

    fn write_to(&self, hash: &mut Hash) {
        hash.write(self.status.name().as_bytes());
        hash.write(&self.solutions.to_le_bytes());
        hash.write(&self.grid);
    }
}

/// Solves a sample, checks every solution and computes the totals. `nested`: the sample's
/// size is one of [`nested_sizes`].
pub(super) fn examine<O: Order>(
    set: &str,
    subject: &Subject<O>,
    sample: &Sample<O>,
    nested: bool,
) -> Result<Examined, Error> {
    let (mut answers, mut verified) = (Vec::with_capacity(sample.len()), 0);
    for (index, solved) in subject.solve(sample).into_iter().enumerate() {
        let line = sample.numbers[index];
        if solved.solutions > 0 {
            verify::check(&sample.puzzles[index], &solved.grid).map_err(|fault| Error::Wrong {
                strategy: subject.strategy.name(),
                path: set.into(),
                line,
                fault: fault.to_string(),
            })?;
            verified += 1;
        }
        answers.push(answer(line, solved));
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

/// The totals of this number of puzzles, spread evenly over the sample.
fn part<O: Order>(
    subject: &Subject<O>,
    sample: &Sample<O>,
    answers: &[Answer],
    size: usize,
) -> Part {
    let chosen = (0..size).map(|i| i * answers.len() / size);
    let (mut statuses, mut without_guess) = (Statuses::default(), 0);
    let (mut sums, mut said) = (Counters::default(), Hash::new());
    for answer in chosen.clone().map(|index| &answers[index]) {
        count(&mut statuses, answer.status);
        let decided = answer.status != Status::GaveUp;
        without_guess += usize::from(decided && answer.counters.guesses == 0);
        sums.add(&answer.counters);
        answer.write_to(&mut said);
    }
    Part {
        puzzles: size,
        fingerprint: fingerprint(chosen.map(|index| &sample.puzzles[index])),
        statuses,
        answers: said.finish(),
        without_guess,
        counters: subject.named(&sums).collect(),
    }
}

fn answer(line: u64, solved: Solved) -> Answer {
    let Solved { status, solutions, counters, solve_ns: ns, grid } = solved;
    let grid = if status == Status::Unique { grid } else { Vec::new() };
    Answer { line, status, solutions, grid, ns, counters }
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
    let mut times = Times::new();
    for answer in answers {
        times.add(answer.line, answer.ns, answer.counters.guesses);
    }
    times
}

fn distribution<O: Order>(times: &Times, sample: &Sample<O>) -> Distribution {
    let mut distribution = times.distribution();
    for slow in &mut distribution.slowest {
        let at = sample.numbers.binary_search(&slow.line);
        slow.puzzle = at.ok().map(|index| sample.puzzles[index].to_string());
    }
    distribution
}
