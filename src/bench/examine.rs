//! Outside the clock of the rounds: every outcome looked at and counted.

use super::{
    Distribution, Quantiles, Statuses, Times, contender::Contender, fingerprint::Hash, set::Sample,
};
use crate::{
    Error,
    grid::Order,
    solver::{Outcome, Status},
    verify,
};
use std::collections::BTreeMap;

/// What one strategy said of a sample.
pub(super) struct Examined {
    /// In the order of the sample.
    pub answers: Vec<Answer>,
    pub statuses: Statuses,
    pub verified: usize,
    pub without_guess: usize,
    pub counters: BTreeMap<String, u64>,
    pub ns: Quantiles,
    pub distribution: Distribution,
}

/// What a strategy said of a puzzle.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub line: u64,
    pub status: Status,
    solutions: u64,
    /// The solution, where it is the only one.
    grid: Vec<u8>,
    ns: u64,
    guesses: u64,
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
}

/// Solves a sample, checks every solution and sums everything up.
pub(super) fn examine<O: Order>(
    name: &str,
    set: &str,
    contender: &dyn Contender<O>,
    sample: &Sample<O>,
) -> Result<Examined, Error> {
    let mut answers = vec![None; sample.len()];
    let (mut statuses, mut verified, mut without_guess) = (Statuses::default(), 0, 0);
    let mut counters = BTreeMap::new();
    let mut wrong = None;
    contender.outcomes(sample, &mut |index, outcome, ns| {
        let line = sample.numbers[index];
        if let Some(solution) = &outcome.first {
            match verify::check(&sample.puzzles[index], solution.values()) {
                Ok(()) => verified += 1,
                Err(fault) => wrong = Some((line, fault.to_string())),
            }
        }
        count(&mut statuses, outcome.status);
        let decided = outcome.status != Status::GaveUp;
        without_guess += usize::from(decided && outcome.counters.guesses == 0);
        for (counter, value) in contender.solver().counters(&outcome.counters) {
            *counters.entry(counter.to_owned()).or_default() += value;
        }
        answers[index] = Some(answer(line, outcome, ns));
    });
    if let Some((line, fault)) = wrong {
        return Err(Error::Wrong { strategy: name.into(), path: set.into(), line, fault });
    }
    let answers: Vec<Answer> = answers.into_iter().flatten().collect();
    let times = times(&answers);
    let distribution = distribution(&times, sample);
    Ok(Examined {
        answers,
        statuses,
        verified,
        without_guess,
        counters,
        ns: times.quantiles(),
        distribution,
    })
}

fn answer<O: Order>(line: u64, outcome: &Outcome<O>, ns: u64) -> Answer {
    let only = outcome.first.as_ref().filter(|_| outcome.status == Status::Unique);
    Answer {
        line,
        status: outcome.status,
        solutions: outcome.solutions,
        grid: only.map(|solution| solution.values().to_vec()).unwrap_or_default(),
        ns,
        guesses: outcome.counters.guesses,
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
        times.add(answer.line, answer.ns, answer.guesses);
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

impl Examined {
    /// Equal answers have equal fingerprints.
    pub fn fingerprint(&self) -> String {
        let mut hash = Hash::new();
        for answer in &self.answers {
            hash.write(answer.status.name().as_bytes());
            hash.write(&answer.solutions.to_le_bytes());
            hash.write(&answer.grid);
        }
        hash.finish()
    }
}
