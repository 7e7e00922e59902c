//! Joins input, engine and output: bytes in, bytes out, on every core, in order, in
//! bounded memory.
//!
//! Each worker thread takes the next chunk from the source, solves its rows and submits the
//! finished bytes to a queue, which writes them in the order of the input. A worker finishes the
//! chunks that it takes, so the oldest unwritten chunk is always in progress; workers that are too
//! far ahead of it wait.

pub mod dedup;
mod page;
#[doc(hidden)] // For the page in web/.
pub mod pieces;
mod pipeline;
mod read;
#[doc(hidden)] // For the program.
pub mod resume;
pub mod shuffle;
mod solve;
#[cfg(test)]
mod tests;
pub mod verify;
mod worker;

use crate::{
    input::{BadLine, Position, Source},
    output::{Columns, Format, Only, Sink, Tally},
};
use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill_core::{
    Error,
    solver::{Limits, registry::Strategy},
};

/// The default size of a chunk, in bytes.
pub const CHUNK: usize = 128 << 10;

/// The number of bad lines of a chunk, of wrong solutions of a chunk, and of wrong answers that are
/// reported one by one; all are counted.
pub const MAX_REPORTED: usize = 10;

/// The options of a run.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The strategy.
    pub strategy: Strategy,
    /// The limits of each search. The `stop` flag also ends the whole run.
    pub limits: Limits<'a>,
    /// The number of worker threads, from 1 to [`max_threads`](sudomill_core::max_threads).
    pub threads: usize,
    /// The number of bytes of input that a worker takes at once; results do not depend on it.
    pub chunk: usize,
    /// The format of a result line.
    pub format: Format,
    /// The columns of a format that has columns. The column `agrees` compares the solutions in the
    /// input: those of [`Source::find_solutions`], or by default those in the likeliest column.
    pub columns: Columns,
    /// The results to write; `None` for all. Every row is solved and counted, and has its timing
    /// row.
    pub only: Option<Only>,
    /// The maximum number of records to read; `None` for all. Input beyond them is not read.
    pub head: Option<u64>,
    /// If true, the first bad line ends the run.
    pub strict: bool,
    /// If true, the rows of CSV, JSON and the timing file begin with the name of the input, in a
    /// column `file`.
    pub file_column: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            strategy: Strategy::default(),
            limits: Limits::default(),
            threads: 1,
            chunk: CHUNK,
            format: Format::default(),
            columns: Columns::default(),
            only: None,
            head: None,
            strict: false,
            file_column: false,
        }
    }
}

/// The options of a run that does not solve.
#[derive(Clone, Copy, Debug)]
pub struct RunOptions<'a> {
    /// The number of worker threads, from 1 to [`max_threads`](sudomill_core::max_threads).
    pub threads: usize,
    /// The number of bytes of input that a worker takes at once; results do not depend on it.
    pub chunk: usize,
    /// Ends the run when set to true.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self { threads: 1, chunk: CHUNK, stop: None }
    }
}

impl RunOptions<'_> {
    /// Fails if the run is to stop.
    fn check_stop(&self) -> Result<(), Error> {
        match self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }
}

/// The outputs of a run.
#[derive(Debug)]
pub struct Outputs {
    /// One result line per puzzle line; in formats that list all solutions, one per solution.
    pub results: Sink,
    /// One timing row per puzzle line.
    pub timing: Option<Sink>,
}

/// Receives progress callbacks, in the order of the input, from any thread.
pub trait Listener: Sync {
    /// A chunk was written. Receives the bytes of the input file up to its end, and its number of
    /// puzzle lines.
    fn progress(&self, _bytes_done: u64, _puzzles: u64) {}

    /// The result column `column` is renamed to `name`, because a kept column of the input has its
    /// name.
    fn renamed(&self, _column: &str, _name: &str) {}

    /// The line with this number, from 1, is not a puzzle.
    fn bad_line(&self, _line: u64, _bad: &BadLine) {}

    /// The solution in the line with this number, from 1, is wrong for this reason.
    fn wrong_solution(&self, _line: u64, _reason: &str) {}

    /// An answer is wrong: `path:line: reason`. Called for the first [`MAX_REPORTED`] wrong
    /// answers.
    ///
    /// # Errors
    /// An error ends the run.
    fn wrong_answer(&self, _message: &str) -> Result<(), Error> {
        Ok(())
    }

    /// A chunk was written, and the run could be resumed after it.
    #[doc(hidden)] // For the program, which resumes runs.
    fn reached(&self, _place: &Reached) {}
}

/// The progress of a run within a source.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    position: Position,
    /// The counts of the lines that this run has solved.
    tally: &'a Tally,
    outputs: &'a Outputs,
}

/// Ignores everything.
impl Listener for () {}

/// Solves all puzzle lines of a source. The outputs are written, but not finished: the caller must
/// do that.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{batch, input, output::Sink, solver::Status};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("solutions.txt");
/// let source = input::read_from("memory", ".4.3.3........2.\n".as_bytes())?;
/// let mut outputs = batch::Outputs { results: Sink::create(&path)?, timing: None };
/// let options = batch::Options { threads: 2, ..Default::default() };
/// let tally = batch::run(source, &options, &mut outputs, &())?;
/// outputs.results.finish()?;
/// assert_eq!(tally.of(Status::Unique), 1);
/// assert_eq!(std::fs::read_to_string(&path)?.len(), 17);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The input cannot be read, an output cannot be written, a strict run met a bad line, or the run
/// was stopped.
///
/// # Panics
/// A panic on a worker thread (in the listener, in a reader given to
/// [`input::read_from`](crate::input::read_from), or from a bug) ends the run on all threads and is
/// then propagated to the caller. The outputs are not finished.
pub fn run(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let Run { tally, failure } = run_readable(source, options, outputs, listener)?;
    failure.map_or(Ok(tally), Err)
}

/// Like [`run`], for one of several inputs: if a source cannot be read to its end, the part before
/// is solved. Headers are written before the first results of the outputs.
///
/// # Errors
/// Like [`run`], except that an input that cannot be read is not an error.
pub fn run_readable(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Run, Error> {
    solve::solve(source, options, outputs, listener)
}

/// The results of [`run_readable`] for one source.
#[derive(Debug, Default)]
pub struct Run {
    /// The counts of the lines whose results are written.
    pub tally: Tally,
    /// The reason why the source could not be read to its end; `None` if it could. The results of
    /// all lines before that point are written.
    pub failure: Option<Error>,
}

impl Run {
    /// The result for a source that cannot be read at all.
    fn failed(error: Error) -> Self {
        Self { tally: Tally::default(), failure: Some(error) }
    }
}

/// Solves a file of puzzles and writes a file of results, which appears under its name when it is
/// complete. `-` is standard input or output.
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::batch;
/// let options = batch::Options { threads: 8, ..Default::default() };
/// let tally = batch::solve_file("puzzles.txt.gz", "solutions.txt", &options)?;
/// println!("{} puzzles", tally.puzzles());
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// Like [`run`]; also if the input cannot be opened or the output cannot be created.
pub fn solve_file(
    input: impl AsRef<Path>,
    output: impl AsRef<Path>,
    options: &Options,
) -> Result<Tally, Error> {
    let source = crate::open(input)?;
    let mut outputs = Outputs { results: Sink::create(output.as_ref())?, timing: None };
    let tally = run(source, options, &mut outputs, &())?;
    outputs.results.finish()?;
    Ok(tally)
}

/// Makes `outputs` accept only sources with the columns of this one. Used when solving a later part
/// of several files: `source` is the first of them, whose results are in the first part's output.
///
/// # Errors
/// A column does not exist or is chosen twice.
pub fn expect_columns(
    source: &Source,
    options: &Options,
    outputs: &mut Outputs,
) -> Result<(), Error> {
    outputs.results.header = options.plan(source)?.header();
    Ok(())
}
