//! A piece of an input, and the puzzle lines in it.

use super::{Line, Lines, Skip, layout::without_bom, mapped::Mapping, parse_line};
use crate::{error::Error, grid::Order};
use std::{ops::Range, sync::Arc};

/// A run of whole lines, but for the pieces of a line beyond
/// [`MAX_LINE`](super::MAX_LINE).
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
    /// The offset of the header or count in the text, if it has one.
    pub(super) preamble: Option<(u64, Skip)>,
    pub(super) bytes: Bytes,
}

#[derive(Debug)]
pub(super) enum Bytes {
    Mapped(Arc<Mapping>, Range<usize>),
    Owned(Vec<u8>),
}

impl Chunk {
    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Mapped(mapping, range) => &mapping.bytes()[range.clone()],
            Bytes::Owned(bytes) => bytes,
        }
    }

    /// Its lines, parsed. What is left of a line that an earlier chunk began
    /// is passed over: that chunk has reported it.
    pub fn lines<O: Order>(&self) -> ChunkLines<'_, O> {
        let mut lines = Lines::new(self.text());
        if self.inside_line {
            lines.next();
        }
        let start = self.start + (self.bytes().len() - self.text().len()) as u64;
        let preamble = self.preamble.and_then(|(at, skip)| Some((at.checked_sub(start)?, skip)));
        ChunkLines { lines, preamble, order: Default::default() }
    }

    /// Its bytes without a byte-order mark.
    fn text(&self) -> &[u8] {
        match self.start {
            0 => without_bom(self.bytes()).0,
            _ => self.bytes(),
        }
    }

    /// Where its first whole line begins: behind a byte-order mark, or behind
    /// the rest of a line that an earlier chunk began.
    pub(super) fn first_line(&self) -> usize {
        if !self.inside_line {
            return self.bytes().len() - self.text().len();
        }
        memchr::memchr(b'\n', self.bytes()).map_or(self.bytes().len(), |newline| newline + 1)
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
    preamble: Option<(u64, Skip)>,
    order: std::marker::PhantomData<O>,
}

impl<'a, O: Order> ChunkLines<'a, O> {
    /// The newlines passed so far.
    pub fn newlines(&self) -> u64 {
        self.lines.newlines()
    }

    /// The next line if it is nothing but a puzzle, not parsed: its clues may
    /// repeat a digit. `None` says nothing of the line: see `next`.
    #[inline]
    pub(crate) fn next_plain(&mut self) -> Option<&'a [u8]> {
        // A header or a count could look like one.
        match self.preamble {
            None => self.lines.next_plain::<O>().map(|(_, line)| line),
            Some(_) => None,
        }
    }
}

impl<'a, O: Order> Iterator for ChunkLines<'a, O> {
    type Item = (u64, &'a [u8], Line<'a, O>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let newlines = self.lines.newlines();
        let (offset, text) = self.lines.next()?;
        let line = match self.preamble {
            Some((at, skip)) if at == offset as u64 => Line::Skip(skip),
            _ => parse_line(text),
        };
        Some((newlines, text, line))
    }
}
