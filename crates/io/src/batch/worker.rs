//! One worker thread, which turns chunks into finished chunks.

use super::{
    Options,
    feeder::Numbers,
    listing::{Lister, WritePart},
    page::{Buffers, Page, Rows, Solved, Wanted},
};
use crate::{input::Chunk, output::Tally};
use std::collections::VecDeque;
use sudomill_core::{
    Error,
    engine::Engine,
    grid::Size,
    solver::{Batch, Clock},
};

/// The state that a thread keeps from chunk to chunk.
pub(super) struct Worker<'a> {
    solving: Solving<'a>,
    size: Size,
    options: &'a Options<'a>,
    wanted: Wanted<'a>,
    tally: Tally,
    /// The chunks taken and not returned, in order.
    pages: VecDeque<Page<'a>>,
    /// The origins of the rows in the engine, one entry per batch.
    rows: VecDeque<Rows>,
    spare: Vec<(Batch, Rows)>,
    numbers: Numbers,
    /// The number of newlines in the chunks taken so far, if this worker counts them.
    newlines: u64,
}

/// The way a thread solves.
pub(super) enum Solving<'a> {
    /// With an engine, which returns the first solution of each puzzle.
    First(Engine<'a>),
    /// With a lister, which writes every solution.
    All(Lister<'a>),
}

/// Returns the clock setting for the engines of a batch; `timed` if single rows need their time.
pub(super) fn clock(timed: bool) -> Clock {
    if timed { Clock::Rows } else { Clock::Totals }
}

impl<'a> Worker<'a> {
    pub fn new(
        solving: Solving<'a>,
        size: Size,
        options: &'a Options<'a>,
        wanted: Wanted<'a>,
        numbers: Numbers,
    ) -> Self {
        Self {
            solving,
            size,
            options,
            wanted,
            tally: Tally::default(),
            pages: VecDeque::new(),
            rows: VecDeque::new(),
            spare: Vec::new(),
            numbers,
            newlines: 0,
        }
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
        let mut page = Page::new(chunk, newlines + self.newlines, buffers, self.wanted);
        loop {
            let new = || (Batch::new(self.size), Rows::default());
            let (mut batch, mut rows) = self.spare.pop().unwrap_or_else(new);
            page.read(&mut batch, &mut rows);
            if batch.is_empty() {
                self.spare.push((batch, rows));
                break;
            }
            match &mut self.solving {
                Solving::First(engine) => {
                    self.rows.push_back(rows);
                    engine.take(batch);
                    self.after_call(Some(&mut page))?;
                }
                Solving::All(lister) => {
                    lister.solve(&mut batch, &rows, &mut page, write_part, &mut self.tally)?;
                    page.render(&mut batch, &mut rows);
                    self.spare.push((batch, rows));
                    self.after_call(Some(&mut page))?;
                }
            }
        }
        if self.numbers == Numbers::ByWorker {
            self.newlines += page.newlines();
        }
        self.pages.push_back(page);
        Ok(())
    }

    /// Finishes every chunk taken so far.
    pub fn finish(&mut self) -> Result<(), Error> {
        if let Solving::First(engine) = &mut self.solving {
            engine.finish();
        }
        self.after_call(None)
    }

    /// Renders the batches that are finished. `current` is the page that is being read.
    fn after_call(&mut self, mut current: Option<&mut Page<'a>>) -> Result<(), Error> {
        if self.options.limits.is_stopped() {
            return Err(Error::Interrupted);
        }
        let Solving::First(engine) = &mut self.solving else { return Ok(()) };
        engine.times().iter().for_each(|&(solve_ns, puzzles)| self.tally.time(solve_ns, puzzles));
        while let Some(mut batch) = engine.next_done() {
            let mut rows = self.rows.pop_front().expect("a batch has its rows");
            let page = self.pages.iter_mut().find(|page| page.open > 0);
            let page = page.or(current.as_deref_mut()).expect("a batch has its page");
            page.render(&mut batch, &mut rows);
            self.spare.push((batch, rows));
        }
        Ok(())
    }

    /// Returns the next finished chunk, in the order in which they were taken.
    pub fn next_done(&mut self) -> Option<(Chunk, Solved)> {
        self.pages.front().filter(|page| page.is_done())?;
        self.pages.pop_front().map(Page::end)
    }

    /// The number of chunks that [`next_done`](Self::next_done) has not returned.
    pub fn unfinished(&self) -> usize {
        self.pages.len()
    }

    /// Returns the solve times and the lane occupancy of this thread.
    pub fn tally(mut self) -> Tally {
        if let Solving::First(engine) = &self.solving {
            self.tally.occupy(engine.occupancy());
        }
        self.tally
    }
}
