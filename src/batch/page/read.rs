//! Reads the lines of a page, as the engine asks for puzzles.

use super::Page;
use crate::{
    grid::Order,
    input::{Chunk, Line, MAX_LINE, Skip, candidate_bits, parse_line_in},
    solver::{Counters, Status},
};

/// The number of lines read at a time where lines contain more than a puzzle.
const BLOCK: usize = 64;

/// The rows of a page. The vectors are reused.
#[derive(Default)]
pub(in crate::batch) struct Rows {
    pub(super) lines: Vec<PuzzleLine>,
    /// At least one entry per row, if counters are wanted. Until a row is solved, only its number
    /// of clues is meaningful: 0 if it was not counted.
    pub(super) work: Vec<Work>,
    /// One record per row, if columns are kept or compared.
    pub(super) records: Vec<Record>,
}

/// The range of a row's line or record in the chunk, without the newline.
pub(super) struct Record {
    start: u32,
    end: u32,
    /// The number of fields, none of them quoted; 0 if they were not counted.
    pub(super) fields: u32,
}

impl Record {
    /// Returns the record in a text that holds it at the same place as the chunk.
    pub(super) fn within<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

/// A puzzle line and, once it is solved, its result.
pub(super) struct PuzzleLine {
    /// The number of newlines before the line in the chunk.
    pub(super) newlines: u32,
    /// The offset of the puzzle field in the chunk; of a bad line, the offset of the whole line.
    pub(super) at: u32,
    pub(super) len: u32,
    pub(super) status: Status,
    pub(super) solutions: u64,
}

impl PuzzleLine {
    /// Returns the puzzle field, given the text of the chunk.
    pub(super) fn field<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.at as usize..][..self.len as usize]
    }
}

#[derive(Clone, Default)]
pub(super) struct Work {
    pub(super) counters: Counters,
    pub(super) solve_ns: u64,
}

impl Page {
    /// Makes room for the results of all rows read so far and of the lines that follow, unless
    /// these are shorter than a puzzle.
    pub(super) fn make_room<O: Order>(&mut self) {
        let (size, line) = (O::CELLS + 1, self.chunk.puzzle_len::<O>() + 1);
        let rest = self.chunk.puzzle_text().len().saturating_sub(self.place.at());
        let rows = self.rows.lines.len() + rest / line + 1;
        if self.slots.len() < rows * size {
            self.slots.resize(rows * size, 0);
        }
        if self.wants_work && self.rows.work.len() < rows {
            self.rows.work.resize(rows, Work::default());
        }
    }

    /// Reads a block of lines.
    #[cold]
    fn read<O: Order>(&mut self) {
        let mut lines = self.chunk.lines_from::<O>(&self.place);
        for _ in 0..BLOCK {
            if self.rows.lines.len() >= self.chunk.most_rows {
                self.is_read = true;
                break;
            }
            let newlines = lines.newlines() as u32;
            let at = lines.at();
            if let Some(text) = lines.next_plain() {
                self.rows.push(&self.chunk, newlines, text, Status::GaveUp);
                if self.wants_records {
                    self.rows.push_record(&self.chunk, lines.since(at));
                }
                continue;
            }
            match lines.next() {
                None => {
                    self.is_read = true;
                    break;
                }
                Some((newlines, _, Line::Skip(skip))) => {
                    if skip == Skip::Name {
                        self.stray.get_or_insert((newlines, skip));
                    }
                    self.skipped.push(skip);
                }
                Some((newlines, _, Line::Puzzle(text, _))) => {
                    self.rows.push(&self.chunk, newlines as u32, text, Status::GaveUp);
                }
                Some((newlines, text, Line::Bad(problem))) => {
                    self.bad.insert(self.rows.lines.len() as u32, problem);
                    // How much of an over-long line a chunk holds may vary.
                    let text = text[..text.len().min(MAX_LINE)].trim_ascii_end();
                    self.rows.push(&self.chunk, newlines as u32, text, Status::Invalid);
                }
            }
            if self.wants_records && self.rows.records.len() < self.rows.lines.len() {
                self.rows.push_record(&self.chunk, lines.since(at));
            }
        }
        self.place.pass(&lines);
        self.make_room::<O>();
    }

    /// Returns the next row with a puzzle.
    pub(super) fn next_row<O: Order>(&mut self) -> Option<u32> {
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

    /// Returns the next row if it is a 9×9 puzzle that can be found without parsing.
    #[inline(always)]
    pub(super) fn next_plain_row<O: Order>(&mut self) -> Option<u32> {
        let row = self.next;
        if row != self.rows.lines.len() || row >= self.chunk.most_rows {
            return None;
        }
        let line = self.chunk.plain_line(&self.place)?;
        let (at, newlines) = (line.puzzle as u32, self.place.newlines() as u32);
        let (len, status) = (O::CELLS as u32, Status::GaveUp);
        self.rows.lines.push(PuzzleLine { newlines, at, len, status, solutions: 0 });
        if self.wants_records {
            let (start, end, fields) = (self.place.at() as u32, line.end as u32 - 1, line.fields);
            self.rows.records.push(Record { start, end, fields });
        }
        self.place.pass_plain_line(line);
        self.next += 1;
        if let Some(work) = self.rows.work.get_mut(row) {
            let line = self.chunk.bytes()[at as usize..].first_chunk();
            work.counters.clues = line.map_or(0, clues);
        }
        Some(row as u32)
    }

    /// Marks a row as bad if its clues repeat a digit, with the position in its line. Returns true
    /// if they do.
    pub(super) fn mark_duplicate_digit<O: Order>(&mut self, row: u32) -> bool {
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
}

impl Rows {
    #[inline]
    pub(super) fn push(&mut self, chunk: &Chunk, newlines: u32, text: &[u8], status: Status) {
        let at = offset(chunk, text);
        let len = text.len() as u32;
        if let Some(work) = self.work.get_mut(self.lines.len()) {
            work.counters.clues = 0;
        }
        self.lines.push(PuzzleLine { newlines, at, len, status, solutions: 0 });
    }

    /// Adds the record of the row pushed last. An over-long record becomes empty, because how much
    /// of it a chunk holds may vary.
    fn push_record(&mut self, chunk: &Chunk, record: &[u8]) {
        let record = record.strip_suffix(b"\n").unwrap_or(record);
        let record = if record.len() > MAX_LINE { &record[..0] } else { record };
        let start = offset(chunk, record);
        self.records.push(Record { start, end: start + record.len() as u32, fields: 0 });
    }
}

/// Returns the offset of `text`, which is a part of the chunk's text.
fn offset(chunk: &Chunk, text: &[u8]) -> u32 {
    (text.as_ptr().addr() - chunk.puzzle_text().as_ptr().addr()) as u32
}

/// Counts the clues of a 9×9 puzzle, or the cells with one candidate; `None` for other texts.
pub(super) fn clues_of(text: &[u8]) -> Option<u64> {
    if let Ok(cells) = text.try_into() {
        return Some(clues(cells));
    }
    let cells = candidate_bits(text.try_into().ok()?);
    Some(cells.iter().filter(|cell| cell.is_power_of_two()).count() as u64)
}

/// Counts the clues of a puzzle. Sums bytes, which the compiler vectorizes; a byte can hold 81.
#[inline(always)]
pub(super) fn clues(cells: &[u8; 81]) -> u64 {
    let is_clue = |byte: u8| u8::from((b'1'..=b'9').contains(&byte));
    cells.iter().fold(0, |clues: u8, &byte| clues + is_clue(byte)).into()
}
