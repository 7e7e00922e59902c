//! A piece of an input, and the records in it.

use super::{
    answers::{Answer, AnswerFormat},
    grids::Tracker,
    layout::{Format, Layout},
    lines::{Line, Lines, MAX_LINE, Notation, Skip, parse_line_as, without_bom},
    plain::{Plain, PlainLine},
    record::Record,
    source::Mapping,
    table::Table,
};
use std::{ops::Range, sync::Arc};
use sudomill_core::{
    by_size::{Parsed, has_symbols, parse_field},
    error::{BadLine, Error, Problem},
    grid::{Alphabet, Order, Size},
};

/// A piece of the text of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Piece<'a> {
    pub bytes: &'a [u8],
    /// The offset of the first byte in the decompressed text.
    pub start: u64,
    /// True if the piece begins with the rest of a line that is too long for one chunk.
    pub inside_line: bool,
}

impl Piece<'_> {
    /// The length of the byte-order mark at its start.
    pub fn mark(&self) -> usize {
        if self.start == 0 { without_bom(self.bytes).1 } else { 0 }
    }
}

/// The position of a chunk in its input.
#[derive(Clone, Copy, Debug, Default)]
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
    /// The layout of the input.
    pub(in crate::input) layout: Layout,
    pub(in crate::input) bytes: Bytes,
    /// The symbols of the puzzles that are not in the bytes in one piece.
    pub(in crate::input) scratch: Vec<u8>,
}

#[derive(Debug)]
pub(in crate::input) enum Bytes {
    Mapped(Arc<Mapping>, Range<usize>),
    Owned(Vec<u8>),
}

impl Bytes {
    #[inline(always)]
    fn all(&self) -> &[u8] {
        match self {
            Self::Mapped(mapping, range) => &mapping.bytes()[range.clone()],
            Self::Owned(bytes) => bytes,
        }
    }
}

/// A grid in a record, which another may replace.
#[derive(Debug)]
pub(crate) struct Grid {
    /// The range of the record to replace.
    pub place: Range<usize>,
    pub symbols: Vec<u8>,
    pub notation: Notation,
    /// What to write around and between its symbols.
    pub quote: &'static [u8],
    pub between: Option<u8>,
}

/// The position after the last record that was read.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    pub(in crate::input) at: usize,
    pub(in crate::input) newlines: u64,
    /// The separator of delimited text in which a quoted field may span lines.
    separator: Option<u8>,
    /// The place where [`Cursor::plain_line`] finds a puzzle.
    plain: Plain,
    pub(in crate::input) grid: Tracker,
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

    pub(in crate::input) fn lines<'a>(&self, bytes: &'a [u8]) -> Lines<'a> {
        Lines { bytes, at: self.at, newlines: self.newlines }
    }
}

/// A record with its error, or why a line is none.
pub(crate) type ReadLine = Result<(Record, Option<BadLine>), Skip>;

/// Receives the lines that are no records: the newlines before, and why.
pub(crate) type OnSkip<'s> = dyn FnMut(u64, Skip) + 's;

impl Chunk {
    /// Treats a whole input as one chunk.
    pub(in crate::input) fn new(bytes: Bytes, layout: Layout) -> Self {
        Self {
            name: Arc::default(),
            place: ChunkPlace { has_quotes: true, ..ChunkPlace::default() },
            layout,
            bytes,
            scratch: Vec::new(),
        }
    }

    /// The bytes as they are in the input.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.all()
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

    /// The symbols of a puzzle; of a bad one, its text.
    #[inline(always)]
    pub(crate) fn text(&self, record: &Record) -> &[u8] {
        let (at, len, bytes) = (record.at as usize, record.len as usize, self.bytes());
        match bytes.get(at..at + len) {
            Some(text) => text,
            None => &self.scratch[at - bytes.len()..][..len],
        }
    }

    /// The record as it is in the input; empty if it is too long.
    #[inline(always)]
    pub(crate) fn record(&self, record: &Record) -> &[u8] {
        &self.bytes()[record.start as usize..record.end as usize]
    }

    /// The place of the solution in each line, if solutions are read.
    pub(crate) fn solutions(&self) -> Option<&Arc<AnswerFormat>> {
        self.layout.solutions.as_ref()
    }

    /// Returns true if puzzles are grids of several lines.
    pub(crate) fn has_grids(&self) -> bool {
        self.layout.rows().is_some()
    }

    /// The position of the first line.
    pub(crate) fn first_place(&self) -> Cursor {
        let ChunkPlace { start, inside_line, has_quotes, .. } = self.place;
        let (bytes, table) = (self.bytes(), &self.layout.table);
        let piece = Piece { bytes, start, inside_line };
        let separator = table.separator().filter(|_| has_quotes);
        let mut lines = Lines { bytes, at: piece.mark(), newlines: 0 };
        if inside_line {
            lines.next();
        }
        let has_preamble = self.layout.preamble.is_some_and(|it| it.has_from(start));
        let is_plain = !self.layout.restore_zeros && separator.is_none() && !has_preamble;
        let plain = if is_plain { Plain::in_lines_of(table) } else { Plain::Nowhere };
        let (at, newlines) = (lines.at, lines.newlines);
        Cursor { at, newlines, separator, plain, grid: Tracker::default() }
    }

    /// Reads the next record, and its error if it is bad. If `checks_clues` is not set, the clues
    /// of a puzzle may repeat a digit.
    pub(crate) fn next(
        &mut self,
        cursor: &mut Cursor,
        checks_clues: bool,
        skipped: &mut OnSkip,
    ) -> Option<(Record, Option<BadLine>)> {
        let Self { layout, bytes, scratch, place, .. } = self;
        let (text, preamble) = (bytes.all(), layout.preamble);
        if let Format::Grids(rows) = &layout.table.format {
            let begun = scratch.len();
            let (grid, bad) = rows.next((text, place.start), preamble, cursor, scratch, skipped)?;
            let repeats = || match checks_clues {
                true => rows.repeated(&text[grid.start as usize..], &scratch[begun..]),
                false => None,
            };
            return Some((grid, bad.or_else(repeats)));
        }
        loop {
            let (mut lines, before) = (cursor.lines(text), cursor.newlines);
            let (at, line) = lines.next_row(cursor.separator)?;
            (cursor.at, cursor.newlines) = (lines.at, lines.newlines);
            let is_ended = lines.at > at + line.len();
            let further = before + 1..lines.newlines + u64::from(!is_ended);
            let above = preamble.and_then(|it| it.skip(place.start + at as u64, line));
            let skip = above
                .or_else(|| if line.len() > MAX_LINE { None } else { layout.table.skip(line) });
            if let Some(skip) = skip {
                skipped(before, skip);
            }
            further.for_each(|newlines| skipped(newlines, Skip::Continuation));
            if skip.is_none() {
                let (record, bad) = layout.record(text, at..at + line.len(), scratch, checks_clues);
                return Some((Record { newlines: before as u32, ..record }, bad));
            }
        }
    }

    /// Reads all lines: the newlines before each, and the record or why it is none. Also returns the
    /// newlines of the chunk.
    pub(crate) fn read_all(&mut self) -> (Vec<(u64, ReadLine)>, u64) {
        let (mut cursor, mut all) = (self.first_place(), Vec::new());
        while let Some((record, bad)) =
            self.next(&mut cursor, true, &mut |newlines, skip| all.push((newlines, Err(skip))))
        {
            all.push((record.newlines.into(), Ok((record, bad))));
        }
        all.sort_by_key(|line| line.0);
        (all, cursor.newlines)
    }

    /// Parses all lines: the newlines before each, its text, and the parsed line. A grid is one
    /// line of symbols, at the position of its first row.
    pub(crate) fn parsed_lines(&mut self) -> (impl Iterator<Item = (u64, &[u8], Parsed<'_>)>, u64) {
        let (all, newlines) = self.read_all();
        let parsed = |(newlines, line)| match line {
            Ok((record, Some(bad))) => (newlines, self.text(&record), Parsed::Bad(bad)),
            Ok((record, None)) => {
                let text = self.text(&record);
                (newlines, text, Parsed::Puzzle(text))
            }
            Err(skip) => (newlines, &b""[..], Parsed::Skip(skip)),
        };
        (all.into_iter().map(parsed), newlines)
    }

    /// Parses all lines as puzzles of this size: the newlines before each, its text, and the parsed
    /// line. A grid is one line of symbols, at the position of its first row.
    pub fn lines<O: Order>(&mut self) -> impl Iterator<Item = (u64, &[u8], Line<'_, O>)> {
        let notation = self.notation();
        let (lines, _) = self.parsed_lines();
        lines.map(move |(newlines, text, parsed)| match parsed {
            Parsed::Puzzle(text) => (newlines, text, parse_line_as(text, notation)),
            Parsed::Bad(bad) => (newlines, text, Line::Bad(bad)),
            Parsed::Skip(skip) => (newlines, text, Line::Skip(skip)),
        })
    }

    /// The error of a record whose clues repeat a digit.
    pub(crate) fn repeated_digit(&self, record: &Record) -> Option<BadLine> {
        let range = record.start as usize..record.end as usize;
        match self.layout.rows() {
            Some(rows) => rows.repeated(&self.bytes()[range.start..], self.text(record)),
            None => self.layout.record(self.bytes(), range, &mut Vec::new(), true).1,
        }
    }

    /// Finds the puzzle of a record and, if solutions are read, its solution, in the order in which
    /// they stand.
    ///
    /// # Errors
    /// The solution is not a grid.
    pub(crate) fn grids_of(&self, record: &Record) -> Result<Vec<Grid>, BadLine> {
        let (line, notation) = (self.record(record), self.notation());
        let grid = |table: &Table, symbols: &[u8], notation| {
            let (mut place, mut quote) = (table.field(line)?, &b""[..]);
            if let Some(columns) = table.cells {
                let last = table.fields(line).nth(table.index + columns.size.cells() - 1);
                place.end = last.map_or(place.end, |last| last.end);
            } else if line[place.clone()].starts_with(symbols) {
                place.end = place.start + symbols.len();
            }
            if table.is_json() && !line[..place.start].ends_with(b"\"") {
                quote = b"\"";
            }
            let between = table.cells.and(table.separator());
            Ok(Grid { place, symbols: symbols.to_vec(), notation, quote, between })
        };
        let symbols = self.text(record);
        if self.has_grids() {
            let (place, symbols) = (0..symbols.len(), symbols.to_vec());
            return Ok(vec![Grid { place, symbols, notation, quote: b"", between: None }]);
        }
        let mut grids = vec![grid(&self.layout.table, symbols, notation)?];
        if let Some(format) = self.solutions()
            && let Answer::Text(text) = format.answer(line)
            && !text.is_empty()
        {
            let notation = Notation { candidates: false, ..notation };
            let word = text.get(..self.size().cells()).unwrap_or_default();
            if has_symbols(word, self.size(), notation) {
                grids.push(grid(&format.table, word, notation)?);
            } else if let Parsed::Bad(bad) =
                parse_field(line, format.table.field(line)?, self.size(), notation)
            {
                let problem = Problem::Solution(Box::new(bad.problem));
                return Err(BadLine::new((bad.line_offset, bad.column), problem));
            }
        }
        grids.sort_by_key(|grid| grid.place.start);
        // The user may have chosen the same column for both.
        grids.dedup_by_key(|grid| grid.place.clone());
        Ok(grids)
    }

    /// The offset of the chunk's end in the input file, before decompression. For progress.
    pub fn consumed(&self) -> u64 {
        self.place.consumed
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
    pub fn release(&self) {
        if let Bytes::Mapped(mapping, range) = &self.bytes {
            mapping.release(range.end);
        }
    }
}
