//! Reads the lines of a chunk a few at a time.

use super::{
    Bytes, Chunk, ChunkLines,
    lines::{Grids, Special},
    plain::{Plain, PlainLine},
};
use crate::{
    grid::Order,
    input::{layout::Shape, lines::Lines},
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
    /// See [`ChunkLines::records`].
    records: Option<u8>,
    /// How [`Chunk::plain_line`] finds a puzzle.
    ///
    /// Unless it is nowhere, `at` is an offset in [`Chunk::bytes`].
    plain: Plain,
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
        Self { plain: Plain::Nowhere, ..self }
    }

    /// Passes the line that begins here.
    #[inline(always)]
    pub fn pass_plain_line(&mut self, line: PlainLine) {
        self.at = line.end;
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
            let (at, newlines, plain) = (0, 0, Plain::Nowhere);
            return Place { at, newlines, further: 0..0, records: None, plain };
        }
        let mut lines = Lines::new(text);
        if self.inside_record {
            // All lines that begin here belong to the record, which was reported.
            let begun = u64::from(self.inside_line);
            let count = lines.by_ref().count() as u64;
            let (newlines, plain) = (lines.newlines, Plain::Nowhere);
            let (at, further) = (text.len(), begun..count);
            return Place { at, newlines, further, records: self.layout.table.separator(), plain };
        }
        if self.inside_line {
            lines.next();
        }
        let records = table.separator().filter(|_| self.has_quotes);
        let is_bytes =
            !self.restore_zeros && !self.layout.candidates && text.len() == self.bytes().len();
        let plain = match is_bytes && records.is_none() && self.preamble().is_none() {
            true => Plain::in_lines_of(table),
            false => Plain::Nowhere,
        };
        let Lines { at, newlines, .. } = lines;
        Place { at, newlines, further: 0..0, records, plain }
    }

    /// Its lines from a place on.
    pub(crate) fn lines_from<O: Order>(&self, place: &Place) -> ChunkLines<'_, O> {
        let Place { at, newlines, records, .. } = *place;
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
            original: self.original(),
            table: &self.layout.table,
            records,
            further: place.further.clone(),
            notation: self.layout.notation(),
            order: Default::default(),
        }
    }

    /// The next line, if its puzzle is found without parsing. If not, it may still have one.
    ///
    /// Inlined into the kernel it is a few instructions: it is compiled for the kernel's
    /// vectors, and memory works ahead while puzzles are solved.
    #[inline(always)]
    pub(crate) fn plain_line(&self, place: &Place) -> Option<PlainLine> {
        if let Bytes::Mapped(mapping, range) = &self.bytes {
            mapping.prefetch(range.start + place.at + AHEAD);
        }
        let PlainLine { puzzle, end, fields } = place.plain.find(self.bytes().get(place.at..)?)?;
        Some(PlainLine { puzzle: place.at + puzzle, end: place.at + end, fields })
    }
}
