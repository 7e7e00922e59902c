//! The lines before the first puzzle that are not puzzles: a header, a count, `sep=;`, and
//! the comments and blank lines around them.

use super::shape::{Form, Row, Shape};
use crate::{
    grid::Alphabet,
    input::{
        lines::{Lines, Skip},
        table::Head,
    },
};

/// The lines before the first puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Preamble {
    /// The offsets of the first and the last line of the header or the count, and what the
    /// lines between are.
    pub head: Option<(u64, u64, Skip)>,
    /// The offset of the first record. Lines before it are the head or skipped.
    pub rows: u64,
}

impl Preamble {
    /// Whether one of the lines may begin at this offset or later.
    pub fn has_from(&self, at: u64) -> bool {
        at < self.rows
    }

    /// Why the line at this offset is not a record; `None` if it may be one.
    pub fn skip(&self, at: u64, line: &[u8]) -> Option<Skip> {
        match self.head {
            Some((first, last, skip)) if (first..=last).contains(&at) => Some(skip),
            _ if !self.has_from(at) => None,
            _ if line.trim_ascii().is_empty() => Some(Skip::Blank),
            _ => Some(Skip::Comment),
        }
    }
}

/// The lines before the first puzzle; `mark` is the length of the byte-order mark, and `rows`
/// the offset of the first record, if comments are recognised by their place before it.
pub(super) fn preamble(
    text: &[u8],
    head: &Head,
    form: Form,
    alphabet: Alphabet,
    mark: u64,
    rows: Option<usize>,
) -> Option<Preamble> {
    let Form { shape, size, .. } = form;
    let is_row = |first: usize| {
        let line = Lines::new(&text[first..]).next().map(|(_, line)| line);
        let row = line.and_then(|line| Row::of(line, alphabet.custom()));
        shape == Shape::Grids && row.is_some_and(|row| row.size == size)
    };
    // In a file of grids, a line like a header is the name of the first grid.
    let named = |skip| match skip {
        Skip::Header if shape == Shape::Grids => Skip::Name,
        _ => skip,
    };
    let found = head.skip.filter(|&(first, _, _)| !is_row(first));
    let found = found.map(|(first, last, skip)| (first as u64 + mark, last as u64 + mark, named(skip)));
    let rows = rows.or(found.map(|_| head.rows)).unwrap_or(0) as u64 + mark;
    (rows > mark).then_some(Preamble { head: found, rows })
}
