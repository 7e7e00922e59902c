//! A chunk on its way through a run. Its rows are read into batches.

use crate::memory::in_batch::InBatch;
use std::{mem, vec};
use sudomill_input::{BadLine, Chunk, Cursor, Layout, Notation, Problem, Record, Skip, is_usual};
use sudomill_output::{Origins, SolvedRows, Tally};
use sudomill_puzzle::{
    grid::Size,
    solving::{Batch, Status},
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
    ahead: vec::IntoIter<PageBatch>,
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
    /// The number of newlines in the chunk before the first record at which the run fails. Neither
    /// it nor anything below it is written.
    pub fails_at: Option<u64>,
}

/// A batch of a page's rows, and where each of them comes from.
pub(super) struct PageBatch {
    pub batch: Batch,
    pub origins: Origins,
}

impl PageBatch {
    pub fn new(layout: &Layout) -> Self {
        let batch = Batch::with_units(layout.size, layout.units);
        Self { batch, origins: Origins::default() }
    }

    fn clear(&mut self) {
        self.batch.clear();
        self.origins.clear();
    }

    /// The solved rows, as writers see them, without extras.
    pub fn of_page<'p>(&'p self, page: &'p Page) -> SolvedRows<'p> {
        let Self { batch, origins } = self;
        let (chunk, newlines_before) = (&page.chunk, page.newlines_before);
        SolvedRows { chunk, newlines_before, batch, origins, extras: Vec::new() }
    }

    /// Removes all rows but the first ones.
    pub fn truncate(&mut self, len: usize) {
        self.batch.truncate(len);
        self.origins.truncate(len);
    }
}

/// A row of a page.
pub(super) struct PageRow<'p> {
    pub page: &'p Page,
    pub batch: &'p Batch,
    /// Its number in the batch.
    pub row: usize,
    pub record: &'p Record,
}

/// Receives a row, and its error if it is bad.
pub(super) type EachRow<'e> = dyn FnMut(&PageRow, Option<BadLine>) + 'e;

/// Finds something in a puzzle of a page, or what is wrong with it.
type Find<'f, T> = dyn Fn(&PageRow) -> Result<T, BadLine> + 'f;

impl Page {
    pub fn new(chunk: Chunk, newlines_before: u64) -> Self {
        let notation = chunk.layout.notation();
        Self {
            newlines_before,
            place: chunk.cursor(),
            has_plain_lines: chunk.layout.size == Size::Nine && notation == Notation::default(),
            is_read: false,
            rows_left: usize::MAX,
            ahead: Vec::new().into_iter(),
            in_batch: InBatch::new(&chunk.layout),
            tally: Tally::default(),
            bad: Vec::new(),
            wrong: Vec::new(),
            stray: None,
            fails_at: None,
            chunk,
        }
    }

    /// Reads the next rows into a batch, which is cleared before. Returns false if there are none.
    pub fn read(&mut self, rows: &mut PageBatch) -> bool {
        if let Some(next) = self.ahead.next() {
            *rows = next;
            return true;
        }
        rows.clear();
        while rows.batch.len() < Batch::ROWS && !self.is_read {
            if !(self.has_plain_lines && self.read_plain(rows)) {
                self.read_lines(rows);
            }
        }
        !rows.batch.is_empty()
    }

    /// Reads the first `most` rows at once; [`Self::read`] returns them later. Returns their number.
    pub fn read_ahead(&mut self, most: u64) -> u64 {
        self.rows_left = most.try_into().unwrap_or(usize::MAX);
        let (mut ahead, mut count) = (Vec::new(), 0);
        loop {
            let mut rows = PageBatch::new(&self.chunk.layout);
            if !self.read(&mut rows) {
                break;
            }
            count += rows.batch.len() as u64;
            ahead.push(rows);
        }
        self.ahead = ahead.into_iter();
        count
    }

    /// Reads all rows. Calls `each` with every row, and its error if it is bad.
    pub fn each_row(&mut self, each: &mut EachRow) {
        let mut rows = PageBatch::new(&self.chunk.layout);
        while self.read(&mut rows) {
            let PageBatch { batch, origins } = &mut rows;
            let mut bad = mem::take(&mut origins.bad);
            bad.reverse();
            for (row, record) in origins.rows.iter().enumerate() {
                let bad = bad.pop_if(|(number, _)| *number == row);
                each(&PageRow { page: self, batch, row, record }, bad.map(|it| it.1));
            }
        }
    }

    /// Reads all rows, none of which is solved. Returns their number and, for each puzzle, its number
    /// among them, its record, and what `find` finds. Counts the others, and reports their errors.
    pub fn puzzles<T>(&mut self, find: &Find<T>) -> (u64, Vec<(u64, Record, T)>) {
        let mut rows = 0;
        let mut puzzles = Vec::new();
        let mut bad = Vec::new();
        self.each_row(&mut |row, error| {
            match error.map_or_else(|| find(row), Err) {
                Ok(found) => puzzles.push((rows, *row.record, found)),
                Err(error) => bad.push((row.record.newlines.into(), error)),
            }
            rows += 1;
        });
        self.tally.unsolved += puzzles.len() as u64;
        self.tally.statuses.add(Status::Invalid, bad.len() as u64);
        self.bad = bad;
        (rows, puzzles)
    }

    /// Makes the run fail at a record, after this number of newlines in the chunk.
    pub fn fail_at(&mut self, newlines: u64) {
        self.fails_at = Some(self.fails_at.map_or(newlines, |earlier| earlier.min(newlines)));
    }

    /// Makes the run fail at the first row of a batch that is bad, or the first line so far that is
    /// not a record.
    pub fn reject(&mut self, origins: &Origins) {
        let bad = origins.bad.first().map(|(row, _)| origins.rows[*row].newlines.into());
        let stray = self.stray.as_ref().map(|(newlines, _)| *newlines);
        bad.into_iter().chain(stray).for_each(|newlines| self.fail_at(newlines));
    }

    /// The number of rows of a batch above the record at which the run fails.
    pub fn rows_above_failure(&self, origins: &Origins) -> usize {
        let is_above =
            |record: &Record| self.fails_at.is_none_or(|at| u64::from(record.newlines) < at);
        origins.rows.partition_point(is_above)
    }

    /// Removes what is to be reported of the lines below the record at which the run fails: how
    /// many of them are in this chunk is chance.
    pub fn forget_below_failure(&mut self) {
        if let Some(at) = self.fails_at {
            self.bad.retain(|(newlines, _)| *newlines <= at);
            self.wrong.retain(|(newlines, _)| *newlines <= at);
        }
    }

    /// Reads 9×9 puzzles that can be found without parsing, up to the first other line. Returns
    /// false if there was none.
    fn read_plain(&mut self, rows: &mut PageBatch) -> bool {
        let PageBatch { batch, origins } = rows;
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
            batch.push_symbols(symbols);
            origins.rows.push(Record {
                newlines: place.newlines as u32,
                at: line.puzzle as u32,
                len: Size::Nine.cells() as u32,
                start: place.at as u32,
                end: line.end as u32 - 1,
                fields: line.fields,
            });
            place.at = line.end;
            place.newlines += 1;
            *rows_left -= 1;
        }
    }

    /// Reads a block of lines.
    #[cold]
    fn read_lines(&mut self, rows: &mut PageBatch) {
        let PageBatch { batch, origins } = rows;
        let Self { chunk, place, in_batch, tally, stray, .. } = self;
        let mut skipped = |newlines, skip: Skip| {
            if skip == Skip::Name && stray.is_none() {
                let problem = Problem::NotARecord { found: skip.to_string() };
                *stray = Some((newlines, BadLine::new(0, 1, problem)));
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
