//! A chunk on its way through a run. Its rows are read into batches.

use crate::{
    input::{BadLine, Chunk, Cursor, Notation, Problem, Record, Skip, is_usual},
    memory::InBatch,
    output::{Origins, Tally},
};
use std::{mem, vec};
use sudomill_core::{
    grid::Size,
    solver::{Batch, Status},
};

/// The number of lines read at a time where lines contain more than a puzzle.
const BLOCK: usize = 64;

/// A chunk, how far it is read, and what is to be counted and reported of it.
pub(super) struct Page {
    pub chunk: Chunk,
    /// The number of newlines of the input before the chunk, if lines are counted ahead.
    pub newlines_before: u64,
    /// The end of the lines read so far.
    pub place: Cursor,
    /// Set if puzzles have 81 symbols of the usual alphabet, so that [`Cursor::plain_line`] finds
    /// them.
    has_plain_lines: bool,
    /// Set once all lines are read.
    is_read: bool,
    /// The number of rows that may still be read.
    rows_left: usize,
    /// The batches that were read ahead.
    ahead: vec::IntoIter<(Batch, Origins)>,
    in_batch: InBatch,
    /// The counts of its lines.
    pub tally: Tally,
    /// The bad lines to report, in order, each with the number of newlines before it in the chunk.
    pub bad: Vec<(u64, BadLine)>,
    /// The first wrong solutions, each with the number of newlines before it in the chunk and the
    /// reason.
    pub wrong: Vec<(u64, String)>,
    /// The first line that is not a record and that a strict run rejects, likewise.
    pub stray: Option<(u64, BadLine)>,
}

/// Receives a row: its page, its place in a batch, its record, and its error if it is bad.
pub(super) type EachRow<'e> = dyn FnMut(&Page, (&Batch, usize), &Record, Option<BadLine>) + 'e;

/// Finds something in a puzzle of a page, or what is wrong with it.
type Find<'f, T> = dyn Fn(&Page, (&Batch, usize), &Record) -> Result<T, BadLine> + 'f;

impl Page {
    pub fn new(chunk: Chunk, newlines_before: u64) -> Self {
        let notation = chunk.layout.notation();
        Self {
            newlines_before,
            place: chunk.first_place(),
            has_plain_lines: chunk.layout.size == Size::Nine && notation == Notation::default(),
            is_read: false,
            rows_left: usize::MAX,
            ahead: Vec::new().into_iter(),
            in_batch: InBatch::new(chunk.layout.size, notation),
            tally: Tally::default(),
            bad: Vec::new(),
            wrong: Vec::new(),
            stray: None,
            chunk,
        }
    }

    /// Reads the next rows into a batch, which is cleared before. Returns false if there are none.
    pub fn read(&mut self, batch: &mut Batch, origins: &mut Origins) -> bool {
        if let Some(next) = self.ahead.next() {
            (*batch, *origins) = next;
            return true;
        }
        batch.clear();
        origins.clear();
        while batch.len() < Batch::ROWS && !self.is_read {
            if !(self.has_plain_lines && self.read_plain(batch, origins)) {
                self.read_lines(batch, origins);
            }
        }
        !batch.is_empty()
    }

    /// Reads the first `most` rows at once; [`Self::read`] returns them later. Returns their number.
    pub fn read_ahead(&mut self, most: u64) -> u64 {
        self.rows_left = most.try_into().unwrap_or(usize::MAX);
        let (mut ahead, mut rows) = (Vec::new(), 0);
        loop {
            let (mut batch, mut origins) = (Batch::new(self.chunk.layout.size), Origins::default());
            if !self.read(&mut batch, &mut origins) {
                break;
            }
            rows += batch.len() as u64;
            ahead.push((batch, origins));
        }
        self.ahead = ahead.into_iter();
        rows
    }

    /// Reads all rows. Calls `each` with every row, its record, and its error if it is bad.
    pub fn each_row(&mut self, each: &mut EachRow) {
        let (mut batch, mut origins) = (Batch::new(self.chunk.layout.size), Origins::default());
        while self.read(&mut batch, &mut origins) {
            let mut bad = mem::take(&mut origins.bad);
            bad.reverse();
            for (row, record) in origins.rows.iter().enumerate() {
                let bad = bad.pop_if(|(number, _)| *number == row);
                each(self, (&batch, row), record, bad.map(|it| it.1));
            }
        }
    }

    /// Reads all rows, none of which is solved. Returns their number and, for each puzzle, its number
    /// among them, its record, and what `find` finds. Counts the others, and reports their errors.
    pub fn puzzles<T>(&mut self, find: &Find<T>) -> (u64, Vec<(u64, Record, T)>) {
        let (mut rows, mut puzzles, mut bad) = (0, Vec::new(), Vec::new());
        self.each_row(&mut |page, row, record, error| {
            match error.map_or_else(|| find(page, row, record), Err) {
                Ok(found) => puzzles.push((rows, *record, found)),
                Err(error) => bad.push((record.newlines.into(), error)),
            }
            rows += 1;
        });
        self.tally.unsolved += puzzles.len() as u64;
        self.tally.statuses.add(Status::Invalid, bad.len() as u64);
        self.bad = bad;
        (rows, puzzles)
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
        let (end, bytes) = (self.place.at, self.chunk.bytes());
        batch.set_upcoming(&bytes[end..bytes.len().min(2 * end - start.at)]);
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
            let (start, end) = (place.at as u32, line.end as u32 - 1);
            let (newlines, fields) = (place.newlines as u32, line.fields);
            batch.push_symbols(symbols);
            origins.rows.push(Record { newlines, at, len, start, end, fields });
            place.at = line.end;
            place.newlines += 1;
            *rows_left -= 1;
        }
    }

    /// Reads a block of lines.
    #[cold]
    fn read_lines(&mut self, batch: &mut Batch, origins: &mut Origins) {
        let Self { chunk, place, in_batch, tally, stray, .. } = self;
        let mut skipped = |newlines, skip: Skip| {
            if skip == Skip::Name && stray.is_none() {
                let problem = Problem::NotARecord { found: skip.to_string() };
                *stray = Some((newlines, BadLine::new((0, 1), problem)));
            }
            tally.skipped.add(skip, 1);
        };
        for _ in 0..BLOCK.min(Batch::ROWS - batch.len()) {
            let next =
                if self.rows_left > 0 { chunk.next(place, false, &mut skipped) } else { None };
            let Some((record, bad)) = next else {
                self.is_read = true;
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
