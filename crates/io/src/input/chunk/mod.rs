//! A piece of an input, and the puzzle lines in it.

mod cursor;
mod lines;
mod plain;
mod zeros;

pub(crate) use cursor::Cursor;
pub use lines::ChunkLines;
use lines::Grids;

use super::{
    answers::AnswerFormat,
    grids::{GridText, UnfoldedGrids},
    layout::{Layout, Shape},
    lines::{Line, Notation, Preamble, line_end::line_end, parse::parse_row, without_bom},
    source::Mapping,
    table::{as_strings, joined, located},
};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};
use sudomill_core::{
    error::Error,
    for_size,
    grid::{Alphabet, Order, Size},
};

/// Some complete lines of an input; in a file of grids, complete grids. Only a line longer than
/// [`MAX_LINE`](super::MAX_LINE) can span chunks.
#[derive(Debug)]
pub struct Chunk {
    /// The input's name, as used in messages.
    pub(in crate::input) name: Arc<str>,
    /// The number of the chunk, from 0.
    pub(crate) index: u64,
    /// The offset of the first byte in the decompressed text.
    pub(in crate::input) start: u64,
    /// The offset of the chunk's end in the input file, for progress.
    pub(in crate::input) consumed: u64,
    /// True if the chunk begins inside a line that an earlier chunk began.
    pub(in crate::input) inside_line: bool,
    /// True if a later chunk continues the last line.
    pub(in crate::input) ends_inside_line: bool,
    /// Likewise for a record of delimited text that is too long. A chunk that begins inside such a
    /// record holds nothing else.
    pub(in crate::input) inside_record: bool,
    pub(in crate::input) ends_inside_record: bool,
    /// True if the chunk may contain a quote.
    pub(crate) has_quotes: bool,
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
            index: 0,
            start: 0,
            consumed: 0,
            inside_line: false,
            ends_inside_line: false,
            inside_record: false,
            ends_inside_record: false,
            has_quotes: true,
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

    /// How puzzles are written.
    pub(crate) fn notation(&self) -> Notation {
        self.layout.notation()
    }

    /// Parses the lines. Skips the rest of a line that an earlier chunk began and reported. A grid
    /// is one line of symbols, at the position of its first row.
    pub fn lines<O: Order>(&self) -> ChunkLines<'_, O> {
        self.lines_from(&self.first_place())
    }

    /// The lines before the first puzzle, if any of them may be in this chunk, and the offset of
    /// the chunk's text.
    fn preamble(&self) -> Option<(u64, Preamble)> {
        let start = self.start + (self.content().len() - self.text().len()) as u64;
        Some((start, self.layout.preamble.filter(|preamble| preamble.has_from(start))?))
    }

    /// Parses the line that contains a text from [`ChunkLines::next_plain`].
    pub(crate) fn line_of<O: Order>(&self, text: &[u8]) -> Line<'_, O> {
        if let Some((unfolded, piece)) = self.grids().zip(self.grid_text()) {
            let at = text.as_ptr().addr() - unfolded.text.as_ptr().addr();
            let grids = Grids { unfolded, next: 0, text: piece };
            let number = unfolded.number_at(at).expect("the text is that of a grid");
            return grids.grid(number, self.alphabet()).1;
        }
        let all = self.text();
        let at = text.as_ptr().addr() - all.as_ptr().addr();
        let start = memchr::memrchr2(b'\n', b'\r', &all[..at]).map_or(0, |end| end + 1);
        let end = line_end(all, at).map_or(all.len(), |(end, _)| end);
        let line = parse_row(&all[start..end], &self.layout.table, self.layout.notation()).1;
        match (line, self.original()) {
            (Line::Bad(bad), Some(original)) => {
                let (read, line) = (&all[start..end], &original[start..end]);
                Line::Bad(located::<O>(bad, read, line, &self.layout.table))
            }
            (line, _) => line,
        }
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

    /// Where the solutions along with the puzzles are, if they are read.
    pub(crate) fn solutions(&self) -> Option<&Arc<AnswerFormat>> {
        self.layout.solutions.as_ref()
    }

    /// The text that contains the texts of [`Self::lines`].
    pub(crate) fn puzzle_text(&self) -> &[u8] {
        self.grids().map_or_else(|| self.content(), |grids| &grids.text)
    }

    fn grid_text(&self) -> Option<GridText<'_>> {
        self.layout.grid_text(self.bytes(), self.start, self.inside_line)
    }

    /// The grids; `None` if puzzles are lines.
    pub(in crate::input) fn grids(&self) -> Option<&UnfoldedGrids> {
        (self.layout.shape == Shape::Grids).then(|| self.unfolded())
    }

    fn unfolded(&self) -> &UnfoldedGrids {
        let read = || self.grid_text().map(|text| UnfoldedGrids::read(&text)).unwrap_or_default();
        self.unfolded.get_or_init(read)
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
        let is_candidate = self.layout.spread || self.layout.table.is_json();
        is_candidate && !self.restores_zeros() && self.rewritten().is_some()
    }

    fn restores_zeros(&self) -> bool {
        let Layout { shape, candidates, spread, .. } = self.layout;
        self.restore_zeros && shape == Shape::Lines && !candidates && !spread
    }

    /// The rewritten bytes, if parsing needs them; created on first use.
    fn rewritten(&self) -> Option<&[u8]> {
        let rewrite = || {
            let Layout { spread, size, ref table, ref solutions, .. } = self.layout;
            let bytes = self.bytes();
            let has_strings = || table.is_json() && memchr::memchr(b'\\', bytes).is_some();
            let plain = (spread || has_strings()).then(|| match table.is_json() {
                true => {
                    let solutions = solutions.as_ref().and_then(|format| format.column());
                    let keys: Vec<_> = table.column().into_iter().chain(solutions).collect();
                    as_strings(bytes, &keys, size)
                }
                false => joined(bytes, table, size),
            });
            let bytes = plain.as_deref().unwrap_or(bytes);
            let zeros = || for_size!(size, O => zeros::restored::<O>(bytes, table));
            if self.restores_zeros() { Some(zeros()) } else { plain }
        };
        self.rewritten.get_or_init(rewrite).as_deref()
    }

    /// The bytes to parse, without any byte-order mark.
    pub(in crate::input) fn text(&self) -> &[u8] {
        match self.start {
            0 => without_bom(self.content()).0,
            _ => self.content(),
        }
    }

    /// The offset of the chunk's end in the input file, before decompression. For progress.
    pub fn consumed(&self) -> u64 {
        self.consumed
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
