//! Rows of a column: shared out to threads, read into batches, and filled with results.

use super::{Options, Problem, Texts, problem};
use crate::input::{Layout, Notation, candidate_bits};
use rayon::prelude::*;
use std::borrow::Cow;
use sudomill_core::{
    Error,
    by_size::{Parsed, has_symbols, parse_line},
    error::{self, BadLine},
    grid::{Alphabet, Candidates, Size},
    solver::{Batch, Counters, RowResult, Status},
    threads,
};

/// The rows of a batch, with their slice of every result vector.
pub(super) struct Rows<'a, T: ?Sized> {
    pub texts: &'a T,
    /// The index of the first row in the column.
    pub first: usize,
    pub symbols: &'a mut [u8],
    pub statuses: &'a mut [Status],
    pub solutions: &'a mut [u64],
    pub guesses: &'a mut [u64],
    pub solve_ns: &'a mut [u64],
    /// Empty unless [`Options::counters`](super::Options::counters) is set.
    pub counters: &'a mut [Counters],
}

impl<T: Texts + ?Sized> Rows<'_, T> {
    /// Reads the rows into a batch, which is cleared before. A row without a puzzle becomes an
    /// invalid one.
    pub fn read(&self, in_batch: &InBatch, batch: &mut Batch, takes_candidates: bool) {
        let &InBatch { size, notation, .. } = in_batch;
        batch.clear();
        for row in self.first..self.first + self.statuses.len() {
            let text = self.texts.text(row).filter(|_| takes_candidates || !notation.candidates);
            let parsed = text.map(|text| match has_symbols(text, size, notation) {
                true => Parsed::Puzzle(text),
                false => parse_line(text, size, notation),
            });
            match parsed {
                Some(Parsed::Puzzle(text)) => in_batch.push(batch, text),
                _ => batch.push_invalid(),
            }
        }
    }

    /// Copies the results of the batch. Adds the invalid rows to `bad`, by index in the column.
    pub fn write(self, layout: &Layout, batch: &mut Batch, bad: &mut Vec<(usize, Problem)>) {
        if layout.alphabet != Alphabet::FromOne {
            batch.translate_solutions(layout.alphabet);
        }
        let symbols = self.symbols.chunks_exact_mut(batch.size().cells());
        for ((row, result), symbols) in batch.results().iter().enumerate().zip(symbols) {
            let RowResult { status, solutions, counters, solve_ns } = *result;
            if status == Status::Invalid {
                let text = self.texts.text(self.first + row);
                let rejected = || match layout.notation().candidates {
                    true => Problem::Candidates,
                    false => BadLine::new((0, 1), error::Problem::FullGrid).into(),
                };
                let problem = problem(text, layout).unwrap_or_else(rejected);
                bad.push((self.first + row, problem));
                continue;
            }
            if let Some(solution) = batch.solution(row) {
                symbols.copy_from_slice(solution);
            }
            self.statuses[row] = status;
            self.solutions[row] = solutions;
            self.guesses[row] = counters.guesses;
            self.solve_ns[row] = solve_ns;
            if let Some(counters) = self.counters.get_mut(row) {
                *counters = batch.counters(row);
            }
        }
    }
}

/// The notation of puzzles, and what it takes to copy them to a batch.
pub(crate) struct InBatch {
    size: Size,
    notation: Notation,
    /// The usual symbol for each symbol of another alphabet.
    to_usual: Option<Box<[u8; 256]>>,
}

impl InBatch {
    pub fn new(size: Size, notation: Notation) -> Self {
        let is_usual = notation.alphabet == Alphabet::FromOne;
        let to_usual = (!is_usual).then(|| Box::new(notation.alphabet.to_usual()));
        Self { size, notation, to_usual }
    }

    /// Adds the puzzle of a text that has the length and the symbols of one. Its clues may repeat
    /// a digit.
    #[inline]
    pub fn push(&self, batch: &mut Batch, text: &[u8]) {
        let text = match &self.to_usual {
            None => Cow::Borrowed(text),
            Some(usual) => text.iter().map(|&byte| usual[usize::from(byte)]).collect(),
        };
        match text.first_chunk() {
            Some(text) if self.notation.candidates => {
                let digits = |bits: u16| Candidates::from_bits(bits.into());
                batch.push_candidates(candidate_bits(text).into_iter().map(digits));
            }
            _ => batch.push_symbols(&text),
        }
    }
}

/// The number of batches in one unit of work. A single thread takes many, because lanes idle at the
/// end of each unit while the last puzzles finish; several threads take few enough that they finish
/// together.
pub(super) fn batches_at_once(rows: usize, threads: usize) -> usize {
    let rows = match threads::bounded(threads) {
        1 => rows.clamp(1, 1 << 20),
        threads => (rows / (8 * threads)).clamp(1 << 12, 1 << 17),
    };
    rows.div_ceil(Batch::ROWS)
}

/// Splits items into runs of about `at_once` items whose lengths differ by at most one. The number
/// of runs is a multiple of `threads`, unless there are too few items.
fn even_runs<I>(items: Vec<I>, at_once: usize, threads: usize) -> Vec<Vec<I>> {
    let total = items.len();
    let runs = total.div_ceil(at_once.max(1)).next_multiple_of(threads.max(1)).min(total);
    let mut items = items.into_iter();
    let run = |run| {
        let length = total * (run + 1) / runs - total * run / runs;
        items.by_ref().take(length).collect()
    };
    (0..runs).map(run).collect()
}

/// The source of threads.
#[derive(Clone, Copy)]
pub(super) enum Pool {
    /// The current rayon pool.
    Current,
    /// A new pool with [`Options::threads`] threads.
    Own,
}

/// Calls `work` on runs of about `at_once` items, on [`Options::threads`] threads. Returns the
/// results in order.
pub(super) fn each<I: Send, R: Send>(
    items: Vec<I>,
    at_once: usize,
    options: &Options,
    pool: Pool,
    work: impl Fn(Vec<I>) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let threads = threads::bounded(options.threads);
    let runs = even_runs(items, at_once, threads);
    let work = |run| match options.limits.is_stopped() {
        true => Err(Error::Interrupted),
        false => Ok(work(run)),
    };
    let threads = threads.min(runs.len());
    let parallel = |runs: Vec<_>| runs.into_par_iter().map(&work).collect::<Result<_, _>>();
    let done = match (threads, pool) {
        (0 | 1, _) => runs.into_iter().map(work).collect::<Result<_, _>>()?,
        (_, Pool::Current) => parallel(runs)?,
        (_, Pool::Own) => threads::pool(threads)?.install(|| parallel(runs))?,
    };
    // The results of a stopped search are meaningless.
    if options.limits.is_stopped() { Err(Error::Interrupted) } else { Ok(done) }
}

#[cfg(test)]
mod tests {
    use super::even_runs;

    #[test]
    fn runs_are_even() {
        let lengths = |items, at_once, threads| {
            let runs = even_runs((0..items).collect::<Vec<usize>>(), at_once, threads);
            assert_eq!(runs.concat(), (0..items).collect::<Vec<_>>());
            runs.iter().map(Vec::len).collect::<Vec<_>>()
        };
        assert_eq!(lengths(196, 13, 2).len(), 16);
        assert!(lengths(196, 13, 2).iter().all(|&length| length == 12 || length == 13));
        assert_eq!(lengths(5, 2, 1), [1, 2, 2]);
        assert_eq!(lengths(3, 1, 8), [1, 1, 1]);
        assert!(lengths(0, 4, 2).is_empty());
    }
}
