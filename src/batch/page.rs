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
use std::{collections::BTreeMap, sync::Arc};

/// The cells of a puzzle, and with a newline a slot for its solution.
const CELLS: usize = 81;
const SLOT: usize = CELLS + 1;

/// The puzzle lines of a chunk and what has become of them.
pub(super) struct Page {
    chunk: Arc<Chunk>,
    rows: Vec<Row>,
    /// Why a row is no puzzle.
    bad: BTreeMap<u32, BadLine>,
    /// Rows whose puzzles have not ended.
    open: usize,
    /// Rows with a solution.
    solved: usize,
    /// A slot a row: its first solution and a newline. Where there is none, what
    /// an earlier chunk has left.
    slots: Vec<u8>,
    timing: Vec<u8>,
    newlines_before: u64,
    newlines: u64,
}

/// A puzzle line, and once it has ended what became of it.
pub(super) struct Row {
    /// The newlines before it in the chunk.
    newlines: u32,
    /// Its puzzle's field in the chunk; of a bad line all of it.
    at: u32,
    len: u32,
    status: Status,
    solutions: u64,
    counters: LaneCounters,
    solve_ns: u64,
}

impl Page {
    /// Reads the lines of a chunk. What is to be fed to the lanes is noted in
    /// `fed`: the row and the puzzle's place in the chunk. The buffers and the
    /// rows are used again.
    pub fn read(
        chunk: Arc<Chunk>,
        newlines_before: u64,
        buffers: Buffers,
        mut rows: Vec<Row>,
        tally: &mut Tally,
        fed: &mut Vec<(u32, u32)>,
    ) -> Self {
        rows.clear();
        let mut page = Self {
            rows,
            bad: BTreeMap::new(),
            open: 0,
            solved: 0,
            slots: buffers.results,
            timing: buffers.timing,
            newlines_before,
            newlines: 0,
            chunk,
        };
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
                Some((newlines, _, Line::Puzzle(text, _))) => {
                    page.puzzle(newlines as u32, text, fed)
                }
                Some((newlines, text, Line::Bad(bad))) => {
                    page.bad.insert(page.rows.len() as u32, bad);
                    // Of an over-long line a chunk may hold more or less.
                    let text = text[..text.len().min(MAX_LINE)].trim_ascii_end();
                    page.row(newlines as u32, text, Status::Invalid);
                }
            }
        }
        page.newlines = lines.newlines();
        page.slots.resize(page.rows.len() * SLOT, 0);
        page
    }

    #[inline]
    fn puzzle(&mut self, newlines: u32, text: &[u8], fed: &mut Vec<(u32, u32)>) {
        let row = self.rows.len() as u32;
        fed.push((row, self.row(newlines, text, Status::GaveUp)));
        self.open += 1;
    }

    /// Adds a row and returns the place of its text in the chunk.
    #[inline]
    fn row(&mut self, newlines: u32, text: &[u8], status: Status) -> u32 {
        let at = (text.as_ptr().addr() - self.chunk.puzzle_text().as_ptr().addr()) as u32;
        self.rows.push(Row {
            newlines,
            at,
            len: text.len() as u32,
            status,
            solutions: 0,
            counters: LaneCounters::NONE,
            solve_ns: 0,
        });
        at
    }

    /// Takes note of what became of a row's puzzle. `false`: it was none, for
    /// its clues repeat a digit.
    #[inline]
    pub fn end(&mut self, index: u32, outcome: &LaneOutcome, limits: &Limits) -> bool {
        self.open -= 1;
        let at = index as usize;
        if outcome.solutions > 0 {
            self.solved += 1;
            let slot = &mut self.slots[at * SLOT..][..SLOT];
            slot[..CELLS].copy_from_slice(&outcome.first);
            slot[CELLS] = b'\n';
        } else if let Some(bad) = self.repeat(at) {
            self.bad.insert(index, bad);
            self.rows[at].status = Status::Invalid;
            return false;
        }
        let row = &mut self.rows[at];
        row.status = outcome.status(limits);
        row.solutions = outcome.solutions;
        row.counters = outcome.counters;
        true
    }

    /// That the clues of a row repeat a digit, if they do, and where in its line.
    fn repeat(&self, row: usize) -> Option<BadLine> {
        let Line::Bad(in_field) = parse_line::<Order3>(self.text(row)) else { return None };
        match self.chunk.line_of::<Order3>(self.text(row)) {
            Line::Bad(bad) => Some(bad),
            _ => Some(in_field),
        }
    }

    /// Takes note of a puzzle's share of the time.
    pub fn time(&mut self, row: u32, solve_ns: u64) {
        self.rows[row as usize].solve_ns = solve_ns;
    }

    /// Whether every puzzle has ended.
    pub fn is_done(&self) -> bool {
        self.open == 0
    }

    fn text(&self, row: usize) -> &[u8] {
        let Row { at, len, .. } = self.rows[row];
        &self.chunk.puzzle_text()[at as usize..][..len as usize]
    }

    /// Makes the bytes that go out. Returns the rows, to be used again.
    pub fn render(
        mut self,
        format: Format,
        timed: bool,
        solver: &Lanes,
        tally: &mut Tally,
    ) -> (Solved, Vec<Row>) {
        self.rows.iter().for_each(|row| tally.count(row.status));
        self.bad.values().for_each(|bad| tally.bad(bad));
        if !tally.has_empty_cells() && self.has_empty_cells() {
            tally.empty_cells();
        }
        let timing = std::mem::take(&mut self.timing);
        let timing = if timed { self.timing(timing) } else { timing };
        let results = match format {
            Format::Solution => self.close_ranks(),
            _ => self.results(format, solver),
        };
        let bad = self.bad.into_iter().take(TOLD);
        let solved = Solved {
            puzzles: self.rows.len() as u64,
            newlines: self.newlines,
            chunk: Arc::into_inner(self.chunk).expect("the lanes keep copies of their puzzles"),
            bad: bad.map(|(row, bad)| (self.rows[row as usize].newlines.into(), bad)).collect(),
            buffers: Buffers { results, timing },
        };
        (solved, self.rows)
    }

    fn has_empty_cells(&self) -> bool {
        let is_clue = |byte: &u8| (b'1'..=b'9').contains(byte);
        let is_full = |row: usize| self.text(row).iter().all(is_clue);
        (0..self.rows.len()).any(|row| self.rows[row].status != Status::Invalid && !is_full(row))
    }

    fn timing(&self, buffer: Vec<u8>) -> Vec<u8> {
        let mut timing = Timing::new(buffer);
        for (index, row) in self.rows.iter().enumerate() {
            let counters = match row.status {
                Status::Invalid => Counters::default(),
                _ => self.counters(index),
            };
            timing.push(self.line(row), row.status, row.solutions, &counters, row.solve_ns);
        }
        timing.into_bytes()
    }

    fn results(&self, format: Format, solver: &Lanes) -> Vec<u8> {
        let mut results = Results::new(format, self.chunk.alphabet(), Vec::new());
        for (index, row) in self.rows.iter().enumerate() {
            let bad = self.bad.get(&(index as u32));
            let outcome = bad.map_or_else(|| Ok(self.outcome(index)), Err);
            let record = Record {
                line: self.line(row),
                text: self.text(index),
                result: outcome.as_ref().map_err(|bad| *bad),
            };
            results.push(&record, solver);
        }
        results.into_bytes()
    }

    /// The number of a row's line in the input.
    fn line(&self, row: &Row) -> u64 {
        self.newlines_before + u64::from(row.newlines) + 1
    }

    fn counters(&self, row: usize) -> Counters {
        // In bytes, which hold a count of 81 and are added many at a time.
        let cells: &[u8; CELLS] = self.text(row).first_chunk().expect("81 bytes were seen");
        let is_clue = |byte: u8| u8::from((b'1'..=b'9').contains(&byte));
        let clues = cells.iter().fold(0, |clues: u8, &byte| clues + is_clue(byte));
        self.rows[row].counters.with_clues(clues.into())
    }

    fn outcome(&self, row: usize) -> Outcome<Order3> {
        let slot = self.slots[row * SLOT..].first_chunk::<CELLS>().expect("a slot a row");
        let Row { status, solutions, .. } = self.rows[row];
        Outcome {
            status,
            solutions,
            first: (solutions > 0).then(|| Solution::from_cells(slot.map(|digit| digit - b'0'))),
            counters: self.counters(row),
        }
    }

    /// The slots, those without a solution shortened to an empty line.
    fn close_ranks(&mut self) -> Vec<u8> {
        let mut slots = std::mem::take(&mut self.slots);
        if self.solved == self.rows.len() {
            return slots;
        }
        let mut end = 0;
        for (row, at) in self.rows.iter().zip((0..).step_by(SLOT)) {
            if row.solutions > 0 {
                slots.copy_within(at..at + SLOT, end);
                end += SLOT;
            } else {
                slots[end] = b'\n';
                end += 1;
            }
        }
        slots.truncate(end);
        slots
    }
}
