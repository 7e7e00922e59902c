//! One worker thread, which turns chunks into finished chunks.
//!
//! A puzzle may have more solutions than fit into memory. If all are written, a worker buffers up
//! to [`HELD`] bytes of the solutions of a chunk; then it waits until all earlier chunks are
//! written, and writes its buffer. The worker with the oldest unwritten chunk never waits.

use super::{
    Options,
    page::{Page, Renderer, Solved},
};
use crate::{
    input::Chunk,
    output::{Origins, Plan, Tally},
};
use std::{collections::VecDeque, ops::ControlFlow};
use sudomill_core::{
    Error,
    by_size::{self, RowSolver},
    clock::Instant,
    engine::Engine,
    grid::{Size, write_symbols},
    solver::{Batch, Clock, Counters, Event, Limits, Observer, RowResult},
};

/// The state that a thread keeps from chunk to chunk.
pub(super) struct Worker<'a> {
    solving: Solving<'a>,
    size: Size,
    options: &'a Options<'a>,
    renderer: Renderer<'a>,
    tally: Tally,
    /// The chunks taken and not returned, in order.
    pages: VecDeque<Page>,
    /// The origins of the rows in the engine, one entry per batch.
    origins: VecDeque<Origins>,
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
    pub fn new(options: &'a Options<'a>, size: Size, timed: bool) -> Self {
        let strategy = options.strategy_for(size);
        let clock = if timed { Clock::Rows } else { Clock::Totals };
        match options.format.lists_all() {
            true => Self::All(by_size::solver(&strategy, size)),
            false => Self::First(Engine::new(strategy, size, &options.limits, clock)),
        }
    }
}

impl<'a> Worker<'a> {
    /// Creates a worker for the input called `name`. It renders timing rows if `timed` is set.
    pub fn new(
        solving: Solving<'a>,
        size: Size,
        options: &'a Options<'a>,
        plan: &'a Plan,
        name: &str,
        timed: bool,
    ) -> Self {
        let (tally, spare) = (Tally::default(), Vec::new());
        let (pages, origins) = (VecDeque::new(), VecDeque::new());
        let renderer = Renderer::new(options, plan, name, timed);
        Self { solving, size, options, renderer, tally, pages, origins, spare }
    }

    /// Takes a chunk, with the number of newlines before it in the input as far as line numbers are
    /// needed. Returns its number of newlines.
    pub fn take(
        &mut self,
        chunk: Chunk,
        newlines_before: u64,
        solved: Solved,
        write_part: &WritePart,
    ) -> Result<u64, Error> {
        let mut page = Page::new(chunk, newlines_before, solved);
        loop {
            let new = || (Batch::new(self.size), Origins::default());
            let (mut batch, mut origins) = self.spare.pop().unwrap_or_else(new);
            if !page.reader.read(&mut batch, &mut origins) {
                self.spare.push((batch, origins));
                break;
            }
            page.open += 1;
            match &mut self.solving {
                Solving::First(engine) => {
                    self.origins.push_back(origins);
                    engine.take(batch);
                }
                Solving::All(solver) => {
                    let (with, renderer) = ((&**solver, &self.options.limits), &mut self.renderer);
                    let (rows, tally) = ((&mut batch, &origins), &mut self.tally);
                    list(with, rows, &mut page, renderer, tally, write_part)?;
                    renderer.render(&mut page, &mut batch, &mut origins)?;
                    self.spare.push((batch, origins));
                }
            }
            self.after_call(Some(&mut page))?;
        }
        let newlines = page.reader.newlines();
        self.pages.push_back(page);
        Ok(newlines)
    }

    /// Finishes every chunk taken so far.
    pub fn finish(&mut self) -> Result<(), Error> {
        if let Solving::First(engine) = &mut self.solving {
            engine.finish();
        }
        self.after_call(None)
    }

    /// Renders the batches that are finished. `current` is the page that is being read.
    fn after_call(&mut self, mut current: Option<&mut Page>) -> Result<(), Error> {
        if self.options.limits.is_stopped() {
            return Err(Error::Interrupted);
        }
        let Solving::First(engine) = &mut self.solving else { return Ok(()) };
        engine
            .times()
            .iter()
            .for_each(|&(solve_ns, puzzles)| self.tally.times.record(solve_ns, puzzles));
        while let Some(mut batch) = engine.next_done() {
            let mut origins = self.origins.pop_front().expect("a batch has its rows");
            let page = self.pages.iter_mut().find(|page| page.open > 0);
            let page = page.or(current.as_deref_mut()).expect("a batch has its page");
            self.renderer.render(page, &mut batch, &mut origins)?;
            self.spare.push((batch, origins));
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
        self.tally.times.merge(&self.renderer.times);
        self.tally
    }
}

/// The number of result bytes that a chunk may buffer until all earlier chunks are written.
pub(super) const HELD: usize = 1 << 20;

/// Writes a part of the results of the chunk with this index. Returns `Ok(false)` if the run has
/// failed on another thread.
pub(super) type WritePart<'w> = dyn Fn(u64, &[u8]) -> Result<bool, Error> + 'w;

/// Solves the rows of a batch. The last results stay in the page's buffer, for the caller to write.
fn list(
    (solver, limits): (&RowSolver, &Limits),
    (batch, origins): (&mut Batch, &Origins),
    page: &mut Page,
    renderer: &mut Renderer,
    tally: &mut Tally,
    write_part: &WritePart,
) -> Result<(), Error> {
    let mut symbols = Vec::new();
    while let Some(row) = batch.next_row() {
        let (rows, symbols) = ((&*batch, origins), &mut symbols);
        let (number, written) = (0, Ok(true));
        let mut found = Found { page, renderer, rows, row, symbols, number, write_part, written };
        let begun = Instant::now();
        let outcome = solver(batch, row, limits, &mut found);
        let solve_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let Found { number, written, .. } = found;
        // The run has failed or was interrupted.
        if !written? || limits.is_stopped() {
            break;
        }
        let Some((result, first)) = outcome else {
            batch.end(row, RowResult::INVALID, &[]);
            continue;
        };
        if number != result.solutions {
            let message = format!("the strategy reported only {number} of its solutions");
            return Err(Error::Impossible(message));
        }
        page.reader.tally.list(number, limits.solutions.get());
        tally.times.record(solve_ns, 1);
        batch.end(row, RowResult { solve_ns, ..result }, &first);
    }
    Ok(())
}

/// Writes each solution of a puzzle as it is found.
struct Found<'f, 'r> {
    page: &'f mut Page,
    renderer: &'f mut Renderer<'r>,
    rows: (&'f Batch, &'f Origins),
    row: usize,
    symbols: &'f mut Vec<u8>,
    /// The number of solutions so far.
    number: u64,
    write_part: &'f WritePart<'f>,
    written: Result<bool, Error>,
}

impl Observer for Found<'_, '_> {
    fn event(&mut self, _: Event, _: &Counters) {}

    fn wants_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, values: &[u8]) -> ControlFlow<()> {
        self.number += 1;
        self.symbols.clear();
        let chunk = &self.page.reader.chunk;
        let index = chunk.place.index;
        write_symbols(values, self.symbols, chunk.alphabet());
        let solution = (self.number, &self.symbols[..]);
        let part = self.renderer.solution(self.page, self.rows, self.row, solution);
        if part.len() >= HELD {
            self.written = (self.write_part)(index, part);
            part.clear();
        }
        match self.written {
            Ok(true) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}
