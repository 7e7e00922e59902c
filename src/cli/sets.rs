//! Reads the puzzles of commands that have a second set: to compare with, or of what is known.

use super::{
    driver::{Driver, DriverOptions, InputEnd, Reading, files_of, skipped},
    inputs::{Inputs, is_folder},
    listener::Messages,
    message::{count, if_any, nanos, say},
    shared_args::{IncludeArgs, RunArgs},
};
use anyhow::ensure;
use std::{
    path::{Path, PathBuf},
    time::Instant,
};
use sudomill::{Error, input::Source, output::Tally, solver::Status};

/// The inputs of both sets.
pub struct BothInputs {
    pub first: Inputs,
    pub second: Inputs,
}

impl BothInputs {
    /// Finds the inputs, which must be none of the outputs.
    pub fn of(
        first: &[PathBuf],
        second: &[PathBuf],
        include: &IncludeArgs,
        outputs: &[(&Path, &'static str)],
    ) -> anyhow::Result<Self> {
        // --include needs a folder in one of the sets, not in both.
        let has_folder = |paths: &[PathBuf]| paths.iter().any(|path| is_folder(path));
        let everything = IncludeArgs::default();
        let inputs = |paths: &[PathBuf], others: &[PathBuf]| {
            let is_of_others = !has_folder(paths) && (has_folder(others) || paths.is_empty());
            Inputs::of(paths, if is_of_others { &everything } else { include })
        };
        let both = Self { first: inputs(first, second)?, second: inputs(second, first)? };
        ensure!(
            !(both.first.has_stdin() && both.second.has_stdin()),
            "both sets cannot come from standard input; FILE names the first"
        );
        both.first.refuse_outputs(outputs)?;
        both.second.refuse_outputs(outputs)?;
        Ok(both)
    }
}

/// Reads the inputs of the sets.
pub struct Sets<'a> {
    args: &'a RunArgs,
    begun: Instant,
    /// The names of all inputs so far.
    pub names: Vec<String>,
    pub tally: Tally,
}

impl<'a> Sets<'a> {
    pub fn new(args: &'a RunArgs) -> Self {
        Self { args, begun: Instant::now(), names: Vec::new(), tally: Tally::default() }
    }

    /// Adds all inputs of a set. Returns the number of those that cannot be read.
    pub fn read(
        &mut self,
        inputs: &Inputs,
        mut add: impl FnMut(Source, &Messages) -> Result<Tally, Error>,
    ) -> anyhow::Result<u64> {
        let how = self.args.open();
        let mut driver = Driver::new(inputs, DriverOptions::new(&how, &self.args.progress));
        driver.each(&mut |Reading { source, messages, .. }| {
            self.names.push(messages.input.clone());
            Ok(InputEnd { tally: add(source, messages)?, ..InputEnd::default() })
        })?;
        // Without any puzzle, the second set gets a message of its own.
        let totals = match self.tally.valid() {
            0 => driver.finish()?,
            _ => driver.say_rest(),
        };
        self.tally.merge(&totals.tally);
        if inputs.are_several && !self.args.progress.quiet {
            say(files_of(driver.files()).trim_end_matches(", "));
        }
        Ok(totals.failed)
    }

    /// The number of bad lines.
    pub fn bad_lines(&self) -> u64 {
        self.tally.of(Status::Invalid)
    }

    /// Prints what was found, then the lines that are not puzzles, and the time.
    pub fn print(&self, found: &str) {
        let bad = self.bad_lines();
        let bad = if_any(bad, || format!("; {}", count(bad, "bad line")));
        let elapsed = nanos(self.begun.elapsed().as_nanos() as u64);
        say(format_args!("{found}{bad}{}; {elapsed}", skipped(&self.tally)));
    }
}
