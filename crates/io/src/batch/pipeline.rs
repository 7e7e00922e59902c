//! Runs threads that take the chunks of a source and finish them in order.

use super::RunOptions;
use crate::{
    input::{Chunk, Source, line_ends},
    output::InOrder,
};
use std::{
    mem,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};
use sudomill_core::{Error, threads};

/// The number of finished chunks per thread that may wait for an earlier chunk.
const AHEAD: u64 = 8;

/// The state that the threads of a run share. `T` is a finished chunk.
pub(super) struct Pipeline<T> {
    pub feeder: Mutex<Feeder>,
    /// Orders the finished chunks.
    pub queue: InOrder<T>,
    workers: usize,
    /// Set when no more chunks may be taken.
    has_ended: AtomicBool,
}

impl<T: Send> Pipeline<T> {
    pub fn new(feeder: Feeder, workers: usize) -> Self {
        let (feeder, queue) = (Mutex::new(feeder), queue(workers));
        Self { feeder, queue, workers, has_ended: AtomicBool::new(false) }
    }

    /// Calls `work` on each worker and returns the results. As many as `helpers` more threads run
    /// the tasks that workers hand to rayon. If one call fails or panics, the run ends on all
    /// threads, which would otherwise wait for its chunk forever: `close` has to wake those that
    /// wait outside of the pipeline.
    pub fn run<R: Send>(
        &self,
        helpers: usize,
        work: impl Fn() -> Result<R, Error> + Sync,
        close: impl Fn() + Sync,
    ) -> Result<Vec<R>, Error> {
        struct Guard<F: Fn()>(F);
        impl<F: Fn()> Drop for Guard<F> {
            fn drop(&mut self) {
                self.0();
            }
        }
        let work = || {
            let guard = Guard(|| {
                self.end();
                self.queue.close();
                close();
            });
            let result = work()?;
            mem::forget(guard);
            Ok(result)
        };
        let pool = threads::pool(self.workers + helpers)?;
        let results = pool.broadcast(|thread| (thread.index() < self.workers).then(work));
        results.into_iter().flatten().collect()
    }

    /// Calls `work` with every chunk and the newlines before it, until it returns `None`, and `write`
    /// with the results, in the order of the chunks. See [`Self::run`].
    ///
    /// # Errors
    /// Those of both, and [`Error::Interrupted`] once the run is to stop.
    pub fn each(
        &self,
        options: &RunOptions,
        work: impl Fn(Chunk, u64) -> Result<Option<T>, Error> + Sync,
        write: impl Fn(T) -> Result<(), Error> + Sync,
        close: impl Fn() + Sync,
    ) -> Result<(), Error> {
        let work = || {
            while !self.has_ended() {
                options.check_stop()?;
                let Some((chunk, newlines)) = self.next(options.chunk) else { break };
                let index = chunk.place.index;
                let Some(done) = work(chunk, newlines)? else { break };
                self.queue.submit(index, done, &write)?;
            }
            Ok(())
        };
        self.run(0, work, close).map(drop)
    }

    /// Hands out no more chunks.
    pub fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
    }

    /// Returns true if no more chunks may be taken because the run has failed on some thread, or
    /// after [`Self::end`].
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    /// Returns the next chunk, see [`Feeder::next`].
    pub fn next(&self, target: usize) -> Option<(Chunk, u64)> {
        match self.feeder.lock() {
            Ok(mut feeder) => feeder.next(target),
            // A thread panicked while it read, and the run is about to fail. The source may be
            // half-way through a chunk.
            Err(_) => {
                self.end();
                None
            }
        }
    }

    /// Returns the reason why the source could not be read to its end; `None` if it could.
    pub fn into_failure(self) -> Option<Error> {
        self.feeder.into_inner().unwrap_or_else(PoisonError::into_inner).failed
    }
}

/// Creates a queue for the chunks of several threads.
fn queue<T>(threads: usize) -> InOrder<T> {
    InOrder::new(AHEAD * threads::bounded(threads) as u64)
}

/// Lets the chunks of several threads take something in their order.
pub(super) struct Turns(InOrder<()>);

impl Turns {
    pub fn new(threads: usize) -> Self {
        Self(queue(threads))
    }

    /// Calls `take` once all earlier chunks have had their turn. Returns `None` if the run has failed
    /// on another thread.
    pub fn take<R>(
        &self,
        chunk: &Chunk,
        take: impl FnOnce() -> Result<R, Error>,
    ) -> Result<Option<R>, Error> {
        let (mut taken, index) = (None, chunk.place.index);
        self.0.write_part(index, || {
            taken = Some(take()?);
            Ok::<_, Error>(())
        })?;
        self.0.submit(index, (), |()| Ok::<_, Error>(()))?;
        Ok(taken)
    }

    /// Gives no more turns.
    pub fn close(&self) {
        self.0.close();
    }
}

/// Hands out chunks, each with the number of newlines before it if line numbers are needed.
pub(super) struct Feeder {
    source: Source,
    numbers: Numbers,
    /// The number of newlines of the file before the source, counted on first use.
    before: Option<u64>,
    /// The number of newlines in the chunks handed out so far.
    newlines: u64,
    /// The number of rows still to be read; `None` for all.
    left: Option<usize>,
    /// The reason why the source cannot be read to its end; `None` if it can.
    pub failed: Option<Error>,
}

/// Selects where newlines are counted for line numbers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Numbers {
    /// Nowhere: line numbers are off.
    Unwanted,
    /// In the feeder, before a thread gets the chunk.
    ByFeeder,
    /// By the only thread, which reads all chunks anyway and passes its count to
    /// [`Feeder::pass`].
    ByReader,
}

impl Feeder {
    /// Hands out the first `most` rows of a source, or all of them for `None`.
    pub fn new(source: Source, numbers: Numbers, most: Option<u64>) -> Self {
        let left = most.map(|most| most.try_into().unwrap_or(usize::MAX));
        Self { source, numbers, before: None, newlines: 0, left, failed: None }
    }

    /// Returns the next chunk and the number of newlines before it, 0 if line numbers are off.
    /// Returns `None` at the end of the source, or after an error.
    pub fn next(&mut self, target: usize) -> Option<(Chunk, u64)> {
        if self.failed.is_some() || self.left == Some(0) {
            return None;
        }
        let next = self.source.next_chunk(target);
        let mut chunk = next.unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })?;
        if let Some(left) = &mut self.left {
            chunk.most_rows = *left;
            let rows = chunk.read_all().0.into_iter().filter(|line| line.1.is_ok());
            *left -= rows.take(*left).count();
        }
        let newlines = match self.numbers {
            Numbers::Unwanted => 0,
            Numbers::ByFeeder | Numbers::ByReader => self.before() + self.newlines,
        };
        if self.numbers == Numbers::ByFeeder {
            self.newlines += line_ends(chunk.bytes());
        }
        Some((chunk, newlines))
    }

    /// Adds the newlines of the last chunk, for [`Numbers::ByReader`].
    pub fn pass(&mut self, newlines: u64) {
        self.newlines += newlines;
    }

    /// Returns the number of newlines of the file before the source.
    pub fn before(&mut self) -> u64 {
        *self.before.get_or_insert_with(|| self.source.newlines_before())
    }
}
