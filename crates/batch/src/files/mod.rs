//! Joins input, engine and output: bytes in, bytes out, on every core, in order, in
//! bounded memory.
//!
//! ```text
//!                ┌──► page: rows ──► batches ──► engine ──► render: lines ──┐
//! source ──► feeder                                                      queue ──► output, in order
//!                └──► page …                  (one worker each)          ──┘
//! ```
//!
//! Each worker thread takes the next chunk from the source, solves its rows and submits the
//! finished bytes to a queue, which writes them in the order of the input. A worker finishes the
//! chunks that it takes, so the oldest unwritten chunk is always in progress; workers that are too
//! far ahead of it wait. `verify`, `shuffle`, `dedup` and `vicinity` use the same
//! pipeline.

pub mod answers;
pub mod dedup;
mod judge;
mod keys;
mod page;
mod pipeline;
mod render;
pub mod resume;
pub mod shuffle;
pub mod solve;
mod spans;
pub mod verify;
pub mod vicinity;

pub use solve::solve_source;

use resume::Reached;
use std::{iter, path::Path, sync::atomic::AtomicBool};
use sudomill_input::{BadLine, Error, ReadOptions};
use sudomill_output::{Columns, Format, Only, Sink, Tally};
use sudomill_puzzle::{setters, solving::Limits};
use sudomill_rating::Tenths;
use sudomill_solvers::registry::Strategy;

/// The default size of a chunk, in bytes.
pub const CHUNK: usize = 128 << 10;

/// The number of bad lines of a chunk, of wrong solutions of a chunk, and of wrong answers that are
/// reported one by one; all are counted.
pub const MAX_REPORTED: usize = 10;

/// The options of a run.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch::{RunOptions, SolveOptions}, output::Format};
/// let run = RunOptions::default().with_threads(8).with_head(1000);
/// let options = SolveOptions::default().with_run(run).with_format(Format::Csv);
/// assert_eq!(options.run.head, Some(1000));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SolveOptions<'a> {
    /// The strategy.
    pub strategy: Strategy,
    /// The limits of each search. The `stop` flag also ends the whole run.
    pub limits: Limits<'a>,
    /// Threads, chunks and the part of the input to read.
    pub run: RunOptions<'a>,
    /// The format of a result line.
    pub format: Format,
    /// The columns of a format that has columns. The column `agrees` compares the solutions in the
    /// input: those of [`Source::find_solutions`](sudomill_input::Source::find_solutions), or by
    /// default those in the likeliest column.
    pub columns: Columns,
    /// The results to write; `None` for all. Every row is solved and counted, and has its timing
    /// row.
    pub only: Option<Only>,
    /// The highest rating to look for; `None` for all. The columns of ratings are empty for puzzles that rate
    /// higher, and what can only rate higher is not searched for.
    pub max_rating: Option<Tenths>,
    /// If true, the first bad line ends the run.
    pub strict: bool,
    /// If true, the rows of CSV, JSON and the timing file begin with the name of the input, in a
    /// column `file`.
    pub file_column: bool,
}

setters!(SolveOptions<'a> {
    with_strategy: strategy, Strategy;
    with_limits: limits, Limits<'a>;
    with_run: run, RunOptions<'a>;
    with_format: format, Format;
    with_columns: columns, Columns;
    with_only: only, impl Into<Option<Only>>;
    with_max_rating: max_rating, impl Into<Option<Tenths>>;
    with_strict: strict, bool;
    with_file_column: file_column, bool;
});

/// The options of every run, whatever it does with the puzzles.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RunOptions<'a> {
    /// The number of worker threads, from 1 to [`max_threads`](sudomill_solvers::max_threads).
    pub threads: usize,
    /// The number of bytes of input that a worker takes at once, fewer if the file is too small for
    /// all workers; results do not depend on it.
    pub chunk: usize,
    /// The maximum number of records to read; `None` for all. Input beyond them is not read.
    pub head: Option<u64>,
    /// Ends the run between two chunks when set to true.
    pub stop: Option<&'a AtomicBool>,
}

setters!(RunOptions<'a> {
    with_threads: threads, usize;
    with_chunk: chunk, usize;
    with_head: head, impl Into<Option<u64>>;
    with_stop: stop, impl Into<Option<&'a AtomicBool>>;
});

impl Default for RunOptions<'_> {
    fn default() -> Self {
        Self { threads: 1, chunk: CHUNK, head: None, stop: None }
    }
}

/// The outputs of a run.
#[derive(Debug)]
#[non_exhaustive]
pub struct Outputs {
    /// One result line per puzzle line; in formats that list all solutions, one per solution.
    pub results: Sink,
    /// One timing row per puzzle line.
    pub timing: Option<Sink>,
}

setters!(Outputs {
    with_timing: timing, impl Into<Option<Sink>>;
});

impl Outputs {
    /// Outputs without a timing file.
    #[must_use]
    pub fn new(results: Sink) -> Self {
        Self { results, timing: None }
    }

    fn sinks(&self) -> impl Iterator<Item = &Sink> {
        iter::once(&self.results).chain(&self.timing)
    }
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

    /// A remark on the input.
    fn note(&self, _message: &str) {}

    /// Called after each part of a check of answers.
    ///
    /// # Errors
    /// An error ends the run.
    fn goes_on(&self) -> Result<(), Error> {
        Ok(())
    }

    /// A search around puzzles has begun so many of the parts of a round, which is numbered from 1.
    fn searched(&self, _round: u64, _parts: u64, _of: u64) {}

    /// The run was stopped in a long search, of the puzzle in the line with this number.
    fn stopped(&self, _line: u64, _guesses: u64) {}

    /// A chunk was written, and the run could be resumed after it.
    #[doc(hidden)] // For the program, which resumes runs.
    fn reached(&self, _place: &Reached) {}
}

/// Ignores everything.
impl Listener for () {}

/// The results of a run over one source.
#[derive(Debug, Default)]
#[non_exhaustive]
#[must_use = "the source may not have been read to its end"]
pub struct RunResult {
    /// The counts of the lines whose results are written.
    pub tally: Tally,
    /// The reason why the source could not be read to its end; `None` if it could. The results of
    /// all lines before that point are written.
    pub failure: Option<Error>,
}

impl RunResult {
    /// Returns the counts of a source that was read to its end.
    ///
    /// # Errors
    /// The source could not be read to its end.
    pub fn into_result(self) -> Result<Tally, Error> {
        self.failure.map_or(Ok(self.tally), Err)
    }

    /// The result for a source that cannot be read at all.
    fn failed(error: Error) -> Self {
        Self { tally: Tally::default(), failure: Some(error) }
    }
}

/// Solves a file of puzzles and writes a file of results, which appears under its name when it is
/// complete. `-` is standard input or output. The input is read, not mapped; [`solve_source`] takes a source
/// that you open as you like.
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::batch;
/// let run = batch::RunOptions::default().with_threads(8);
/// let options = batch::SolveOptions::default().with_run(run);
/// let tally = batch::solve_file("puzzles.txt.gz", "solutions.txt", &options)?;
/// println!("{} puzzles", tally.puzzles());
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// Like [`solve_source`]; also if the input cannot be opened or read to its end, or the output cannot be
/// created.
pub fn solve_file(
    input: impl AsRef<Path>,
    output: impl AsRef<Path>,
    options: &SolveOptions,
) -> Result<Tally, Error> {
    let source = sudomill_input::open(input.as_ref(), &ReadOptions::default())?;
    let mut outputs = Outputs::new(Sink::create(output.as_ref())?);
    let tally = solve_source(source, options, &mut outputs, &())?.into_result()?;
    outputs.results.finish()?;
    Ok(tally)
}
