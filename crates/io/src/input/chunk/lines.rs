//! Parses the lines of a chunk.

use crate::input::{
    grids::{GridLine, GridText, LineKind, UnfoldedGrids},
    lines::{Line, Lines, MAX_LINE, Notation, Preamble, Skip, parse::parse_row, parse_line_in},
    table::{Table, located},
};
use std::ops::Range;
use sudomill_core::{
    error::BadLine,
    grid::{Alphabet, Order},
};

/// Iterates over the lines of a [`Chunk`](crate::input::Chunk). Each item is the number of newlines
/// before the line in the chunk, its text, and the parsed line.
#[derive(Debug)]
pub struct ChunkLines<'a, O> {
    pub(super) lines: Lines<'a>,
    pub(super) special: Special<'a>,
    /// The lines as written in the file, if separated cells were joined or strings decoded.
    pub(super) original: Option<&'a [u8]>,
    pub(super) table: &'a Table,
    /// The separator of delimited text in which a quoted field may span lines.
    pub(super) records: Option<u8>,
    /// For each remaining line of the last record, the number of newlines before it.
    pub(super) further: Range<u64>,
    pub(super) notation: Notation,
    pub(super) order: std::marker::PhantomData<O>,
}

/// The number of newlines before a line, its text, and the parsed line.
type LineOf<'a, O> = (u64, &'a [u8], Line<'a, O>);

/// Whatever cannot be read simply line by line.
#[derive(Debug)]
pub(super) enum Special<'a> {
    None,
    /// The offset of the text, and the lines before the first puzzle.
    Preamble(u64, Preamble),
    Grids(Box<Grids<'a>>),
}

impl<'a, O: Order> ChunkLines<'a, O> {
    /// The number of newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.lines.newlines()
    }

    /// The offset of the next line in the text; not valid for grids.
    pub(crate) fn at(&self) -> usize {
        self.lines.at()
    }

    /// The text passed since the offset `at`.
    pub(crate) fn since(&self, at: usize) -> &'a [u8] {
        self.lines.since(at)
    }

    /// Like [`Self::since`], but as written in the file.
    #[cfg(feature = "files")]
    pub(crate) fn original_since(&self, at: usize) -> &'a [u8] {
        match self.original {
            Some(text) => &text[at..self.at()],
            None => self.since(at),
        }
    }

    /// Returns the puzzle field of the next line if it can be found without parsing; its clues may
    /// repeat a digit. On `None`, call `next`: the line may still be a puzzle.
    #[inline]
    pub(crate) fn next_plain(&mut self) -> Option<&'a [u8]> {
        if let Special::Grids(grids) = &mut self.special {
            let (text, newlines) = grids.next_plain(self.lines.newlines())?;
            if !self.notation.has_symbols::<O>(text) {
                return None;
            }
            grids.next += 1;
            self.lines.pass(newlines);
            return Some(text);
        }
        // A header or a count could look like a puzzle.
        if !matches!(self.special, Special::None) || !self.further.is_empty() {
            return None;
        }
        if self.table.is_first()
            && let Some((_, line)) = self.lines.next_plain::<O>(self.notation)
        {
            return Some(line);
        }
        let mut lines = self.lines.clone();
        let text = self.plain_field(&mut lines)?;
        if !self.notation.has_symbols::<O>(text) {
            return None;
        }
        self.lines = lines;
        Some(text)
    }

    /// The puzzle field of the next line, if the line is certainly a row.
    #[inline]
    fn plain_field(&self, lines: &mut Lines<'a>) -> Option<&'a [u8]> {
        let line = match self.records {
            Some(separator) => lines.next_record(separator).filter(|it| it.2 == 0)?.1,
            None => lines.next()?.1,
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE || self.table.skip(line).is_some() {
            return None;
        }
        let field = match self.records {
            Some(_) => self.table.field(line).ok()?,
            None => self.table.plain_field(line)?,
        };
        let text = &line[field];
        self.table.misplaced(line, text).is_none().then_some(text)
    }
}

impl<'a, O: Order> Iterator for ChunkLines<'a, O> {
    type Item = LineOf<'a, O>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Special::Grids(grids) = &mut self.special {
            let (item, newlines) = grids.next(self.notation.alphabet);
            self.lines.pass(newlines);
            return item;
        }
        if let Some(newlines) = self.further.next() {
            return Some((newlines, b"", Line::Skip(Skip::Continuation)));
        }
        let newlines = self.lines.newlines();
        let (offset, text) = match self.records {
            Some(separator) => self.record(separator)?,
            None => self.lines.next()?,
        };
        let skip = match self.special {
            Special::Preamble(start, preamble) => preamble.skip(start + offset as u64, text),
            _ => None,
        };
        let (text, line) = match skip {
            Some(skip) => (text, Line::Skip(skip)),
            None => parse_row(text, self.table, self.notation),
        };
        let line = match (line, self.original) {
            (Line::Bad(bad), Some(original)) => {
                let end = self.lines.at().min(original.len());
                let read = &self.lines.bytes[offset..end];
                Line::Bad(located::<O>(bad, read, &original[offset..end], self.table))
            }
            (line, _) => line,
        };
        Some((newlines, text, line))
    }
}

impl<'a, O: Order> ChunkLines<'a, O> {
    /// Returns the next record and its offset; remembers its further lines.
    fn record(&mut self, separator: u8) -> Option<(usize, &'a [u8])> {
        let before = self.lines.newlines();
        let (offset, record, within) = self.lines.next_record(separator)?;
        self.further = before + 1..before + 1 + within;
        Some((offset, record))
    }
}

/// The lines of unfolded grids, and the index of the next one.
#[derive(Debug)]
pub(super) struct Grids<'a> {
    pub unfolded: &'a UnfoldedGrids,
    pub next: usize,
    pub text: GridText<'a>,
}

impl<'a> Grids<'a> {
    /// Returns the symbols of the next line if it is a complete grid preceded by exactly this many
    /// newlines, and the number of newlines before the line after it.
    fn next_plain(&self, newlines: u64) -> Option<(&'a [u8], u64)> {
        let item = self.unfolded.lines.get(self.next)?;
        let LineKind::Grid(number) = item.kind else { return None };
        let (text, None) = self.unfolded.grid(number) else { return None };
        (item.newlines == newlines).then(|| (text, self.newlines_before(self.next + 1)))
    }

    /// The number of newlines before a line; after the last line, the total.
    fn newlines_before(&self, line: usize) -> u64 {
        self.unfolded.lines.get(line).map_or(self.unfolded.newlines, |item| item.newlines)
    }

    /// Returns the next line, and the number of newlines before the line after it.
    fn next<O: Order>(&mut self, alphabet: Alphabet) -> (Option<LineOf<'a, O>>, u64) {
        let item = self.unfolded.lines.get(self.next);
        self.next += usize::from(item.is_some());
        (item.map(|item| self.line(item, alphabet)), self.newlines_before(self.next))
    }

    fn line<O: Order>(&self, item: &GridLine, alphabet: Alphabet) -> LineOf<'a, O> {
        match item.kind {
            LineKind::Skip(skip) => (item.newlines, b"", Line::Skip(skip)),
            LineKind::Grid(number) => {
                let (text, line) = self.grid(number, alphabet);
                (item.newlines, text, line)
            }
        }
    }

    /// The grid with this number.
    pub(super) fn grid<O: Order>(
        &self,
        number: usize,
        alphabet: Alphabet,
    ) -> (&'a [u8], Line<'a, O>) {
        let (text, bad) = self.unfolded.grid(number);
        let line = match bad {
            Some(bad) => Line::Bad(bad.clone()),
            None => match parse_line_in(text, alphabet) {
                // The clues repeat a digit; the column is the number of the cell.
                Line::Bad(bad) => Line::Bad(self.place(number, bad)),
                line => line,
            },
        };
        (text, line)
    }

    /// Relocates the error of a complete grid to the position of the cell in the file.
    fn place(&self, number: usize, bad: BadLine) -> BadLine {
        let place = self.unfolded.place(number, bad.column - 1, &self.text);
        BadLine::new(place.unwrap_or((0, 1)), bad.problem)
    }
}
