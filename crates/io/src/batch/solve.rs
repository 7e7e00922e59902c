//! Solves a source: chunks → rows → engine → lines, on every thread.

use super::{
    CHUNK, Listener, Options, Outputs, Reached, Run,
    page::Solved,
    pipeline::{Feeder, Numbers, Pipeline},
    read::Reader,
    worker::{Solving, Worker},
};
use crate::{
    input::{BadLine, Chunk, Problem, Source},
    output::{Column, Origins, Plan, SharedPacker, Sink, Tally, Timing, lock},
};
use std::sync::{Mutex, PoisonError};
use sudomill_core::{
    Error,
    grid::Size,
    solver::{Batch, registry::Strategy},
    threads,
};

/// The number of chunks that a worker may have in progress, each with a hard puzzle still in a
/// lane. With more, the worker finishes these first.
const UNFINISHED: usize = 3;

impl Options<'_> {
    /// Returns the strategy to run; if every solution is written, a variant that lists them.
    pub(super) fn strategy_for(&self, size: Size) -> Strategy {
        match self.format.lists_all() {
            true => self.strategy.listing(size.order()),
            false => self.strategy.clone(),
        }
    }

    /// Plans the columns of a run, after checking that the strategy can solve the puzzles.
    pub(super) fn plan(&self, source: &Source) -> Result<Plan, Error> {
        let (size, candidates) = (source.layout().size, source.layout().candidates);
        let strategy = self.strategy_for(size);
        strategy.check_candidates(size, source.name(), candidates)?;
        let own = strategy.about(size).own_counters;
        Plan::new(self.format, &self.columns, self.file_column, source, own)
    }
}

/// Solves a source. See [`super::run_readable`].
pub(super) fn solve(
    mut source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Run, Error> {
    if options.only.is_some() && options.format.lists_all() {
        let message = format!("the format '{}' cannot select results", options.format);
        return Err(Error::Impossible(message));
    }
    let plan = match options.plan(&source) {
        Ok(plan) => plan,
        // A blank text counts as having any column, and has no results.
        Err(Error::NoColumn { .. } | Error::NoHeader { .. }) if source.is_blank() => {
            return blank(source);
        }
        // Only this input lacks the column; other inputs may have it.
        Err(error @ (Error::NoColumn { .. } | Error::NoHeader { .. })) => {
            return Ok(Run::failed(error));
        }
        Err(error) => return Err(error),
    };
    if options.only.is_some_and(|only| only.has_wrong()) && !plan.has(Column::Agrees) {
        let message = "cannot select wrong solutions without the column 'agrees'";
        return Err(Error::Impossible(message.to_owned()));
    }
    if plan.has(Column::Agrees)
        && !source.has_solutions()
        && let Err(error) = source.find_solutions(None)
    {
        return Ok(Run::failed(error));
    }
    plan.renamed().for_each(|(column, name)| listener.renamed(column, name));
    let (size, timed) =
        (source.layout().size, outputs.timing.is_some() || plan.has(Column::SolveNs));
    let solving = || Solving::new(options, size, timed);
    run_with(source, options, outputs, listener, &plan, &solving)
}

/// Counts the lines of a blank source.
fn blank(mut source: Source) -> Result<Run, Error> {
    let (mut batch, mut origins) = (Batch::new(source.layout().size), Origins::default());
    let mut tally = Tally::default();
    while let Some(chunk) = source.next_chunk(CHUNK)? {
        let mut reader = Reader::new(chunk);
        while reader.read(&mut batch, &mut origins) {}
        tally.merge(&reader.tally);
    }
    Ok(Run { tally, failure: None })
}

/// Solves a source with what `solving` returns, on each thread.
pub(super) fn run_with<'e>(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
    plan: &Plan,
    solving: &(dyn Fn() -> Solving<'e> + Sync),
) -> Result<Run, Error> {
    if !begin(&source, options, plan, outputs)? {
        let path = source.name().to_owned();
        return Ok(Run::failed(Error::OtherColumns { path }));
    }
    let timed = outputs.timing.is_some();
    let workers = threads::bounded(options.threads).min(chunks(&source, options.chunk));
    let numbers = match timed || plan.has(Column::Line) {
        false => Numbers::Unwanted,
        true if workers == 1 => Numbers::ByReader,
        true => Numbers::ByFeeder,
    };
    let (size, name) = (source.layout().size, source.name().to_owned());
    let run = Solve {
        options,
        is_live: source.is_live(),
        packers: outputs.packers(),
        writer: Mutex::new(Writer::new(&source, options.strict, outputs, listener)),
        pipeline: Pipeline::new(Feeder::new(source, numbers, options.head), workers),
        numbers,
        spare: Mutex::default(),
    };
    let work = || run.work(Worker::new(solving(), size, options, plan, &name, timed));
    let close = || run.packers.iter().for_each(|it| it.close());
    // The other threads help with puzzles that have very many solutions.
    let helps = threads::shares_search(&options.limits);
    let helpers = if helps { options.threads.saturating_sub(workers) } else { 0 };
    let mut tally = Tally::default();
    run.pipeline.run(helpers, work, close)?.iter().for_each(|worker| tally.merge(worker));
    let writer = run.writer.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.merge(&writer.tally);
    Ok(Run { tally, failure: run.pipeline.into_failure() })
}

/// Writes the headers, unless an earlier source did. Returns false if the columns of this source
/// differ from those of an earlier one.
fn begin(
    source: &Source,
    options: &Options,
    plan: &Plan,
    outputs: &mut Outputs,
) -> Result<bool, Error> {
    let header = plan.header();
    if !source.is_first() {
        return Ok(outputs.results.follows(&header));
    }
    if !outputs.results.begin(&header)? {
        return Ok(false);
    }
    if let Some(timing) = &mut outputs.timing {
        timing.begin(&Timing::header(options.file_column))?;
    }
    Ok(true)
}

/// Estimates the number of chunks of a file, rounding up. More threads than chunks would be
/// useless.
fn chunks(source: &Source, target: usize) -> usize {
    match source.size().filter(|_| source.is_mapped()) {
        Some(size) => usize::try_from(size).map_or(usize::MAX, |size| size / target.max(1) + 1),
        None => usize::MAX,
    }
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

/// The state that the workers of a run share.
struct Solve<'a> {
    options: &'a Options<'a>,
    /// Set if somebody may wait for results before sending more input, as on a terminal.
    is_live: bool,
    pipeline: Pipeline<(Chunk, Solved)>,
    numbers: Numbers,
    writer: Mutex<Writer<'a>>,
    /// The queues of blocks to compress.
    packers: Vec<SharedPacker>,
    /// Buffers to reuse.
    spare: Mutex<Vec<Solved>>,
}

impl Solve<'_> {
    /// Runs one worker: takes chunks until none is left or the run has failed, on this thread or
    /// another.
    fn work(&self, mut worker: Worker) -> Result<Tally, Error> {
        while !self.pipeline.has_ended() {
            self.pack()?;
            let Some((chunk, newlines)) = self.pipeline.next(self.options.chunk) else {
                if !self.pipeline.has_ended() {
                    worker.finish()?;
                    self.submit_finished(&mut worker)?;
                    self.pack()?;
                }
                break;
            };
            let spare = lock(&self.spare).pop().unwrap_or_default();
            let write_part = |index, part: &[u8]| self.write_part(index, part);
            let newlines = worker.take(chunk, newlines, spare, &write_part)?;
            // Another thread may hold the feeder while it waits for input.
            if self.numbers == Numbers::ByReader {
                lock(&self.pipeline.feeder).pass(newlines);
            }
            if self.is_live || worker.unfinished() > UNFINISHED {
                worker.finish()?;
            }
            self.submit_finished(&mut worker)?;
        }
        Ok(worker.tally())
    }

    /// Compresses all queued blocks, so that never more than a few chunks wait for compression.
    fn pack(&self) -> Result<(), Error> {
        self.packers.iter().try_for_each(|packer| packer.drain())
    }

    /// Writes a part of the results of an unfinished chunk.
    fn write_part(&self, index: u64, part: &[u8]) -> Result<bool, Error> {
        let written = self
            .pipeline
            .queue
            .write_part(index, || lock(&self.writer).outputs.results.write(part))?;
        self.pack()?;
        Ok(written)
    }

    /// Submits the chunks that the worker has finished.
    fn submit_finished(&self, worker: &mut Worker) -> Result<(), Error> {
        while let Some((chunk, solved)) = worker.next_done() {
            chunk.check()?;
            self.pipeline.queue.submit(chunk.place.index, (chunk, solved), |(chunk, solved)| {
                let before = || lock(&self.pipeline.feeder).before();
                let solved = lock(&self.writer).write(chunk, solved, before)?;
                lock(&self.spare).push(solved);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Writes finished chunks to the outputs and notifies the listener, in the order of the input.
struct Writer<'a> {
    outputs: &'a mut Outputs,
    listener: &'a dyn Listener,
    newlines: u64,
    /// The number of newlines that an earlier run has already passed.
    passed: u64,
    tally: Tally,
    /// The name of the input, if the first bad line ends the run.
    strict: Option<String>,
}

impl<'a> Writer<'a> {
    fn new(
        source: &Source,
        strict: bool,
        outputs: &'a mut Outputs,
        listener: &'a dyn Listener,
    ) -> Self {
        let strict = strict.then(|| source.name().to_owned());
        let (passed, tally) = (source.newlines_passed(), Tally::default());
        Self { outputs, listener, newlines: 0, passed, tally, strict }
    }

    /// Writes the next chunk and returns its buffers, cleared. `before` returns the number of
    /// newlines of the file before the source.
    fn write(
        &mut self,
        chunk: Chunk,
        solved: Solved,
        before: impl Fn() -> u64,
    ) -> Result<Solved, Error> {
        let line = |newlines: u64| before() + self.newlines + newlines + 1;
        let first_bad = solved.bad.first().map_or(u64::MAX, |(newlines, _)| *newlines);
        if let (Some(path), Some((newlines, skip))) = (&self.strict, solved.stray)
            && newlines < first_bad
        {
            let bad = BadLine::new((0, 1), Problem::NotARecord { found: skip.to_string() });
            return Err(Error::BadLine { path: path.clone(), line: line(newlines), bad });
        }
        for (newlines, bad) in &solved.bad {
            let line = line(newlines + bad.line_offset);
            if let Some(path) = &self.strict {
                return Err(Error::BadLine { path: path.clone(), line, bad: bad.clone() });
            }
            self.listener.bad_line(line, bad);
        }
        for (newlines, reason) in &solved.wrong {
            self.listener.wrong_solution(line(*newlines), reason);
        }
        if let Some((newlines, column)) = solved.results.undecodable {
            let (path, line) = (chunk.name().to_owned(), line(newlines));
            return Err(Error::NotUtf8 { path, line, column });
        }
        self.newlines += solved.newlines;
        self.outputs.results.write_later(&solved.results.bytes)?;
        if let Some(timing) = &mut self.outputs.timing {
            timing.write_later(&solved.timing.bytes)?;
        }
        self.tally.merge(&solved.tally);
        self.listener.progress(chunk.consumed(), solved.tally.puzzles());
        let position = chunk.position_after(self.passed + self.newlines);
        self.listener.reached(&Reached { position, tally: &self.tally, outputs: self.outputs });
        chunk.release();
        Ok(solved.cleared())
    }
}
