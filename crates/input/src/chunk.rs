//! A piece of an input, and the records in it: where their puzzles are, or what is wrong with them.

use super::{
    answer::Answer,
    cut::{Cut, Piece, Position, cut, cut_records},
    grids::{Grids, LineAhead},
    layout::Layout,
    lines::{Lines, Skip},
    notation,
    plain::{Plain, PlainLine},
    record::{OnSkip, Record},
    table::RowFormat,
};
use crate::{Error, error::InputErrorKind};
use std::{ops::Range, sync::Arc};
use sudomill_bytes::Mapping;
use sudomill_puzzle::{
    any::Parsed,
    error::{BadLine, Problem},
};

/// The part of its input that a chunk is.
#[derive(Clone, Copy, Debug, Default)]
pub struct ChunkSpan {
    /// The number of the chunk, from 0.
    pub index: u64,
    /// Where it begins and ends. Only newlines that were skipped when resuming are counted.
    pub at: Position,
    pub end: Position,
    /// The offset of the chunk's end in the input file, for progress.
    pub consumed: u64,
    /// True if the chunk may contain a quote.
    pub has_quotes: bool,
}

/// Some complete lines of an input; in a file of grids, complete grids. Only a line longer than
/// [`MAX_LINE`](super::MAX_LINE) can span chunks.
#[derive(Debug)]
pub struct Chunk {
    /// The input's name, as used in messages.
    pub name: Arc<str>,
    /// Where the chunk is in its input.
    pub span: ChunkSpan,
    /// The layout of the input.
    pub layout: Layout,
    /// The text.
    pub bytes: Bytes,
    /// The symbols of the puzzles that are not in the bytes in one piece.
    pub scratch: Vec<u8>,
}

#[derive(Debug)]
pub enum Bytes {
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

/// The position after the last record that was read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cursor {
    /// The offset of the next line.
    pub at: usize,
    /// The number of newlines before it.
    pub newlines: u64,
    /// The separator of delimited text in which a quoted field may span lines.
    pub separator: Option<u8>,
    /// The place where [`Cursor::plain_line`] finds a puzzle.
    plain: Plain,
    /// The next line among grids, if it is known.
    ahead: Option<LineAhead>,
}

impl Cursor {
    /// Finds the puzzle of the next line without parsing, given [`Chunk::bytes`]. It has 81
    /// symbols, which the caller has to check: many at once take less time. On `None`, the line may
    /// still have a puzzle.
    #[inline(always)]
    pub fn plain_line(&self, bytes: &[u8]) -> Option<PlainLine> {
        let PlainLine { puzzle, end, fields } = self.plain.find(bytes.get(self.at..)?)?;
        Some(PlainLine { puzzle: self.at + puzzle, end: self.at + end, fields })
    }

    /// The lines from here on, in the bytes of the chunk.
    pub fn lines<'a>(&self, bytes: &'a [u8]) -> Lines<'a> {
        Lines { bytes, at: self.at, newlines: self.newlines }
    }
}

/// Fails if a mapped file shrank. Messages call it `name`.
pub fn check(mapping: &Mapping, name: &str) -> Result<(), Error> {
    let shrunk = InputErrorKind::Shrunk { mapped: true };
    if mapping.has_shrunk() { Err(shrunk.of(name)) } else { Ok(()) }
}

/// A record with its error, or why a line is none.
pub type ReadLine = Result<(Record, Option<BadLine>), Skip>;

impl Chunk {
    /// Cuts a chunk of about `target` bytes off the front of a piece. `None` if more bytes are
    /// needed; `last` means that no more will come. For a share of the whole text, a larger target
    /// never cuts before a smaller one.
    pub(super) fn cut(
        layout: &Layout,
        piece: &Piece,
        target: usize,
        last: bool,
        is_share: bool,
    ) -> Option<Cut> {
        match &layout.table.format {
            RowFormat::Grids(rows) => rows.cut(piece, &layout.preamble, target, last, is_share),
            RowFormat::Delimited(separator) => cut_records(*separator, piece, target, last),
            _ => cut(piece.bytes, target, last),
        }
    }

    /// Treats a whole input as one chunk.
    pub fn new(bytes: Bytes, layout: Layout) -> Self {
        Self {
            name: Arc::default(),
            span: ChunkSpan { has_quotes: true, ..ChunkSpan::default() },
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

    /// The symbols of a puzzle; of a bad one, its text.
    #[inline(always)]
    pub fn text(&self, record: &Record) -> &[u8] {
        let bytes = self.bytes();
        let at = record.at as usize;
        let len = record.len as usize;
        match bytes.get(at..at + len) {
            Some(text) => text,
            None => &self.scratch[at - bytes.len()..][..len],
        }
    }

    /// The record as it is in the input; empty if it is too long.
    #[inline(always)]
    pub fn record(&self, record: &Record) -> &[u8] {
        &self.bytes()[record.start as usize..record.end as usize]
    }

    /// The record on one line: as it is in the input or, for a grid, its symbols.
    pub fn one_line(&self, record: &Record) -> &[u8] {
        if self.has_grids() { self.text(record) } else { self.record(record) }
    }

    /// Returns true if puzzles are grids of several lines.
    pub fn has_grids(&self) -> bool {
        self.layout.rows().is_some()
    }

    /// The position of the first line.
    pub fn cursor(&self) -> Cursor {
        let bytes = self.bytes();
        let table = &self.layout.table;
        let at = self.span.at;
        let separator = table.separator().filter(|_| self.span.has_quotes);
        let mut lines = Lines { bytes, at: Piece { bytes, at }.mark(), newlines: 0 };
        if at.inside_line {
            lines.next();
        }
        let is_below = at.offset >= self.layout.preamble.rows;
        let is_plain = is_below && separator.is_none() && !self.layout.restore_zeros;
        let plain = if is_plain { Plain::in_lines_of(table) } else { Plain::Nowhere };
        Cursor { at: lines.at, newlines: lines.newlines, separator, plain, ahead: None }
    }

    /// Reads the next record, and its error if it is bad. If `checks_clues` is not set, the clues
    /// of a puzzle may repeat a digit.
    pub fn next(
        &mut self,
        cursor: &mut Cursor,
        checks_clues: bool,
        skipped: &mut OnSkip,
    ) -> Option<(Record, Option<BadLine>)> {
        let Self { layout, bytes, scratch, span, .. } = self;
        let text = bytes.all();
        let start = span.at.offset;
        let mut lines = cursor.lines(text);
        if let RowFormat::Grids(rows) = &layout.table.format {
            let begun = scratch.len();
            let (preamble, ahead) = (&layout.preamble, cursor.ahead);
            let mut grids = Grids { rows, lines, start, preamble, ahead };
            let next = grids.next(scratch, skipped);
            cursor.ahead = grids.ahead;
            cursor.at = grids.lines.at;
            cursor.newlines = grids.lines.newlines;
            let (grid, bad) = next?;
            let repeats = || match checks_clues {
                true => {
                    rows.repeated(&text[grid.start as usize..], &scratch[begun..], layout.units)
                }
                false => None,
            };
            return Some((grid, bad.or_else(repeats)));
        }
        loop {
            let before = lines.newlines;
            let (at, line) = lines.next_row(cursor.separator)?;
            cursor.at = lines.at;
            cursor.newlines = lines.newlines;
            let is_ended = lines.at > at + line.len();
            let further = before + 1..lines.newlines + u64::from(!is_ended);
            let above = layout.preamble.skip(start + at as u64, line);
            let skip = above.or_else(|| layout.table.skip(line));
            if let Some(skip) = skip {
                skipped(before, skip);
            }
            further.for_each(|newlines| skipped(newlines, Skip::Continuation));
            if skip.is_none() {
                let place = at..at + line.len();
                let (record, bad) = notation::record(layout, text, place, scratch, checks_clues);
                return Some((Record { newlines: before as u32, ..record }, bad));
            }
        }
    }

    /// Reads all lines: the newlines before each, and the record or why it is none. Also returns the
    /// newlines of the chunk.
    pub fn read_all(&mut self) -> (Vec<(u64, ReadLine)>, u64) {
        let mut cursor = self.cursor();
        let mut all = Vec::new();
        // The rows of a grid are skipped, and known before it.
        let mut add = |newlines: u64, line: ReadLine| {
            all.insert(all.partition_point(|it: &(u64, _)| it.0 <= newlines), (newlines, line));
        };
        while let Some((record, bad)) =
            self.next(&mut cursor, true, &mut |newlines, skip| add(newlines, Err(skip)))
        {
            add(record.newlines.into(), Ok((record, bad)));
        }
        (all, cursor.newlines)
    }

    /// Parses all lines: the newlines before each, its text, and the parsed line. A grid is one
    /// line of symbols, at the position of its first row.
    pub fn parsed_lines(&mut self) -> impl Iterator<Item = (u64, &[u8], Parsed<'_>)> {
        let (all, _) = self.read_all();
        let parsed = |(newlines, line)| match line {
            Ok((record, Some(bad))) => (newlines, self.text(&record), Parsed::Bad(bad)),
            Ok((record, None)) => {
                let text = self.text(&record);
                (newlines, text, Parsed::Puzzle(text))
            }
            Err(skip) => (newlines, &b""[..], Parsed::Skip(skip)),
        };
        all.into_iter().map(parsed)
    }

    /// The error of a row of symbols that is not a puzzle: its clues repeat a digit. Any other one is
    /// a full grid that the strategy rejects.
    pub fn fault(&self, record: &Record) -> BadLine {
        let full = || BadLine::new(0, 1, Problem::FullGrid);
        self.conflict(record).unwrap_or_else(full)
    }

    /// The error of a row of symbols whose clues repeat a digit.
    pub fn conflict(&self, record: &Record) -> Option<BadLine> {
        let range = record.start as usize..record.end as usize;
        match self.layout.rows() {
            Some(rows) => {
                rows.repeated(&self.bytes()[range.start..], self.text(record), self.layout.units)
            }
            None => notation::record(&self.layout, self.bytes(), range, &mut Vec::new(), true).1,
        }
    }

    /// Reads the answer in a record, or in the symbols of a grid, to a puzzle in this layout.
    pub fn answer<'a>(&self, text: &'a [u8], puzzles: &Layout) -> Answer<'a> {
        match &self.layout.solutions {
            None => Answer::Text(b"".into()),
            Some(_) if self.has_grids() => Answer::Text(text.into()),
            Some(format) => format.answer(text, puzzles),
        }
    }

    /// The offset of the chunk's end in the input file, before decompression. For progress.
    pub fn consumed(&self) -> u64 {
        self.span.consumed
    }

    /// Fails if the mapped file shrank. Then all results of this chunk must be discarded.
    ///
    /// # Errors
    /// [`InputErrorKind::Shrunk`](super::InputErrorKind::Shrunk).
    pub fn check(&self) -> Result<(), Error> {
        if let Bytes::Mapped(mapping, _) = &self.bytes {
            check(mapping, &self.name)
        } else {
            Ok(())
        }
    }

    /// Releases the mapped memory up to the end of this chunk; no earlier chunk may be in use.
    pub fn release(&self) {
        if let Bytes::Mapped(mapping, range) = &self.bytes {
            mapping.release(range.end);
        }
    }
}
