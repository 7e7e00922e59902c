//! Parses rows of two styles that mean more than their symbols.
//!
//! In a box drawing whose empty cells are blank, the place of a cell counts:
//!
//! ```text
//! │ 5 3   │   7   │       │      a bar around each box: cells stand at fixed places
//! │ 5 │ 3 │   │ │ 7 │ …          a bar around each cell
//! ```
//!
//! In a grid of candidates, as solvers print them, nine cells list the digits still possible in
//! them, with spaces or rulers between them:
//!
//! ```text
//! | 4    1679  12679 | 139  2369  269 | 8    1239  5    |
//! ```

use super::{
    RowKind,
    row::{Count, RowFormat, is_decorated, words},
};
use crate::input::lines::{
    Lines,
    position::{character, column},
};
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Candidates, Digit, Size},
};

/// The way in which the rows of a file are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Drawing {
    pub size: Size,
    /// The characters between two bars around a box; `None` if each cell has bars.
    width: Option<usize>,
}

/// Returns how a row is drawn and the offset of each cell; `None` for any other line.
///
/// A bar is required at both ends. Otherwise, a row that lost its trailing spaces would look like
/// another row.
pub(in crate::input) fn drawn(line: &[u8]) -> Option<(Drawing, Vec<usize>)> {
    let line = line.trim_ascii_end();
    let parts = parts(line)?;
    let is_blank = |at: usize| line[at] == b' ';
    let is_dashed =
        |part: &Range<usize>| line[part.clone()].iter().all(|byte| b"- ".contains(byte));
    if parts.iter().all(is_dashed) && line.contains(&b'-') {
        return None;
    }
    let (root, width) = (parts.len(), parts.first()?.len());
    let mut places = Vec::new();
    let of_boxes = Size::ALL.into_iter().find(|size| size.order() == root);
    if let Some(size) = of_boxes.filter(|_| [root, 2 * root - 1, 2 * root + 1].contains(&width)) {
        let (first, step) = (usize::from(width > 2 * root), 1 + usize::from(width > root));
        for part in parts {
            let cells = part.clone().skip(first).step_by(step).take(root);
            let between = part.clone().filter(|&at| !cells.clone().any(|cell| cell == at));
            if part.len() != width || !between.clone().all(is_blank) {
                return None;
            }
            places.extend(cells);
        }
        return Some((Drawing { size, width: Some(width) }, places));
    }
    for part in parts {
        let mut cells = part.clone().filter(|&at| !is_blank(at));
        places.push(cells.next().unwrap_or(part.start));
        if cells.next().is_some() {
            return None;
        }
    }
    Some((Drawing { size: Size::from_side(root)?, width: None }, places))
}

/// Splits a line with a bar at both ends into the parts between bars; `None` if it contains other
/// box-drawing characters.
fn parts(line: &[u8]) -> Option<Vec<Range<usize>>> {
    let (mut parts, mut at) = (Vec::new(), line.len() - line.trim_ascii_start().len());
    let mut from = at + bar(line.get(at..)?)?;
    at = from;
    while at < line.len() {
        match bar(&line[at..]) {
            // Adjacent bars count as one thick bar.
            Some(len) => {
                parts.extend((from < at).then_some(from..at));
                at += len;
                from = at;
            }
            None if line[at] == b' '
                || line[at].is_ascii_graphic() && !b"+=".contains(&line[at]) =>
            {
                at += 1;
            }
            None => return None,
        }
    }
    (from == at).then_some(parts)
}

/// The length in bytes of the vertical bar at the start of a text.
pub(super) fn bar(text: &[u8]) -> Option<usize> {
    match text {
        [b'|', ..] => Some(1),
        [0xE2, second, third, ..] if BARS.contains(&[*second, *third]) => Some(3),
        _ => None,
    }
}

/// The second and third UTF-8 bytes of the vertical box-drawing characters │ ┃ ┆ ┇ ┊ ┋ ║; all
/// characters of that block begin with E2 94 or E2 95.
const BARS: [[u8; 2]; 7] = [
    [0x94, 0x82],
    [0x94, 0x83],
    [0x94, 0x86],
    [0x94, 0x87],
    [0x94, 0x8A],
    [0x94, 0x8B],
    [0x95, 0x91],
];

/// Cells per row.
const SIDE: usize = 9;

/// Parses the digits of a cell. On failure, returns the offset of the first invalid byte, and the
/// digit if the byte repeats one.
fn digits(cell: &[u8]) -> Result<Candidates, (usize, Option<Digit>)> {
    let mut digits = Candidates::NONE;
    for (at, byte) in cell.iter().enumerate() {
        let digit = byte.checked_sub(b'0').filter(|&value| usize::from(value) <= SIDE);
        let Some(digit) = digit.and_then(Digit::new) else { return Err((at, None)) };
        if digits.contains(digit) {
            return Err((at, Some(digit)));
        }
        digits |= digit.into();
    }
    Ok(digits)
}

/// Parses the candidates of a row; `None` if the line is not a row.
fn row(line: &[u8]) -> Option<Vec<Candidates>> {
    let row: Option<Vec<_>> = words(line).map(|word| digits(&line[word]).ok()).collect();
    row.filter(|cells| cells.len() == SIDE)
}

/// Returns true if any cell of a row has several candidates; `None` if the line is not a row.
pub(in crate::input) fn has_several(line: &[u8]) -> Option<bool> {
    Some(row(line)?.iter().any(|digits| digits.len() > 1))
}

impl RowFormat {
    /// The drawing of rows with blank cells, if the first grid of a text has some; `None` if that
    /// grid is not complete.
    ///
    /// Drawings also have blank lines above and below rows. So the first grid must end with
    /// its last row, and no band may have two empty rows, which no proper puzzle has.
    pub fn drawing_in(&self, text: &[u8]) -> Option<Option<Drawing>> {
        let size = self.size();
        let mut drawings = Lines::new(text).filter_map(|(_, line)| Some(drawn(line)?.0));
        let drawing = match drawings.find(|drawing| drawing.size == size) {
            Some(drawing) if !self.candidates => drawing,
            _ => return Some(None),
        };
        let with_blanks = Self { drawing: Some(drawing), ..*self };
        let (mut count, mut empty, mut has_blanks) = (0, 0, false);
        for (_, line) in Lines::new(text) {
            let mut cells = Vec::new();
            match with_blanks.kind(line, &mut cells) {
                RowKind::Row if count == self.side => return Some(None),
                RowKind::Row => {
                    empty = if count % size.order() == 0 { 0 } else { empty };
                    empty += usize::from(cells.iter().all(|&cell| cell == b'.'));
                    if empty > 1 {
                        return Some(None);
                    }
                    count += 1;
                    has_blanks |= self.kind(line, &mut Vec::new()) != RowKind::Row;
                }
                _ if count == self.side => return Some(has_blanks.then_some(drawing)),
                RowKind::Ruler => {}
                _ => (count, empty, has_blanks) = (0, 0, false),
            }
        }
        (count == self.side).then_some(has_blanks.then_some(drawing))
    }

    /// Returns true if a row of the first grid of a text has dashes among other symbols; `None` if
    /// that grid is not complete.
    pub fn dashes_in(&self, text: &[u8]) -> Option<bool> {
        let mut count = 0;
        for (_, line) in Lines::new(text) {
            let mut cells = Vec::new();
            match self.kind(line, &mut cells) {
                RowKind::Row if cells.contains(&b'-') => return Some(true),
                RowKind::Row => count += 1,
                RowKind::FaultyRow | RowKind::Fragment | RowKind::Ruler => {}
                // `--- 123 ---` is a row among other rows, but before them it may be a name.
                RowKind::Name if count > 0 => {
                    let with_dashes = Self { dashes: true, ..*self };
                    return Some(with_dashes.kind(line, &mut Vec::new()) == RowKind::Row);
                }
                _ if count > 0 => return Some(false),
                _ => {}
            }
            if count == self.side {
                return Some(false);
            }
        }
        None
    }

    /// Classifies a line that is neither blank nor a comment. Appends the symbols of a row, nine
    /// per cell; for other lines, the bytes that could be cells.
    pub(super) fn candidates_kind(&self, line: &[u8], cells: &mut Vec<u8>) -> RowKind {
        if let Some(row) = row(line) {
            let symbol = |digits: &Candidates, digit: u8| {
                if digits.bits() >> digit & 1 == 1 { b'1' + digit } else { b'.' }
            };
            cells.extend(row.iter().flat_map(|digits| (0..9).map(|digit| symbol(digits, digit))));
            return RowKind::Row;
        }
        let count: Count = self.count(line, cells);
        match words(line).count() {
            _ if count.is_ruler() => RowKind::Ruler,
            _ if count.symbols * 4 < count.cells * 3 || is_decorated(line) => RowKind::Name,
            words if words > SIDE * 2 => RowKind::FaultyPuzzle,
            words if words * 2 > SIDE => RowKind::FaultyRow,
            _ => RowKind::Fragment,
        }
    }

    /// Locates the error in a row: its first cell that is not a list of digits, or its length.
    pub(super) fn candidates_fault(&self, line: &[u8], line_offset: u64) -> BadLine {
        let mut words = words(line);
        let first: Vec<_> = words.by_ref().take(SIDE).collect();
        let wrong = first.iter().find_map(|word| {
            let (at, twice) = digits(&line[word.clone()]).err()?;
            Some((word.start + at, twice))
        });
        let (at, problem) = match (wrong, words.next()) {
            (Some((at, Some(digit))), _) => (at, Problem::CandidateTwice(digit)),
            (Some((at, None)), _) => {
                let (found, alphabet) = (character(&line[at..]), self.alphabet);
                (at, Problem::Candidate { found, digit: None, side: SIDE, alphabet })
            }
            (None, Some(word)) => {
                let found = character(&line[word.start..]);
                (word.start, Problem::LongRow { found, expected: SIDE })
            }
            (None, None) => {
                let problem = Problem::ShortRow { found: first.len(), expected: SIDE };
                (line.trim_ascii_end().len(), problem)
            }
        };
        BadLine::new((line_offset, column(line, at)), problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_blank_cells() {
        for line in [
            "| 5 3   |   7   |       |",
            "|5 3  |  7  |     |",
            "|53 | 7 |   |",
            "  │ 5 3   │   7   │       │  ",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "||5|3| || |7| || | | ||",
            "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║",
        ] {
            let (drawing, places) = drawn(line.as_bytes()).unwrap();
            let cells: Vec<u8> = places.iter().map(|&at| line.as_bytes()[at]).collect();
            assert_eq!((drawing.size, &*cells), (Size::Nine, &b"53  7    "[..]), "{line}");
        }
        for line in [
            "| 5 3   |   7   |      |",
            "| 5 3   |   7   |",
            "  5 3   |   7   |       ",
            "| 5 3   |   7   |       ",
            "|53  |  7   |     |",
            "|-------|-------|-------|",
            "|-------+-------+-------|",
            "| 5 | 3 |   |   | 7 |   |   |   |",
            "| 53 | 3 |   |   | 7 |   |   |   |   |",
            "",
        ] {
            assert_eq!(drawn(line.as_bytes()), None, "{line}");
        }
        assert_eq!(drawn(b"|  |  |").map(|it| it.0.size), Some(Size::Four));
    }
}
