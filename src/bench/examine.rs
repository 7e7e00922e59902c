//! Outside the clock of the rounds: every outcome looked at and counted.

use super::{
    Distribution, Part, Quantiles, Statuses, Times,
    contender::Contender,
    fingerprint::Hash,
    set::{Sample, fingerprint, nested_sizes},
};
use crate::{
    Error,
    grid::Order,
    solver::{Counters, Outcome, Solver, Status},
    verify,
};

/// What one strategy said of a sample.
pub(super) struct Examined {
    /// In the order of the sample.
    pub answers: Vec<Answer>,
    pub verified: usize,
    /// What came of all of it.
    pub whole: Part,
    /// And of smaller samples in it, the largest first.
    pub parts: Vec<Part>,
    pub ns: Quantiles,
    pub distribution: Distribution,
}

/// The parts that are kept of a sample, each half as large as the one before.
const PARTS: usize = 4;

/// What a strategy said of a puzzle.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub line: u64,
    pub status: Status,
    solutions: u64,
    /// The solution, where it is the only one.
    grid: Vec<u8>,
    ns: u64,
    counters: Counters,
}

impl Answer {
    /// Whether two strategies agree: on what both know.
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

/// Solves a sample, checks every solution and sums everything up. `nested`: the
/// sample's size is one of [`nested_sizes`].
pub(super) fn examine<O: Order>(
    name: &str,
    set: &str,
    contender: &dyn Contender<O>,
    sample: &Sample<O>,
    nested: bool,
) -> Result<Examined, Error> {
    let mut answers = vec![None; sample.len()];
    let (mut verified, mut wrong) = (0, None);
    contender.outcomes(sample, &mut |index, outcome, ns| {
        let line = sample.numbers[index];
        if let Some(solution) = &outcome.first {
            match verify::check(&sample.puzzles[index], solution.values()) {
                Ok(()) => verified += 1,
                Err(fault) => wrong = Some((line, fault.to_string())),
            }
        }
        answers[index] = Some(answer(line, outcome, ns));
    });
    if let Some((line, fault)) = wrong {
        return Err(Error::Wrong { strategy: name.into(), path: set.into(), line, fault });
    }
    let answers: Vec<Answer> = answers.into_iter().flatten().collect();
    let of_size = |size| part(contender.solver(), sample, &answers, size);
    let mut sizes: Vec<usize> = nested_sizes(sample.len()).collect();
    sizes.pop();
    let sizes = sizes.into_iter().rev().take(if nested { PARTS } else { 0 });
    let (whole, parts) = (of_size(sample.len()), sizes.map(of_size).collect());
    let times = times(&answers);
    let distribution = distribution(&times, sample);
    Ok(Examined { answers, verified, whole, parts, ns: times.quantiles(), distribution })
}

/// What came of so many puzzles, spread evenly over the sample.
fn part<O: Order>(
    solver: &dyn Solver<O>,
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
        counters: solver.counters(&sums).map(|(name, sum)| (name.to_owned(), sum)).collect(),
    }
}

fn answer<O: Order>(line: u64, outcome: &Outcome<O>, ns: u64) -> Answer {
    let only = outcome.first.as_ref().filter(|_| outcome.status == Status::Unique);
    Answer {
        line,
        status: outcome.status,
        solutions: outcome.solutions,
        grid: only.map(|solution| solution.values().to_vec()).unwrap_or_default(),
        ns,
        counters: outcome.counters,
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
