//! Writes every solution of every puzzle, as soon as it is found.
//!
//! A puzzle may have more solutions than fit into memory. A worker buffers up to [`HELD`] bytes of
//! the solutions of a chunk; then it waits until all earlier chunks are written, and writes its
//! buffer. The worker with the oldest unwritten chunk never waits.

use super::page::Page;
use crate::{
    Error,
    clock::Instant,
    engine::{Finished, Lot},
    grid::{Order, write_symbols},
    output::{Counts, Plan, Results, Tally},
    solver::{Counters, Event, Limits, Observer, Outcome, Solver},
};
use std::{mem, ops::ControlFlow};

/// The number of result bytes that a chunk may buffer while earlier chunks are not written.
const HELD: usize = 1 << 20;

/// Writes a part of the results of the chunk with this index. Returns `Ok(false)` if the run has
/// failed on another thread.
pub(super) type WritePart<'w> = dyn Fn(u64, &[u8]) -> Result<bool, Error> + 'w;

/// One thread's search for all solutions.
pub(super) struct Lister<'a, O: Order> {
    solver: &'a dyn Solver<O>,
    limits: &'a Limits<'a>,
    /// The chunk solved last.
    done: Option<Page>,
}

impl<'a, O: Order> Lister<'a, O> {
    pub fn new(solver: &'a dyn Solver<O>, limits: &'a Limits<'a>) -> Self {
        Self { solver, limits, done: None }
    }

    /// Solves a chunk. Only the end of its results, still buffered, remains to be written.
    pub fn take(
        &mut self,
        mut page: Page,
        plan: &Plan,
        write_part: &WritePart,
        tally: &mut Tally,
    ) -> Result<(), Error> {
        let buffer = mem::take(&mut page.buffers.results);
        let mut results = Results::new(plan, page.input(), page.has_quotes(), buffer);
        let (mut symbols, mut listed) = (Vec::new(), Counts::default());
        while let Some((row, puzzle)) = Lot::<O>::next(&mut page) {
            let (symbols, results) = (&mut symbols, &mut results);
            let (number, written) = (0, Ok(true));
            let mut found =
                Found { page: &page, row, results, symbols, number, write_part, written };
            let begun = Instant::now();
            let outcome = self.solver.trace(&puzzle, self.limits, &mut found);
            let solve_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
            let Found { number, written, .. } = found;
            // The run ends here: nothing more is written.
            if !written? || self.limits.is_stopped() {
                break;
            }
            if number != outcome.solutions {
                let told = format!("the strategy tells only {number} of its solutions");
                return Err(Error::Impossible(told));
            }
            listed.list(number, self.limits.solutions);
            tally.time(solve_ns, 1);
            end(&mut page, row, &outcome, symbols);
            Lot::<O>::time(&mut page, row, solve_ns);
        }
        listed.unkept(results.unkept());
        page.counts = listed;
        page.locate(results.undecodable());
        page.buffers.results = results.into_bytes();
        self.done = Some(page);
        Ok(())
    }

    /// Returns the chunk solved last.
    pub fn next_done(&mut self) -> Option<Page> {
        self.done.take()
    }
}

fn end<O: Order>(page: &mut Page, row: u32, outcome: &Outcome<O>, symbols: &mut Vec<u8>) {
    let Outcome { status, solutions, first, counters } = *outcome;
    let first = first.map(|first| {
        symbols.clear();
        first.write_to(symbols, Lot::<O>::alphabet(page));
        &**symbols
    });
    Lot::<O>::end(page, row, &Finished { status, solutions, first, counters });
}

/// Writes each solution of a puzzle as it is found.
struct Found<'f, 'p> {
    page: &'f Page,
    row: u32,
    results: &'f mut Results<'p>,
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
        write_symbols(values, self.symbols, self.page.alphabet());
        let row = self.page.solution_row(self.row, self.number, self.symbols);
        self.results.push(&row);
        let part = self.results.bytes();
        if part.len() >= HELD {
            self.written = (self.write_part)(self.page.index(), part);
            part.clear();
        }
        match self.written {
            Ok(true) => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}
