//! Reads the lines of a chunk a few at a time.

use super::{
    Bytes, Chunk, ChunkLines,
    lines::{Grids, Special},
};
use crate::{
    grid::Order,
    input::{
        layout::Shape,
        lines::{Lines, symbols::is_usual_line},
    },
};
use std::ops::Range;

/// How far ahead of its use a line is fetched into the cache, in bytes: a few puzzles take
/// longer to solve than memory to answer.
const AHEAD: usize = 8 * 82;

/// The end of the lines of a [`Chunk`] that were read. Unlike [`ChunkLines`] it can be kept
/// beside the chunk.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The offset of the next line; in a file of grids its number.
    pub(super) at: usize,
    pub(super) newlines: u64,
    /// See [`ChunkLines::further`].
    pub(super) further: Range<u64>,
    /// See [`ChunkLines::has_records`].
    has_records: bool,
    /// Whether a line of 81 symbols is a puzzle, and `at` an offset in [`Chunk::bytes`].
    is_plain: bool,
}

impl Place {
    /// The newlines before it.
    pub fn newlines(&self) -> u64 {
        self.newlines
    }

    /// The offset of the next line.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// The same place, where no line is taken for plain.
    pub fn without_plain_lines(self) -> Self {
        Self { is_plain: false, ..self }
    }

    /// Passes the line that [`Chunk::has_plain_line`] has seen.
    #[inline(always)]
    pub fn pass_plain_line(&mut self) {
        self.at += 82;
        self.newlines += 1;
    }

    /// Passes what these lines, begun here, have passed.
    pub fn pass<O>(&mut self, lines: &ChunkLines<O>) {
        self.newlines = lines.lines.newlines;
        self.further = lines.further.clone();
        self.at = match &lines.special {
            Special::Grids(grids) => grids.next,
            _ => lines.lines.at,
        };
    }
}

impl Chunk {
    /// The place of the first line.
    pub(crate) fn first_place(&self) -> Place {
        let (text, table) = (self.text(), &self.layout.table);
        if self.layout.shape == Shape::Grids {
            let (at, newlines) = (0, 0);
            return Place { at, newlines, further: 0..0, has_records: false, is_plain: false };
        }
        let mut lines = Lines::new(text);
        if self.inside_line {
            lines.next();
        }
        let has_records = table.has_records() && memchr::memchr(b'"', text).is_some();
        let is_bytes =
            !self.restore_zeros && !self.layout.candidates && text.len() == self.bytes().len();
        let is_plain = is_bytes && !has_records && table.is_first() && self.preamble().is_none();
        let Lines { at, newlines, .. } = lines;
        Place { at, newlines, further: 0..0, has_records, is_plain }
    }

    /// Its lines from a place on.
    pub(crate) fn lines_from<O: Order>(&self, place: &Place) -> ChunkLines<'_, O> {
        let Place { at, newlines, has_records, .. } = *place;
        let (lines, special) = match self.grid_text() {
            Some(text) => {
                let grids = Grids { unfolded: self.unfolded(), next: at, text };
                (Lines { bytes: b"", at: 0, newlines }, Special::Grids(Box::new(grids)))
            }
            None => {
                let special = self
                    .preamble()
                    .map_or(Special::None, |(start, preamble)| Special::Preamble(start, preamble));
                (Lines { bytes: self.text(), at, newlines }, special)
            }
        };
        ChunkLines {
            lines,
            special,
            arrays: self.arrays(),
            table: &self.layout.table,
            has_records,
            further: place.further.clone(),
            notation: self.layout.notation(),
            order: Default::default(),
        }
    }

    /// Whether the next line is 81 usual symbols and nothing else, in a file where that is
    /// a puzzle. If not, it may still be one.
    ///
    /// Inlined into the kernel it is a few instructions: it is compiled for the kernel's
    /// vectors, and memory works ahead while puzzles are solved.
    #[inline(always)]
    pub(crate) fn has_plain_line(&self, place: &Place) -> bool {
        if let Bytes::Mapped(mapping, range) = &self.bytes {
            mapping.prefetch(range.start + place.at + AHEAD);
        }
        let rest = self.bytes().get(place.at..).unwrap_or_default();
        place.is_plain && rest.first_chunk().is_some_and(is_usual_line)
    }
}
