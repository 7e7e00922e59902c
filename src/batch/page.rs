//! A chunk whose puzzles are in the lanes: lines read, results as they come in
//! any order, and at the end the bytes in the order of the lines.

use super::worker::{Buffers, Solved, TOLD};
use crate::{
    grid::{Order3, Solution},
    input::{BadLine, Chunk, Line, MAX_LINE, parse_line},
    output::{Format, Record, Results, Tally, Timing},
    solver::{
        Counters, Limits, Outcome, Status,
        lanes::{LaneCounters, LaneOutcome, Lanes},
    },
};
use std::sync::Arc;

/// The cells of a puzzle, and with a newline a slot for its solution.
const CELLS: usize = 81;
const SLOT: usize = CELLS + 1;

/// The puzzle lines of a chunk and what has become of them.
pub(super) struct Page {
    chunk: Arc<Chunk>,
    rows: Vec<Row>,
    /// Rows whose puzzles have not ended.
    open: usize,
    /// A slot a row: its first solution and a newline.
    slots: Vec<u8>,
    timing: Vec<u8>,
    newlines_before: u64,
    newlines: u64,
}

/// A puzzle line.
struct Row {
    /// The newlines before it in the chunk.
    newlines: u32,
    /// Its puzzle's field in the chunk; of a bad line all of it.
    at: u32,
    len: u32,
    result: Result<Ended, Box<BadLine>>,
}

/// What became of a puzzle, once it has ended.
#[derive(Clone, Copy)]
struct Ended {
    status: Status,
    solutions: u64,
    counters: LaneCounters,
    solve_ns: u64,
}

impl Ended {
    const NOT_YET: Self =
        Self { status: Status::GaveUp, solutions: 0, counters: LaneCounters::NONE, solve_ns: 0 };
}

impl Page {
    /// Reads the lines of a chunk. What is to be fed to the lanes is noted in
    /// `fed`: the row and the puzzle's place in the chunk.
    pub fn read(
        chunk: Arc<Chunk>,
        newlines_before: u64,
        buffers: Buffers,
        tally: &mut Tally,
        fed: &mut Vec<(u32, u32)>,
    ) -> Self {
        let Buffers { results: mut slots, mut timing } = buffers;
        slots.clear();
        timing.clear();
        let mut page =
            Self { rows: Vec::new(), open: 0, slots, timing, newlines_before, newlines: 0, chunk };
        let chunk = page.chunk.clone();
        let mut lines = chunk.lines::<Order3>();
        loop {
            let newlines = lines.newlines() as u32;
            if let Some(text) = lines.next_plain() {
                page.puzzle(newlines, text, fed);
                continue;
            }
            match lines.next() {
                None => break,
                Some((_, _, Line::Skip(skip))) => tally.skip(skip),
                Some((_, _, Line::Puzzle(text, _))) => page.puzzle(newlines, text, fed),
                Some((_, text, Line::Bad(bad))) => {
                    // Of an over-long line a chunk may hold more or less.
                    let text = text[..text.len().min(MAX_LINE)].trim_ascii_end();
                    page.row(newlines, text, Err(Box::new(bad)));
                }
            }
        }
        page.newlines = lines.newlines();
        page.slots.resize(page.rows.len() * SLOT, b'\n');
        page
    }

    #[inline]
    fn puzzle(&mut self, newlines: u32, text: &[u8], fed: &mut Vec<(u32, u32)>) {
        let row = self.rows.len() as u32;
        fed.push((row, self.row(newlines, text, Ok(Ended::NOT_YET))));
        self.open += 1;
    }

    /// Adds a row and returns the place of its text in the chunk.
    #[inline]
    fn row(&mut self, newlines: u32, text: &[u8], result: Result<Ended, Box<BadLine>>) -> u32 {
        let at = (text.as_ptr().addr() - self.chunk.bytes().as_ptr().addr()) as u32;
        self.rows.push(Row { newlines, at, len: text.len() as u32, result });
        at
    }

    /// Takes note of what became of a row's puzzle. `false`: it was none, for
    /// its clues repeat a digit.
    #[inline]
    pub fn end(&mut self, row: u32, outcome: &LaneOutcome, limits: &Limits) -> bool {
        self.open -= 1;
        let row = row as usize;
        let LaneOutcome { solutions, counters, .. } = *outcome;
        if solutions > 0 {
            self.slots[row * SLOT..][..CELLS].copy_from_slice(&outcome.first);
        } else if let Line::Bad(bad) = parse_line::<Order3>(self.text(row)) {
            self.rows[row].result = Err(Box::new(bad));
            return false;
        }
        let status = outcome.status(limits);
        self.rows[row].result = Ok(Ended { status, solutions, counters, solve_ns: 0 });
        true
    }

    /// Takes note of a puzzle's share of the time.
    pub fn time(&mut self, row: u32, solve_ns: u64) {
        if let Ok(ended) = &mut self.rows[row as usize].result {
            ended.solve_ns = solve_ns;
        }
    }

    /// Whether every puzzle has ended.
    pub fn is_done(&self) -> bool {
        self.open == 0
    }

    fn text(&self, row: usize) -> &[u8] {
        let Row { at, len, .. } = self.rows[row];
        &self.chunk.bytes()[at as usize..][..len as usize]
    }

    /// Makes the bytes that go out.
    pub fn render(
        mut self,
        format: Format,
        timed: bool,
        solver: &Lanes,
        tally: &mut Tally,
    ) -> Solved {
        let bad = self.count(tally);
        let timing = std::mem::take(&mut self.timing);
        let timing = if timed { self.timing(timing) } else { timing };
        let results = match format {
            Format::Solution => self.close_ranks(),
            _ => self.results(format, solver),
        };
        Solved {
            puzzles: self.rows.len() as u64,
            newlines: self.newlines,
            chunk: Arc::into_inner(self.chunk).expect("the lanes keep copies of their puzzles"),
            bad,
            buffers: Buffers { results, timing },
        }
    }

    /// Counts the statuses; returns the first bad lines.
    fn count(&self, tally: &mut Tally) -> Vec<(u64, BadLine)> {
        let mut bad = Vec::new();
        for row in &self.rows {
            match &row.result {
                Ok(ended) => tally.count(ended.status),
                Err(reason) => {
                    tally.count(Status::Invalid);
                    if bad.len() < TOLD {
                        bad.push((row.newlines.into(), (**reason).clone()));
                    }
                }
            }
        }
        bad
    }

    fn timing(&self, buffer: Vec<u8>) -> Vec<u8> {
        let mut timing = Timing::new(buffer);
        for (index, row) in self.rows.iter().enumerate() {
            let line = self.line(row);
            match &row.result {
                Ok(ended) => {
                    let Ended { status, solutions, solve_ns, .. } = *ended;
                    timing.push(line, status, solutions, &self.counters(index, ended), solve_ns);
                }
                Err(_) => timing.push(line, Status::Invalid, 0, &Counters::default(), 0),
            }
        }
        timing.into_bytes()
    }

    fn results(&self, format: Format, solver: &Lanes) -> Vec<u8> {
        let mut results = Results::new(format, Vec::new());
        for (index, row) in self.rows.iter().enumerate() {
            let outcome = row.result.as_ref().map(|ended| self.outcome(index, ended));
            let record = Record {
                line: self.line(row),
                text: self.text(index),
                result: outcome.as_ref().map_err(|bad| &***bad),
            };
            results.push(&record, solver);
        }
        results.into_bytes()
    }

    /// The number of a row's line in the input.
    fn line(&self, row: &Row) -> u64 {
        self.newlines_before + u64::from(row.newlines) + 1
    }

    fn counters(&self, row: usize, ended: &Ended) -> Counters {
        // In bytes, which hold a count of 81 and are added many at a time.
        let cells: &[u8; CELLS] = self.text(row).first_chunk().expect("81 bytes were seen");
        let is_clue = |byte: u8| u8::from((b'1'..=b'9').contains(&byte));
        let clues = cells.iter().fold(0, |clues: u8, &byte| clues + is_clue(byte));
        ended.counters.with_clues(clues.into())
    }

    fn outcome(&self, row: usize, ended: &Ended) -> Outcome<Order3> {
        let slot = self.slots[row * SLOT..].first_chunk::<CELLS>().expect("a slot a row");
        Outcome {
            status: ended.status,
            solutions: ended.solutions,
            first: (ended.solutions > 0)
                .then(|| Solution::from_cells(slot.map(|digit| digit - b'0'))),
            counters: self.counters(row, ended),
        }
    }

    /// The slots, those without a solution shortened to an empty line.
    fn close_ranks(&mut self) -> Vec<u8> {
        let mut end = 0;
        for (row, line) in self.rows.iter().enumerate() {
            let slot = row * SLOT..(row + 1) * SLOT;
            let solved = line.result.as_ref().is_ok_and(|ended| ended.solutions > 0);
            let part = if solved { slot } else { slot.end - 1..slot.end };
            let len = part.len();
            if part.start != end {
                self.slots.copy_within(part, end);
            }
            end += len;
        }
        self.slots.truncate(end);
        std::mem::take(&mut self.slots)
    }
}
