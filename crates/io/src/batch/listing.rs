//! Writes every solution of every puzzle, as soon as it is found.
//!
//! A puzzle may have more solutions than fit into memory. A worker buffers up to [`HELD`] bytes of
//! the solutions of a chunk; then it waits until all earlier chunks are written, and writes its
//! buffer. The worker with the oldest unwritten chunk never waits.

use super::page::{Page, Renderer};
use crate::output::{Origins, Tally};
use std::ops::ControlFlow;
use sudomill_core::{
    Error,
    by_size::RowSolver,
    clock::Instant,
    grid::write_symbols,
    solver::{Batch, Counters, Event, Limits, Observer, RowResult},
};

/// The number of result bytes that a chunk may buffer while earlier chunks are not written.
const HELD: usize = 1 << 20;

/// Writes a part of the results of the chunk with this index. Returns `Ok(false)` if the run has
/// failed on another thread.
pub(super) type WritePart<'w> = dyn Fn(u64, &[u8]) -> Result<bool, Error> + 'w;

/// Solves the rows of a batch. Only the end of the page's results, still buffered, remains to be
/// written.
pub(super) fn solve(
    (solver, limits): (&dyn RowSolver, &Limits),
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
        let outcome = solver.trace(batch, row, limits, &mut found);
        let solve_ns = u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX);
        let Found { number, written, .. } = found;
        // The run ends here: nothing more is written.
        if !written? || limits.is_stopped() {
            break;
        }
        let Some((result, first)) = outcome else {
            batch.end(row, RowResult::INVALID, &[]);
            continue;
        };
        if number != result.solutions {
            let told = format!("the strategy tells only {number} of its solutions");
            return Err(Error::Impossible(told));
        }
        page.reader.tally.list(number, limits.solutions);
        tally.time(solve_ns, 1);
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
