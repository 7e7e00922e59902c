//! Runs sudomill from file to file: mapped input, parsing, solving, rendering, a result file. The
//! additional time, compared with solving in memory, is the overhead of the pipeline.

use crate::load::Set;
use anyhow::{Context, Result, ensure};
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};
use sudomill::{
    batch::{self, Options, Outputs, RunOptions},
    grid::Puzzle,
    input,
    output::Sink,
    solver::{Limits, registry::Strategy},
};
use tempfile::TempDir;

/// A repeatable run from file to file.
pub struct Pipeline<'a> {
    options: Options<'a>,
    input: PathBuf,
    output: PathBuf,
    /// Deletes the folder and its files on drop.
    _folder: TempDir,
}

impl<'a> Pipeline<'a> {
    /// Uses the file itself if it can be mapped; a compressed file or a sample is first written out
    /// as plain lines. Checks the results once.
    pub fn checked(
        strategy: Strategy,
        set: &Set,
        limits: Limits<'a>,
        threads: usize,
    ) -> Result<Self> {
        let folder = TempDir::new().context("cannot create a folder for the results")?;
        let output = folder.path().join("solutions.txt");
        let input =
            match !set.is_sample() && input::open(&set.path, &Default::default())?.is_mapped() {
                true => set.path.clone(),
                false => plain_lines(&set.puzzles, folder.path())?,
            };
        let run = RunOptions { threads, ..RunOptions::default() };
        let options = Options { strategy, limits, run, ..Options::default() };
        let pipeline = Self { options, input, output, _folder: folder };
        pipeline.check(&set.puzzles)?;
        Ok(pipeline)
    }

    /// Removes the results of the previous run, so that no run replaces a file.
    pub fn clear(&self) -> Result<()> {
        match fs::remove_file(&self.output) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(e.into()),
            _ => Ok(()),
        }
    }

    /// Runs from opening the input to the finished result file. Returns the path of that file.
    pub fn run(&self) -> Result<&Path> {
        let source = input::open(&self.input, &Default::default())?;
        let mut outputs = Outputs { results: Sink::create(&self.output)?, timing: None };
        batch::run(source, &self.options, &mut outputs, &())?.into_result()?;
        outputs.results.finish()?;
        Ok(&self.output)
    }

    /// Checks that every line of a run is the solution that the solver finds in memory.
    fn check(&self, puzzles: &[Puzzle]) -> Result<()> {
        let path = self.run()?;
        let text = fs::read_to_string(path).context("cannot read the results")?;
        let solver = self.options.strategy.solver();
        // The result of a bad line is an empty line, and `puzzles` does not include bad lines.
        let mut lines = text.lines().filter(|line| !line.is_empty());
        for (index, puzzle) in puzzles.iter().enumerate() {
            let outcome = solver.solve(puzzle, &self.options.limits);
            let Some(expected) = outcome.solution else { continue };
            ensure!(
                lines.next() == Some(&expected.to_string()),
                "the result file differs from the solver at puzzle {}: {puzzle}",
                index + 1
            );
        }
        ensure!(lines.next().is_none(), "the result file has more solutions than the solver");
        Ok(())
    }
}

fn plain_lines(puzzles: &[Puzzle], folder: &Path) -> Result<PathBuf> {
    let path = folder.join("puzzles.txt");
    let mut text = String::with_capacity(puzzles.len() * 82);
    for puzzle in puzzles {
        writeln!(text, "{puzzle}")?;
    }
    fs::write(&path, text).context("cannot write the unpacked puzzles")?;
    Ok(path)
}
