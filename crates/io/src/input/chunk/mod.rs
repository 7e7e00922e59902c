//! A piece of an input, and the puzzle lines in it.

mod lines;
mod plain;
mod rewrite;

pub use lines::ChunkLines;
pub(crate) use lines::{Cursor, ParsedLines};
pub(super) use plain::PlainLines;

#[cfg(feature = "files")]
use super::table::GridPlace;
use super::{
    answers::AnswerFormat,
    format::Piece,
    grids::UnfoldedGrids,
    layout::{Layout, Shape},
    lines::{Notation, Preamble, line_end::line_end, without_bom},
    source::Mapping,
    table::located,
};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};
use sudomill_core::{
    by_size::{self, Parsed},
    error::{BadLine, Error},
    grid::{Alphabet, Order, Size},
};

/// The position of a chunk in its input. Sent on its own to workers that share no memory.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ChunkPlace {
    /// The number of the chunk, from 0.
    pub index: u64,
    /// The offset of the first byte in the decompressed text.
    pub start: u64,
    /// The offset of the chunk's end in the input file, for progress.
    pub consumed: u64,
    /// True if the chunk begins inside a line that an earlier chunk began.
    pub inside_line: bool,
    /// True if a later chunk continues the last line.
    pub ends_inside_line: bool,
    /// True if the chunk is part of a record of delimited text that is too long, but not its start.
    pub inside_record: bool,
    /// True if a later chunk continues such a record.
    pub ends_inside_record: bool,
    /// True if the chunk may contain a quote.
    pub has_quotes: bool,
}

/// Some complete lines of an input; in a file of grids, complete grids. Only a line longer than
/// [`MAX_LINE`](super::MAX_LINE) can span chunks.
#[derive(Debug)]
pub struct Chunk {
    /// The input's name, as used in messages.
    pub(in crate::input) name: Arc<str>,
    pub(crate) place: ChunkPlace,
    /// Maximum number of rows to read.
    pub(crate) most_rows: usize,
    /// The layout of the input.
    pub(in crate::input) layout: Layout,
    pub(in crate::input) bytes: Bytes,
    /// The grids as lines, created on first use.
    pub(in crate::input) unfolded: OnceLock<UnfoldedGrids>,
    /// Set to restore lost zeros.
    pub(in crate::input) restore_zeros: bool,
    /// The rewritten text, if parsing needs one; created on first use.
    pub(in crate::input) rewritten: OnceLock<Option<Vec<u8>>>,
}

#[derive(Debug)]
pub(in crate::input) enum Bytes {
    Mapped(Arc<Mapping>, Range<usize>),
    Owned(Vec<u8>),
}

impl Chunk {
    /// Treats a whole input as one chunk.
    pub(in crate::input) fn new(bytes: Bytes, layout: Layout) -> Self {
        Self {
            name: Arc::default(),
            place: ChunkPlace { has_quotes: true, ..ChunkPlace::default() },
            most_rows: usize::MAX,
            layout,
            bytes,
            unfolded: OnceLock::new(),
            restore_zeros: false,
            rewritten: OnceLock::new(),
        }
    }

    /// The bytes as they are in the input.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(mapping, range) => &mapping.bytes()[range.clone()],
            Bytes::Owned(bytes) => bytes,
        }
    }

    /// The name of the input, as used in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The size of the puzzles.
    pub(crate) fn size(&self) -> Size {
        self.layout.size
    }

    /// The alphabet of the puzzles.
    pub fn alphabet(&self) -> Alphabet {
        self.layout.alphabet
    }

    /// The notation of the puzzles.
    pub(crate) fn notation(&self) -> Notation {
        self.layout.notation()
    }

    /// Parses the lines. Skips the rest of a line that an earlier chunk began and reported. A grid
    /// is one line of symbols, at the position of its first row.
    pub fn lines<O: Order>(&self) -> ChunkLines<'_, O> {
        ChunkLines::new(self.lines_from(&self.first_place(), O::SIZE, true))
    }

    /// Like [`Self::lines`], in the size of the puzzles.
    pub(crate) fn parsed_lines(&self) -> ParsedLines<'_> {
        self.lines_from(&self.first_place(), self.size(), true)
    }

    /// The lines before the first puzzle, if any of them may be in this chunk, and the offset of
    /// the chunk's text.
    fn preamble(&self) -> Option<(u64, Preamble)> {
        let start = self.text_start();
        Some((start, self.layout.preamble.filter(|preamble| preamble.has_from(start))?))
    }

    /// Parses the line that contains the text of a puzzle.
    pub(crate) fn line_of(&self, text: &[u8]) -> Parsed<'_> {
        if let Some(grids) = self.grids() {
            let at = text.as_ptr().addr() - grids.text.as_ptr().addr();
            let number = grids.number_at(at).expect("the text is that of a grid");
            return self.grid(grids, number, self.size()).1;
        }
        let all = self.text();
        let at = text.as_ptr().addr() - all.as_ptr().addr();
        let start = memchr::memrchr2(b'\n', b'\r', &all[..at]).map_or(0, |end| end + 1);
        let end = line_end(all, at).map_or(all.len(), |(end, _)| end);
        self.row(all, start..end, self.size()).1
    }

    /// Parses the record at this range of the text. Also returns its field.
    #[inline]
    fn row<'a>(
        &'a self,
        text: &'a [u8],
        record: Range<usize>,
        size: Size,
    ) -> (&'a [u8], Parsed<'a>) {
        let table = &self.layout.table;
        let read = &text[record.clone()];
        match (table.parse(read, size, self.notation()), self.original()) {
            ((field, Parsed::Bad(bad)), Some(original)) => {
                (field, Parsed::Bad(located(bad, read, &original[record], table, size)))
            }
            (parsed, _) => parsed,
        }
    }

    /// Parses the grid with this number. Also returns its symbols.
    fn grid<'a>(
        &self,
        grids: &'a UnfoldedGrids,
        number: usize,
        size: Size,
    ) -> (&'a [u8], Parsed<'a>) {
        let (symbols, bad) = grids.grid(number);
        let line = match bad {
            Some(bad) => Parsed::Bad(bad.clone()),
            None => match by_size::parse_line(symbols, size, self.notation()) {
                // The clues repeat a digit; the column is the number of the cell.
                Parsed::Bad(bad) => {
                    let (layout, cell) = (&self.layout, bad.column - 1);
                    let start = grids.start(number);
                    let place = layout.format.place(layout, &self.piece(), start, cell);
                    Parsed::Bad(BadLine::new(place.unwrap_or((0, 1)), bad.problem))
                }
                line => line,
            },
        };
        (symbols, line)
    }

    /// The original of [`Self::text`], if separated cells were joined or strings decoded in it.
    fn original(&self) -> Option<&[u8]> {
        let mark = self.content().len() - self.text().len();
        self.keeps_places().then(|| &self.bytes()[mark..])
    }

    /// The bytes to copy records from: same offsets as [`Self::puzzle_text`], but with every puzzle
    /// as written in the file.
    pub(crate) fn record_text(&self) -> &[u8] {
        if self.keeps_places() { self.bytes() } else { self.puzzle_text() }
    }

    /// The place of the solution in each line, if solutions are read.
    pub(crate) fn solutions(&self) -> Option<&Arc<AnswerFormat>> {
        self.layout.solutions.as_ref()
    }

    /// Finds the puzzle of a record and, if solutions are read, its solution, in the order in which
    /// they stand. `record` is the record as it is in the file, or the symbols of a grid; `parsed`
    /// is what was parsed in its place.
    ///
    /// # Errors
    /// The solution is not a grid.
    ///
    /// # Panics
    /// The record has no puzzle.
    #[cfg(feature = "files")]
    pub(crate) fn grids_of(&self, record: &[u8], parsed: &[u8]) -> Result<Vec<GridPlace>, BadLine> {
        let (Layout { size, table, solutions, .. }, notation) = (&self.layout, self.notation());
        if self.has_grids() {
            return Ok(vec![GridPlace::of_line(record, notation)]);
        }
        let mut grids = vec![table.grid(record, *size, notation).expect("it was parsed")];
        if let Some(format) = solutions {
            let notation = Notation { candidates: false, ..notation };
            grids.extend(format.grid(record, parsed, *size, notation)?);
        }
        grids.sort_by_key(|grid| grid.range().start);
        // The user may have chosen the same column for both.
        grids.dedup_by_key(|grid| grid.range());
        Ok(grids)
    }

    /// The text of which the fields that [`Self::lines`] returns are slices.
    pub(crate) fn puzzle_text(&self) -> &[u8] {
        self.grids().map_or_else(|| self.content(), |grids| &grids.text)
    }

    fn piece(&self) -> Piece<'_> {
        let ChunkPlace { start, inside_line, inside_record, .. } = self.place;
        Piece { bytes: self.bytes(), start, inside_line, inside_record }
    }

    /// Returns true if puzzles are grids of several lines.
    pub(crate) fn has_grids(&self) -> bool {
        self.layout.shape == Shape::Grids
    }

    /// The grids; `None` if puzzles are lines.
    pub(in crate::input) fn grids(&self) -> Option<&UnfoldedGrids> {
        let unfold = || self.layout.format.unfold(&self.layout, &self.piece()).unwrap_or_default();
        self.has_grids().then(|| self.unfolded.get_or_init(unfold))
    }

    /// The bytes to parse: with separated cells joined, escaped strings of JSON Lines decoded, and
    /// lost zeros restored if requested.
    fn content(&self) -> &[u8] {
        let Layout { spread, ref table, .. } = self.layout;
        match spread || table.is_json() || self.restores_zeros() {
            true => self.rewritten().unwrap_or(self.bytes()),
            false => self.bytes(),
        }
    }

    /// Returns true if [`Self::content`] was rewritten, and every other byte keeps its offset.
    fn keeps_places(&self) -> bool {
        let may_be_rewritten = self.layout.spread || self.layout.table.is_json();
        may_be_rewritten && !self.restores_zeros() && self.rewritten().is_some()
    }

    fn restores_zeros(&self) -> bool {
        let Layout { shape, candidates, spread, .. } = self.layout;
        self.restore_zeros && shape == Shape::Lines && !candidates && !spread
    }

    /// The rewritten bytes, if parsing needs them; created on first use.
    fn rewritten(&self) -> Option<&[u8]> {
        let rewrite = || rewrite::rewritten(self.bytes(), &self.layout, self.restores_zeros());
        self.rewritten.get_or_init(rewrite).as_deref()
    }

    /// The bytes to parse, without any byte-order mark.
    pub(in crate::input) fn text(&self) -> &[u8] {
        match self.place.start {
            0 => without_bom(self.content()).0,
            _ => self.content(),
        }
    }

    /// The offset in the decompressed input of [`Self::text`].
    pub(in crate::input) fn text_start(&self) -> u64 {
        self.place.start + (self.content().len() - self.text().len()) as u64
    }

    /// The offset of the chunk's end in the input file, before decompression. For progress.
    pub fn consumed(&self) -> u64 {
        self.place.consumed
    }

    /// Splits a chunk into its position and its bytes.
    #[cfg(feature = "files")]
    pub(crate) fn into_parts(self) -> (ChunkPlace, Vec<u8>) {
        let bytes = match self.bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(mapping, range) => mapping.bytes()[range].to_vec(),
        };
        (self.place, bytes)
    }

    /// Fails if the mapped file shrank. Then all results of this chunk must be discarded.
    ///
    /// # Errors
    /// [`Error::Shrunk`].
    pub fn check(&self) -> Result<(), Error> {
        match &self.bytes {
            Bytes::Mapped(mapping, _) if mapping.has_shrunk() => {
                Err(Error::Shrunk { path: self.name.to_string(), mapped: true })
            }
            _ => Ok(()),
        }
    }

    /// Releases the mapped memory up to the end of this chunk; no earlier chunk may be in use.
    pub fn release(self) {
        if let Bytes::Mapped(mapping, range) = self.bytes {
            mapping.release(range.end);
        }
    }
}
