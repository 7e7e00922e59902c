//! The entrants of a benchmark: strategies and commands, each on one set.

use super::{
    Clock, CommandRecord, Measurement, Spread, examine::Examined, options::Command,
    process::Process, rounds::Solver, sample::Sample, subject::Subject,
};
use sudomill_core::{Error, grid::Order};

/// A strategy or a command on a set, with its measurements so far.
pub(super) struct Entrant<'a, O: Order> {
    pub name: String,
    /// `None` for a command.
    pub subject: Option<Subject<'a, O>>,
    /// The process to run, if whole processes are timed.
    pub process: Option<Process>,
    /// The number of puzzles in the sample.
    pub size: usize,
    pub examined: Examined,
    /// The command and its answers; `None` for a strategy.
    pub command: Option<CommandRecord>,
    pub rates: Vec<f64>,
    pub ratios: Vec<f64>,
}

impl<'a, O: Order> Entrant<'a, O> {
    pub fn of_strategy(
        name: String,
        subject: Subject<'a, O>,
        process: Option<Process>,
        size: usize,
        examined: Examined,
    ) -> Self {
        let (command, rates, ratios) = (None, Vec::new(), Vec::new());
        Self { name, subject: Some(subject), process, size, examined, command, rates, ratios }
    }

    pub fn of_command(command: &Command, size: usize, sample: &Sample<O>) -> Self {
        Self {
            name: command.name.clone(),
            subject: None,
            process: Some(Process::of_command(command)),
            size,
            examined: Examined::of_command(sample),
            command: None,
            rates: Vec::new(),
            ratios: Vec::new(),
        }
    }

    /// Returns the solver for a timed turn.
    pub fn solver(&self) -> Solver<'_, O> {
        match (&self.process, &self.subject) {
            (Some(process), _) => Solver::Process(process),
            (None, Some(subject)) => Solver::Strategy(subject),
            (None, None) => unreachable!("a command is a process"),
        }
    }

    /// Checks that two strategies agree on every puzzle that both have decided.
    pub fn agrees_with(&self, other: &Self, set: &str) -> Result<(), Error> {
        let answers = &self.examined.answers;
        for answer in &other.examined.answers {
            let at = answers.binary_search_by_key(&answer.line, |known| known.line);
            if at.is_ok_and(|at| !answers[at].agrees_with(answer)) {
                return Err(Error::Disagree {
                    path: set.to_owned(),
                    line: answer.line,
                    first: self.name.clone(),
                    second: other.name.clone(),
                });
            }
        }
        Ok(())
    }

    /// Returns the record of all rounds.
    pub fn measurement(self) -> Measurement {
        let Entrant { name, subject, examined, command, rates, ratios, .. } = self;
        let whole = examined.whole;
        Measurement {
            strategy: name,
            puzzles: whole.puzzles,
            fingerprint: whole.fingerprint,
            statuses: whole.statuses,
            answers: command.as_ref().map_or(whole.answers, CommandRecord::fingerprint),
            verified: command.as_ref().map_or(examined.verified, |command| command.right),
            without_guess: whole.without_guess,
            counters: whole.counters,
            rate: Spread::of(rates),
            ratio: Some(median(&mut ratios.clone())),
            ratios,
            parts: examined.parts,
            ns: examined.ns,
            clock: subject.map_or(Clock::Call, |subject| subject.clock()),
            distribution: examined.distribution,
            command,
        }
    }
}

impl Spread {
    fn of(rounds: Vec<f64>) -> Self {
        let mut sorted = rounds.clone();
        let median = median(&mut sorted);
        Self { median, min: sorted[0], max: sorted[sorted.len() - 1], rounds }
    }
}

/// Returns the median: the middle value, or the mean of the middle two. Sorts the values.
fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() % 2 {
        0 => f64::midpoint(numbers[middle - 1], numbers[middle]),
        _ => numbers[middle],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_and_even_median() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}
