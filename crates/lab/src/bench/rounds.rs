//! The contenders of a benchmark and their timed turns: in memory, file to file, or as processes.

use super::{
    Command, Measurement, Options, Spread,
    failure::Failure,
    process::Process,
    set::{Hash, Sample},
    subject::{Examined, Subject, examine},
};
use rayon::ThreadPool;
use std::{fs, io, path::Path, time::Duration};
use sudomill_batch::files;
use sudomill_input::{self, Error, ReadOptions, error::io_error};
use sudomill_output::Sink;
use sudomill_solvers::{clock::Instant, threads::check_stop};
use tempfile::TempDir;

/// A strategy or a command on a set, with its measurements so far.
pub(super) struct Contender<'a> {
    /// `None` for a command.
    pub subject: Option<Subject<'a>>,
    /// The process to run, if whole processes are timed.
    pub process: Option<Process>,
    pub answers: Vec<Examined>,
    pub measured: Measurement,
    /// How often the sample is solved in one turn. Determined in the first turn.
    repeats: usize,
}

impl<'a> Contender<'a> {
    /// A strategy, after its answers are checked.
    pub fn examined(
        subject: Subject<'a>,
        process: Option<Process>,
        set: &str,
        sample: &Sample,
    ) -> Result<Self, Error> {
        let (answers, measured) = examine(set, &subject, sample)?;
        Ok(Self { subject: Some(subject), process, answers, measured, repeats: 0 })
    }

    pub fn of_command(command: &Command, sample: &Sample) -> Self {
        let measured = Measurement::of(command.name.clone(), sample);
        let process = Some(Process::of_command(command));
        Self { subject: None, process, answers: Vec::new(), measured, repeats: 0 }
    }

    /// Checks that two strategies agree on every puzzle that both have decided.
    pub fn agrees_with(&self, other: &Self, set: &str) -> Result<(), Error> {
        let mut both = self.answers.iter().zip(&other.answers);
        match both.find(|(first, second)| !first.agrees_with(second)) {
            None => Ok(()),
            Some((Examined { line, .. }, _)) => {
                let set = set.to_owned();
                let first = self.measured.strategy.clone();
                let second = other.measured.strategy.clone();
                Err(Failure::Disagreement { set, line: *line, first, second }.into())
            }
        }
    }

    /// Returns the record of all rounds.
    pub fn measurement(self) -> Measurement {
        let Measurement { rate, ratios, .. } = &self.measured;
        let rate = Spread::of(rate.rounds.clone());
        let ratio = Spread::of(ratios.clone()).median;
        Measurement { rate, ratio: Some(ratio), ..self.measured }
    }
}

impl Measurement {
    /// The record of a solver that has not run yet.
    pub(super) fn of(strategy: String, sample: &Sample) -> Self {
        let puzzles = sample.len();
        let fingerprint = sample.fingerprint();
        Self { strategy, puzzles, fingerprint, ..Self::default() }
    }
}

/// True in a browser, which has neither files nor processes: the compiler removes code that needs
/// them.
pub(super) const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// The timed turns on a sample.
pub(super) struct Rounds<'a> {
    options: &'a Options<'a>,
    pool: Option<&'a ThreadPool>,
    sample: &'a Sample,
    /// The sample as a file, for turns that read it. Deleted on drop.
    folder: Option<TempDir>,
    least: Duration,
}

impl<'a> Rounds<'a> {
    /// Prepares the sample; `least` is the minimum duration of a turn.
    pub fn new(
        options: &'a Options<'a>,
        pool: Option<&'a ThreadPool>,
        sample: &'a Sample,
        least: Duration,
    ) -> Result<Self, Error> {
        let reads_files = options.end_to_end || options.processes.is_some();
        if reads_files && IN_BROWSER {
            return Err(Failure::NoFiles.into());
        }
        let folder = reads_files.then(|| written(sample)).transpose();
        let folder = folder.map_err(io_error("<temporary folder>", "cannot write"))?;
        Ok(Self { options, pool, sample, folder, least })
    }

    /// The folder with the sample file, if turns read it.
    fn folder(&self) -> Option<&Path> {
        if IN_BROWSER { None } else { self.folder.as_ref().map(TempDir::path) }
    }

    /// Runs a command on the sample and checks its output. `known` holds the answers of a strategy.
    pub fn check(&self, contender: &mut Contender, known: &[Examined]) -> Result<(), Error> {
        let Some((process, folder)) = contender.process.as_ref().zip(self.folder()) else {
            return Ok(());
        };
        process.run(folder, &folder.join(FILE), self.options)?;
        let record = process.record(folder, self.sample, known);
        let mut hash = Hash::new();
        for count in [record.right, record.wrong, record.missing] {
            hash.write(&(count as u64).to_le_bytes());
        }
        contender.measured.answers = hash.finish();
        contender.measured.verified = record.right;
        contender.measured.command = Some(record);
        Ok(())
    }

    /// Measures a contender, in puzzles per second.
    pub fn measure(&self, contender: &mut Contender) -> Result<f64, Error> {
        if contender.repeats == 0 {
            contender.repeats = self.repeats_for(contender)?;
        }
        let elapsed = self.turn(contender, contender.repeats)?;
        Ok((self.sample.len() * contender.repeats) as f64 / elapsed.as_secs_f64().max(1e-9))
    }

    /// Determines how many times a contender must solve the sample to make a turn long enough.
    ///
    /// The fastest of three turns decides. A turn during which another program used the
    /// CPU would look long enough, and all later turns would be too short to be timed. A
    /// turn that takes ten times the minimum is accepted at once.
    fn repeats_for(&self, contender: &Contender) -> Result<usize, Error> {
        let mut repeats = 1;
        loop {
            let mut fastest = self.turn(contender, repeats)?;
            for _ in 1..3 {
                if fastest < self.least * 10 {
                    fastest = fastest.min(self.turn(contender, repeats)?);
                }
            }
            check_stop(self.options.limits.stop)?;
            if fastest >= self.least {
                return Ok(repeats);
            }
            // Slightly more, so that the next measurement is the last.
            let factor = 1.1 * self.least.as_secs_f64() / fastest.as_secs_f64().max(1e-7);
            repeats = (repeats as f64 * factor.clamp(1.1, 100.0)).ceil() as usize;
        }
    }

    fn turn(&self, contender: &Contender, repeats: usize) -> Result<Duration, Error> {
        let begun = Instant::now();
        match (&contender.process, &contender.subject, self.folder()) {
            (Some(process), _, Some(folder)) => {
                let run = || process.run(folder, &folder.join(FILE), self.options);
                return (0..repeats).try_fold(Duration::ZERO, |sum, _| Ok(sum + run()?));
            }
            (None, Some(subject), Some(folder)) => {
                (0..repeats).try_for_each(|_| self.file_to_file(subject, folder))?;
            }
            (None, Some(subject), None) => subject.repeat(self.sample, repeats, self.pool),
            _ => unreachable!("a command is a process, and processes read files"),
        }
        Ok(begun.elapsed())
    }

    /// Solves the sample file as `sudomill solve` does, from opening the input to renaming the result
    /// file.
    fn file_to_file(&self, subject: &Subject, folder: &Path) -> Result<(), Error> {
        let options = files::SolveOptions::default()
            .with_strategy(subject.strategy.for_size(subject.size))
            .with_limits(self.options.limits)
            .with_run(files::RunOptions::default().with_threads(self.options.threads));
        let source =
            sudomill_input::open(&folder.join(FILE), &ReadOptions::default().with_map(true))?;
        let mut outputs = files::Outputs::new(Sink::create(&folder.join("solutions.txt"))?);
        files::solve_source(source, &options, &mut outputs, &())?.into_result()?;
        outputs.results.finish()
    }
}

/// The name of the sample file.
const FILE: &str = "puzzles.txt";

fn written(sample: &Sample) -> io::Result<TempDir> {
    let folder = TempDir::new()?;
    let lines: String = (0..sample.len()).map(|row| sample.rows.text(row) + "\n").collect();
    fs::write(folder.path().join(FILE), lines)?;
    Ok(folder)
}
