//! Reads the lines of a chunk a few at a time.

use super::{
    Chunk, ChunkLines,
    lines::{Grids, Special},
    plain::{Plain, PlainLine},
};
use crate::input::{layout::Shape, lines::Lines};
use std::ops::Range;
use sudomill_core::grid::Order;

/// The position after the last line of a [`Chunk`] that was read. Unlike [`ChunkLines`], it does
/// not borrow from the chunk.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The offset of the next line; in a file of grids, its index.
    pub(super) at: usize,
    pub(super) newlines: u64,
    /// See [`ChunkLines::further`].
    pub(super) further: Range<u64>,
    /// See [`ChunkLines::records`].
    records: Option<u8>,
    /// How [`Cursor::plain_line`] finds a puzzle.
    ///
    /// Unless this is `Nowhere`, `at` is an offset in [`Chunk::bytes`].
    plain: Plain,
}

impl Cursor {
    /// Newlines before this position.
    pub fn newlines(&self) -> u64 {
        self.newlines
    }

    /// The offset of the next line.
    #[inline(always)]
    pub fn at(&self) -> usize {
        self.at
    }

    /// Returns the same position, but disables [`Self::plain_line`].
    pub fn without_plain_lines(self) -> Self {
        Self { plain: Plain::Nowhere, ..self }
    }

    /// Finds the puzzle of the next line without parsing, given [`Chunk::bytes`]. It has 81 symbols,
    /// which the caller has to check: many at once take less time. On `None`, the line may still
    /// have a puzzle.
    #[inline(always)]
    pub fn plain_line(&self, bytes: &[u8]) -> Option<PlainLine> {
        let PlainLine { puzzle, end, fields } = self.plain.find(bytes.get(self.at..)?)?;
        Some(PlainLine { puzzle: self.at + puzzle, end: self.at + end, fields })
    }

    /// Moves past the line that begins here.
    #[inline(always)]
    pub fn pass_plain_line(&mut self, line: PlainLine) {
        self.at = line.end;
        self.newlines += 1;
    }

    /// Moves past the lines that `lines` has read, starting from here.
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
    /// The position of the first line.
    pub(crate) fn first_place(&self) -> Cursor {
        let (text, table) = (self.text(), &self.layout.table);
        if self.layout.shape == Shape::Grids {
            let (at, newlines, plain) = (0, 0, Plain::Nowhere);
            return Cursor { at, newlines, further: 0..0, records: None, plain };
        }
        let mut lines = Lines::new(text);
        if self.inside_record {
            // All lines that begin here belong to a record that was already reported.
            let begun = u64::from(self.inside_line);
            let count = lines.by_ref().count() as u64;
            let (newlines, plain) = (lines.newlines, Plain::Nowhere);
            let (at, further) = (text.len(), begun..count);
            return Cursor { at, newlines, further, records: self.layout.table.separator(), plain };
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
        Cursor { at, newlines, further: 0..0, records, plain }
    }

    /// Parses the lines from a position on.
    pub(crate) fn lines_from<O: Order>(&self, place: &Cursor) -> ChunkLines<'_, O> {
        let Cursor { at, newlines, records, .. } = *place;
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
}
