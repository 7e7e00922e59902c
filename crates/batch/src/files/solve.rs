//! Solves a source: chunks → rows → engine → lines, on every thread.
//!
//! A puzzle may have more solutions than fit into memory. If all are written, a worker buffers up
//! to `HELD` bytes of the solutions of a chunk; then it waits until all earlier chunks are
//! written, and writes its buffer. The worker with the oldest unwritten chunk never waits.

use super::{
    Listener, Outputs, RunOptions, RunResult, SolveOptions,
    page::{Page, PageBatch},
    pipeline::{Finish, Pipeline, Written},
    render::{Renderer, Solution, Solved},
    resume::Reached,
};
use std::{collections::VecDeque, ops::ControlFlow, sync::Mutex};
use sudomill_input::{BadLine, Chunk, Error, InputErrorKind, Layout, OptionsError, Source};
use sudomill_output::{Column, Only, Plan, Tally, Timing, lock, style_of};
use sudomill_puzzle::{
    error::NeedsBoxes,
    grid::{Size, write_symbols},
    solving::{Clock, RowResult},
};
use sudomill_solvers::{
    clock::Instant,
    engine::{Engine, RowSolver, row_solver},
    registry::Strategy,
    threads::{self, check_stop},
};

/// The number of chunks that a worker may have in progress, each with a hard puzzle still in a
/// lane. With more, the worker finishes these first.
const UNFINISHED: usize = 3;

/// The number of guesses from which a search is worth a word when it is stopped: about a second.
const LONG: u64 = 100_000;

/// The largest chunk if the steps of each puzzle are shown, in bytes: they take a hundred times the bytes of the
/// puzzle, and a few chunks wait for an earlier one.
const PATH_CHUNK: usize = 8 << 10;

/// The number of result bytes that a chunk may buffer until all earlier chunks are written.
pub const HELD: usize = 1 << 20;

impl SolveOptions<'_> {
    /// Returns the strategy to run; if every solution is written, a variant that lists them.
    ///
    /// # Errors
    /// It does not know the units of the puzzles.
    fn strategy_for(&self, layout: &Layout) -> Result<Strategy, NeedsBoxes> {
        let strategy = self.strategy.clone().in_units(layout.units)?;
        Ok(if self.format.lists_all() { strategy.listing(layout.size) } else { strategy })
    }
}

/// Plans the columns of a run, after checking that the strategy can solve the puzzles.
///
/// # Errors
/// It cannot, or a column does not exist.
pub fn plan(options: &SolveOptions, source: &Source) -> Result<Plan, Error> {
    let (size, candidates) = (source.layout().size, source.layout().candidates);
    let strategy = options.strategy_for(source.layout())?;
    strategy.check_candidates(size, source.name(), candidates)?;
    let about = strategy.about(size);
    Plan::new(style_of(options.format), &options.columns, options.file_column, source, about)
}

/// Makes the outputs of a run accept only sources with the header of this one, as if they had begun
/// with it. Returns false if the options do not fit the source.
pub fn expect_header_of(source: &Source, options: &SolveOptions, outputs: &mut Outputs) -> bool {
    let plan = plan(options, source);
    plan.map(|plan| outputs.results.header = plan.header()).is_ok()
}

/// Solves all puzzle lines of a source, as far as it can be read. Headers are written before the
/// first results of the outputs. The outputs are written, but not finished: the caller must do that.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch, input, output::Sink, solver::Status};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("solutions.txt");
/// let source = input::read_from("memory", ".4.3.3........2.\n".as_bytes())?;
/// let mut outputs = batch::Outputs::new(Sink::create(&path)?);
/// let run = batch::solve_source(source, &batch::SolveOptions::default(), &mut outputs, &())?;
/// outputs.results.finish()?;
/// assert_eq!(run.into_result()?.of(Status::Unique), 1);
/// assert_eq!(std::fs::read_to_string(&path)?.len(), 17);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An output cannot be written, a strict run met a bad line, or the run was stopped. An input that
/// cannot be read is not an error here, but the [`failure`](RunResult::failure) of the run.
///
/// # Panics
/// A panic on a worker thread (in the listener, in a reader given to
/// [`input::read_from`](sudomill_input::read_from), or from a bug) ends the run on all threads and is
/// then propagated to the caller. The outputs are not finished.
pub fn solve_source(
    mut source: Source,
    options: &SolveOptions,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<RunResult, Error> {
    if options.only.is_some() && options.format.lists_all() {
        return Err(OptionsError::CannotSelect { format: options.format.name() }.into());
    }
    use InputErrorKind::{NoColumn, NoHeader};
    let lacks_column = |error| matches!(InputErrorKind::find(error), Some(NoColumn(_) | NoHeader));
    let plan = match plan(options, &source) {
        // A blank text counts as having any column, and has no results.
        Err(error) if lacks_column(&error) && source.is_blank() => return count_lines(source),
        // Only this input lacks the column; other inputs may have it.
        Err(error) if lacks_column(&error) => return Ok(RunResult::failed(error)),
        plan => plan?,
    };
    if options.only.as_ref().is_some_and(Only::has_wrong) && !plan.has_any(&[Column::Agrees]) {
        return Err(OptionsError::WrongWithoutAgrees.into());
    }
    if plan.has_any(&[Column::Agrees])
        && source.layout().solutions.is_none()
        && let Err(error) = source.find_solutions(None)
    {
        return Ok(RunResult::failed(error));
    }
    plan.renamed().for_each(|(column, name)| listener.renamed(column, name));
    let (size, timed) =
        (source.layout().size, outputs.timing.is_some() || plan.has_any(&[Column::SolveNs]));
    let strategy = options.strategy_for(source.layout())?;
    let solving = || Solving::new(options, &strategy, size, timed);
    run_with(source, options, outputs, listener, &plan, &solving)
}

/// Counts the lines of a blank source.
fn count_lines(source: Source) -> Result<RunResult, Error> {
    let pipeline = Pipeline::new(source, &RunOptions::default(), false, &());
    pipeline.each(&|page| {
        page.each_row(&mut |_, _| {});
        Ok(Some(Box::new(|_, _, _| Ok(()))))
    })?;
    Ok(pipeline.into_run())
}

/// Solves a source with what `solving` returns, on each thread.
///
/// # Errors
/// As for [`solve_source`].
pub fn run_with<'e>(
    source: Source,
    options: &SolveOptions,
    outputs: &mut Outputs,
    listener: &dyn Listener,
    plan: &Plan,
    solving: &(dyn Fn() -> Solving<'e> + Sync),
) -> Result<RunResult, Error> {
    if !begin_outputs(&source, options, outputs, plan)? {
        return Ok(RunResult::failed(InputErrorKind::OtherColumns.of(source.name())));
    }
    let timed = outputs.timing.is_some();
    // A long search is named by its line. To count lines would slow down the lanes.
    let counts_lines =
        timed || plan.has_any(&[Column::Line, Column::Message]) || !plan.about.is_in_lanes;
    let packers = outputs.sinks().map(|sink| sink.packer.clone()).collect();
    let writer = Writer {
        outputs: Mutex::new(outputs),
        spare: Mutex::default(),
        listener,
        newlines_passed: source.next.newlines,
    };
    let is_live = source.is_live();
    let mut run_options = options.run;
    if plan.has_any(&Column::PATHS) {
        run_options.chunk = run_options.chunk.min(PATH_CHUNK);
    }
    let mut pipeline = Pipeline::new(source, &run_options, counts_lines, listener);
    (pipeline.is_strict, pipeline.packers) = (options.strict, packers);
    let run = Run { options, plan, timed, counts_lines, is_live, writer: &writer, pipeline };
    // The other threads help with puzzles that have very many solutions.
    let helps = threads::shares_search(&options.limits);
    let workers = run.pipeline.workers;
    let helpers = if helps { options.run.threads.saturating_sub(workers) } else { 0 };
    run.pipeline.run(helpers, &|| run.work(solving()))?;
    Ok(run.pipeline.into_run())
}

/// Writes the headers. Returns false if an earlier source has begun the results with another one.
fn begin_outputs(
    source: &Source,
    options: &SolveOptions,
    outputs: &mut Outputs,
    plan: &Plan,
) -> Result<bool, Error> {
    let header = plan.header();
    if !source.is_first {
        // An earlier part of the file or an earlier source may have begun the outputs.
        return Ok(outputs.results.header.is_empty() || outputs.results.header == header);
    }
    let fits = outputs.results.begin(&header)?;
    if let Some(timing) = outputs.timing.as_mut().filter(|_| fits) {
        timing.begin(&Timing::header(options.file_column))?;
    }
    Ok(fits)
}

/// Writes solved pages to the outputs, in the order of the input.
struct Writer<'o> {
    outputs: Mutex<&'o mut Outputs>,
    /// Results that are written; they keep their memory for other pages.
    spare: Mutex<Vec<Solved>>,
    listener: &'o dyn Listener,
    /// The number of newlines that an earlier run has passed.
    newlines_passed: u64,
}

impl Writer<'_> {
    fn write(
        &self,
        pipeline: &Pipeline,
        page: &Page,
        written: &Written,
        mut solved: Solved,
    ) -> Result<(), Error> {
        let undecodable = solved.results.undecodable.map(|at| {
            let line = pipeline.line(written.newlines_before + at.newlines);
            InputErrorKind::NotUtf8.at(&page.chunk.name, line, at.column)
        });
        let mut outputs = lock(&self.outputs);
        outputs.results.write_later(&solved.results.bytes)?;
        if let Some(timing) = &mut outputs.timing {
            timing.write_later(&solved.timing.bytes)?;
        }
        if let Some(error) = undecodable {
            return Err(error);
        }
        // A page at which the run fails is not written to its end.
        if page.fails_at.is_none() {
            let mut position = page.chunk.span.end;
            position.newlines =
                self.newlines_passed + written.newlines_before + page.place.newlines;
            self.listener.reached(&Reached { position, tally: &written.tally, outputs: &outputs });
        }
        solved.results.clear();
        solved.timing.clear();
        lock(&self.spare).push(solved);
        Ok(())
    }
}

/// A run over one source.
struct Run<'r, 'o> {
    options: &'r SolveOptions<'r>,
    plan: &'r Plan,
    /// True if there are timing rows.
    timed: bool,
    /// True if the number of newlines before a page must be known while it is solved.
    counts_lines: bool,
    /// True if the writer of the input may be waiting for an answer.
    is_live: bool,
    writer: &'r Writer<'o>,
    pipeline: Pipeline<'r>,
}

impl<'r> Run<'r, '_> {
    /// Solves pages on one thread, until there are no more.
    fn work(&self, solving: Solving) -> Result<(), Error> {
        let mut worker = Worker::new(solving, Renderer::new(self.options, self.plan, self.timed));
        let end = self.work_with(&mut worker);
        if self.counts_lines
            && end.as_ref().is_err_and(Error::is_interrupted)
            && let Some(search) = worker.longest_search()
        {
            let line = self.pipeline.line(search.newlines_before);
            self.writer.listener.stopped(line, search.guesses);
        }
        end.map(|()| self.pipeline.merge(&worker.tally()))
    }

    fn work_with(&self, worker: &mut Worker) -> Result<(), Error> {
        let write_part = |page: &Page, part: &[u8]| {
            let write = || lock(&self.writer.outputs).results.write(part);
            self.pipeline.write_part(page, &write)
        };
        // A single worker counts the newlines of the pages that it has read.
        let mut newlines = 0;
        while let Some(mut page) = self.pipeline.next()? {
            page.newlines_before += newlines;
            let solved = lock(&self.writer.spare).pop().unwrap_or_default();
            worker.take(page, solved, &write_part)?;
            if self.pipeline.workers == 1 {
                newlines += worker.pages.back().map_or(0, |open| open.page.place.newlines);
            }
            if self.is_live || worker.pages.len() > UNFINISHED {
                worker.finish()?;
            }
            self.submit(worker)?;
        }
        if !self.pipeline.has_ended() {
            worker.finish()?;
            self.submit(worker)?;
            self.pipeline.pack()?;
        }
        Ok(())
    }

    /// Submits the pages that a worker has finished.
    fn submit(&self, worker: &mut Worker) -> Result<(), Error> {
        while let Some(OpenPage { page, solved }) = worker.next_done() {
            let writer = self.writer;
            let finish: Finish<'r> = Box::new(move |pipeline, page, written| {
                writer.write(pipeline, page, written, solved)
            });
            self.pipeline.submit(page, finish)?;
        }
        Ok(())
    }
}

/// Solves a chunk on this thread, for a caller that has no others. Returns the results and the
/// timing rows, the first bad lines with their numbers, and the counts.
///
/// # Errors
/// The format lists every solution, and they take more than a mebibyte.
#[allow(clippy::type_complexity)]
pub fn solve_chunk(
    chunk: Chunk,
    newlines_before: u64,
    options: &SolveOptions,
    plan: &Plan,
    timed: bool,
) -> Result<([Vec<u8>; 2], Vec<(u64, BadLine)>, Tally), Error> {
    let strategy = options.strategy_for(&chunk.layout)?;
    let solving = Solving::new(
        options,
        &strategy,
        chunk.layout.size,
        timed || plan.has_any(&[Column::SolveNs]),
    );
    let mut worker = Worker::new(solving, Renderer::new(options, plan, timed));
    let write_part = |_: &Page, _: &[u8]| Err(OptionsError::TooManySolutions.into());
    worker.take(Page::new(chunk, newlines_before), Solved::default(), &write_part)?;
    worker.finish()?;
    let OpenPage { page, solved } = worker.next_done().expect("it is finished");
    let line =
        |(before, bad): (u64, BadLine)| (newlines_before + before + bad.line_offset + 1, bad);
    let bad = page.bad.into_iter().map(line).collect();
    Ok(([solved.results.bytes, solved.timing.bytes], bad, page.tally))
}

/// One thread, which turns pages into finished pages.
struct Worker<'a> {
    solving: Solving<'a>,
    renderer: Renderer<'a>,
    /// The pages taken and not returned, in order.
    pages: VecDeque<OpenPage>,
    spare: Vec<PageBatch>,
}

/// A page, and its results so far.
struct OpenPage {
    page: Page,
    solved: Solved,
}

/// A long search that was stopped.
struct StoppedSearch {
    /// The number of newlines before its puzzle.
    newlines_before: u64,
    guesses: u64,
}

/// The way a thread solves.
pub enum Solving<'a> {
    /// With an engine, which returns the first solution of each puzzle.
    First(Engine<'a>),
    /// With a strategy that reports every solution as it is found.
    All(Box<RowSolver>),
}

impl<'a> Solving<'a> {
    /// Solves with the strategy and the limits of a run; `timed` if single rows need their time.
    pub fn new(
        options: &'a SolveOptions<'a>,
        strategy: &Strategy,
        size: Size,
        timed: bool,
    ) -> Self {
        let clock = if timed { Clock::Rows } else { Clock::Totals };
        match options.format.lists_all() {
            true => Self::All(row_solver(strategy, size)),
            false => Self::First(Engine::new(strategy.clone(), size, &options.limits, clock)),
        }
    }
}

impl<'a> Worker<'a> {
    fn new(solving: Solving<'a>, renderer: Renderer<'a>) -> Self {
        Self { solving, renderer, pages: VecDeque::new(), spare: Vec::new() }
    }

    /// Takes a page, with empty buffers for its results. Of a page at which the run fails, the
    /// rows behind that line are not read.
    fn take(&mut self, page: Page, solved: Solved, write_part: &WritePart) -> Result<(), Error> {
        self.pages.push_back(OpenPage { page, solved });
        while let Some(OpenPage { page, solved }) = self.pages.back_mut() {
            let new = || PageBatch::new(&page.chunk.layout);
            let mut rows = self.spare.pop().unwrap_or_else(new);
            if page.fails_at.is_some() || !page.read(&mut rows) {
                self.spare.push(rows);
                break;
            }
            if self.renderer.options.strict {
                page.reject(&rows.origins);
            }
            match &mut self.solving {
                Solving::First(engine) => {
                    solved.open.push_back(rows.origins);
                    engine.take(rows.batch);
                }
                Solving::All(solver) => {
                    let mut listing =
                        Listing { page, solved, renderer: &mut self.renderer, write_part };
                    listing.list(solver, &mut rows)?;
                    self.renderer.render(page, solved, &mut rows)?;
                    self.spare.push(rows);
                }
            }
            self.render_done()?;
        }
        Ok(())
    }

    /// Finishes every page taken so far.
    fn finish(&mut self) -> Result<(), Error> {
        if let Solving::First(engine) = &mut self.solving {
            engine.finish();
        }
        self.render_done()
    }

    /// Renders the batches that are finished.
    fn render_done(&mut self) -> Result<(), Error> {
        check_stop(self.renderer.options.limits.stop)?;
        let Solving::First(engine) = &mut self.solving else { return Ok(()) };
        let times = &mut self.renderer.tally.times;
        engine.times().iter().for_each(|&(solve_ns, puzzles)| times.record(solve_ns, puzzles));
        while let Some((mut rows, OpenPage { page, solved })) = next_done(engine, &mut self.pages) {
            self.renderer.render(page, solved, &mut rows)?;
            self.spare.push(rows);
        }
        Ok(())
    }

    /// The longest search of a stopped run, if it is [`LONG`].
    fn longest_search(&mut self) -> Option<StoppedSearch> {
        let (Solving::First(engine), mut longest) = (&mut self.solving, None) else { return None };
        let mut most = LONG - 1;
        while let Some((rows, OpenPage { page, .. })) = next_done(engine, &mut self.pages) {
            for (result, record) in rows.batch.results().iter().zip(&rows.origins.rows) {
                let guesses = result.counters.guesses;
                if guesses > most {
                    most = guesses;
                    let newlines_before = page.newlines_before + u64::from(record.newlines);
                    longest = Some(StoppedSearch { newlines_before, guesses });
                }
            }
        }
        longest
    }

    /// Returns the next finished page, in the order in which they were taken.
    fn next_done(&mut self) -> Option<OpenPage> {
        self.pages.front().filter(|open| open.solved.open.is_empty())?;
        let mut open = self.pages.pop_front()?;
        open.page.tally.unkept = open.solved.results.unkept;
        open.page.forget_below_failure();
        Some(open)
    }

    /// Returns the solve times and the lane occupancy of this thread.
    fn tally(mut self) -> Tally {
        if let Solving::First(engine) = &self.solving {
            self.renderer.tally.occupancy = engine.occupancy();
        }
        self.renderer.tally
    }
}

/// Returns the next solved batch of an engine, with its page. An engine returns batches in the
/// order in which it took them, so that it is the first open one of all pages.
fn next_done<'p>(
    engine: &mut Engine,
    pages: &'p mut VecDeque<OpenPage>,
) -> Option<(PageBatch, &'p mut OpenPage)> {
    let batch = engine.next_done()?;
    let open =
        pages.iter_mut().find(|it| !it.solved.open.is_empty()).expect("a batch has its page");
    let origins = open.solved.open.pop_front().expect("one of its batches is open");
    Some((PageBatch { batch, origins }, open))
}

/// Writes a part of the results of a page. Returns `Ok(false)` if the run has failed on another
/// thread.
type WritePart<'w> = dyn Fn(&Page, &[u8]) -> Result<bool, Error> + 'w;

/// Lists all solutions of the puzzles of a page.
struct Listing<'l, 'a> {
    page: &'l mut Page,
    solved: &'l mut Solved,
    renderer: &'l mut Renderer<'a>,
    write_part: &'l WritePart<'l>,
}

impl Listing<'_, '_> {
    /// Solves the rows of a batch, up to the one at which the run fails, and removes those behind
    /// it. The last results stay in the page's buffer, for the caller to write.
    fn list(&mut self, solver: &RowSolver, rows: &mut PageBatch) -> Result<(), Error> {
        let (options, above) = (self.renderer.options, self.page.rows_above_failure(&rows.origins));
        while let Some(row) = rows.batch.next_row() {
            if row >= above {
                rows.truncate(row);
                break;
            }
            let begun = Instant::now();
            let Listed { outcome, solutions, has_failed } = self.list_row(solver, rows, row)?;
            let solve_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            if has_failed || options.limits.is_stopped() {
                break;
            }
            if self.solved.results.undecodable.is_some() {
                rows.truncate(row);
                break;
            }
            let Some((mut result, first)) = outcome else {
                rows.batch.end(row, RowResult::INVALID, &[]);
                if options.strict {
                    rows.truncate(row + 1);
                    break;
                }
                continue;
            };
            if solutions != result.solutions {
                return Err(OptionsError::UnreportedSolutions { reported: solutions }.into());
            }
            self.page.tally.listed += solutions;
            self.page.tally.at_limit += u64::from(solutions == options.limits.solutions.get());
            self.renderer.tally.times.record(solve_ns, 1);
            result.solve_ns = solve_ns;
            rows.batch.end(row, result, &first);
        }
        Ok(())
    }

    /// Solves a row, and renders each solution as it is found.
    fn list_row(
        &mut self,
        solver: &RowSolver,
        rows: &PageBatch,
        row: usize,
    ) -> Result<Listed, Error> {
        let Self { page, solved, renderer, write_part } = self;
        let limits = &renderer.options.limits;
        let mut solutions = 0;
        let mut symbols = Vec::new();
        let mut written = Ok(true);
        let outcome = solver(&rows.batch, row, limits, &mut |values| {
            solutions += 1;
            symbols.clear();
            write_symbols(values, &mut symbols, page.chunk.layout.alphabet);
            let solution = Solution { row, index: solutions, symbols: &symbols };
            renderer.solution(page, solved, rows, solution);
            let part = &mut solved.results.bytes;
            if part.len() >= HELD {
                written = write_part(page, part);
                part.clear();
            }
            match written {
                Ok(true) if solved.results.undecodable.is_none() => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        Ok(Listed { outcome, solutions, has_failed: !written? })
    }
}

/// A row whose solutions were listed.
struct Listed {
    /// Its result and its first solution; `None` if it has no puzzle.
    outcome: Option<(RowResult, Vec<u8>)>,
    /// The number of solutions that were found.
    solutions: u64,
    /// True if the run has failed on another thread.
    has_failed: bool,
}
