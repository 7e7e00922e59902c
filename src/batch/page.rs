//! A chunk while it is solved: its rows, what became of each, and at the end the bytes in
//! the order of the lines.

use crate::{
    engine::{Finished, Lot},
    grid::{Alphabet, Order, Puzzle},
    input::{BadLine, Chunk, Line, MAX_LINE, parse_line_in},
    output::{Format, Results, Row, Tally, Timing},
    solver::{Counter, Counters, Status},
};
use std::{collections::BTreeMap, mem};

/// Bad lines of a chunk that are reported one by one; all are counted.
const REPORTED: usize = 10;

/// Buffers of a chunk that is written, to use again.
#[derive(Default)]
pub(super) struct Buffers {
    pub slots: Vec<u8>,
    pub results: Vec<u8>,
    pub timing: Vec<u8>,
}

/// What is written of a page.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    pub format: Format,
    pub timed: bool,
}

impl Wanted {
    fn counters(self) -> bool {
        self.timed || self.format == Format::Jsonl
    }
}

/// The puzzle lines of a chunk and what became of them.
pub(super) struct Page {
    chunk: Chunk,
    rows: Rows,
    /// Why a row holds no puzzle.
    bad: BTreeMap<u32, BadLine>,
    /// The first row that the engine has not asked for.
    next: usize,
    /// The number of rows with a solution.
    solved: usize,
    /// The cells of a puzzle.
    cells: usize,
    /// A slot a row: the symbols of its puzzle, and once it has ended those of its first
    /// solution and a newline. A row without either has what an earlier chunk left there.
    slots: Vec<u8>,
    /// Written anew at the end.
    buffers: Buffers,
    newlines_before: u64,
    newlines: u64,
}

/// The rows of a page, in vectors that are used again.
#[derive(Default)]
pub(super) struct Rows {
    lines: Vec<PuzzleLine>,
    /// As many, if counters are wanted; else none.
    work: Vec<Work>,
}

/// A puzzle line and, once it has ended, its result.
struct PuzzleLine {
    /// The newlines before it in the chunk.
    newlines: u32,
    /// Its puzzle's field in the chunk; of a bad line all of it.
    at: u32,
    len: u32,
    status: Status,
    solutions: u64,
}

#[derive(Clone, Default)]
struct Work {
    counters: Counters,
    solve_ns: u64,
}

/// A finished chunk.
pub(super) struct Solved {
    pub chunk: Chunk,
    pub buffers: Buffers,
    /// The first bad lines, each with the newlines before it in the chunk.
    pub bad: Vec<(u64, BadLine)>,
    pub puzzles: u64,
    pub newlines: u64,
}

impl Page {
    /// Finds the rows of a chunk. The buffers and the rows are used again.
    pub fn read<O: Order>(
        chunk: Chunk,
        newlines_before: u64,
        mut buffers: Buffers,
        mut rows: Rows,
        wanted: Wanted,
        tally: &mut Tally,
    ) -> Self {
        rows.lines.clear();
        let (mut bad, mut lines) = (BTreeMap::new(), chunk.lines::<O>());
        let newlines = loop {
            let newlines = lines.newlines() as u32;
            if let Some(text) = lines.next_plain() {
                rows.push(&chunk, newlines, text, Status::GaveUp);
                continue;
            }
            match lines.next() {
                None => break lines.newlines(),
                Some((_, _, Line::Skip(skip))) => tally.skip(skip),
                Some((newlines, _, Line::Puzzle(text, _))) => {
                    rows.push(&chunk, newlines as u32, text, Status::GaveUp);
                }
                Some((newlines, text, Line::Bad(problem))) => {
                    bad.insert(rows.lines.len() as u32, problem);
                    // Of an over-long line a chunk may hold more or less.
                    let text = text[..text.len().min(MAX_LINE)].trim_ascii_end();
                    rows.push(&chunk, newlines as u32, text, Status::Invalid);
                }
            }
        };
        let count = rows.lines.len();
        rows.work.resize(if wanted.counters() { count } else { 0 }, Work::default());
        // One buffer where the slots are the results: what is used again is in the cache.
        let mut slots = mem::take(match wanted.format {
            Format::Solution => &mut buffers.results,
            _ => &mut buffers.slots,
        });
        slots.resize(count * (O::CELLS + 1), 0);
        let text = chunk.puzzle_text();
        for (line, slot) in rows.lines.iter().zip(slots.chunks_exact_mut(O::CELLS + 1)) {
            if line.status != Status::Invalid {
                slot[..O::CELLS].copy_from_slice(&text[line.at as usize..][..O::CELLS]);
            }
        }
        Self {
            chunk,
            rows,
            bad,
            next: 0,
            solved: 0,
            cells: O::CELLS,
            slots,
            buffers,
            newlines_before,
            newlines,
        }
    }

    /// The number of its chunk.
    #[cfg(test)]
    pub fn index(&self) -> u64 {
        self.chunk.index
    }

    /// The next row with a puzzle.
    #[inline(always)]
    fn next_row(&mut self) -> Option<u32> {
        loop {
            let row = self.next;
            let line = self.rows.lines.get(row)?;
            self.next += 1;
            if line.status != Status::Invalid {
                return Some(row as u32);
            }
        }
    }

    /// Notes that the clues of a row repeat a digit, if they do, and where in its line.
    /// Returns whether they do.
    fn refuse_repeat<O: Order>(&mut self, row: u32) -> bool {
        let text = self.text(row as usize);
        let Line::Bad(in_field) = parse_line_in::<O>(text, self.chunk.alphabet()) else {
            return false;
        };
        let bad = match self.chunk.line_of::<O>(text) {
            Line::Bad(in_line) => in_line,
            _ => in_field,
        };
        self.bad.insert(row, bad);
        self.rows.lines[row as usize].status = Status::Invalid;
        true
    }

    fn text(&self, row: usize) -> &[u8] {
        let PuzzleLine { at, len, .. } = self.rows.lines[row];
        &self.chunk.puzzle_text()[at as usize..][..len as usize]
    }

    fn slot(&self, row: usize) -> &[u8] {
        &self.slots[row * (self.cells + 1)..][..self.cells]
    }
}

impl Rows {
    #[inline]
    fn push(&mut self, chunk: &Chunk, newlines: u32, text: &[u8], status: Status) {
        let at = (text.as_ptr().addr() - chunk.puzzle_text().as_ptr().addr()) as u32;
        let len = text.len() as u32;
        self.lines.push(PuzzleLine { newlines, at, len, status, solutions: 0 });
    }
}

impl<O: Order> Lot<O> for Page {
    fn alphabet(&self) -> Alphabet {
        self.chunk.alphabet()
    }

    fn next(&mut self) -> Option<(u32, Puzzle<O>)> {
        loop {
            let row = self.next_row()?;
            match parse_line_in(self.slot(row as usize), self.chunk.alphabet()) {
                Line::Puzzle(_, puzzle) => return Some((row, puzzle)),
                _ => self.refuse_repeat::<O>(row),
            };
        }
    }

    #[inline(always)]
    fn next_line(&mut self) -> Option<(u32, &[u8; 81])> {
        let row = self.next_row()?;
        Some((row, self.slots[row as usize * (O::CELLS + 1)..].first_chunk()?))
    }

    #[inline(always)]
    fn end(&mut self, row: u32, finished: &Finished) -> bool {
        let index = row as usize;
        if let Some(first) = finished.first {
            self.solved += 1;
            let slot = &mut self.slots[index * (O::CELLS + 1)..][..O::CELLS + 1];
            slot[..O::CELLS].copy_from_slice(first);
            slot[O::CELLS] = b'\n';
        } else if self.refuse_repeat::<O>(row) {
            return false;
        }
        let line = &mut self.rows.lines[index];
        line.status = finished.status;
        line.solutions = finished.solutions;
        if let Some(work) = self.rows.work.get_mut(index) {
            work.counters = finished.counters;
        }
        true
    }

    fn time(&mut self, row: u32, solve_ns: u64) {
        if let Some(work) = self.rows.work.get_mut(row as usize) {
            work.solve_ns = solve_ns;
        }
    }
}

impl Page {
    /// Makes the bytes that go out. Returns the rows, to be used again.
    pub fn render(
        mut self,
        wanted: Wanted,
        own: &'static [Counter],
        tally: &mut Tally,
    ) -> (Solved, Rows) {
        self.rows.lines.iter().for_each(|line| tally.count(line.status));
        self.bad.values().for_each(|bad| tally.bad(bad));
        if !tally.has_empty_cells() && self.has_empty_cells() {
            tally.empty_cells();
        }
        if wanted.timed {
            self.buffers.timing = self.timing();
        }
        if wanted.format == Format::Solution {
            self.close_gaps();
            self.buffers.results = self.slots;
        } else {
            self.buffers.results = self.results(wanted.format, own);
            self.buffers.slots = self.slots;
        }
        let bad = self.bad.into_iter().take(REPORTED);
        let line = |row: u32| self.rows.lines[row as usize].newlines.into();
        let solved = Solved {
            puzzles: self.rows.lines.len() as u64,
            newlines: self.newlines,
            bad: bad.map(|(row, bad)| (line(row), bad)).collect(),
            chunk: self.chunk,
            buffers: self.buffers,
        };
        (solved, self.rows)
    }

    /// Whether a puzzle has an empty cell.
    fn has_empty_cells(&self) -> bool {
        let (alphabet, lines) = (self.chunk.alphabet(), &self.rows.lines);
        let is_full = |row| self.text(row).iter().all(|&byte| alphabet.digit(byte).is_some());
        (0..lines.len()).any(|row| lines[row].status != Status::Invalid && !is_full(row))
    }

    fn timing(&mut self) -> Vec<u8> {
        let mut timing = Timing::new(mem::take(&mut self.buffers.timing));
        for (row, line) in self.rows.lines.iter().enumerate() {
            let (counters, solve_ns) = match line.status {
                Status::Invalid => (Counters::default(), 0),
                _ => (self.counters(row), self.rows.work[row].solve_ns),
            };
            let number = self.number(line);
            timing.push(number, line.status, line.solutions, &counters, solve_ns);
        }
        timing.into_bytes()
    }

    fn results(&mut self, format: Format, own: &'static [Counter]) -> Vec<u8> {
        let buffer = mem::take(&mut self.buffers.results);
        let mut results = Results::new(format, own, buffer);
        let wants_counters = format == Format::Jsonl;
        for (row, line) in self.rows.lines.iter().enumerate() {
            results.push(&Row {
                line: self.number(line),
                text: self.text(row),
                status: line.status,
                bad: self.bad.get(&(row as u32)),
                solutions: line.solutions,
                solution: (line.solutions > 0).then(|| self.slot(row)),
                counters: if wants_counters { self.counters(row) } else { Counters::default() },
            });
        }
        results.into_bytes()
    }

    /// The number of a row's line in the input.
    fn number(&self, line: &PuzzleLine) -> u64 {
        self.newlines_before + u64::from(line.newlines) + 1
    }

    fn counters(&self, row: usize) -> Counters {
        let counters = self.rows.work[row].counters;
        if counters.clues > 0 || self.rows.lines[row].status == Status::Invalid {
            return counters;
        }
        // The lanes do not count clues. In bytes, which hold a count of 81 and are added
        // many at a time.
        let is_clue = |byte: u8| u8::from((b'1'..=b'9').contains(&byte));
        let cells: &[u8; 81] = match self.text(row).first_chunk() {
            Some(cells) if self.cells == cells.len() => cells,
            _ => return counters,
        };
        let clues = cells.iter().fold(0, |clues: u8, &byte| clues + is_clue(byte));
        Counters { clues: clues.into(), ..counters }
    }

    /// Shortens the slots without solution to an empty line.
    fn close_gaps(&mut self) {
        if self.solved == self.rows.lines.len() {
            return;
        }
        let size = self.cells + 1;
        let mut end = 0;
        for (line, at) in self.rows.lines.iter().zip((0..).step_by(size)) {
            if line.solutions > 0 {
                self.slots.copy_within(at..at + size, end);
                end += size;
            } else {
                self.slots[end] = b'\n';
                end += 1;
            }
        }
        self.slots.truncate(end);
    }
}
