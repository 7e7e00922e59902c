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
    grids: Option<&'a UnfoldedGrids>,
    /// The offset of the text, and the lines before the first puzzle, if any may be in the chunk.
    preamble: Option<(u64, Preamble)>,
    /// The separator of delimited text in which a quoted field may span lines.
    records: Option<u8>,
    /// For each remaining line of the last record, the number of newlines before it.
    further: Range<u64>,
    plain: Plain,
    size: Size,
    notation: Notation,
    /// The number of symbols of a puzzle.
    symbols: usize,
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

    /// Returns the puzzle field of the next line if it can be found without parsing; its clues may
    /// repeat a digit. On `None`, call `next`: the line may still be a puzzle.
    #[inline]
    pub fn next_plain(&mut self) -> Option<&'a [u8]> {
        let mut lines = self.lines.clone();
        let text = match self.grids {
            Some(grids) => {
                let LineKind::Grid(number) = next_grid_line(grids, &mut lines)?.1 else {
                    return None;
                };
                let (text, None) = grids.grid(number) else { return None };
                text
            }
            // A header or a count could look like a puzzle.
            None if self.preamble.is_some() || !self.further.is_empty() => return None,
            None => {
                if let Some((puzzle, end)) = self.plain_line(&lines.bytes[lines.at..]) {
                    let text = &lines.bytes[lines.at + puzzle..][..self.symbols];
                    if has_symbols(text, self.size, self.notation) {
                        self.lines.at += end;
                        self.lines.newlines += 1;
                        return Some(text);
                    }
                }
                self.plain_field(&mut lines)?
            }
        };
        if !has_symbols(text, self.size, self.notation) {
            return None;
        }
        self.lines = lines;
        Some(text)
    }

    /// Where the puzzle is in a usual line, and where the line ends; the caller checks the symbols.
    #[inline]
    fn plain_line(&self, rest: &[u8]) -> Option<(usize, usize)> {
        let len = self.symbols;
        match self.plain {
            Plain::Line => (rest.get(len) == Some(&b'\n')).then_some((0, len + 1)),
            _ if len != Size::Nine.cells() || self.notation.alphabet.custom().is_some() => None,
            plain => plain.find(rest).map(|line| (line.puzzle, line.end)),
        }
    }

    /// The puzzle field of the next line, if the line is certainly a row.
    #[inline]
    fn plain_field(&self, lines: &mut Lines<'a>) -> Option<&'a [u8]> {
        let table = &self.chunk.layout.table;
        let line = match self.records {
            Some(separator) => lines.next_record(separator).filter(|it| it.2 == 0)?.1,
            None => lines.next()?.1,
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE || table.skip(line).is_some() {
            return None;
        }
        let text = &line[table.field(line).ok()?];
        table.misplaced(line, text).is_none().then_some(text)
    }
}

impl<'a> Iterator for ParsedLines<'a> {
    type Item = (u64, &'a [u8], Parsed<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Some(grids) = self.grids {
            let (newlines, kind) = next_grid_line(grids, &mut self.lines)?;
            let (text, line) = match kind {
                LineKind::Skip(skip) => (&b""[..], Parsed::Skip(skip)),
                LineKind::Grid(number) => self.chunk.grid(grids, number, self.size),
            };
            return Some((newlines, text, line));
        }
        if let Some(newlines) = self.further.next() {
            return Some((newlines, b"", Parsed::Skip(Skip::Continuation)));
        }
        let newlines = self.lines.newlines();
        let (offset, text) = match self.records {
            Some(separator) => {
                let (offset, record, within) = self.lines.next_record(separator)?;
                self.further = newlines + 1..newlines + 1 + within;
                (offset, record)
            }
            None => self.lines.next()?,
        };
        let skip = self.preamble.and_then(|(start, it)| it.skip(start + offset as u64, text));
        let (text, line) = match skip {
            Some(skip) => (text, Parsed::Skip(skip)),
            None => self.chunk.row(self.lines.bytes, offset..offset + text.len(), self.size),
        };
        Some((newlines, text, line))
    }
}

/// Returns the next line of a file of grids, and the number of newlines before it.
fn next_grid_line(grids: &UnfoldedGrids, lines: &mut Lines) -> Option<(u64, LineKind)> {
    let line = grids.lines.get(lines.at)?;
    lines.at += 1;
    lines.newlines = grids.newlines_before(lines.at);
    Some((line.newlines, line.kind))
}

/// The position after the last line of a [`Chunk`] that was read. Unlike [`ParsedLines`], it does
/// not borrow from the chunk.
#[derive(Clone, Debug)]
pub(crate) struct Cursor {
    /// The offset of the next line; in a file of grids, its index.
    at: usize,
    newlines: u64,
    /// See [`ParsedLines::further`].
    further: Range<u64>,
    /// See [`ParsedLines::records`].
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

    /// The lines of the chunk's text from here on.
    pub fn lines<'a>(&self, text: &'a [u8]) -> Lines<'a> {
        Lines { bytes: text, at: self.at, newlines: self.newlines }
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
    pub fn pass(&mut self, lines: &ParsedLines) {
        (self.at, self.newlines) = (lines.lines.at, lines.lines.newlines);
        self.further = lines.further.clone();
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

    /// Parses the lines from a position on.
    pub(crate) fn lines_from(&self, place: &Cursor, size: Size) -> ParsedLines<'_> {
        let grids = self.grids();
        let bytes = if grids.is_some() { b"" } else { self.text() };
        let notation = self.notation();
        let digits = if notation.candidates { size.side() } else { 1 };
        ParsedLines {
            chunk: self,
            lines: place.lines(bytes),
            grids,
            preamble: self.preamble(),
            records: place.records,
            further: place.further.clone(),
            plain: place.plain,
            size,
            notation,
            symbols: size.cells() * digits,
        }
    }
}
