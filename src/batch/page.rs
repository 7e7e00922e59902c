//! A chunk while it is solved: its rows, what became of each, and at the end the bytes in
//! the order of the lines.

use crate::{
    engine::{Finished, Lot},
    grid::{Alphabet, Order, Puzzle},
    input::{BadLine, Chunk, Line, MAX_LINE, Place, Skip, parse_line_in},
    output::{Format, Results, Row, Tally, Timing},
    solver::{Counter, Counters, Status},
};
use std::{collections::BTreeMap, mem};

/// Bad lines of a chunk that are reported one by one; all are counted.
const REPORTED: usize = 10;

/// The lines that are read at a time where not each is a puzzle and nothing else.
const BLOCK: usize = 64;

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

/// The puzzle lines of a chunk and what became of them. A line is read when the engine asks
/// for it: it is still in the cache when it is solved.
pub(super) struct Page {
    chunk: Chunk,
    /// The end of the lines that were read.
    place: Place,
    /// Whether there are no more.
    is_read: bool,
    rows: Rows,
    /// Why a row holds no puzzle.
    bad: BTreeMap<u32, BadLine>,
    /// Why a line is no row.
    skipped: Vec<Skip>,
    /// The first row that the engine has not asked for.
    next: usize,
    /// The number of rows with a solution.
    solved: usize,
    /// The puzzles that have ended, by status.
    statuses: [u64; Status::ALL.len()],
    /// The cells of a puzzle.
    cells: usize,
    /// A slot a row, and some more: the symbols of its first solution and a newline. A row
    /// without solution has what an earlier chunk left there.
    slots: Vec<u8>,
    /// Written anew at the end.
    buffers: Buffers,
    /// The newlines of the input before the chunk.
    pub newlines_before: u64,
    wants_counters: bool,
}

/// The rows of a page, in vectors that are used again.
#[derive(Default)]
pub(super) struct Rows {
    lines: Vec<PuzzleLine>,
    /// At least as many, if counters are wanted. Before a row has ended, only the number of
    /// its clues means anything: 0 if it is not counted.
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
    /// A chunk of which no line is read. The buffers and the rows are used again.
    pub fn new<O: Order>(
        chunk: Chunk,
        newlines_before: u64,
        mut buffers: Buffers,
        mut rows: Rows,
        wanted: Wanted,
    ) -> Self {
        rows.lines.clear();
        // One buffer where the slots are the results: what is used again is in the cache.
        let slots = mem::take(match wanted.format {
            Format::Solution => &mut buffers.results,
            _ => &mut buffers.slots,
        });
        let mut page = Self {
            place: chunk.first_place(),
            is_read: false,
            chunk,
            rows,
            bad: BTreeMap::new(),
            skipped: Vec::new(),
            next: 0,
            solved: 0,
            statuses: [0; Status::ALL.len()],
            cells: O::CELLS,
            slots,
            buffers,
            newlines_before,
            wants_counters: wanted.counters(),
        };
        page.make_room();
        page
    }

    /// Makes room for the results of the rows read and of the lines that follow, unless
    /// they are shorter than a puzzle.
    fn make_room(&mut self) {
        let size = self.cells + 1;
        let rest = self.chunk.puzzle_text().len().saturating_sub(self.place.at());
        let rows = self.rows.lines.len() + rest / size + 1;
        if self.slots.len() < rows * size {
            self.slots.resize(rows * size, 0);
        }
        if self.wants_counters && self.rows.work.len() < rows {
            self.rows.work.resize(rows, Work::default());
        }
    }

    /// Reads some lines.
    #[cold]
    fn read<O: Order>(&mut self) {
        let mut lines = self.chunk.lines_from::<O>(&self.place);
        for _ in 0..BLOCK {
            let newlines = lines.newlines() as u32;
            if let Some(text) = lines.next_plain() {
                self.rows.push(&self.chunk, newlines, text, Status::GaveUp);
                continue;
            }
            match lines.next() {
                None => {
                    self.is_read = true;
                    break;
                }
                Some((_, _, Line::Skip(skip))) => self.skipped.push(skip),
                Some((newlines, _, Line::Puzzle(text, _))) => {
                    self.rows.push(&self.chunk, newlines as u32, text, Status::GaveUp);
                }
                Some((newlines, text, Line::Bad(problem))) => {
                    self.bad.insert(self.rows.lines.len() as u32, problem);
                    // Of an over-long line a chunk may hold more or less.
                    let text = text[..text.len().min(MAX_LINE)].trim_ascii_end();
                    self.rows.push(&self.chunk, newlines as u32, text, Status::Invalid);
                }
            }
        }
        self.place.pass(&lines);
        self.make_room();
    }

    /// The newlines of its chunk, after all lines are read.
    pub fn newlines(&self) -> u64 {
        self.place.newlines()
    }

    /// The number of its chunk.
    #[cfg(test)]
    pub fn index(&self) -> u64 {
        self.chunk.index
    }

    /// The next row with a puzzle.
    fn next_row<O: Order>(&mut self) -> Option<u32> {
        loop {
            let row = self.next;
            match self.rows.lines.get(row) {
                Some(line) => {
                    self.next += 1;
                    if line.status != Status::Invalid {
                        return Some(row as u32);
                    }
                }
                None if self.is_read => return None,
                None => self.read::<O>(),
            }
        }
    }

    /// The next row, if its line is a 9×9 puzzle and nothing else.
    #[inline(always)]
    fn next_plain_row(&mut self) -> Option<u32> {
        let row = self.next;
        if row != self.rows.lines.len() || !self.chunk.has_plain_line(&self.place) {
            return None;
        }
        let (at, newlines) = (self.place.at() as u32, self.place.newlines() as u32);
        let status = Status::GaveUp;
        self.rows.lines.push(PuzzleLine { newlines, at, len: 81, status, solutions: 0 });
        self.place.pass_plain_line();
        self.next += 1;
        if let Some(work) = self.rows.work.get_mut(row) {
            let line = self.chunk.bytes()[at as usize..].first_chunk();
            work.counters.clues = line.map_or(0, clues);
        }
        Some(row as u32)
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

/// The clues of a puzzle. Added up in bytes, many at a time, which hold a count of 81.
#[inline(always)]
fn clues(cells: &[u8; 81]) -> u64 {
    let is_clue = |byte: u8| u8::from((b'1'..=b'9').contains(&byte));
    cells.iter().fold(0, |clues: u8, &byte| clues + is_clue(byte)).into()
}

impl Rows {
    #[inline]
    fn push(&mut self, chunk: &Chunk, newlines: u32, text: &[u8], status: Status) {
        let at = (text.as_ptr().addr() - chunk.puzzle_text().as_ptr().addr()) as u32;
        let len = text.len() as u32;
        if let Some(work) = self.work.get_mut(self.lines.len()) {
            work.counters.clues = 0;
        }
        self.lines.push(PuzzleLine { newlines, at, len, status, solutions: 0 });
    }
}

impl<O: Order> Lot<O> for Page {
    fn alphabet(&self) -> Alphabet {
        self.chunk.alphabet()
    }

    fn next(&mut self) -> Option<(u32, Puzzle<O>)> {
        loop {
            let row = self.next_row::<O>()?;
            match parse_line_in(self.text(row as usize), self.chunk.alphabet()) {
                Line::Puzzle(_, puzzle) => return Some((row, puzzle)),
                _ => self.refuse_repeat::<O>(row),
            };
        }
    }

    #[inline(always)]
    fn next_line(&mut self) -> Option<(u32, &[u8; 81])> {
        if let Some(row) = self.next_plain_row() {
            let at = self.rows.lines[row as usize].at as usize;
            return Some((row, self.chunk.bytes()[at..].first_chunk()?));
        }
        let row = self.next_row::<O>()?;
        Some((row, self.text(row as usize).first_chunk()?))
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
        self.statuses[finished.status as usize] += 1;
        if let Some(work) = self.rows.work.get_mut(index) {
            // The lanes do not count clues: those of most lines are counted when read.
            let clues = finished.counters.clues.max(work.counters.clues);
            work.counters = Counters { clues, ..finished.counters };
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
        for (status, count) in Status::ALL.into_iter().zip(self.statuses) {
            tally.count(status, count);
        }
        tally.count(Status::Invalid, self.bad.len() as u64);
        self.bad.values().for_each(|bad| tally.bad(bad));
        self.skipped.iter().for_each(|&skip| tally.skip(skip));
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
            newlines: self.place.newlines(),
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
        match self.text(row).first_chunk() {
            Some(cells) if counters.clues == 0 && self.cells == cells.len() => {
                Counters { clues: clues(cells), ..counters }
            }
            _ => counters,
        }
    }

    /// Shortens the slots without solution to an empty line, and ends behind the last one.
    fn close_gaps(&mut self) {
        let (size, rows) = (self.cells + 1, self.rows.lines.len());
        if self.solved == rows {
            return self.slots.truncate(rows * size);
        }
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
