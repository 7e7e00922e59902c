//! Runs one timed turn of one solver: in memory, from file to file, or as a whole process.

use super::{
    CommandRecord,
    options::Options,
    process::Process,
    sample::Sample,
    subject::{Answer, Subject},
};
use rayon::ThreadPool;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use sudomill_core::{Error, clock::Instant, grid::Order};
use sudomill_io::{
    batch::{self, Outputs},
    input,
    output::Sink,
};
use tempfile::TempDir;

/// True in a browser, which has neither files nor processes: the compiler removes code that needs
/// them.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

/// The solver that runs a turn.
#[derive(Clone, Copy)]
pub(super) enum Solver<'a, O: Order> {
    Strategy(&'a Subject<'a, O>),
    Process(&'a Process),
}

/// The samples, ready to be timed.
pub(super) struct Rounds<'a, O: Order> {
    options: &'a Options<'a>,
    pool: Option<&'a ThreadPool>,
    samples: &'a BTreeMap<usize, Sample<O>>,
    /// The samples as files, for turns that read them. Deleted on drop.
    folder: Option<TempDir>,
    least: Duration,
    /// How many times a solver solves a sample in one turn, keyed by the name of the solver and the
    /// size of the sample. Determined in its first turn.
    repeats: BTreeMap<(String, usize), usize>,
}

impl<'a, O: Order> Rounds<'a, O> {
    /// Prepares the samples; `least` is the minimum duration of a turn.
    pub fn new(
        options: &'a Options<'a>,
        pool: Option<&'a ThreadPool>,
        samples: &'a BTreeMap<usize, Sample<O>>,
        least: Duration,
    ) -> Result<Self, Error> {
        let folder = match options.end_to_end || options.processes.is_some() {
            true if IN_BROWSER => {
                return Err(Error::Impossible("a browser has no files to solve".to_owned()));
            }
            true => Some(files(samples)?),
            false => None,
        };
        Ok(Self { options, pool, samples, folder, least, repeats: BTreeMap::new() })
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
        Ok(process.record(folder, &self.samples[&size], known))
    }

    /// Measures a solver on the sample of this size, in puzzles per second.
    pub fn rate(&mut self, name: &str, solver: Solver<O>, size: usize) -> Result<f64, Error> {
        let key = (name.to_owned(), size);
        let repeats = match self.repeats.get(&key) {
            Some(&repeats) => repeats,
            None => {
                let repeats = self.repeats_for(solver, size)?;
                self.repeats.insert(key, repeats);
                repeats
            }
        };
        let elapsed = self.turn(solver, size, repeats)?;
        Ok((size * repeats) as f64 / elapsed.as_secs_f64().max(1e-9))
    }

    /// Determines how many times a solver must solve a sample to make a turn long enough.
    ///
    /// The fastest of three turns decides. A turn during which another program used the
    /// CPU would look long enough, and all later turns would be too short to be timed. A
    /// turn that takes ten times the minimum is accepted at once.
    fn repeats_for(&self, solver: Solver<O>, size: usize) -> Result<usize, Error> {
        let mut repeats = 1;
        loop {
            let mut fastest = self.turn(solver, size, repeats)?;
            for _ in 1..3 {
                if fastest < self.least * 10 {
                    fastest = fastest.min(self.turn(solver, size, repeats)?);
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

    fn turn(&self, solver: Solver<O>, size: usize, repeats: usize) -> Result<Duration, Error> {
        let begun = Instant::now();
        match (solver, self.folder()) {
            (Solver::Process(process), folder) => {
                let folder = folder.expect("processes read files");
                let run = |_| process.run(folder, &file(folder, size), self.options);
                return (0..repeats).map(run).sum();
            }
            (Solver::Strategy(subject), Some(folder)) => {
                for _ in 0..repeats {
                    self.file_to_file(subject, folder, size)?;
                }
            }
            (Solver::Strategy(subject), None) => {
                subject.repeat(&self.samples[&size], repeats, self.pool);
            }
        }
        Ok(begun.elapsed())
    }

    /// Solves a sample file, from opening the input to renaming the result file.
    fn file_to_file(&self, subject: &Subject<O>, folder: &Path, size: usize) -> Result<(), Error> {
        let source = input::open(&file(folder, size), &Default::default())?;
        let results = Sink::create(&folder.join("solutions.txt"))?;
        let mut outputs = Outputs { results, timing: None };
        let options = batch::Options {
            strategy: subject.strategy.for_order(O::BOX),
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

fn files<O: Order>(samples: &BTreeMap<usize, Sample<O>>) -> Result<TempDir, Error> {
    let failed = Error::io("<temporary folder>", "cannot write");
    let write = || {
        let folder = TempDir::new()?;
        for (&size, sample) in samples {
            let lines: String = sample.puzzles.iter().map(|p| format!("{p}\n")).collect();
            fs::write(file(folder.path(), size), lines)?;
        }
        Ok(folder)
    };
    write().map_err(failed)
}
