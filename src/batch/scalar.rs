//! Puzzle by puzzle: the lines of a chunk parsed, solved and rendered.

use super::{
    Options,
    worker::{Buffers, Solved, TOLD, Worker},
};
use crate::{
    grid::{Order, Puzzle},
    input::{BadLine, Chunk, Line, MAX_LINE},
    output::{Record, Results, Tally, Timing},
    solver::{Counters, Outcome, Solver, Status},
};
use std::{sync::atomic::Ordering, time::Instant};

/// A solver and what it has counted.
pub(super) struct Scalar<'a, O: Order> {
    tally: Tally,
    solver: &'a dyn Solver<O>,
    options: &'a Options<'a>,
    timed: bool,
    done: Option<Solved>,
}

impl<O: Order> Worker for Scalar<'_, O> {
    fn take(&mut self, chunk: Chunk, newlines: u64, buffers: Buffers) -> Option<()> {
        self.done = Some(self.solve(chunk, newlines, buffers)?);
        Some(())
    }

    fn finish(&mut self) -> Option<()> {
        Some(())
    }

    fn next_done(&mut self) -> Option<Solved> {
        self.done.take()
    }

    fn unfinished(&self) -> usize {
        0
    }

    fn tally(self) -> Tally {
        self.tally
    }
}

impl<'a, O: Order> Scalar<'a, O> {
    pub fn new(solver: &'a dyn Solver<O>, options: &'a Options<'a>, timed: bool) -> Self {
        Self { tally: Tally::default(), solver, options, timed, done: None }
    }

    fn solve(&mut self, chunk: Chunk, newlines: u64, buffers: Buffers) -> Option<Solved> {
        let results = Results::new(self.options.format, chunk.alphabet(), buffers.results);
        let mut page = Page {
            results,
            timing: self.timed.then(|| Timing::new(buffers.timing)),
            bad: Vec::new(),
            puzzles: 0,
            newlines_before: newlines,
            newlines: 0,
        };
        let mut lines = chunk.lines::<O>();
        for (newlines, text, line) in lines.by_ref() {
            page.newlines = newlines;
            self.line(text, line, &mut page);
            // A search that was stopped has given up what it would have solved.
            if self.is_stopped() {
                return None;
            }
        }
        Some(Solved {
            newlines: lines.newlines(),
            bad: page.bad,
            puzzles: page.puzzles,
            buffers: Buffers {
                results: page.results.into_bytes(),
                timing: page.timing.map(Timing::into_bytes).unwrap_or_default(),
            },
            chunk,
        })
    }

    fn is_stopped(&self) -> bool {
        self.options.limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn line(&mut self, text: &[u8], line: Line<O>, page: &mut Page) {
        match line {
            Line::Skip(skip) => self.tally.skip(skip),
            Line::Puzzle(text, puzzle) => {
                let (outcome, solve_ns) = self.timed(&puzzle);
                self.tally.time(solve_ns, 1);
                if !self.tally.has_empty_cells() && puzzle.values().contains(&0) {
                    self.tally.empty_cells();
                }
                self.record(page, text, Ok(&outcome), solve_ns);
            }
            Line::Bad(bad) => {
                self.tally.bad(&bad);
                // Of an over-long line a chunk may hold more or less.
                let text = &text[..text.len().min(MAX_LINE)];
                self.record(page, text.trim_ascii_end(), Err(&bad), 0);
                if page.bad.len() < TOLD {
                    page.bad.push((page.newlines, bad));
                }
            }
        }
    }

    /// The solve time is that of the solver's call alone: no parsing, no
    /// rendering, no waiting for other chunks.
    fn timed(&self, puzzle: &Puzzle<O>) -> (Outcome<O>, u64) {
        let begun = Instant::now();
        let outcome = self.solver.solve(puzzle, &self.options.limits);
        (outcome, u64::try_from(begun.elapsed().as_nanos()).unwrap_or(u64::MAX))
    }

    fn record(
        &mut self,
        page: &mut Page,
        text: &[u8],
        result: Result<&Outcome<O>, &BadLine>,
        solve_ns: u64,
    ) {
        let line = page.newlines_before + page.newlines + 1;
        let record = Record { line, text, result };
        self.tally.count(result.map_or(Status::Invalid, |outcome| outcome.status));
        page.puzzles += 1;
        page.results.push(&record, self.solver);
        if let Some(timing) = &mut page.timing {
            let counters = result.map_or(Counters::default(), |outcome| outcome.counters);
            timing.push(line, record.status(), record.solutions(), &counters, solve_ns);
        }
    }
}

/// The output of a chunk while it grows.
struct Page {
    results: Results,
    timing: Option<Timing>,
    bad: Vec<(u64, BadLine)>,
    puzzles: u64,
    /// In the input before the chunk, and in the chunk before the line.
    newlines_before: u64,
    newlines: u64,
}
