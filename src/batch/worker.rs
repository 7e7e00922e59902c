//! One worker thread: chunks in, finished chunks out.

use super::{
    Options,
    feeder::Numbers,
    page::{Buffers, Page, Rows, Solved, Wanted},
};
use crate::{
    Error,
    engine::{Clock, Engine},
    grid::Order,
    input::Chunk,
    output::Tally,
    solver::Counter,
};
use std::marker::PhantomData;

/// What one thread keeps from chunk to chunk.
pub(super) struct Worker<'a, O> {
    engine: Box<dyn Engine<Page> + 'a>,
    options: &'a Options<'a>,
    wanted: Wanted,
    /// The strategy's own counters.
    own: &'static [Counter],
    tally: Tally,
    spare: Rows,
    numbers: Numbers,
    /// Those of the chunks that are finished.
    newlines: u64,
    order: PhantomData<O>,
}

/// The clock that a batch's engines need.
pub(super) fn clock(timed: bool) -> Clock {
    if timed { Clock::Both } else { Clock::Times }
}

impl<'a, O: Order> Worker<'a, O> {
    pub fn new(
        engine: Box<dyn Engine<Page> + 'a>,
        options: &'a Options<'a>,
        own: &'static [Counter],
        timed: bool,
        numbers: Numbers,
    ) -> Self {
        let wanted = Wanted { format: options.format, timed, named: options.file_column };
        let (tally, spare) = (Tally::default(), Rows::default());
        let (newlines, order) = (0, PhantomData);
        Self { engine, options, wanted, own, tally, spare, numbers, newlines, order }
    }

    /// Takes a chunk in. `newlines` are those before it in the input, as far as the feeder
    /// counts them.
    pub fn take(&mut self, chunk: Chunk, newlines: u64, buffers: Buffers) -> Result<(), Error> {
        let rows = std::mem::take(&mut self.spare);
        let page = Page::new::<O>(chunk, newlines, buffers, rows, self.wanted);
        self.engine.take(page);
        self.after_call()
    }

    /// Finishes every chunk that was taken in.
    pub fn finish(&mut self) -> Result<(), Error> {
        self.engine.finish();
        self.after_call()
    }

    fn after_call(&mut self) -> Result<(), Error> {
        let tally = &mut self.tally;
        self.engine.times(&mut |solve_ns, puzzles| tally.time(solve_ns, puzzles));
        match self.options.limits.is_stopped() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// The next finished chunk, in the order in which they were taken.
    pub fn next_done(&mut self) -> Option<Solved> {
        let mut page = self.engine.next_done()?;
        if self.numbers == Numbers::ByWorker {
            page.newlines_before += self.newlines;
            self.newlines += page.newlines();
        }
        let (solved, rows) = page.render(self.wanted, self.own, &mut self.tally);
        self.spare = rows;
        Some(solved)
    }

    /// Chunks taken in and not finished.
    pub fn unfinished(&self) -> usize {
        self.engine.unfinished()
    }

    /// What this thread has counted.
    pub fn tally(mut self) -> Tally {
        self.tally.occupy(self.engine.occupancy());
        self.tally
    }
}
