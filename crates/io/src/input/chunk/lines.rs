//! Parses the lines of a chunk, all in a row or a few at a time.

use super::{
    Chunk,
    plain::{Plain, PlainLine},
};
use crate::input::{
    grids::{LineKind, UnfoldedGrids},
    lines::{Line, Lines, MAX_LINE, Notation, Preamble, Skip, parse_line_as},
};
use std::{marker::PhantomData, ops::Range};
use sudomill_core::{
    by_size::{Parsed, has_symbols},
    grid::{Order, Size},
};

/// Iterates over the lines of a [`Chunk`](crate::input::Chunk). Each item is the number of newlines
/// before the line in the chunk, its text, and the parsed line.
#[derive(Debug)]
pub struct ChunkLines<'a, O>(ParsedLines<'a>, PhantomData<O>);

impl<'a, O: Order> ChunkLines<'a, O> {
    pub(super) fn new(lines: ParsedLines<'a>) -> Self {
        Self(lines, PhantomData)
    }

    /// The number of newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.0.newlines()
    }
}

impl<'a, O: Order> Iterator for ChunkLines<'a, O> {
    type Item = (u64, &'a [u8], Line<'a, O>);

    fn next(&mut self) -> Option<Self::Item> {
        let (newlines, text, line) = self.0.next()?;
        let line = match line {
            Parsed::Puzzle(text) => parse_line_as(text, self.0.notation),
            Parsed::Bad(bad) => Line::Bad(bad),
            Parsed::Skip(skip) => Line::Skip(skip),
        };
        Some((newlines, text, line))
    }
}

/// Like [`ChunkLines`], for a size that is known only at run time.
#[derive(Debug)]
pub(crate) struct ParsedLines<'a> {
    chunk: &'a Chunk,
    /// The lines of the text; of grids, only their number: `at` is the index of the next one.
    lines: Lines<'a>,
    /// The position of the first line, and what is known of the lines from there on.
    place: Cursor,
    grids: Option<&'a UnfoldedGrids>,
    /// The offset of the text, and the lines before the first puzzle, if any may be in the chunk.
    preamble: Option<(u64, Preamble)>,
    size: Size,
    notation: Notation,
    /// The number of symbols of a puzzle.
    symbols: usize,
    /// True if a puzzle whose clues repeat a digit is malformed. Otherwise it may be returned as a
    /// puzzle, which takes less time.
    checks_clues: bool,
}

impl<'a> ParsedLines<'a> {
    /// The number of newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.lines.newlines()
    }

    /// The offset of the next line in the text; not valid for grids.
    pub fn at(&self) -> usize {
        self.lines.at()
    }

    /// The position of the next line.
    pub fn place(&self) -> Cursor {
        Cursor { at: self.lines.at, newlines: self.lines.newlines, ..self.place.clone() }
    }

    /// The text passed since the offset `at`.
    pub fn since(&self, at: usize) -> &'a [u8] {
        self.lines.since(at)
    }

    /// Like [`Self::since`], but as written in the file.
    #[cfg(feature = "files")]
    pub fn original_since(&self, at: usize) -> &'a [u8] {
        match self.chunk.original() {
            Some(text) => &text[at..self.at()],
            None => self.since(at),
        }
    }

    /// The next line, which belongs to a file of grids.
    fn next_of_grids(&mut self, grids: &'a UnfoldedGrids) -> Option<<Self as Iterator>::Item> {
        let line = grids.lines.get(self.lines.at)?;
        self.lines.at += 1;
        self.lines.newlines = grids.newlines_before(self.lines.at);
        let (text, parsed) = match line.kind {
            LineKind::Skip(skip) => (&b""[..], Parsed::Skip(skip)),
            LineKind::Grid(number) => match grids.grid(number) {
                (text, None) if self.is_plain(text) => (text, Parsed::Puzzle(text)),
                _ => self.chunk.grid(grids, number, self.size),
            },
        };
        Some((line.newlines, text, parsed))
    }

    /// Returns true if a text can be taken for a puzzle without parsing.
    #[inline]
    fn is_plain(&self, text: &[u8]) -> bool {
        !self.checks_clues && has_symbols(text, self.size, self.notation)
    }

    /// Returns the puzzle of the next line, and where the line ends, if both are where they usually
    /// are.
    #[inline]
    fn plain_line(&self) -> Option<(&'a [u8], usize)> {
        let (rest, len) = (&self.lines.bytes[self.lines.at..], self.symbols);
        let (puzzle, end) = match self.place.plain {
            Plain::Line => (rest.get(len) == Some(&b'\n')).then_some((0, len + 1))?,
            _ if len != Size::Nine.cells() || self.notation.alphabet.custom().is_some() => {
                return None;
            }
            plain => plain.find(rest).map(|line| (line.puzzle, line.end))?,
        };
        Some((&rest[puzzle..][..len], end)).filter(|line| self.is_plain(line.0))
    }

    /// Returns the puzzle of a line that is certainly a row.
    #[inline]
    fn plain_field(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        let table = &self.chunk.layout.table;
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE || self.checks_clues || table.skip(line).is_some() {
            return None;
        }
        let text = &line[table.field(line).ok()?];
        (self.is_plain(text) && table.misplaced(line, text).is_none()).then_some(text)
    }
}

impl<'a> Iterator for ParsedLines<'a> {
    type Item = (u64, &'a [u8], Parsed<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(grids) = self.grids {
            return self.next_of_grids(grids);
        }
        if let Some(newlines) = self.place.further.next() {
            return Some((newlines, b"", Parsed::Skip(Skip::Continuation)));
        }
        let newlines = self.lines.newlines();
        if self.preamble.is_none()
            && !self.checks_clues
            && let Some((text, end)) = self.plain_line()
        {
            (self.lines.at, self.lines.newlines) = (self.lines.at + end, newlines + 1);
            return Some((newlines, text, Parsed::Puzzle(text)));
        }
        let (offset, text) = match self.place.records {
            Some(separator) => {
                let (offset, record, within) = self.lines.next_record(separator)?;
                self.place.further = newlines + 1..newlines + 1 + within;
                (offset, record)
            }
            None => self.lines.next()?,
        };
        let (text, line) = match self.preamble {
            Some((start, preamble))
                if let Some(skip) = preamble.skip(start + offset as u64, text) =>
            {
                (text, Parsed::Skip(skip))
            }
            None if self.place.further.is_empty()
                && let Some(text) = self.plain_field(text) =>
            {
                (text, Parsed::Puzzle(text))
            }
            _ => self.chunk.row(self.lines.bytes, offset..offset + text.len(), self.size),
        };
        Some((newlines, text, line))
    }
}

/// The position after the last line of a [`Chunk`] that was read. Unlike [`ParsedLines`], it does
/// not borrow from the chunk.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The offset of the next line; in a file of grids, its index.
    at: usize,
    newlines: u64,
    /// For each remaining line of the last record, the number of newlines before it.
    further: Range<u64>,
    /// The separator of delimited text in which a quoted field may span lines.
    records: Option<u8>,
    /// The place where [`Cursor::plain_line`] finds a puzzle. Unless it is `Nowhere`, `at` is an
    /// offset in [`Chunk::bytes`].
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

    /// The lines of the chunk's text from here on.
    pub fn lines<'a>(&self, text: &'a [u8]) -> Lines<'a> {
        Lines { bytes: text, at: self.at, newlines: self.newlines }
    }

    /// Finds the puzzle of the next line without parsing, given [`Chunk::bytes`]. It has 81
    /// symbols, which the caller has to check: many at once take less time. On `None`, the line may
    /// still have a puzzle.
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
}

impl Chunk {
    /// The position of the first line.
    pub(crate) fn first_place(&self) -> Cursor {
        let start =
            Cursor { at: 0, newlines: 0, further: 0..0, records: None, plain: Plain::Nowhere };
        if let Some(grids) = self.grids() {
            return Cursor { newlines: grids.newlines_before(0), ..start };
        }
        let (text, table) = (self.text(), &self.layout.table);
        let records = table.separator().filter(|_| self.place.has_quotes);
        let mut lines = Lines::new(text);
        if self.place.inside_record {
            // All lines that begin here belong to a record that was already reported.
            let begun = u64::from(self.place.inside_line);
            let further = begun..lines.by_ref().count() as u64;
            let (at, newlines) = (text.len(), lines.newlines);
            return Cursor { at, newlines, further, records, ..start };
        }
        if self.place.inside_line {
            lines.next();
        }
        let is_bytes = !self.restore_zeros && text.len() == self.bytes().len();
        let plain = match is_bytes && records.is_none() && self.preamble().is_none() {
            true => Plain::in_lines_of(table),
            false => Plain::Nowhere,
        };
        Cursor { at: lines.at, newlines: lines.newlines, records, plain, ..start }
    }

    /// Parses the lines from a position on. If `checks_clues` is not set, the clues of a puzzle may
    /// repeat a digit.
    pub(crate) fn lines_from(
        &self,
        place: &Cursor,
        size: Size,
        checks_clues: bool,
    ) -> ParsedLines<'_> {
        let (grids, notation) = (self.grids(), self.notation());
        let bytes = if grids.is_some() { b"" } else { self.text() };
        let digits = if notation.candidates { size.side() } else { 1 };
        ParsedLines {
            chunk: self,
            lines: place.lines(bytes),
            place: place.clone(),
            grids,
            preamble: self.preamble(),
            size,
            notation,
            symbols: size.cells() * digits,
            checks_clues,
        }
    }
}
