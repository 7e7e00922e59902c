//! One worker thread, which turns chunks into finished chunks.

use super::{
    Options,
    feeder::Numbers,
    listing::{Lister, WritePart},
    page::{Buffers, Page, Rows, Solved, Wanted},
};
use crate::{
    Error,
    engine::{Clock, Engine},
    grid::Order,
    input::Chunk,
    output::Tally,
};

/// The state that a thread keeps from chunk to chunk.
pub(super) struct Worker<'a, O: Order> {
    solving: Solving<'a, O>,
    options: &'a Options<'a>,
    wanted: Wanted<'a>,
    tally: Tally,
    spare: Rows,
    numbers: Numbers,
    /// The number of newlines in the finished chunks, if this worker counts them.
    newlines: u64,
}

/// The way a thread solves.
pub(super) enum Solving<'a, O: Order> {
    /// With an engine, which returns the first solution of each puzzle.
    First(Box<dyn Engine<Page> + 'a>),
    /// With a lister, which writes every solution.
    All(Box<Lister<'a, O>>),
}

/// Returns the clock setting for the engines of a batch; `timed` if single rows need their time.
pub(super) fn clock(timed: bool) -> Clock {
    if timed { Clock::Both } else { Clock::Times }
}

impl<'a, O: Order> Worker<'a, O> {
    pub fn new(
        solving: Solving<'a, O>,
        options: &'a Options<'a>,
        wanted: Wanted<'a>,
        numbers: Numbers,
    ) -> Self {
        let (tally, spare) = (Tally::default(), Rows::default());
        Self { solving, options, wanted, tally, spare, numbers, newlines: 0 }
    }

    /// Takes a chunk. `newlines` is the number of newlines before it in the input, as far as the
    /// feeder counts them.
    pub fn take(
        &mut self,
        chunk: Chunk,
        newlines: u64,
        buffers: Buffers,
        write_part: &WritePart,
    ) -> Result<(), Error> {
        let rows = std::mem::take(&mut self.spare);
        let page = Page::new::<O>(chunk, newlines, buffers, rows, self.wanted);
        match &mut self.solving {
            Solving::First(engine) => engine.take(page),
            Solving::All(lister) => {
                lister.take(page, self.wanted.plan, write_part, &mut self.tally)?;
            }
        }
        self.after_call()
    }

    /// Finishes every chunk taken so far.
    pub fn finish(&mut self) -> Result<(), Error> {
        if let Solving::First(engine) = &mut self.solving {
            engine.finish();
        }
        self.after_call()
    }

    fn after_call(&mut self) -> Result<(), Error> {
        let tally = &mut self.tally;
        if let Solving::First(engine) = &mut self.solving {
            engine.times(&mut |solve_ns, puzzles| tally.time(solve_ns, puzzles));
        }
        match self.options.limits.is_stopped() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
    }

    /// Returns the next finished chunk, in the order in which they were taken.
    pub fn next_done(&mut self) -> Option<Solved> {
        let mut page = match &mut self.solving {
            Solving::First(engine) => engine.next_done(),
            Solving::All(lister) => lister.next_done(),
        }?;
        if self.numbers == Numbers::ByWorker {
            page.newlines_before += self.newlines;
            self.newlines += page.newlines();
        }
        let (solved, rows) = page.render(self.wanted);
        self.spare = rows;
        Some(solved)
    }

    /// The number of chunks taken but not finished.
    pub fn unfinished(&self) -> usize {
        match &self.solving {
            Solving::First(engine) => engine.unfinished(),
            Solving::All(_) => 0,
        }
    }

    /// Returns the solve times and the lane occupancy of this thread.
    pub fn tally(mut self) -> Tally {
        if let Solving::First(engine) = &self.solving {
            self.tally.occupy(engine.occupancy());
        }
        self.tally
    }
}
