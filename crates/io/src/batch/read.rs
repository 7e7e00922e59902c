//! Reads the rows of a chunk into batches.

use crate::{
    columns::InBatch,
    input::{Chunk, Cursor, MAX_LINE, Skip, is_usual},
    output::{Origin, Origins, Tally},
};
use sudomill_core::{
    by_size::Parsed,
    grid::{Alphabet, Size},
    solver::Batch,
};

/// The number of lines read at a time where lines contain more than a puzzle.
const BLOCK: usize = 64;

/// A chunk, and how far it is read.
pub(super) struct Reader {
    pub chunk: Chunk,
    /// The end of the lines read so far.
    place: Cursor,
    /// Set if puzzles have 81 symbols of the usual alphabet, so that [`Cursor::plain_line`] finds
    /// them.
    has_plain_lines: bool,
    /// Set once all lines are read.
    pub is_done: bool,
    /// The number of rows that may still be read.
    rows_left: usize,
    in_batch: InBatch,
    /// The counts of the lines that are not rows.
    pub tally: Tally,
    /// The first line that is not a record and that a strict run rejects, with the number of
    /// newlines before it in the chunk.
    pub stray: Option<(u64, Skip)>,
}

impl Reader {
    pub fn new(chunk: Chunk) -> Self {
        let has_usual_symbols = chunk.alphabet() == Alphabet::FromOne && chunk.size() == Size::Nine;
        let notation = chunk.notation();
        Self {
            place: chunk.first_place(),
            has_plain_lines: has_usual_symbols && !notation.candidates,
            is_done: false,
            rows_left: chunk.most_rows,
            in_batch: InBatch::new(chunk.size(), notation),
            tally: Tally::default(),
            stray: None,
            chunk,
        }
    }

    /// The number of newlines read so far.
    pub fn newlines(&self) -> u64 {
        self.place.newlines()
    }

    /// Reads the next rows into a batch, which is cleared before. Returns false if there are none.
    pub fn read(&mut self, batch: &mut Batch, origins: &mut Origins) -> bool {
        batch.clear();
        origins.clear();
        while batch.len() < Batch::ROWS && !self.is_done {
            if !(self.has_plain_lines && self.read_plain(batch, origins)) {
                self.read_lines(batch, origins);
            }
        }
        !batch.is_empty()
    }

    /// Reads 9×9 puzzles that can be found without parsing, up to the first other line. Returns
    /// false if there was none.
    fn read_plain(&mut self, batch: &mut Batch, origins: &mut Origins) -> bool {
        let (first, start) = (batch.len(), self.place.clone());
        self.read_plain_lines(batch, origins, |_| true);
        if !is_usual(batch.symbols_from(first)) {
            self.rows_left += batch.len() - first;
            batch.truncate(first);
            origins.rows.truncate(first);
            self.place = start.clone();
            self.read_plain_lines(batch, origins, is_usual);
        }
        let (end, bytes) = (self.place.at(), self.chunk.bytes());
        batch.set_upcoming(&bytes[end..bytes.len().min(2 * end - start.at())]);
        batch.len() > first
    }

    #[inline(always)]
    fn read_plain_lines(
        &mut self,
        batch: &mut Batch,
        origins: &mut Origins,
        is_puzzle: impl Fn(&[u8]) -> bool,
    ) {
        let Self { chunk, place, rows_left, .. } = self;
        let bytes = chunk.bytes();
        while batch.len() < Batch::ROWS && *rows_left > 0 {
            let Some(line) = place.plain_line(bytes) else { break };
            let symbols = &bytes[line.puzzle..][..Size::Nine.cells()];
            if !is_puzzle(symbols) {
                break;
            }
            let (at, len) = (line.puzzle as u32, Size::Nine.cells() as u32);
            let (start, end) = (place.at() as u32, line.end as u32 - 1);
            let (newlines, fields) = (place.newlines() as u32, line.fields);
            batch.push_symbols(symbols);
            origins.rows.push(Origin { newlines, at, len, start, end, fields });
            place.pass_plain_line(line);
            *rows_left -= 1;
        }
    }

    /// Reads a block of lines.
    #[cold]
    fn read_lines(&mut self, batch: &mut Batch, origins: &mut Origins) {
        let Self { chunk, place, in_batch, .. } = self;
        let mut lines = chunk.lines_from(place, chunk.size(), false);
        for _ in 0..BLOCK.min(Batch::ROWS - batch.len()) {
            let at = lines.at();
            let line = if self.rows_left > 0 { lines.next() } else { None };
            let Some((newlines, text, line)) = line else {
                self.is_done = true;
                break;
            };
            let text = match line {
                Parsed::Skip(skip) => {
                    if skip == Skip::Name {
                        self.stray.get_or_insert((newlines, skip));
                    }
                    self.tally.skipped.add(skip, 1);
                    continue;
                }
                Parsed::Puzzle(text) => {
                    in_batch.push(batch, text);
                    text
                }
                Parsed::Bad(problem) => {
                    origins.bad.push((batch.len(), problem));
                    batch.push_invalid();
                    // How much of an over-long line a chunk holds may vary.
                    text[..text.len().min(MAX_LINE)].trim_ascii_end()
                }
            };
            origins.rows.push(origin(chunk, newlines as u32, text, lines.since(at)));
            self.rows_left -= 1;
        }
        *place = lines.place();
    }
}

/// The position of a line. An over-long record becomes empty, because how much of it a chunk holds
/// may vary.
fn origin(chunk: &Chunk, newlines: u32, text: &[u8], record: &[u8]) -> Origin {
    let record = record.strip_suffix(b"\n").unwrap_or(record);
    let record = if record.len() > MAX_LINE { &record[..0] } else { record };
    let start = if record.is_empty() { 0 } else { offset(chunk, record) };
    let (at, len) = (offset(chunk, text), text.len() as u32);
    Origin { newlines, at, len, start, end: start + record.len() as u32, fields: 0 }
}

/// Returns the offset of `text`, which is a part of the chunk's text.
fn offset(chunk: &Chunk, text: &[u8]) -> u32 {
    (text.as_ptr().addr() - chunk.puzzle_text().as_ptr().addr()) as u32
}
