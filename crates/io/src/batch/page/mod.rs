//! A chunk being solved: its lines become rows of batches, and the finished rows become the bytes to
//! write, in the order of the lines.

mod read;
mod render;

use super::Options;
use crate::{
    columns::InBatch,
    input::{BadLine, Chunk, Cursor, Skip},
    output::{Counts, Only, Plan, Results, Timing},
};
pub(super) use read::Rows;
use std::mem;
use sudomill_core::{
    grid::{Alphabet, Size},
    solver::Limits,
};

/// The buffers of a chunk, reused once it is written.
#[derive(Default)]
pub(super) struct Buffers {
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
}

/// A chunk whose lines are read into batches, and whose finished rows are rendered.
pub(super) struct Page<'a> {
    wanted: Wanted<'a>,
    chunk: Chunk,
    /// The end of the lines read so far.
    place: Cursor,
    /// Set once all lines are read.
    is_read: bool,
    /// The number of rows that may still be read.
    rows_left: usize,
    /// The number of batches that are read and not rendered.
    pub open: usize,
    in_batch: InBatch,
    pub results: Results<'a>,
    timing: Timing,
    /// The number of newlines of the input before the chunk.
    newlines_before: u64,
    has_empty_cells: bool,
    solved: Solved,
}

/// A finished chunk.
#[derive(Default)]
pub(super) struct Solved {
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

impl<'a> Page<'a> {
    /// Starts a page for a chunk, with no lines read. The buffers are reused.
    pub fn new(
        chunk: Chunk,
        newlines_before: u64,
        mut buffers: Buffers,
        wanted: Wanted<'a>,
    ) -> Self {
        let has_usual_symbols = chunk.alphabet() == Alphabet::FromOne && chunk.size() == Size::Nine;
        let place = chunk.first_place();
        let results = mem::take(&mut buffers.results);
        let timing = mem::take(&mut buffers.timing);
        Self {
            wanted,
            place: if has_usual_symbols { place } else { place.without_plain_lines() },
            is_read: false,
            rows_left: chunk.most_rows,
            open: 0,
            in_batch: InBatch::new(chunk.notation()),
            results: Results::new(wanted.plan, chunk.name(), chunk.has_quotes, results),
            timing: Timing::new(timing, wanted.named.then(|| chunk.name())),
            newlines_before,
            has_empty_cells: false,
            solved: Solved::default(),
            chunk,
        }
    }

    /// Returns true once all lines are read and rendered.
    pub const fn is_done(&self) -> bool {
        self.is_read && self.open == 0
    }

    /// The number of newlines of the chunk, once all lines are read.
    pub fn newlines(&self) -> u64 {
        self.place.newlines()
    }

    /// The number of the chunk.
    pub fn index(&self) -> u64 {
        self.chunk.index
    }

    /// The alphabet of the puzzles.
    pub fn alphabet(&self) -> Alphabet {
        self.chunk.alphabet()
    }

    /// Ends the page. Returns its chunk and everything to write for it.
    pub fn end(mut self) -> (Chunk, Solved) {
        self.solved.newlines = self.place.newlines();
        self.solved.counts.unkept(self.results.unkept());
        if self.has_empty_cells {
            self.solved.counts.empty_cells();
        }
        let (results, timing) = (self.results.into_bytes(), self.timing.into_bytes());
        self.solved.buffers = Buffers { results, timing };
        (self.chunk, self.solved)
    }
}
