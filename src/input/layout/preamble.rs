//! The lines before the first puzzle that are not puzzles: a header, a count, `sep=;`.

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
    /// The offset of the first line, and of the last.
    pub first: u64,
    pub last: u64,
    /// What the lines are.
    pub skip: Skip,
}

impl Preamble {
    /// Whether one of the lines may begin at this offset or later.
    pub fn has_from(&self, at: u64) -> bool {
        at <= self.last
    }

    /// Whether the line at this offset is one of them.
    pub fn has(&self, at: u64) -> bool {
        (self.first..=self.last).contains(&at)
    }
}

/// The lines before the first puzzle; `mark` is the length of the byte-order mark.
pub(super) fn preamble(
    text: &[u8],
    head: &Head,
    form: Form,
    alphabet: Alphabet,
    mark: u64,
) -> Option<Preamble> {
    let (first, last, skip) = head.skip?;
    let line = Lines::new(&text[first..]).next()?.1;
    let Form { shape, size, .. } = form;
    let is_row = shape == Shape::Grids
        && Row::of(line, alphabet.custom()).is_some_and(|row| row.size == size);
    // In a file of grids, a line like a header is the name of the first grid.
    let skip = if shape == Shape::Grids && skip == Skip::Header { Skip::Name } else { skip };
    let [first, last] = [first, last].map(|at| at as u64 + mark);
    (!is_row).then_some(Preamble { first, last, skip })
}
