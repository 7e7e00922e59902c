//! Joins input, engine and output: bytes in, bytes out, on every core, in order, in
//! bounded memory.
//!
//! Each worker thread takes the next chunk from the source, solves its rows and passes
//! the finished bytes to a queue that writes them in the order of the input. The worker
//! that takes a chunk solves it, so the oldest unwritten chunk is always being worked on;
//! workers that run too far ahead of it wait.

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
    Error, engine, for_size,
    grid::Order,
    input::{BadLine, Line, Position, Source},
    output::{
        Columns, Counts, Format, InOrder, Only, Plan, SharedPacker, Sink, Tally, Timing, file_field,
    },
    solver::{
        Counter, Limits,
        registry::{Registered, Strategy},
    },
    threads,
};
use feeder::{Feeder, Numbers};
use job::Job;
use listing::Lister;
use page::{Page, Wanted};
use std::{
    ops::ControlFlow,
    path::Path,
    sync::{Mutex, PoisonError, atomic::AtomicBool},
};
use worker::{Solving, Worker, clock};
use writer::Writer;

/// Finished chunks that may wait for an older one, for each worker.
const AHEAD: u64 = 8;

/// Chunks that a worker may have begun and not finished, a hard puzzle of each
/// still in its lanes, before it finishes those.
const UNFINISHED: usize = 3;

/// The default size of a chunk, in bytes.
pub const CHUNK: usize = 128 << 10;

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The strategy.
    pub strategy: Strategy,
    /// When a puzzle's search ends. Its `stop` ends the whole run, too.
    pub limits: Limits<'a>,
    /// Worker threads, from 1 to [`max_threads`](crate::max_threads).
    pub threads: usize,
    /// Bytes of input a worker takes at once; results do not depend on it.
    pub chunk: usize,
    /// What a result line holds.
    pub format: Format,
    /// The columns of a format that has some. `agrees` compares the solutions that
    /// [`Source::find_solutions`] finds, by default those in the likeliest column.
    pub columns: Columns,
    /// Which results are written; `None` for all. Every row is solved and counted, and has its row
    /// of figures.
    pub only: Option<Only>,
    /// How many records are read, at most; `None` for all. What follows them is not read.
    pub head: Option<u64>,
    /// Whether the first bad line ends the run.
    pub strict: bool,
    /// Whether rows of CSV and JSON, and of the timing, begin with the name of the input, in
    /// a column `file`.
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

/// Where the results go.
#[derive(Debug)]
pub struct Outputs {
    /// A line a puzzle line.
    pub results: Sink,
    /// A row of figures a puzzle line.
    pub timing: Option<Sink>,
}

impl Outputs {
    /// The outputs whose text is compressed.
    fn packers(&self) -> Vec<SharedPacker> {
        [Some(&self.results), self.timing.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(Sink::packer)
            .collect()
    }
}

/// Hears how a run gets on. Called in the order of the input, from any thread.
pub trait Listener: Sync {
    /// A chunk is written: bytes of the input file behind us, puzzle lines in it.
    fn progress(&self, _bytes_done: u64, _puzzles: u64) {}

    /// The input has a column of that name, too, which is kept: the results' one gets another.
    fn renamed(&self, _column: &str, _name: &str) {}

    /// A line, counted from 1, is no puzzle.
    fn bad_line(&self, _line: u64, _bad: &BadLine) {}

    /// The solution in a line, counted from 1, is wrong, for this reason.
    fn wrong_solution(&self, _line: u64, _reason: &str) {}

    /// A chunk is written.
    #[doc(hidden)] // For the program, which takes up runs.
    fn reached(&self, _place: &Reached) {}
}

/// How far a run has come in a source.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Reached<'a> {
    position: Position,
    /// Of the lines that this run has solved.
    counts: &'a Counts,
    outputs: &'a Outputs,
}

/// Hears nothing.
impl Listener for () {}

/// Solves every puzzle line of a source. The outputs are written, not finished:
/// that is the caller's to do.
///
/// ```
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
/// The input cannot be read on, an output not be written, a strict run met a bad
/// line, or the run was stopped.
///
/// # Panics
/// What panics on a worker thread (the listener, a reader given to
/// [`input::read_from`](crate::input::read_from), a bug) ends the run on every thread;
/// then the panic goes on to the caller. The outputs are not finished.
pub fn run(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let Run { tally, failure } = run_readable(source, options, outputs, listener)?;
    failure.map_or(Ok(tally), Err)
}

/// As [`run`], for one of several inputs: a source that cannot be read to its end is solved
/// as far as it goes. Headers are written before the first results of the outputs.
///
/// # Errors
/// Those of [`run`], except that the input cannot be read on.
pub fn run_readable(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Run, Error> {
    for_size!(source.layout().size, O => solve::<O>(source, options, outputs, listener))
}

/// What became of a source.
#[derive(Debug, Default)]
pub struct Run {
    /// The counts of the lines whose results are written.
    pub tally: Tally,
    /// Why the source could not be read to its end; `None` if it was. The results of all
    /// lines before are written.
    pub failure: Option<Error>,
}

/// Solves a file of puzzles into a file of results, which appears under its name when it is
/// complete. `-` is standard input or output.
///
/// ```no_run
/// use sudomill::batch;
/// let options = batch::Options { threads: 8, ..Default::default() };
/// let tally = batch::solve_file("puzzles.txt.gz", "solutions.txt", &options)?;
/// println!("{} puzzles", tally.puzzles());
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// Those of [`run`]; the input cannot be opened, or the output not be created.
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

fn solve<O: Registered>(
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
    let strategy = strategy::<O>(options);
    let solver = strategy.solver::<O>();
    strategy.check_candidates::<O>(source.name(), source.layout().candidates)?;
    let plan = match plan(options, &source, solver.own_counters()) {
        Ok(plan) => plan,
        // A text without content has any column, and no result.
        Err(Error::NoColumn { .. } | Error::NoHeader { .. }) if source.is_blank() => {
            return blank::<O>(source);
        }
        // It is the input that lacks a column: others may have it.
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
    let engine = || match lists_all {
        true => Solving::All(Box::new(Lister::new(&*solver, &options.limits))),
        false => Solving::First(engine::new::<O, Page>(&*solver, &options.limits, clock)),
    };
    run_with::<O>(source, options, outputs, listener, &plan, &engine)
}

/// Counts the lines of a source that is blank.
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

/// The strategy that is run: where every solution is written, one that lists them.
fn strategy<O: Order>(options: &Options) -> Strategy {
    match options.format.lists_all() {
        true => options.strategy.listing(O::BOX),
        false => options.strategy,
    }
}

fn plan(options: &Options, source: &Source, own: &[Counter]) -> Result<Plan, Error> {
    Plan::new(options.format, &options.columns, options.file_column, source, own)
}

/// Runs with an engine a thread.
fn run_with<'e, O: Order>(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
    plan: &Plan,
    engine: &(dyn Fn() -> Solving<'e, O> + Sync),
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
        // Solutions are numbered before the worker has read the chunk.
        true if workers == 1 && !options.format.lists_all() => Numbers::ByWorker,
        true => Numbers::ByFeeder,
    };
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
    let work = || run.work(|| Worker::<O>::new(engine(), options, wanted, numbers));
    let mut tally = Tally::default();
    for worker in pool.broadcast(|_| work()) {
        tally.merge(&worker?);
    }
    let writer = run.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.add(&writer.into_counts());
    let mut feeder = run.feeder.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Run { tally, failure: feeder.take_failure() })
}

/// Begins the outputs, unless an earlier source did. Returns why the results of this source
/// cannot follow those of an earlier one.
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

/// Makes results take only sources with the columns of this one, whose results are in another
/// output: that of the first part of several files.
///
/// # Errors
/// A column does not exist, or is chosen twice.
pub fn expect_columns(
    source: &Source,
    options: &Options,
    outputs: &mut Outputs,
) -> Result<(), Error> {
    let plan = for_size!(source.layout().size, O => {
        plan(options, source, strategy::<O>(options).solver::<O>().own_counters())
    })?;
    outputs.results.expect(plan.header());
    Ok(())
}

/// The number of chunks of a file, at least; threads beyond it would only be started and
/// ended.
fn chunks(source: &Source, target: usize) -> usize {
    match source.size().filter(|_| source.is_mapped()) {
        Some(size) => usize::try_from(size).map_or(usize::MAX, |size| size / target.max(1) + 1),
        None => usize::MAX,
    }
}
