//! Finds the lines before the first puzzle that are not puzzles: a header, a count, `sep=;`, and
//! the comments and blank lines around them.

use super::shape::{DetectedShape, Row, Shape};
use crate::input::{
    lines::{Lines, Preamble, Skip},
    table::TableStart,
};
use sudomill_core::grid::Alphabet;

/// Locates the lines before the first puzzle. `mark` is the length of the byte-order mark. `rows`
/// is the offset of the first record, given if only lines above it can be comments.
pub(super) fn preamble(
    text: &[u8],
    head: &TableStart,
    form: DetectedShape,
    alphabet: Alphabet,
    mark: u64,
    rows: Option<usize>,
) -> Option<Preamble> {
    let DetectedShape { shape, size, .. } = form;
    let is_row = |first: usize| {
        let line = Lines::new(&text[first..]).next().map(|(_, line)| line);
        let row = line.and_then(|line| Row::of(line, alphabet.custom()));
        shape == Shape::Grids && row.is_some_and(|row| row.size == size)
    };
    // In a file of grids of several lines, a line like a header is the name of the first grid.
    let named = |skip| match skip {
        Skip::Header if shape == Shape::Grids && rows.is_none() => Skip::Name,
        _ => skip,
    };
    let is_above = |last: usize| rows.is_none_or(|rows| last < rows);
    let found = head.skip.filter(|&(first, last, _)| !is_row(first) && is_above(last));
    let found =
        found.map(|(first, last, skip)| (first as u64 + mark, last as u64 + mark, named(skip)));
    let rows = rows.or(found.map(|_| head.rows)).unwrap_or(0) as u64 + mark;
    (rows > mark).then_some(Preamble { head: found, rows })
}
