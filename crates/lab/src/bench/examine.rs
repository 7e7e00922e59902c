//! Solves a sample outside the timed rounds, and checks and counts every outcome.

use super::{
    Distribution, Part, Quantiles, Statuses, Times,
    fingerprint::Hash,
    sample::{Sample, fingerprint, nested_sizes},
    subject::{Answer, Subject},
};
use sudomill_core::{
    Error,
    grid::Order,
    solver::{Counters, Status},
    verify,
};

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
    pub fn of_command<O: Order>(sample: &Sample<O>) -> Self {
        let fingerprint = fingerprint(sample.puzzles.iter());
        let whole = Part { puzzles: sample.len(), fingerprint, ..Part::default() };
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
pub(super) fn examine<O: Order>(
    set: &str,
    subject: &Subject<O>,
    sample: &Sample<O>,
    nested: bool,
) -> Result<Examined, Error> {
    let (mut answers, mut verified) = (subject.solve(sample), 0);
    for (answer, puzzle) in answers.iter().zip(&sample.puzzles).filter(|(a, _)| a.solutions > 0) {
        verify::check(puzzle, &answer.grid).map_err(|fault| Error::Wrong {
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
        times.add(answer.line, answer.solve_ns, answer.counters.guesses);
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
