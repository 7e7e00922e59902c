//! Reads the lines of a page into batches.

use super::Page;
use crate::input::{BadLine, Chunk, Line, MAX_LINE, Skip, is_usual};
use std::collections::BTreeMap;
use sudomill_core::{
    for_size,
    grid::{Order, Order3},
    solver::Batch,
};

/// The number of lines read at a time where lines contain more than a puzzle.
const BLOCK: usize = 64;

/// The origins of a batch's rows.
#[derive(Default)]
pub(in crate::batch) struct Rows {
    pub(super) origins: Vec<Origin>,
    /// The error of each row that is not a puzzle.
    pub(super) bad: BTreeMap<usize, BadLine>,
}

/// The position of a row in its chunk.
pub(super) struct Origin {
    /// The number of newlines before the line.
    pub newlines: u32,
    /// The offset of the puzzle field; of a bad line, the offset of the whole line.
    at: u32,
    len: u32,
    /// The range of the line or record, without the newline; empty if it is too long.
    start: u32,
    end: u32,
    /// The number of fields in the record, none of them quoted; 0 if they were not counted.
    pub fields: u32,
}

impl Origin {
    /// Returns the puzzle field, given the text of the chunk.
    #[inline(always)]
    pub fn field<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.at as usize..][..self.len as usize]
    }

    /// Returns the record in a text that holds it at the same place as the chunk.
    #[inline(always)]
    pub fn record<'a>(&self, text: &'a [u8]) -> &'a [u8] {
        &text[self.start as usize..self.end as usize]
    }
}

impl Page<'_> {
    /// Reads the next rows into an empty batch. No rows are left if the batch stays empty.
    pub fn read(&mut self, batch: &mut Batch, rows: &mut Rows) {
        batch.clear();
        rows.origins.clear();
        rows.bad.clear();
        while batch.len() < Batch::ROWS && !self.is_read {
            if !self.read_plain(batch, rows) {
                for_size!(batch.size(), O => self.read_lines::<O>(batch, rows));
            }
        }
        self.open += usize::from(!batch.is_empty());
    }

    /// Reads 9×9 puzzles that can be found without parsing, up to the first other line. Returns
    /// false if there was none.
    fn read_plain(&mut self, batch: &mut Batch, rows: &mut Rows) -> bool {
        let (first, start) = (batch.len(), self.place.clone());
        self.read_plain_lines(batch, rows, |_| true);
        if !is_usual(batch.symbols_from(first)) {
            self.rows_left += batch.len() - first;
            batch.truncate(first);
            rows.origins.truncate(first);
            self.place = start.clone();
            self.read_plain_lines(batch, rows, is_usual);
        }
        let (end, bytes) = (self.place.at(), self.chunk.bytes());
        batch.set_upcoming(&bytes[end..bytes.len().min(2 * end - start.at())]);
        batch.len() > first
    }

    #[inline(always)]
    fn read_plain_lines(
        &mut self,
        batch: &mut Batch,
        rows: &mut Rows,
        is_puzzle: impl Fn(&[u8]) -> bool,
    ) {
        let Self { chunk, place, rows_left, .. } = self;
        let bytes = chunk.bytes();
        while batch.len() < Batch::ROWS && *rows_left > 0 {
            let Some(line) = place.plain_line(bytes) else { break };
            let symbols = &bytes[line.puzzle..][..Order3::CELLS];
            if !is_puzzle(symbols) {
                break;
            }
            let (at, len) = (line.puzzle as u32, Order3::CELLS as u32);
            let (start, end) = (place.at() as u32, line.end as u32 - 1);
            let (newlines, fields) = (place.newlines() as u32, line.fields);
            batch.push_symbols(symbols);
            rows.origins.push(Origin { newlines, at, len, start, end, fields });
            place.pass_plain_line(line);
            *rows_left -= 1;
        }
    }

    /// Reads a block of lines.
    #[cold]
    fn read_lines<O: Order>(&mut self, batch: &mut Batch, rows: &mut Rows) {
        let Self { chunk, place, solved, in_batch, .. } = self;
        let mut lines = chunk.lines_from::<O>(place);
        let room = BLOCK.min(Batch::ROWS - batch.len());
        for _ in 0..room {
            if self.rows_left == 0 {
                self.is_read = true;
                break;
            }
            let (at, newlines) = (lines.at(), lines.newlines() as u32);
            if let Some(text) = lines.next_plain() {
                in_batch.push(batch, text);
                rows.origins.push(Origin::new(chunk, newlines, text, lines.since(at)));
                self.rows_left -= 1;
                continue;
            }
            match lines.next() {
                None => {
                    self.is_read = true;
                    break;
                }
                Some((newlines, _, Line::Skip(skip))) => {
                    if skip == Skip::Name {
                        solved.stray.get_or_insert((newlines, skip));
                    }
                    solved.counts.skip(skip);
                    continue;
                }
                Some((newlines, _, Line::Puzzle(text, puzzle))) => {
                    batch.push_puzzle(&puzzle);
                    let record = lines.since(at);
                    rows.origins.push(Origin::new(chunk, newlines as u32, text, record));
                }
                Some((newlines, text, Line::Bad(problem))) => {
                    rows.bad.insert(batch.len(), problem);
                    batch.push_invalid();
                    // How much of an over-long line a chunk holds may vary.
                    let text = text[..text.len().min(MAX_LINE)].trim_ascii_end();
                    let record = lines.since(at);
                    rows.origins.push(Origin::new(chunk, newlines as u32, text, record));
                }
            }
            self.rows_left -= 1;
        }
        place.pass(&lines);
    }
}

impl Origin {
    /// The position of a line. An over-long record becomes empty, because how much of it a chunk
    /// holds may vary.
    fn new(chunk: &Chunk, newlines: u32, text: &[u8], record: &[u8]) -> Self {
        let record = record.strip_suffix(b"\n").unwrap_or(record);
        let record = if record.len() > MAX_LINE { &record[..0] } else { record };
        let start = if record.is_empty() { 0 } else { offset(chunk, record) };
        let (at, len) = (offset(chunk, text), text.len() as u32);
        Self { newlines, at, len, start, end: start + record.len() as u32, fields: 0 }
    }
}

/// Returns the offset of `text`, which is a part of the chunk's text.
fn offset(chunk: &Chunk, text: &[u8]) -> u32 {
    (text.as_ptr().addr() - chunk.puzzle_text().as_ptr().addr()) as u32
}
