//! What may stand around the cells of a row: a name, brackets, quotes, a comment, the dot of LaTeX.
//!
//! None of it is a cell, but names and brackets tell where an array ends: a row of the next one must
//! not complete it.

use super::row::SEPARATES;
use std::{mem, ops::Range};

/// A line without the dot that ends a row of LaTeX's package `sudoku`: `|1| |3|4|.`.
pub(super) fn before_dot(line: &[u8], width: usize) -> &[u8] {
    let Some(row) = line.trim_ascii_end().strip_suffix(b".") else { return line };
    let is_bar = |byte: &&u8| **byte == b'|';
    // A dot behind the last bar is a cell if the bars in front of it enclose less than a row:
    // `|1|2|3|.`.
    let is_end = row.trim_ascii_end().ends_with(b"|")
        && row.trim_ascii_start().starts_with(b"|")
        && row.iter().filter(is_bar).count() == width + 1;
    if is_end { row } else { line }
}

/// A line without the separator behind its last cell.
pub(super) fn before_separator(line: &[u8]) -> &[u8] {
    let end = line.iter().rposition(|byte| !b" \r\n".contains(byte)).unwrap_or(0);
    if matches!(line.get(end), Some(b',' | b';' | b'\t')) { &line[..end] } else { line }
}

/// The part of a line in front of a comment, as programming languages write them; `None` without one.
pub(super) fn before_comment(line: &[u8]) -> Option<&[u8]> {
    // In `https://`, `C#` and `50%` no comment begins.
    let line = line.trim_ascii_end();
    let begins = |at: &usize| {
        b"/#%-".contains(&line[*at]) && *at > 0 && SEPARATES[usize::from(line[at - 1])]
    };
    let is_comment = |at: &usize| match line[*at..] {
        [b'/', b'/', ..] | [b'#' | b'%', ..] => true,
        [b'/', b'*', ..] => line.ends_with(b"*/"),
        // Dashes may be cells, and `x` too.
        [b'-', b'-', ref text @ ..] => text
            .trim_ascii_start()
            .first()
            .is_some_and(|first| first.is_ascii_alphabetic() && !b"xX".contains(first)),
        _ => false,
    };
    let at = (0..line.len()).filter(begins).find(is_comment)?;
    // A comment that is a line of its own may hold an array, in MATLAB.
    (!line[..at].trim_ascii().is_empty()).then(|| &line[..at])
}

/// The text between the only two quotes of a line, `easy = ["53..7....",`, without a line end
/// that it spells out. A comment may stand behind it.
pub fn in_quotes(line: &[u8]) -> Option<Range<usize>> {
    let open = memchr::memchr2(b'"', b'\'', line)?;
    // Letters may be a prefix, as in `b"…"`, but this is data in a table whose quote is a stray one.
    if open > 0 && line[open - 1].is_ascii_digit() {
        return None;
    }
    let line = before_comment(line).unwrap_or(line);
    let start = open + 1;
    let end = start + memchr::memchr(*line.get(open)?, &line[start..])?;
    let behind = line[end + 1..].trim_ascii_end();
    // A plus or backslash continues the text on the next line.
    if !behind.iter().all(|byte| b" \t,;])}+\\".contains(byte)) {
        return None;
    }
    let text = &line[start..end];
    Some(start..start + text.strip_suffix(br"\n").unwrap_or(text).len())
}

/// The label and the brackets around the cells of a row, which stand in the innermost array: behind the last
/// bracket that opens one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Around<'t> {
    /// The label; empty without one.
    label: &'t [u8],
    /// The number of arrays of earlier lines that brackets in front of the cells close.
    closed_before: usize,
    /// The number of arrays in which the cells are, and the row above is not.
    opened: usize,
    /// The number of brackets behind the cells that close an array.
    closed_behind: usize,
}

impl<'t> Around<'t> {
    /// Only a label.
    pub fn label(label: &'t [u8]) -> Self {
        Self { label, ..Self::default() }
    }

    /// Adds the next byte of the row, if it is a bracket.
    pub fn add(&mut self, byte: u8) {
        match byte {
            b']' | b')' | b'}' => self.closed_behind += 1,
            b'[' | b'(' | b'{' => {
                // What closed so far stands in front of the cells.
                let own = self.closed_behind.min(self.opened);
                self.closed_before += mem::take(&mut self.closed_behind) - own;
                self.opened = self.opened - own + 1;
            }
            _ => {}
        }
    }

    /// The number of arrays that close between this row and the next one.
    pub fn closed_until(&self, next: &Self) -> usize {
        self.closed_behind + next.closed_before
    }

    /// The number of arrays that are open below this row, given that above it. Those of other rows may be open
    /// above a first one.
    pub fn depth_below(&self, above: usize) -> usize {
        (above.saturating_sub(self.closed_before) + self.opened).saturating_sub(self.closed_behind)
    }

    /// Returns true if the next row is as deep in arrays as this one.
    pub fn is_as_deep(&self, next: &Self) -> bool {
        self.closed_until(next) == next.opened
    }

    /// Returns true if this row closes more than brackets of its own, as the next one has them, too.
    pub fn closes_more(&self, next: &Self) -> bool {
        self.closed_behind > next.closed_behind
    }

    /// Returns true if the row has a name.
    pub fn is_named(&self) -> bool {
        !self.label.is_empty()
    }

    /// Returns true if the name may be that of the first row of a grid: `row0`, `row1`, or the first
    /// number behind those of another grid.
    pub fn may_count(&self, height: usize) -> bool {
        numbered(self.label).is_some_and(|name| name.number % height as u64 <= 1)
    }

    /// Returns true if the name of the next row counts on: `row2 = [5, …` below `row1 = [0, …`.
    pub fn counts_on(&self, next: &Self) -> bool {
        let (Some(above), Some(below)) = (numbered(self.label), numbered(next.label)) else {
            return false;
        };
        above.before == below.before && above.number.checked_add(1) == Some(below.number)
    }
}

/// A name with a number in it.
struct Numbered<'t> {
    before: &'t [u8],
    number: u64,
}

/// The last number in a name.
fn numbered(name: &[u8]) -> Option<Numbered<'_>> {
    let end = name.iter().rposition(u8::is_ascii_digit)? + 1;
    let start = name[..end].iter().rposition(|byte| !byte.is_ascii_digit()).map_or(0, |at| at + 1);
    let number = std::str::from_utf8(&name[start..end]).ok()?.parse().ok()?;
    Some(Numbered { before: &name[..start], number })
}
