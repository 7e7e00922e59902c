//! Joins input, engine and output: bytes in, bytes out, on every core, in order, in
//! bounded memory.
//!
//! Each worker thread takes the next chunk from the source, solves its rows and submits the
//! finished bytes to a queue, which writes them in the order of the input. A worker finishes the
//! chunks that it takes, so the oldest unwritten chunk is always in progress; workers that are too
//! far ahead of it wait.

mod feeder;
mod job;
mod listing;
mod page;
#[doc(hidden)] // For the page in web/.
pub mod pieces;
#[doc(hidden)] // For the program.
pub mod resume;
#[cfg(test)]
mod tests;
pub mod verify;
mod worker;
mod writer;

use crate::{
    input::{BadLine, Line, Position, Source},
    output::{
        Columns, Counts, Format, InOrder, Only, Plan, SharedPacker, Sink, Tally, Timing, file_field,
    },
};
use feeder::{Feeder, Numbers};
use job::Job;
use listing::Lister;
use page::Wanted;
use std::{
    ops::ControlFlow,
    path::Path,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
};
use sudomill_core::{
    Error,
    engine::Engine,
    for_size,
    grid::{Order, Size},
    solver::{Limits, registry::Strategy},
    threads,
};
use worker::{Solving, Worker, clock};
use writer::Writer;

/// The number of finished chunks per worker that may wait for an earlier chunk.
const AHEAD: u64 = 8;

/// The number of chunks that a worker may have in progress, each with a hard puzzle still in a
/// lane. With more, the worker finishes these first.
const UNFINISHED: usize = 3;

/// The default size of a chunk, in bytes.
pub const CHUNK: usize = 128 << 10;

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

/// The outputs of a run.
#[derive(Debug)]
pub struct Outputs {
    /// One result line per puzzle line; in formats that list all solutions, one per solution.
    pub results: Sink,
    /// One timing row per puzzle line.
    pub timing: Option<Sink>,
}

impl Outputs {
    /// Returns the queues of blocks of those outputs that are compressed.
    fn packers(&self) -> Vec<SharedPacker> {
        [Some(&self.results), self.timing.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(Sink::packer)
            .collect()
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
    counts: &'a Counts,
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
    solve(source, options, outputs, listener)
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

fn solve(
    mut source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Run, Error> {
    let lists_all = options.format.lists_all();
    if options.only.is_some() && lists_all {
        let told = format!("the format '{}' writes all results", options.format);
        return Err(Error::Impossible(told));
    }
    let size = source.layout().size;
    let strategy = strategy(options, size);
    let plan = match plan(options, &source) {
        Ok(plan) => plan,
        // A blank text counts as having any column, and has no results.
        Err(Error::NoColumn { .. } | Error::NoHeader { .. }) if source.is_blank() => {
            return for_size!(size, O => blank::<O>(source));
        }
        // Only this input lacks the column; other inputs may have it.
        Err(error @ (Error::NoColumn { .. } | Error::NoHeader { .. })) => {
            return Ok(Run { failure: Some(error), ..Run::default() });
        }
        Err(error) => return Err(error),
    };
    if options.only.is_some_and(|only| only.has_wrong()) && !plan.is_compared() {
        let told = "only compared solutions can be wrong: the column 'agrees' compares them";
        return Err(Error::Impossible(told.to_owned()));
    }
    if plan.is_compared()
        && !source.has_solutions()
        && let Err(error) = source.find_solutions(None)
    {
        return Ok(Run { failure: Some(error), ..Run::default() });
    }
    plan.renamed().for_each(|(column, name)| listener.renamed(column, name));
    let clock = clock(outputs.timing.is_some() || plan.is_timed());
    let solving = || match lists_all {
        true => Solving::All(Lister::new(strategy, &options.limits)),
        false => Solving::First(Engine::new(strategy, size, &options.limits, clock)),
    };
    run_with(source, options, outputs, listener, &plan, &solving)
}

/// Counts the lines of a blank source.
fn blank<O: Order>(mut source: Source) -> Result<Run, Error> {
    let (mut tally, mut counts) = (Tally::default(), Counts::default());
    source.each_line::<O, ()>(CHUNK, |_, line| {
        if let Line::Skip(skip) = line {
            counts.skip(skip);
        }
        ControlFlow::Continue(())
    })?;
    tally.add(&counts);
    Ok(Run { tally, failure: None })
}

/// Returns the strategy to run; if every solution is written, a variant that lists them.
fn strategy(options: &Options, size: Size) -> Strategy {
    match options.format.lists_all() {
        true => options.strategy.listing(size.order()),
        false => options.strategy,
    }
}

/// Plans the columns of a run, after checking that the strategy can solve the puzzles.
fn plan(options: &Options, source: &Source) -> Result<Plan, Error> {
    let (size, candidates) = (source.layout().size, source.layout().candidates);
    let strategy = strategy(options, size);
    let own = for_size!(size, O => {
        strategy.check_candidates::<O>(source.name(), candidates)?;
        strategy.solver::<O>().own_counters()
    });
    Plan::new(options.format, &options.columns, options.file_column, source, own)
}

/// Solves a source with one engine per thread.
fn run_with<'e>(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
    plan: &Plan,
    solving: &(dyn Fn() -> Solving<'e> + Sync),
) -> Result<Run, Error> {
    let failure = match source.is_first() {
        true => write_headers(&source, options, plan, outputs)?,
        false => refuse_other_columns(&source, plan, outputs),
    };
    if failure.is_some() {
        return Ok(Run { tally: Tally::default(), failure });
    }
    let timed = outputs.timing.is_some();
    let workers = threads::bounded(options.threads).min(chunks(&source, options.chunk));
    let numbers = match timed || plan.has_line_numbers() {
        false => Numbers::Unwanted,
        true if workers == 1 => Numbers::ByWorker,
        true => Numbers::ByFeeder,
    };
    let size = source.layout().size;
    let run = Job {
        options,
        is_live: source.is_live(),
        queue: InOrder::new(AHEAD * workers as u64),
        packers: outputs.packers(),
        writer: Mutex::new(Writer::new(&source, options.strict, outputs, listener)),
        feeder: Mutex::new(Feeder::new(source, numbers, options.head)),
        spare: Mutex::default(),
        failed: AtomicBool::new(false),
    };
    let pool = threads::pool(workers)?;
    let wanted = Wanted::new(options, plan, timed);
    let work = || run.work(|| Worker::new(solving(), size, options, wanted, numbers));
    let mut tally = Tally::default();
    for worker in pool.broadcast(|_| work()) {
        tally.merge(&worker?);
    }
    let writer = run.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.add(&writer.into_counts());
    let mut feeder = run.feeder.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Run { tally, failure: feeder.take_failure() })
}

/// Writes the headers, unless an earlier source did. Returns an error if the columns of this source
/// differ from those of an earlier one.
fn write_headers(
    source: &Source,
    options: &Options,
    plan: &Plan,
    outputs: &mut Outputs,
) -> Result<Option<Error>, Error> {
    if !outputs.results.begin(&plan.header())? {
        let path = source.name().to_owned();
        return Ok(Some(Error::OtherColumns { path }));
    }
    if let Some(timing) = &mut outputs.timing {
        timing.begin(&[file_field::header(options.file_column), Timing::HEADER].concat())?;
    }
    Ok(None)
}

fn refuse_other_columns(source: &Source, plan: &Plan, outputs: &Outputs) -> Option<Error> {
    let path = || source.name().to_owned();
    (!outputs.results.follows(&plan.header())).then(|| Error::OtherColumns { path: path() })
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
    outputs.results.expect(plan(options, source)?.header());
    Ok(())
}

/// Estimates the number of chunks of a file, rounding up. More threads than chunks would be
/// useless.
fn chunks(source: &Source, target: usize) -> usize {
    match source.size().filter(|_| source.is_mapped()) {
        Some(size) => usize::try_from(size).map_or(usize::MAX, |size| size / target.max(1) + 1),
        None => usize::MAX,
    }
}
