//! A piece of an input, and the puzzle lines in it.

use super::{
    BadLine, Layout, Line, Lines, MAX_LINE, Shape, Skip,
    answers::Reading,
    flat::{Flat, Item, What},
    grids::Stretch,
    layout::{Preamble, without_bom},
    mapped::Mapping,
    parse::parse_row,
    parse_line_in,
    symbols::is_all_symbols,
    table::Table,
    zeros,
};
use crate::{
    error::Error,
    grid::{Alphabet, Order},
};
use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

/// A run of whole lines, but for the pieces of a line beyond
/// [`MAX_LINE`](super::MAX_LINE); in a file of grids of whole grids.
#[derive(Debug)]
pub struct Chunk {
    /// The input's name in messages.
    pub(super) name: Arc<str>,
    /// Its number, from 0.
    pub(crate) index: u64,
    /// The offset of its first byte in the text.
    pub(super) start: u64,
    /// How far into the input file it reaches, for the progress.
    pub(super) consumed: u64,
    /// Whether it begins inside a line that an earlier chunk began.
    pub(super) inside_line: bool,
    /// What its input looks like.
    pub(super) layout: Layout,
    pub(super) bytes: Bytes,
    /// Its grids as lines, once somebody has asked for them.
    pub(super) flat: OnceLock<Flat>,
    /// Whether zeros that puzzles have lost are put back.
    pub(super) restore_zeros: bool,
    /// Its text with these zeros, once somebody has asked for it.
    pub(super) restored: OnceLock<Vec<u8>>,
}

#[derive(Debug)]
pub(super) enum Bytes {
    Mapped(Arc<Mapping>, Range<usize>),
    Owned(Vec<u8>),
}

impl Chunk {
    /// A whole input at once.
    pub(super) fn new(text: Vec<u8>, layout: Layout) -> Self {
        Self {
            name: "".into(),
            index: 0,
            start: 0,
            consumed: text.len() as u64,
            inside_line: false,
            layout,
            bytes: Bytes::Owned(text),
            flat: OnceLock::new(),
            restore_zeros: false,
            restored: OnceLock::new(),
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(mapping, range) => &mapping.bytes()[range.clone()],
            Bytes::Owned(bytes) => bytes,
        }
    }

    /// The alphabet of its puzzles.
    pub fn alphabet(&self) -> Alphabet {
        self.layout.alphabet
    }

    /// Its lines, parsed. What is left of a line that an earlier chunk began
    /// is passed over: that chunk has reported it. A grid stands in the line of
    /// its first row, as one line of symbols.
    pub fn lines<O: Order>(&self) -> ChunkLines<'_, O> {
        let (alphabet, order) = (self.layout.alphabet, Default::default());
        if let Some(stretch) = self.stretch() {
            let special = Special::Grids(Grids { flat: self.flat(), next: 0, stretch });
            let (lines, table) = (Lines::new(b""), &*self.layout.table);
            let has_records = false;
            return ChunkLines {
                lines,
                special,
                table,
                has_records,
                further: 0..0,
                alphabet,
                order,
            };
        }
        let text = self.text();
        let mut lines = Lines::new(text);
        if self.inside_line {
            lines.next();
        }
        let start = self.start + (self.content().len() - text.len()) as u64;
        let preamble = self.layout.preamble.filter(|preamble| preamble.has_from(start));
        let special = preamble.map_or(Special::None, |preamble| Special::Preamble(start, preamble));
        let table = &*self.layout.table;
        let has_records = table.has_records() && memchr::memchr(b'"', text).is_some();
        ChunkLines { lines, special, table, has_records, further: 0..0, alphabet, order }
    }

    /// The line, parsed, that holds a text which [`ChunkLines::next_plain`] gave.
    pub(crate) fn line_of<O: Order>(&self, text: &[u8]) -> Line<'_, O> {
        let all = self.text();
        let at = text.as_ptr().addr() - all.as_ptr().addr();
        let start = memchr::memrchr(b'\n', &all[..at]).map_or(0, |newline| newline + 1);
        let end = memchr::memchr(b'\n', &all[at..]).map_or(all.len(), |len| at + len);
        parse_row(&all[start..end], &self.layout.table, self.layout.alphabet).1
    }

    /// How its lines give the solutions beside the puzzles; `None` if nobody looked for them.
    pub(crate) fn solutions(&self) -> Option<&Arc<Reading>> {
        self.layout.solutions.as_ref()
    }

    /// What the texts that [`Self::lines`] gives are parts of.
    pub(crate) fn puzzle_text(&self) -> &[u8] {
        self.grids().map_or_else(|| self.content(), |flat| &flat.text)
    }

    fn stretch(&self) -> Option<Stretch<'_>> {
        Stretch::new(&self.layout, self.bytes(), self.start, self.inside_line)
    }

    /// Its grids; `None` where puzzles are lines.
    pub(super) fn grids(&self) -> Option<&Flat> {
        (self.layout.shape == Shape::Grids).then(|| self.flat())
    }

    fn flat(&self) -> &Flat {
        let read = || self.stretch().map(|stretch| Flat::read(&stretch)).unwrap_or_default();
        self.flat.get_or_init(read)
    }

    /// Its bytes, the zeros that puzzles have lost put back if that is wanted.
    fn content(&self) -> &[u8] {
        match self.restore_zeros && self.layout.shape == Shape::Lines {
            true => self.restored.get_or_init(|| zeros::restored(self)),
            false => self.bytes(),
        }
    }

    /// The same without a byte-order mark.
    pub(super) fn text(&self) -> &[u8] {
        match self.start {
            0 => without_bom(self.content()).0,
            _ => self.content(),
        }
    }

    /// How far into the input file it reaches: compressed bytes if it is
    /// compressed. For the progress.
    pub fn consumed(&self) -> u64 {
        self.consumed
    }

    /// Fails if its bytes were lost: the mapped file shrank. What was made of
    /// them is then to be thrown away.
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

    /// Lets go of the memory up to its end; no earlier chunk may be in use.
    pub fn release(self) {
        if let Bytes::Mapped(mapping, range) = self.bytes {
            mapping.release(range.end);
        }
    }
}

/// The lines of a [`Chunk`]: the newlines before each in the chunk, its text,
/// and what it is.
#[derive(Debug)]
pub struct ChunkLines<'a, O> {
    lines: Lines<'a>,
    special: Special<'a>,
    table: &'a Table,
    /// Whether a quoted field may go on in the next line.
    has_records: bool,
    /// The newlines before each further line of the last record, not yet accounted for.
    further: Range<u64>,
    alphabet: Alphabet,
    order: std::marker::PhantomData<O>,
}

/// A line: the newlines before it, its text, and what it is.
type LineOf<'a, O> = (u64, &'a [u8], Line<'a, O>);

/// Why a chunk's lines are more than lines.
#[derive(Debug)]
enum Special<'a> {
    None,
    /// Where the text begins, and the lines that are not to be solved.
    Preamble(u64, Preamble),
    Grids(Grids<'a>),
}

impl<'a, O: Order> ChunkLines<'a, O> {
    /// The newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.lines.newlines()
    }

    /// Where the next line begins in its text. Grids are not counted.
    pub(crate) fn at(&self) -> usize {
        self.lines.at()
    }

    /// The lines passed since that place.
    pub(crate) fn since(&self, at: usize) -> &'a [u8] {
        self.lines.since(at)
    }

    /// The next line if it is nothing but a row of a table with a puzzle in it, not parsed:
    /// its clues may repeat a digit. `None` says nothing of the line: see `next`.
    #[inline]
    pub(crate) fn next_plain(&mut self) -> Option<&'a [u8]> {
        // A header or a count could look like one.
        if !matches!(self.special, Special::None) || !self.further.is_empty() {
            return None;
        }
        if self.table.is_first()
            && let Some((_, line)) = self.lines.next_plain::<O>(self.alphabet)
        {
            return Some(line);
        }
        let mut lines = self.lines.clone();
        let text = self.plain_field(&mut lines)?;
        if text.len() != O::CELLS || !is_all_symbols::<O>(text, self.alphabet) {
            return None;
        }
        self.lines = lines;
        Some(text)
    }

    /// The field of the next line that is read, if the line is a row and that is quickly
    /// known.
    #[inline]
    fn plain_field(&self, lines: &mut Lines<'a>) -> Option<&'a [u8]> {
        let line = match self.has_records {
            true => lines.next_record().filter(|(_, _, within)| *within == 0)?.1,
            false => lines.next()?.1,
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() > MAX_LINE || line.trim_ascii_start().first() == Some(&b'#') {
            return None;
        }
        let field = match self.has_records {
            true => self.table.field(line).ok()?,
            false => self.table.plain_field(line)?,
        };
        Some(&line[field])
    }
}

impl<'a, O: Order> Iterator for ChunkLines<'a, O> {
    type Item = LineOf<'a, O>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if let Special::Grids(grids) = &mut self.special {
            let (item, newlines) = grids.next(self.alphabet);
            self.lines.pass(newlines);
            return item;
        }
        if let Some(newlines) = self.further.next() {
            return Some((newlines, b"", Line::Skip(Skip::Continuation)));
        }
        let newlines = self.lines.newlines();
        let (offset, text) = if self.has_records { self.record()? } else { self.lines.next()? };
        let (text, line) = match self.special {
            Special::Preamble(start, preamble) if preamble.has(start + offset as u64) => {
                (text, Line::Skip(preamble.skip))
            }
            _ => parse_row(text, self.table, self.alphabet),
        };
        Some((newlines, text, line))
    }
}

impl<'a, O: Order> ChunkLines<'a, O> {
    /// The next record and its offset; its further lines are counted.
    fn record(&mut self) -> Option<(usize, &'a [u8])> {
        let before = self.lines.newlines();
        let (offset, record, within) = self.lines.next_record()?;
        self.further = before + 1..before + 1 + within;
        Some((offset, record))
    }
}

/// The lines of grids, and which comes next.
#[derive(Debug)]
struct Grids<'a> {
    flat: &'a Flat,
    next: usize,
    stretch: Stretch<'a>,
}

impl<'a> Grids<'a> {
    /// The next line, and the newlines before the one that comes after it.
    fn next<O: Order>(&mut self, alphabet: Alphabet) -> (Option<LineOf<'a, O>>, u64) {
        let item = self.flat.items.get(self.next);
        self.next += usize::from(item.is_some());
        let after = self.flat.items.get(self.next);
        let newlines = after.map_or(self.flat.newlines, |item| item.newlines);
        (item.map(|item| self.line(item, alphabet)), newlines)
    }

    fn line<O: Order>(&self, item: &Item, alphabet: Alphabet) -> LineOf<'a, O> {
        let number = match item.what {
            What::Skip(skip) => return (item.newlines, b"", Line::Skip(skip)),
            What::Grid(number) => number,
        };
        let (text, bad) = self.flat.grid(number);
        let line = match bad {
            Some(bad) => Line::Bad(bad.clone()),
            None => match parse_line_in(text, alphabet) {
                // Its clues repeat a digit: in the cell of that column.
                Line::Bad(bad) => Line::Bad(self.place(number, bad)),
                line => line,
            },
        };
        (item.newlines, text, line)
    }

    /// A bad cell of a grid with all its rows, where it stands in the file.
    fn place(&self, number: usize, bad: BadLine) -> BadLine {
        let place = self.flat.place(number, bad.column - 1, &self.stretch);
        let (below, column) = place.unwrap_or((0, 1));
        BadLine { line_offset: below, column, ..bad }
    }
}
