//! A chunk being solved: its rows, the result of each, and finally the bytes to write, in the order
//! of the lines.

mod custom;
mod read;
mod render;

use super::Options;
use crate::{
    engine::{Finished, Lot},
    grid::{Alphabet, Order, Puzzle},
    input::{BadLine, Chunk, Cursor, Line, Skip, candidate_bits, parse_line_in},
    output::{Counts, Format, Only, Plan},
    solver::{Counters, Limits, Status, lanes::LaneInput},
};
use custom::Custom;
use read::PuzzleLine;
pub(super) use read::Rows;
use std::{collections::BTreeMap, mem};

/// The buffers of a chunk, reused once it is written.
#[derive(Default)]
pub(super) struct Buffers {
    pub slots: Vec<u8>,
    pub results: Vec<u8>,
    pub timing: Vec<u8>,
}

/// The selection of what is written for a page.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub plan: &'a Plan,
    pub timed: bool,
    pub limits: &'a Limits<'a>,
    /// Set if timing rows include the name of the input.
    pub named: bool,
    /// The results to write; `None` for all.
    pub only: Option<Only>,
}

impl<'a> Wanted<'a> {
    /// Selects the outputs of a run with this plan.
    pub fn new(options: &'a Options, plan: &'a Plan, timed: bool) -> Self {
        let (limits, named, only) = (&options.limits, options.file_column, options.only);
        Self { plan, timed, limits, named, only }
    }

    fn work(self) -> bool {
        self.timed || self.plan.needs_work()
    }
}

/// The puzzle lines of a chunk and their results. A line is read only when the engine asks for it,
/// so that it is still in the cache when it is solved.
pub(super) struct Page {
    chunk: Chunk,
    /// The end of the lines read so far.
    place: Cursor,
    /// Set once all lines are read.
    is_read: bool,
    rows: Rows,
    /// The error of each row that is not a puzzle.
    bad: BTreeMap<u32, BadLine>,
    /// The reason for each line that is not a row.
    skipped: Vec<Skip>,
    /// The first line that is not a record and that a strict run rejects, with the number of
    /// newlines before it.
    stray: Option<(u64, Skip)>,
    /// The index of the next row for the engine.
    next: usize,
    /// The number of rows with a solution.
    solved: usize,
    /// The number of finished puzzles with each status.
    statuses: [u64; Status::ALL.len()],
    /// The number of cells of a puzzle.
    cells: usize,
    /// One slot per row, plus spare capacity: the symbols of the first solution and a newline. The
    /// slot of a row without solution holds leftovers of an earlier chunk.
    slots: Vec<u8>,
    /// The candidates of the last puzzle given as pencilmarks, one bit mask per cell.
    candidates: [u16; 81],
    /// Filled when the page is rendered.
    pub buffers: Buffers,
    /// The number of newlines of the input before the chunk.
    pub newlines_before: u64,
    /// Counts made before the page is rendered.
    pub counts: Counts,
    /// See [`Solved::undecodable`].
    pub undecodable: Option<(u64, usize)>,
    wants_work: bool,
    wants_records: bool,
    custom: Option<Box<Custom>>,
}

/// A finished chunk.
pub(super) struct Solved {
    pub chunk: Chunk,
    pub buffers: Buffers,
    /// The first bad lines, each with the number of newlines before it in the chunk.
    pub bad: Vec<(u64, BadLine)>,
    /// The first line that is not a record and that a strict run rejects, with the number of
    /// newlines before it in the chunk.
    pub stray: Option<(u64, Skip)>,
    /// The first wrong solutions, each with the number of newlines before it and the reason.
    pub wrong: Vec<(u64, String)>,
    pub counts: Counts,
    pub newlines: u64,
    /// The first value that should be kept in JSON but is not UTF-8: the number of newlines before
    /// it in the chunk, and its column.
    pub undecodable: Option<(u64, usize)>,
}

impl Page {
    /// Starts a page for a chunk, with no lines read. The buffers and rows are reused.
    pub fn new<O: Order>(
        chunk: Chunk,
        newlines_before: u64,
        mut buffers: Buffers,
        mut rows: Rows,
        wanted: Wanted,
    ) -> Self {
        rows.lines.clear();
        rows.records.clear();
        let wants_records = wanted.plan.kept.is_some() || wanted.plan.is_compared();
        let (place, custom) = (chunk.first_place(), Custom::of(chunk.alphabet()));
        // If the slots are the results, use one buffer: a reused buffer is in the cache.
        let slots = mem::take(match wanted.plan.format {
            Format::Solution => &mut buffers.results,
            _ => &mut buffers.slots,
        });
        let mut page = Self {
            place: if custom.is_some() { place.without_plain_lines() } else { place },
            is_read: false,
            chunk,
            rows,
            bad: BTreeMap::new(),
            skipped: Vec::new(),
            stray: None,
            next: 0,
            solved: 0,
            statuses: [0; Status::ALL.len()],
            cells: O::CELLS,
            slots,
            candidates: [0; 81],
            buffers,
            newlines_before,
            counts: Counts::default(),
            undecodable: None,
            wants_work: wanted.work(),
            wants_records,
            custom,
        };
        page.make_room::<O>();
        page
    }

    /// The number of newlines of the chunk, once all lines are read.
    pub fn newlines(&self) -> u64 {
        self.place.newlines()
    }

    /// The number of the chunk.
    pub fn index(&self) -> u64 {
        self.chunk.index
    }

    /// The name of the input.
    pub fn input(&self) -> &str {
        self.chunk.name()
    }

    /// Returns true if the chunk may contain a quote.
    pub fn has_quotes(&self) -> bool {
        self.chunk.has_quotes
    }

    /// The alphabet of the puzzles.
    pub fn alphabet(&self) -> Alphabet {
        self.chunk.alphabet()
    }

    fn text(&self, row: usize) -> &[u8] {
        self.rows.lines[row].field(self.chunk.puzzle_text())
    }

    /// Returns the whole line or record of a row, verbatim; empty if it is not wanted, or too long.
    fn record(&self, row: usize) -> &[u8] {
        self.record_in(row, self.chunk.record_text())
    }

    /// Like [`Self::record`], in any text that holds the record at the same place.
    fn record_in<'a>(&self, row: usize, text: &'a [u8]) -> &'a [u8] {
        self.rows.records.get(row).map_or(b"", |record| record.within(text))
    }

    fn slot(&self, row: usize) -> &[u8] {
        &self.slots[row * (self.cells + 1)..][..self.cells]
    }
}

impl<O: Order> Lot<O> for Page {
    fn alphabet(&self) -> Alphabet {
        match self.custom {
            Some(_) => Alphabet::FromOne,
            None => self.chunk.alphabet(),
        }
    }

    fn next(&mut self) -> Option<(u32, Puzzle<O>)> {
        loop {
            let row = self.next_row::<O>()?;
            match parse_line_in(self.text(row as usize), self.chunk.alphabet()) {
                Line::Puzzle(_, puzzle) => return Some((row, puzzle)),
                _ => self.mark_duplicate_digit::<O>(row),
            };
        }
    }

    #[inline(always)]
    fn next_input(&mut self) -> Option<(u32, LaneInput<'_>)> {
        if let Some(row) = self.next_plain_row::<O>() {
            let at = self.rows.lines[row as usize].at as usize;
            return Some((row, LaneInput::Clues(self.chunk.bytes()[at..].first_chunk()?)));
        }
        let row = self.next_row::<O>()?;
        if self.chunk.has_candidates() {
            self.candidates = candidate_bits(self.text(row as usize).first_chunk()?);
            return Some((row, LaneInput::Candidates(&self.candidates)));
        }
        // Not `self.text`, because the translation borrows `self`, too.
        let PuzzleLine { at, len, .. } = self.rows.lines[row as usize];
        let text = self.chunk.puzzle_text()[at as usize..][..len as usize].first_chunk()?;
        let line = self.custom.as_mut().map_or(text, |custom| custom.usual_line(text));
        Some((row, LaneInput::Clues(line)))
    }

    #[inline(always)]
    fn end(&mut self, row: u32, finished: &Finished) -> bool {
        let index = row as usize;
        if let Some(first) = finished.first {
            self.solved += 1;
            let slot = &mut self.slots[index * (O::CELLS + 1)..][..O::CELLS + 1];
            slot[..O::CELLS].copy_from_slice(first);
            slot[O::CELLS] = b'\n';
        } else if self.mark_duplicate_digit::<O>(row) {
            return false;
        }
        let line = &mut self.rows.lines[index];
        line.status = finished.status;
        line.solutions = finished.solutions;
        self.statuses[finished.status as usize] += 1;
        if let Some(work) = self.rows.work.get_mut(index) {
            // The lanes do not count clues: for most lines they are counted while reading.
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
