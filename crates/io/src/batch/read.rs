//! Reads the rows of a chunk into batches.

use crate::{
    columns::InBatch,
    input::{Chunk, Cursor, Record, Skip, is_usual},
    output::{Origins, Tally},
};
use sudomill_core::{
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

    /// Reads all rows of a chunk. Calls `each` with every batch and its origins.
    pub fn read_all(chunk: Chunk, mut each: impl FnMut(&Chunk, &Batch, &mut Origins)) -> Self {
        let (mut batch, mut origins) = (Batch::new(chunk.size()), Origins::default());
        let mut reader = Self::new(chunk);
        while reader.read(&mut batch, &mut origins) {
            each(&reader.chunk, &batch, &mut origins);
        }
        reader
    }

    /// Reads 9×9 puzzles that can be found without parsing, up to the first other line. Returns
    /// false if there was none.
    fn read_plain(&mut self, batch: &mut Batch, origins: &mut Origins) -> bool {
        let (first, start) = (batch.len(), self.place);
        self.read_plain_lines(batch, origins, |_| true);
        if !is_usual(batch.symbols_from(first)) {
            self.rows_left += batch.len() - first;
            batch.truncate(first);
            origins.rows.truncate(first);
            self.place = start;
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
            origins.rows.push(Record { newlines, at, len, start, end, fields });
            place.pass_plain_line(line);
            *rows_left -= 1;
        }
    }

    /// Reads a block of lines.
    #[cold]
    fn read_lines(&mut self, batch: &mut Batch, origins: &mut Origins) {
        let Self { chunk, place, in_batch, tally, stray, .. } = self;
        let mut skipped = |newlines, skip: Skip| {
            if skip == Skip::Name {
                stray.get_or_insert((newlines, skip));
            }
            tally.skipped.add(skip, 1);
        };
        for _ in 0..BLOCK.min(Batch::ROWS - batch.len()) {
            let next =
                if self.rows_left > 0 { chunk.next(place, false, &mut skipped) } else { None };
            let Some((record, bad)) = next else {
                self.is_done = true;
                break;
            };
            match bad {
                None => in_batch.push(batch, chunk.text(&record)),
                Some(problem) => {
                    origins.bad.push((batch.len(), problem));
                    batch.push_invalid();
                }
            }
            origins.rows.push(record);
            self.rows_left -= 1;
        }
    }
}
