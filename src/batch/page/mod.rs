//! A chunk while it is solved: its rows, what became of each, and at the end the bytes in
//! the order of the lines.

mod custom;
mod read;
mod render;

use super::Options;
use crate::{
    engine::{Finished, Lot},
    grid::{Alphabet, Order, Puzzle},
    input::{BadLine, Chunk, Line, Place, Skip, candidate_bits, parse_line_in},
    output::{Counts, Format, Only, Plan},
    solver::{Counters, Limits, Status, lanes::Given},
};
use custom::Custom;
use read::PuzzleLine;
pub(super) use read::Rows;
use std::{collections::BTreeMap, mem};

/// Buffers of a chunk that is written, to use again.
#[derive(Default)]
pub(super) struct Buffers {
    pub slots: Vec<u8>,
    pub results: Vec<u8>,
    pub timing: Vec<u8>,
}

/// What is written of a page.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub plan: &'a Plan,
    pub timed: bool,
    pub limits: &'a Limits<'a>,
    /// Whether timing rows have the name of the input.
    pub named: bool,
    /// The results that are written, if not all are.
    pub only: Option<Only>,
}

impl<'a> Wanted<'a> {
    /// The output of a run with this plan.
    pub fn new(options: &'a Options, plan: &'a Plan, timed: bool) -> Self {
        let (limits, named, only) = (&options.limits, options.file_column, options.only);
        Self { plan, timed, limits, named, only }
    }

    fn work(self) -> bool {
        self.timed || self.plan.needs_work()
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
    /// The newlines before the first line that a strict run refuses though it is no record.
    stray: Option<(u64, Skip)>,
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
    /// The candidates of the last puzzle that was given by them.
    candidates: [u16; 81],
    /// Written anew at the end.
    pub buffers: Buffers,
    /// The newlines of the input before the chunk.
    pub newlines_before: u64,
    /// What is counted before the end.
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
    /// The first bad lines, each with the newlines before it in the chunk.
    pub bad: Vec<(u64, BadLine)>,
    /// The newlines in the chunk before the first line that a strict run refuses though it is no
    /// record.
    pub stray: Option<(u64, Skip)>,
    /// The first wrong solutions, each with the newlines before it and what is wrong.
    pub wrong: Vec<(u64, String)>,
    pub counts: Counts,
    pub newlines: u64,
    /// The first value that is not UTF-8 and was to be kept in JSON: the newlines before it in
    /// the chunk, and its column.
    pub undecodable: Option<(u64, usize)>,
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
        rows.records.clear();
        let wants_records = wanted.plan.kept.is_some() || wanted.plan.is_compared();
        let (place, custom) = (chunk.first_place(), Custom::of(chunk.alphabet()));
        // One buffer where the slots are the results: what is used again is in the cache.
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

    /// The newlines of its chunk, after all lines are read.
    pub fn newlines(&self) -> u64 {
        self.place.newlines()
    }

    /// The number of its chunk.
    pub fn index(&self) -> u64 {
        self.chunk.index
    }

    /// The name of its input.
    pub fn input(&self) -> &str {
        self.chunk.name()
    }

    /// Whether there may be a quote in its chunk.
    pub fn has_quotes(&self) -> bool {
        self.chunk.has_quotes
    }

    /// The alphabet of its puzzles.
    pub fn alphabet(&self) -> Alphabet {
        self.chunk.alphabet()
    }

    fn text(&self, row: usize) -> &[u8] {
        self.rows.lines[row].field(self.chunk.puzzle_text())
    }

    /// The whole line or record of a row as it is in the input, if it is wanted and not too
    /// long to be read.
    fn record(&self, row: usize) -> &[u8] {
        self.record_in(row, self.chunk.record_text())
    }

    /// The same in a text that has it at the same place.
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
                _ => self.refuse_repeat::<O>(row),
            };
        }
    }

    #[inline(always)]
    fn next_given(&mut self) -> Option<(u32, Given<'_>)> {
        if let Some(row) = self.next_plain_row::<O>() {
            let at = self.rows.lines[row as usize].at as usize;
            return Some((row, Given::Clues(self.chunk.bytes()[at..].first_chunk()?)));
        }
        let row = self.next_row::<O>()?;
        if self.chunk.has_candidates() {
            self.candidates = candidate_bits(self.text(row as usize).first_chunk()?);
            return Some((row, Given::Candidates(&self.candidates)));
        }
        // Not `self.text`: the translation is borrowed, too.
        let PuzzleLine { at, len, .. } = self.rows.lines[row as usize];
        let text = self.chunk.puzzle_text()[at as usize..][..len as usize].first_chunk()?;
        let line = self.custom.as_mut().map_or(text, |custom| custom.usual_line(text));
        Some((row, Given::Clues(line)))
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
