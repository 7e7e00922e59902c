//! The one place that joins input, solver and output: bytes in, bytes out, on
//! every core, in order, in bounded memory.
//!
//! Every worker takes the next chunk from the source, solves its lines and hands
//! the finished bytes to a queue that writes them in the order of the input.
//! A chunk is taken by the worker that will solve it, so the oldest unwritten
//! one is always being worked on; workers that run too far ahead of it wait.

pub mod check;
mod in_order;
mod lanes;
mod page;
mod scalar;
#[cfg(test)]
mod tests;
mod worker;

use crate::{
    Error, for_size,
    grid::Size,
    input::{BadLine, Chunk, Source},
    output::{Format, Sink, Tally, Timing},
    solver::{
        Limits,
        lanes::Backend,
        registry::{self, Registered},
    },
};
use in_order::InOrder;
use lanes::Lanes;
use scalar::Scalar;
use std::{
    mem,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use worker::{Buffers, Solved, Worker};

/// Finished chunks that may wait for an older one, for each worker.
const AHEAD: u64 = 8;

/// Chunks that a worker may have begun and not finished, a hard puzzle of each
/// still in its lanes, before it sees to those.
const UNFINISHED: usize = 3;

/// The size of a chunk where none is named.
pub const CHUNK: usize = 128 << 10;

/// What a run is to do.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The strategy.
    pub strategy: registry::Chosen,
    /// The body of the `lanes` kernel, where that is the strategy.
    pub backend: Backend,
    /// When a puzzle's search ends. Its `stop` ends the whole run, too.
    pub limits: Limits<'a>,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Bytes of input a worker takes at once; results do not depend on it.
    pub chunk: usize,
    /// What a result line holds.
    pub format: Format,
    /// Whether the first bad line ends the run.
    pub strict: bool,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            strategy: registry::find(registry::DEFAULT).expect("the default is registered"),
            backend: Backend::best(),
            limits: Limits::default(),
            threads: 1,
            chunk: CHUNK,
            format: Format::default(),
            strict: false,
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

/// Hears how a run gets on. Called in the order of the input, from any thread.
pub trait Listener: Sync {
    /// A chunk is written: bytes of the input file behind us, puzzle lines in it.
    fn progress(&self, _bytes_done: u64, _puzzles: u64) {}

    /// A line, counted from 1, is no puzzle.
    fn bad_line(&self, _line: u64, _bad: &BadLine) {}
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
    let (timed, size) = (outputs.timing.is_some(), source.layout().size);
    if size == Size::Nine && options.strategy.is_lanes() {
        return run_with(source, options, outputs, listener, || Lanes::new(options, timed));
    }
    for_size!(size, O => scalar::<O>(source, options, outputs, listener))
}

fn scalar<O: Registered>(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    let (timed, solver) = (outputs.timing.is_some(), options.strategy.solver::<O>());
    let worker = || Scalar::new(&*solver, options, timed);
    run_with(source, options, outputs, listener, worker)
}

fn run_with<W: Worker>(
    source: Source,
    options: &Options,
    outputs: &mut Outputs,
    listener: &dyn Listener,
    worker: impl Fn() -> W + Sync,
) -> Result<Tally, Error> {
    if source.is_first() {
        outputs.results.write(options.format.header())?;
        if let Some(timing) = &mut outputs.timing {
            timing.write(Timing::HEADER)?;
        }
    }
    let chunks = match source.size().filter(|_| source.is_mapped()) {
        Some(size) => {
            usize::try_from(size).map_or(usize::MAX, |size| size / options.chunk.max(1) + 1)
        }
        None => usize::MAX,
    };
    let strict = options.strict.then(|| source.name().to_owned());
    let run = Run {
        options,
        is_live: source.is_live(),
        feeder: Mutex::new(Feeder {
            numbered: outputs.timing.is_some() || options.format.has_line_numbers(),
            source,
            before: None,
            newlines: 0,
        }),
        queue: InOrder::new(AHEAD * options.threads as u64),
        writer: Mutex::new(Writer { outputs, listener, newlines: 0, strict }),
        spare: Mutex::default(),
        failed: AtomicBool::new(false),
    };
    let pool = rayon::ThreadPoolBuilder::new()
        // Threads beyond the number of chunks would only be started and ended.
        .num_threads(options.threads.min(chunks))
        .build()
        .map_err(|e| Error::Threads(e.to_string()))?;
    let mut total = Tally::default();
    for tally in pool.broadcast(|_| run.work(&worker)) {
        total.merge(&tally?);
    }
    Ok(total)
}

/// What the workers of a run share.
struct Run<'a> {
    options: &'a Options<'a>,
    /// Somebody may be waiting for the results before there is more to read.
    is_live: bool,
    feeder: Mutex<Feeder>,
    queue: InOrder<Solved>,
    writer: Mutex<Writer<'a>>,
    /// Buffers to use again.
    spare: Mutex<Vec<Buffers>>,
    failed: AtomicBool,
}

impl Run<'_> {
    /// One worker's share: chunk after chunk until none is left or the run has
    /// failed, here or elsewhere.
    fn work<W: Worker>(&self, worker: impl FnOnce() -> W) -> Result<Tally, Error> {
        let unfinished = Unfinished(self);
        let mut worker = worker();
        self.chunks(&mut worker)?;
        let tally = worker.tally();
        mem::forget(unfinished);
        Ok(tally)
    }

    fn chunks(&self, worker: &mut impl Worker) -> Result<(), Error> {
        while !self.failed.load(Ordering::Relaxed) {
            // Poisoned: a worker panicked while it read, and the run is about to fail.
            // The source may be half-way through a chunk.
            let Ok(mut feeder) = self.feeder.lock() else { return Ok(()) };
            let next = feeder.next(self.options.chunk)?;
            drop(feeder);
            let Some((chunk, newlines)) = next else {
                worker.finish().ok_or(Error::Interrupted)?;
                return self.hand_in(worker);
            };
            let buffers = lock(&self.spare).pop().unwrap_or_default();
            worker.take(chunk, newlines, buffers).ok_or(Error::Interrupted)?;
            if self.is_live || worker.unfinished() > UNFINISHED {
                worker.finish().ok_or(Error::Interrupted)?;
            }
            self.hand_in(worker)?;
        }
        Ok(())
    }

    /// Passes on what the worker has finished.
    fn hand_in(&self, worker: &mut impl Worker) -> Result<(), Error> {
        while let Some(solved) = worker.next_done() {
            solved.chunk.check()?;
            self.queue.submit(solved.chunk.index, solved, |solved| {
                let before = || lock(&self.feeder).before();
                let buffers = lock(&self.writer).write(solved, before)?;
                lock(&self.spare).push(buffers);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// A worker's share that is under way. Dropped, because the worker failed or panicked,
/// it ends the run on the other threads, which would otherwise wait for its chunk for ever.
struct Unfinished<'a, 'r>(&'a Run<'r>);

impl Drop for Unfinished<'_, '_> {
    fn drop(&mut self) {
        self.0.failed.store(true, Ordering::Relaxed);
        self.0.queue.close();
    }
}

/// Hands out chunks, and the newlines before each where somebody needs them.
struct Feeder {
    source: Source,
    numbered: bool,
    /// The newlines of the file before the source, once somebody needed them.
    before: Option<u64>,
    /// Those of the chunks that were handed out.
    newlines: u64,
}

impl Feeder {
    fn next(&mut self, target: usize) -> Result<Option<(Chunk, u64)>, Error> {
        let Some(chunk) = self.source.next_chunk(target)? else { return Ok(None) };
        if !self.numbered {
            return Ok(Some((chunk, 0)));
        }
        let before = self.before() + self.newlines;
        self.newlines += memchr::memchr_iter(b'\n', chunk.bytes()).count() as u64;
        Ok(Some((chunk, before)))
    }

    fn before(&mut self) -> u64 {
        *self.before.get_or_insert_with(|| self.source.newlines_before())
    }
}

/// Writes finished chunks, which come in the order of the input.
struct Writer<'a> {
    outputs: &'a mut Outputs,
    listener: &'a dyn Listener,
    newlines: u64,
    /// The input's name, if the first bad line is to end the run.
    strict: Option<String>,
}

impl Writer<'_> {
    fn write(&mut self, solved: Solved, before: impl Fn() -> u64) -> Result<Buffers, Error> {
        for (newlines, bad) in solved.bad {
            let line = before() + self.newlines + newlines + bad.line_offset + 1;
            if let Some(input) = &self.strict {
                return Err(Error::Strict { path: input.clone(), line, bad });
            }
            self.listener.bad_line(line, &bad);
        }
        self.newlines += solved.newlines;
        self.outputs.results.write(&solved.buffers.results)?;
        if let Some(timing) = &mut self.outputs.timing {
            timing.write(&solved.buffers.timing)?;
        }
        self.listener.progress(solved.chunk.consumed(), solved.puzzles);
        solved.chunk.release();
        Ok(solved.buffers)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
