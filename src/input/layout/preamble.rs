//! The lines before the first puzzle that are not puzzles: a header, a count, `sep=;`.

use super::shape::{Shape, row_size};
use crate::{
    grid::Size,
    input::{
        lines::{Lines, Skip},
        table::Head,
    },
};

/// The lines before the first row that are not to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Preamble {
    /// Where the first and the last of them begin.
    pub first: u64,
    pub last: u64,
    /// What they are.
    pub skip: Skip,
}

impl Preamble {
    /// Whether one of them may begin there or behind.
    pub fn has_from(&self, at: u64) -> bool {
        at <= self.last
    }

    /// Whether the line that begins there is one of them.
    pub fn has(&self, at: u64) -> bool {
        (self.first..=self.last).contains(&at)
    }
}

/// The lines that are not to be solved, `mark` bytes behind the byte-order mark.
pub(super) fn preamble(
    text: &[u8],
    head: &Head,
    shape: Shape,
    size: Size,
    mark: u64,
) -> Option<Preamble> {
    let (first, last, skip) = head.skip?;
    let line = Lines::new(&text[first..]).next()?.1;
    let is_row = shape == Shape::Grids && row_size(line) == Some(size);
    // What names the columns of a table names the first of the grids.
    let skip = if shape == Shape::Grids && skip == Skip::Header { Skip::Name } else { skip };
    let [first, last] = [first, last].map(|at| at as u64 + mark);
    (!is_row).then_some(Preamble { first, last, skip })
}
