//! The shared work of a run's threads: chunk after chunk, results in order.

use super::{
    Options, UNFINISHED,
    feeder::Feeder,
    page::{Buffers, Solved},
    worker::Worker,
    writer::Writer,
};
use crate::{
    input::Chunk,
    output::{InOrder, SharedPacker, Tally, lock},
};
use std::{
    mem,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};
use sudomill_core::Error;

/// The state that the workers of a run share.
pub(super) struct Job<'a> {
    pub options: &'a Options<'a>,
    /// Set if somebody may wait for results before sending more input, as on a terminal.
    pub is_live: bool,
    pub feeder: Mutex<Feeder>,
    pub queue: InOrder<(Chunk, Solved)>,
    pub writer: Mutex<Writer<'a>>,
    /// The queues of blocks to compress.
    pub packers: Vec<SharedPacker>,
    /// Buffers to reuse.
    pub spare: Mutex<Vec<Buffers>>,
    pub failed: AtomicBool,
}

impl Job<'_> {
    /// Runs one worker: takes chunks until none is left or the run has failed, on this thread or
    /// another.
    pub fn work<'w>(&self, worker: impl FnOnce() -> Worker<'w>) -> Result<Tally, Error> {
        let unfinished = Unfinished(self);
        let mut worker = worker();
        self.chunks(&mut worker)?;
        let tally = worker.tally();
        mem::forget(unfinished);
        Ok(tally)
    }

    fn chunks(&self, worker: &mut Worker) -> Result<(), Error> {
        while !self.failed.load(Ordering::Relaxed) {
            self.pack()?;
            // Poisoned: a worker panicked while it read, and the run is about to fail.
            // The source may be half-way through a chunk.
            let Ok(mut feeder) = self.feeder.lock() else { return Ok(()) };
            let next = feeder.next(self.options.chunk);
            drop(feeder);
            let Some((chunk, newlines)) = next else {
                worker.finish()?;
                self.submit_finished(worker)?;
                return self.pack();
            };
            let buffers = lock(&self.spare).pop().unwrap_or_default();
            worker.take(chunk, newlines, buffers, &|index, part| self.write_part(index, part))?;
            if self.is_live || worker.unfinished() > UNFINISHED {
                worker.finish()?;
            }
            self.submit_finished(worker)?;
        }
        Ok(())
    }

    /// Compresses all queued blocks, so that never more than a few chunks wait for compression.
    fn pack(&self) -> Result<(), Error> {
        self.packers.iter().try_for_each(|packer| packer.drain())
    }

    /// Writes a part of the results of an unfinished chunk.
    fn write_part(&self, index: u64, part: &[u8]) -> Result<bool, Error> {
        let written = self.queue.write_part(index, || lock(&self.writer).write_part(part))?;
        self.pack()?;
        Ok(written)
    }

    /// Submits the chunks that the worker has finished.
    fn submit_finished(&self, worker: &mut Worker) -> Result<(), Error> {
        while let Some((chunk, solved)) = worker.next_done() {
            chunk.check()?;
            self.queue.submit(chunk.index, (chunk, solved), |(chunk, solved)| {
                let before = || lock(&self.feeder).before();
                let buffers = lock(&self.writer).write(chunk, solved, before)?;
                lock(&self.spare).push(buffers);
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// Guards a worker in progress. If the worker fails or panics, dropping the guard ends the run on
/// all other threads, which would otherwise wait for its chunk forever.
struct Unfinished<'a, 'r>(&'a Job<'r>);

impl Drop for Unfinished<'_, '_> {
    fn drop(&mut self) {
        self.0.failed.store(true, Ordering::Relaxed);
        self.0.queue.close();
        self.0.packers.iter().for_each(|packer| packer.close());
    }
}
