//! Solves a source: chunks → rows → engine → lines, on every thread.
//!
//! A puzzle may have more solutions than fit into memory. If all are written, a worker buffers up
//! to [`HELD`] bytes of the solutions of a chunk; then it waits until all earlier chunks are
//! written, and writes its buffer. The worker with the oldest unwritten chunk never waits.

use super::{
    Listener, Outputs, Reached, RunOptions, RunResult, SolveOptions,
    page::Page,
    pipeline::{Finish, Pipeline},
    render::{Renderer, Solved},
};
use crate::Error;
use crate::OptionsError;
use crate::{
    input::{BadLine, Chunk, InputErrorKind, Source},
    output::{Column, Origins, Plan, Tally, Timing, lock},
};
use std::{collections::VecDeque, ops::ControlFlow, sync::Mutex};
use sudomill_core::threads::check_stop;
use sudomill_core::{
    by_size::{self, RowSolver},
    clock::Instant,
    engine::Engine,
    grid::{Size, write_symbols},
    solver::{Batch, Clock, RowResult, registry::Strategy},
    threads,
};

/// The number of chunks that a worker may have in progress, each with a hard puzzle still in a
/// lane. With more, the worker finishes these first.
const UNFINISHED: usize = 3;

/// The number of guesses from which a search is worth a word when it is stopped: about a second.
const LONG: u64 = 100_000;

/// The number of result bytes that a chunk may buffer until all earlier chunks are written.
pub(super) const HELD: usize = 1 << 20;

impl SolveOptions<'_> {
    /// Returns the strategy to run; if every solution is written, a variant that lists them.
    fn strategy_for(&self, size: Size) -> Strategy {
        match self.format.lists_all() {
            true => self.strategy.listing(size.order()),
            false => self.strategy.clone(),
        }
    }

    /// Plans the columns of a run, after checking that the strategy can solve the puzzles.
    #[doc(hidden)] // For the page in web/.
    pub fn plan(&self, source: &Source) -> Result<Plan, Error> {
        let (size, candidates) = (source.layout().size, source.layout().candidates);
        let strategy = self.strategy_for(size);
        strategy.check_candidates(size, source.name(), candidates)?;
        Plan::new(self.format, &self.columns, self.file_column, source, strategy.about(size))
    }
}

/// Solves all puzzle lines of a source, as far as it can be read. Headers are written before the
/// first results of the outputs. The outputs are written, but not finished: the caller must do that.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::{grid, solver, verify}, sudomill_io::*}; }
/// use sudomill::{batch, input, output::Sink, solver::Status};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("solutions.txt");
/// let source = input::read_from("memory", ".4.3.3........2.\n".as_bytes())?;
/// let mut outputs = batch::Outputs { results: Sink::create(&path)?, timing: None };
/// let run = batch::run(source, &batch::SolveOptions::default(), &mut outputs, &())?;
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
/// [`input::read_from`](crate::input::read_from), or from a bug) ends the run on all threads and is
/// then propagated to the caller. The outputs are not finished.
pub fn run(
    mut source: Source,
    options: &SolveOptions,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<RunResult, Error> {
    if options.only.is_some() && options.format.lists_all() {
        return Err(OptionsError::CannotSelect { format: options.format }.into());
    }
    use InputErrorKind::{NoColumn, NoHeader};
    let lacks_column = |error| matches!(InputErrorKind::find(error), Some(NoColumn(_) | NoHeader));
    let plan = match options.plan(&source) {
        // A blank text counts as having any column, and has no results.
        Err(error) if lacks_column(&error) && source.is_blank() => return count_lines(source),
        // Only this input lacks the column; other inputs may have it.
        Err(error) if lacks_column(&error) => return Ok(RunResult::failed(error)),
        plan => plan?,
    };
    if options.only.is_some_and(|only| only.has_wrong()) && !plan.has_any(&[Column::Agrees]) {
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
    let solving = || Solving::new(options, size, timed);
    run_with(source, options, outputs, listener, &plan, &solving)
}

/// Counts the lines of a blank source.
fn count_lines(source: Source) -> Result<RunResult, Error> {
    let pipeline = Pipeline::new(source, &RunOptions::default(), false, &());
    pipeline.each(&|page| {
        page.each_row(&mut |_, _, _, _| {});
        Ok(Some(Box::new(|_, _, _| Ok(()))))
    })?;
    Ok(pipeline.into_run())
}

/// Solves a source with what `solving` returns, on each thread.
pub(super) fn run_with<'e>(
    source: Source,
    options: &SolveOptions,
    outputs: &mut Outputs,
    listener: &dyn Listener,
    plan: &Plan,
    solving: &(dyn Fn() -> Solving<'e> + Sync),
) -> Result<RunResult, Error> {
    let (header, is_first) = (plan.header(), source.is_first);
    // An earlier part of the file or an earlier source may have begun the outputs.
    let fits = match is_first {
        true => outputs.results.begin(&header)?,
        false => outputs.results.header.is_empty() || outputs.results.header == header,
    };
    if !fits {
        return Ok(RunResult::failed(InputErrorKind::OtherColumns.of(source.name())));
    }
    if let Some(timing) = outputs.timing.as_mut().filter(|_| is_first) {
        timing.begin(&Timing::header(options.file_column))?;
    }
    let timed = outputs.timing.is_some();
    let (is_live, passed) = (source.is_live(), source.next.newlines);
    // A long search is named by its line. To count lines would slow down the lanes.
    let counts_lines = timed || plan.has_any(&[Column::Line]) || !plan.about.is_in_lanes;
    let packers = outputs.sinks().map(|sink| sink.packer.clone()).collect();
    let (outputs, spare) = (&Mutex::new(outputs), &Mutex::new(Vec::new()));
    let finish = |mut solved: Solved| -> Finish {
        Box::new(move |pipeline, page, written| {
            if let Some((newlines, column)) = solved.results.undecodable {
                let line = pipeline.line(written.newlines_before + newlines);
                return Err(InputErrorKind::NotUtf8.at(&page.chunk.name, line, column));
            }
            let mut outputs = lock(outputs);
            outputs.results.write_later(&solved.results.bytes)?;
            if let Some(timing) = &mut outputs.timing {
                timing.write_later(&solved.timing.bytes)?;
            }
            let mut position = page.chunk.place.end;
            position.newlines = passed + written.newlines_before + page.place.newlines;
            listener.reached(&Reached { position, tally: &written.tally, outputs: &outputs });
            // Both keep their memory for another page.
            solved.results.clear();
            solved.timing.clear();
            lock(spare).push(solved);
            Ok(())
        })
    };
    let mut pipeline = Pipeline::new(source, &options.run, counts_lines, listener);
    (pipeline.is_strict, pipeline.packers) = (options.strict, packers);
    let write_part =
        |page: &Page, part: &[u8]| pipeline.write_part(page, &|| lock(outputs).results.write(part));
    let submit = |worker: &mut Worker| {
        while let Some((page, solved)) = worker.next_done() {
            pipeline.submit(page, finish(solved))?;
        }
        Ok::<_, Error>(())
    };
    let work_with = |worker: &mut Worker| {
        let mut newlines = 0;
        while let Some(mut page) = pipeline.next()? {
            page.newlines_before += newlines;
            let solved = lock(spare).pop().unwrap_or_default();
            worker.take(page, solved, &write_part)?;
            if pipeline.workers == 1 {
                newlines += worker.pages.back().map_or(0, |(page, _)| page.place.newlines);
            }
            if is_live || worker.pages.len() > UNFINISHED {
                worker.finish()?;
            }
            submit(worker)?;
        }
        if !pipeline.has_ended() {
            worker.finish()?;
            submit(worker)?;
            pipeline.pack()?;
        }
        Ok(())
    };
    let work = || {
        let mut worker = Worker::new(solving(), Renderer::new(options, plan, timed));
        let end = work_with(&mut worker);
        if counts_lines
            && matches!(end, Err(Error::Interrupted))
            && let Some((newlines, guesses)) = worker.longest_search()
        {
            listener.stopped(pipeline.line(newlines), guesses);
        }
        end.map(|()| pipeline.merge(&worker.tally()))
    };
    // The other threads help with puzzles that have very many solutions.
    let helps = threads::shares_search(&options.limits);
    let helpers = if helps { options.run.threads.saturating_sub(pipeline.workers) } else { 0 };
    pipeline.run(helpers, &work)?;
    Ok(pipeline.into_run())
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
    let solving =
        Solving::new(options, chunk.layout.size, timed || plan.has_any(&[Column::SolveNs]));
    let mut worker = Worker::new(solving, Renderer::new(options, plan, timed));
    let write_part = |_: &Page, _: &[u8]| Err(OptionsError::TooManySolutions.into());
    worker.take(Page::new(chunk, newlines_before), Solved::default(), &write_part)?;
    worker.finish()?;
    let (page, solved) = worker.next_done().expect("it is finished");
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
    pages: VecDeque<(Page, Solved)>,
    spare: Vec<(Batch, Origins)>,
}

/// The way a thread solves.
pub(super) enum Solving<'a> {
    /// With an engine, which returns the first solution of each puzzle.
    First(Engine<'a>),
    /// With a strategy that reports every solution as it is found.
    All(Box<RowSolver>),
}

impl<'a> Solving<'a> {
    /// Solves with the strategy and the limits of a run; `timed` if single rows need their time.
    pub fn new(options: &'a SolveOptions<'a>, size: Size, timed: bool) -> Self {
        let strategy = options.strategy_for(size);
        let clock = if timed { Clock::Rows } else { Clock::Totals };
        match options.format.lists_all() {
            true => Self::All(by_size::solver(&strategy, size)),
            false => Self::First(Engine::new(strategy, size, &options.limits, clock)),
        }
    }
}

impl<'a> Worker<'a> {
    fn new(solving: Solving<'a>, renderer: Renderer<'a>) -> Self {
        Self { solving, renderer, pages: VecDeque::new(), spare: Vec::new() }
    }

    /// Takes a page, with empty buffers for its results.
    fn take(&mut self, page: Page, solved: Solved, write_part: &WritePart) -> Result<(), Error> {
        self.pages.push_back((page, solved));
        while let Some((page, solved)) = self.pages.back_mut() {
            let new = || (Batch::new(page.chunk.layout.size), Origins::default());
            let (mut batch, mut origins) = self.spare.pop().unwrap_or_else(new);
            if !page.read(&mut batch, &mut origins) {
                self.spare.push((batch, origins));
                break;
            }
            match &mut self.solving {
                Solving::First(engine) => {
                    solved.open.push_back(origins);
                    engine.take(batch);
                }
                Solving::All(solver) => {
                    let (rows, renderer) = ((&mut batch, &origins), &mut self.renderer);
                    list(solver, rows, (page, solved), renderer, write_part)?;
                    renderer.render(page, solved, &mut batch, &mut origins)?;
                    self.spare.push((batch, origins));
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
        while let Some((mut batch, mut origins, page, solved)) = next_done(engine, &mut self.pages)
        {
            self.renderer.render(page, solved, &mut batch, &mut origins)?;
            self.spare.push((batch, origins));
        }
        Ok(())
    }

    /// The longest search of a stopped run, if it is [`LONG`]: the number of newlines before its
    /// puzzle, and its guesses.
    fn longest_search(&mut self) -> Option<(u64, u64)> {
        let (Solving::First(engine), mut longest) = (&mut self.solving, None) else { return None };
        while let Some((batch, origins, page, _)) = next_done(engine, &mut self.pages) {
            for (result, record) in batch.results().iter().zip(&origins.rows) {
                let guesses = result.counters.guesses;
                if guesses >= LONG && longest.is_none_or(|(_, most)| guesses > most) {
                    longest = Some((page.newlines_before + u64::from(record.newlines), guesses));
                }
            }
        }
        longest
    }

    /// Returns the next finished page, in the order in which they were taken.
    fn next_done(&mut self) -> Option<(Page, Solved)> {
        self.pages.front().filter(|(_, solved)| solved.open.is_empty())?;
        let (mut page, solved) = self.pages.pop_front()?;
        page.tally.unkept = solved.results.unkept;
        Some((page, solved))
    }

    /// Returns the solve times and the lane occupancy of this thread.
    fn tally(mut self) -> Tally {
        if let Solving::First(engine) = &self.solving {
            self.renderer.tally.occupancy = engine.occupancy();
        }
        self.renderer.tally
    }
}

/// Returns the next solved batch of an engine, with its page.
fn next_done<'p>(
    engine: &mut Engine,
    pages: &'p mut VecDeque<(Page, Solved)>,
) -> Option<(Batch, Origins, &'p mut Page, &'p mut Solved)> {
    let batch = engine.next_done()?;
    let mut pages = pages.iter_mut();
    let page = pages.find_map(|(page, solved)| Some((solved.open.pop_front()?, page, solved)));
    let (origins, page, solved) = page.expect("a batch has its page");
    Some((batch, origins, page, solved))
}

/// Writes a part of the results of a page. Returns `Ok(false)` if the run has failed on another
/// thread.
type WritePart<'w> = dyn Fn(&Page, &[u8]) -> Result<bool, Error> + 'w;

/// Solves the rows of a batch. The last results stay in the page's buffer, for the caller to write.
fn list(
    solver: &RowSolver,
    (batch, origins): (&mut Batch, &Origins),
    (page, solved): (&mut Page, &mut Solved),
    renderer: &mut Renderer,
    write_part: &WritePart,
) -> Result<(), Error> {
    let limits = &renderer.options.limits;
    while let Some(row) = batch.next_row() {
        let (mut number, mut symbols, mut written) = (0, Vec::new(), Ok(true));
        let begun = Instant::now();
        let outcome = solver(batch, row, limits, &mut |values| {
            number += 1;
            symbols.clear();
            write_symbols(values, &mut symbols, page.chunk.layout.alphabet);
            let rows = (&*batch, origins);
            let part = renderer.solution(page, solved, rows, row, (number, &symbols));
            if part.len() >= HELD {
                written = write_part(page, part);
                part.clear();
            }
            match written {
                Ok(true) => ControlFlow::Continue(()),
                _ => ControlFlow::Break(()),
            }
        });
        let solve_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        // The run has failed or was interrupted.
        if !written? || limits.is_stopped() {
            break;
        }
        let Some((result, first)) = outcome else {
            batch.end(row, RowResult::INVALID, &[]);
            continue;
        };
        if number != result.solutions {
            return Err(OptionsError::UnreportedSolutions { reported: number }.into());
        }
        page.tally.listed += number;
        page.tally.at_limit += u64::from(number == limits.solutions.get());
        renderer.tally.times.record(solve_ns, 1);
        batch.end(row, RowResult { solve_ns, ..result }, &first);
    }
    Ok(())
}
