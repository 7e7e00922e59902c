//! Many puzzles at once: the lanes of one thread, kept full from chunk to chunk.

use super::{
    Options,
    page::{Page, Row},
    worker::{Buffers, Solved, Worker},
};
use crate::{input::Chunk, output::Tally, solver::lanes};
use std::{
    collections::VecDeque,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

/// The kernel, and the chunks whose puzzles are in it.
pub(super) struct Lanes<'a> {
    options: &'a Options<'a>,
    engine: lanes::Engine<'a>,
    /// Knows the names of the counters.
    solver: lanes::Lanes,
    timed: bool,
    tally: Tally,
    pages: VecDeque<Page>,
    /// Rows of a page that is done, to use again.
    spare: Vec<Row>,
    /// The number of the first of the pages.
    first: u64,
    /// Puzzles to feed, as rows of the last page and their place in its chunk.
    fed: Vec<(u32, u32)>,
    ended: EndedInCall,
}

/// The sweeps of the puzzles that ended in the current call of the engine.
struct EndedInCall {
    sweeps: u64,
    /// How many took so many sweeps: most take few.
    few: [u64; 64],
    /// Those that took more.
    many: Vec<u64>,
    /// Whose puzzle is to be told its time.
    each: Vec<(u64, u64)>,
}

impl EndedInCall {
    const NONE: Self = Self { sweeps: 0, few: [0; 64], many: Vec::new(), each: Vec::new() };

    #[inline]
    fn push(&mut self, id: u64, sweeps: u64, timed: bool) {
        self.sweeps += sweeps;
        match self.few.get_mut(sweeps as usize) {
            Some(count) => *count += 1,
            None => self.many.push(sweeps),
        }
        if timed {
            self.each.push((id, sweeps));
        }
    }
}

impl<'a> Lanes<'a> {
    pub fn new(options: &'a Options<'a>, timed: bool) -> Self {
        Self {
            options,
            engine: lanes::Engine::new(options.backend, options.limits),
            solver: lanes::Lanes::new(options.backend),
            timed,
            tally: Tally::default(),
            pages: VecDeque::new(),
            spare: Vec::new(),
            first: 0,
            fed: Vec::new(),
            ended: EndedInCall::NONE,
        }
    }

    /// Runs the engine over the puzzles to feed, which are lines of this chunk;
    /// without a chunk until the engine is empty. `None`: the run was stopped.
    fn run(&mut self, chunk: Option<&Chunk>) -> Option<()> {
        let begun = Instant::now();
        let Self { engine, pages, ended, fed, first, options, timed, .. } = self;
        let last = (*first + pages.len() as u64).saturating_sub(1) << 32;
        let sink = |id: u64, outcome: &lanes::LaneOutcome| {
            let page = &mut pages[((id >> 32) - *first) as usize];
            if page.end(id as u32, outcome, &options.limits) {
                ended.push(id, outcome.counters.sweeps, *timed);
            }
        };
        match chunk {
            None => engine.drain(sink),
            Some(chunk) => {
                let bytes = chunk.puzzle_text();
                let line =
                    |at: u32| bytes[at as usize..].first_chunk().expect("81 bytes were seen");
                engine.feed(fed.drain(..).map(|(row, at)| (last | u64::from(row), line(at))), sink);
            }
        }
        self.share(begun.elapsed());
        let stop = self.options.limits.stop;
        (!stop.is_some_and(|stop| stop.load(Ordering::Relaxed))).then_some(())
    }

    /// A lane has no stopwatch of its own: the time of a call of the engine is
    /// divided over the puzzles that ended in it, by the sweeps that each took.
    /// The shares add up to the time of all calls.
    fn share(&mut self, elapsed: Duration) {
        let ended = &mut self.ended;
        let ns_per_sweep = elapsed.as_nanos() as f64 / ended.sweeps.max(1) as f64;
        let ns = |sweeps: u64| (sweeps as f64 * ns_per_sweep) as u64;
        for (sweeps, &count) in (0..).zip(&ended.few).filter(|(_, count)| **count > 0) {
            self.tally.time(ns(sweeps), count);
        }
        for &sweeps in &ended.many {
            self.tally.time(ns(sweeps), 1);
        }
        for &(id, sweeps) in &ended.each {
            self.pages[((id >> 32) - self.first) as usize].time(id as u32, ns(sweeps));
        }
        ended.sweeps = 0;
        ended.few.fill(0);
        ended.many.clear();
        ended.each.clear();
    }
}

impl Worker for Lanes<'_> {
    fn take(&mut self, chunk: Chunk, newlines: u64, buffers: Buffers) -> Option<()> {
        let chunk = Arc::new(chunk);
        let rows = std::mem::take(&mut self.spare);
        let page =
            Page::read(chunk.clone(), newlines, buffers, rows, &mut self.tally, &mut self.fed);
        self.pages.push_back(page);
        self.run(Some(&chunk))
    }

    fn finish(&mut self) -> Option<()> {
        self.run(None)
    }

    fn next_done(&mut self) -> Option<Solved> {
        self.pages.front().filter(|page| page.is_done())?;
        self.first += 1;
        let page = self.pages.pop_front()?;
        let (solved, rows) =
            page.render(self.options.format, self.timed, &self.solver, &mut self.tally);
        self.spare = rows;
        Some(solved)
    }

    fn unfinished(&self) -> usize {
        self.pages.len()
    }

    fn tally(mut self) -> Tally {
        self.tally.occupy(self.engine.occupancy());
        self.tally
    }
}
