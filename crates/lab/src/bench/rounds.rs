//! The contenders of a benchmark and their timed turns: in memory, file to file, or as processes.

use super::{
    Clock, CommandRecord, Measurement, Options, Spread,
    process::Process,
    set::Sample,
    subject::{Answer, Examined, Subject},
};
use rayon::ThreadPool;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use sudomill_core::{Error, clock::Instant};
use sudomill_io::{
    batch::{self, Outputs},
    input,
    output::Sink,
};
use tempfile::TempDir;

/// A strategy or a command on a set, with its measurements so far.
pub(super) struct Contender<'a> {
    pub name: String,
    /// `None` for a command.
    pub subject: Option<Subject<'a>>,
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

impl<'a> Contender<'a> {
    pub fn new(
        name: String,
        subject: Option<Subject<'a>>,
        process: Option<Process>,
        size: usize,
        examined: Examined,
    ) -> Self {
        let (rates, ratios) = (Vec::new(), Vec::new());
        Self { name, subject, process, size, examined, command: None, rates, ratios }
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
        let Contender { name, subject, examined, command, rates, ratios, .. } = self;
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

/// True in a browser, which has neither files nor processes: the compiler removes code that needs
/// them.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// The timed turns on the samples.
pub(super) struct Rounds<'a> {
    options: &'a Options<'a>,
    pool: Option<&'a ThreadPool>,
    samples: &'a [Sample],
    /// The samples as files, for turns that read them. Deleted on drop.
    folder: Option<TempDir>,
    least: Duration,
    /// The name of a contender, the size of a sample, and how often the sample is solved in one
    /// turn. Determined in the first turn.
    repeats: Vec<(String, usize, usize)>,
}

impl<'a> Rounds<'a> {
    /// Prepares the samples; `least` is the minimum duration of a turn.
    pub fn new(
        options: &'a Options<'a>,
        pool: Option<&'a ThreadPool>,
        samples: &'a [Sample],
        least: Duration,
    ) -> Result<Self, Error> {
        let folder = match options.end_to_end || options.processes.is_some() {
            true if IN_BROWSER => {
                return Err(Error::Impossible("a browser has no files to solve".to_owned()));
            }
            true => Some(files(samples)?),
            false => None,
        };
        Ok(Self { options, pool, samples, folder, least, repeats: Vec::new() })
    }

    /// The sample of this size.
    fn sample(&self, size: usize) -> &Sample {
        super::set::of_size(self.samples, size).expect("every size in use has its sample")
    }

    /// The folder with the sample files, if turns read files.
    fn folder(&self) -> Option<&Path> {
        if IN_BROWSER {
            return None;
        }
        self.folder.as_ref().map(TempDir::path)
    }

    /// Runs a command on the sample of this size and checks its output. `known` holds the answers
    /// of a strategy.
    pub fn check(
        &self,
        process: &Process,
        size: usize,
        known: &[Answer],
    ) -> Result<CommandRecord, Error> {
        let folder = self.folder().expect("processes read files");
        process.run(folder, &file(folder, size), self.options)?;
        Ok(process.record(folder, self.sample(size), known))
    }

    /// Measures a contender on the sample of this size, in puzzles per second.
    pub fn rate(&mut self, contender: &Contender, size: usize) -> Result<f64, Error> {
        let is_known = |(name, of, _): &&_| (name, of) == (&contender.name, &size);
        let repeats = match self.repeats.iter().find(is_known) {
            Some(&(_, _, repeats)) => repeats,
            None => {
                let repeats = self.repeats_for(contender, size)?;
                self.repeats.push((contender.name.clone(), size, repeats));
                repeats
            }
        };
        let elapsed = self.turn(contender, size, repeats)?;
        Ok((size * repeats) as f64 / elapsed.as_secs_f64().max(1e-9))
    }

    /// Determines how many times a contender must solve a sample to make a turn long enough.
    ///
    /// The fastest of three turns decides. A turn during which another program used the
    /// CPU would look long enough, and all later turns would be too short to be timed. A
    /// turn that takes ten times the minimum is accepted at once.
    fn repeats_for(&self, contender: &Contender, size: usize) -> Result<usize, Error> {
        let mut repeats = 1;
        loop {
            let mut fastest = self.turn(contender, size, repeats)?;
            for _ in 1..3 {
                if fastest < self.least * 10 {
                    fastest = fastest.min(self.turn(contender, size, repeats)?);
                }
            }
            if self.options.limits.is_stopped() {
                return Err(Error::Interrupted);
            }
            if fastest >= self.least {
                return Ok(repeats);
            }
            // Slightly more, so that the next measurement is the last.
            let factor = 1.1 * self.least.as_secs_f64() / fastest.as_secs_f64().max(1e-7);
            repeats = (repeats as f64 * factor.clamp(1.1, 100.0)).ceil() as usize;
        }
    }

    fn turn(&self, contender: &Contender, size: usize, repeats: usize) -> Result<Duration, Error> {
        let begun = Instant::now();
        match (&contender.process, &contender.subject, self.folder()) {
            (Some(process), _, Some(folder)) => {
                let run = |_| process.run(folder, &file(folder, size), self.options);
                return (0..repeats).map(run).sum();
            }
            (None, Some(subject), Some(folder)) => {
                (0..repeats).try_for_each(|_| self.file_to_file(subject, folder, size))?;
            }
            (None, Some(subject), None) => {
                subject.repeat(self.sample(size), repeats, self.pool);
            }
            _ => unreachable!("a command is a process, and processes read files"),
        }
        Ok(begun.elapsed())
    }

    /// Solves a sample file, from opening the input to renaming the result file.
    fn file_to_file(&self, subject: &Subject, folder: &Path, size: usize) -> Result<(), Error> {
        let source = input::open(&file(folder, size), &Default::default())?;
        let results = Sink::create(&folder.join("solutions.txt"))?;
        let mut outputs = Outputs { results, timing: None };
        let options = batch::Options {
            strategy: subject.strategy.for_order(subject.size.order()),
            limits: self.options.limits,
            threads: self.options.threads,
            ..batch::Options::default()
        };
        batch::run(source, &options, &mut outputs, &())?;
        outputs.results.finish()
    }
}

fn file(folder: &Path, size: usize) -> PathBuf {
    folder.join(format!("{size}.txt"))
}

fn files(samples: &[Sample]) -> Result<TempDir, Error> {
    let failed = Error::io("<temporary folder>", "cannot write");
    let write = || {
        let folder = TempDir::new()?;
        for sample in samples {
            let lines: String = (0..sample.len()).map(|row| sample.rows.text(row) + "\n").collect();
            fs::write(file(folder.path(), sample.len()), lines)?;
        }
        Ok(folder)
    };
    write().map_err(failed)
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
