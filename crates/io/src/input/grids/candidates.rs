//! Parses rows of a grid of candidates, as solvers print them: nine cells with spaces or rulers
//! between them. Each cell lists the digits still possible in it.
//!
//! ```text
//! | 4    1679  12679 | 139  2369  269 | 8    1239  5    |
//! ```

use super::{
    kind::RowKind,
    row::{Count, RowFormat, is_decorated, words},
};
use crate::input::lines::position::{character, column};
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Candidates, Digit},
};

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
