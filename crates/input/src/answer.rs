//! The solution in a line of a file. It is read as a puzzle is, in every notation; a number that a
//! spreadsheet damaged is told apart from a wrong solution.

use super::{
    answer_format::AnswerFormat,
    cells::plain,
    layout::{BadPuzzle, Layout},
    lines::symbols::first_word,
    missing::is_missing,
};
use std::borrow::Cow;
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::Size,
    puzzle_line::{parse::has_lost_zeros, word::words},
};

/// The answer given by one line.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer<'a> {
    /// The symbols of the solution; empty if there is no solution.
    Text(Cow<'a, [u8]>),
    /// A number of solutions without a solution: `puzzle:2:`.
    Counted,
    /// A number that a spreadsheet rounded or cut. Its digits are lost.
    Damaged,
    /// The line has no field for a solution.
    NoField(BadLine),
    /// The field holds an array or a grid of the wrong shape.
    Bad(BadLine),
}

impl AnswerFormat {
    /// Reads the answer in a line, with or without its newline, to a puzzle in this layout.
    pub fn answer<'a>(&self, line: &'a [u8], puzzles: &Layout) -> Answer<'a> {
        let table = &self.table;
        let field = match table.field(line) {
            Ok(field) => field,
            Err(_) if line.trim_ascii().is_empty() => return Answer::Text(b"".into()),
            Err(bad) => return Answer::NoField(bad),
        };
        let text = line[field].trim_ascii();
        // The words are shorter than any grid.
        if text.len() < Size::Four.cells() && is_missing(text) {
            let is_count = self.counted && table.skip(line).is_none();
            return if is_count { Answer::Counted } else { Answer::Text(b"".into()) };
        }
        match text.len() == puzzles.size.cells() {
            _ if is_damaged(text) => Answer::Damaged,
            // Every other notation is longer than its symbols.
            true => Answer::Text(text.into()),
            false => self.read(line, text, puzzles),
        }
    }

    /// Reads the solution in a line, whose field has this text, as the reader of puzzles does.
    fn read<'a>(&self, line: &'a [u8], text: &'a [u8], puzzles: &Layout) -> Answer<'a> {
        let layout = Layout {
            size: puzzles.size,
            alphabet: puzzles.alphabet,
            table: self.table.clone(),
            ..Layout::default()
        };
        let mut scratch = Vec::new();
        let bad = match layout.puzzle(line, &mut scratch, false) {
            Ok(place) if scratch.is_empty() => return Answer::Text(line[place].into()),
            Ok(_) => {
                let symbols = words(&scratch).next().unwrap_or_default();
                let symbols = scratch[symbols].to_vec();
                return if is_damaged(&symbols) {
                    Answer::Damaged
                } else {
                    Answer::Text(symbols.into())
                };
            }
            Err(BadPuzzle { bad, .. }) => bad,
        };
        match bad.problem {
            Problem::LostZeros { .. } | Problem::Scientific(_) => Answer::Damaged,
            // The digits may be those from 0.
            Problem::Short { .. } if has_lost_zeros(text, puzzles.size) => Answer::Damaged,
            // Of symbols in one piece, the comparison with the puzzle says more.
            Problem::Symbol { .. }
            | Problem::Short { .. }
            | Problem::Long { .. }
            | Problem::OtherSize { .. }
            | Problem::NoSize(_)
            | Problem::Link
            | Problem::LineEnd
            | Problem::Conflict { .. } => {
                let symbols = plain(text, self.table.is_json(), puzzles.alphabet);
                match first_word(&symbols).len() == puzzles.size.cells() {
                    true => Answer::Text(first_word(&symbols).to_vec().into()),
                    false => Answer::Text(symbols),
                }
            }
            _ => Answer::Bad(bad),
        }
    }
}

/// The digits of a number that spreadsheets keep.
const KEPT_BY_SHEETS: usize = 15;

/// The most digits of a number that programs write of a double.
const KEPT_BY_DOUBLES: usize = 17;

/// Returns true if a text is what a spreadsheet, or any program that works with floating-point
/// numbers, leaves of a solution that it took for a number: `5.34678912672195E+80`, the digits
/// followed by zeros, or the mark for a column that is too narrow.
pub fn is_damaged(text: &[u8]) -> bool {
    match text.last() {
        Some(b'0'..=b'9') => is_rounded(text) || is_scientific(text),
        Some(b'#') => text.iter().all(|byte| *byte == b'#'),
        _ => false,
    }
}

/// Returns true for a number with an exponent. The point may be a comma.
fn is_scientific(text: &[u8]) -> bool {
    if text.len() > "1.E+080".len() + KEPT_BY_DOUBLES {
        return false;
    }
    let Some(at) = text.iter().rposition(|byte| matches!(byte, b'e' | b'E')) else { return false };
    let digits = &text[..at];
    let exponent = &text[at + 1..];
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    let mut parts = digits.splitn(2, |byte| matches!(byte, b'.' | b','));
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    (1..=3).contains(&exponent.len())
        && is_number(exponent)
        && parts.next().is_some_and(|whole| whole.len() == 1 && is_number(whole))
        && parts.next().is_none_or(is_number)
}

/// Returns true for a number with at least as many digits as the smallest grid has cells, of which
/// zeros replace the last ones. No full grid begins and ends like this.
fn is_rounded(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b".0").unwrap_or(text);
    let kept = if digits.len() > KEPT_BY_DOUBLES { KEPT_BY_DOUBLES } else { KEPT_BY_SHEETS };
    digits.len() >= Size::Four.cells()
        && (digits.ends_with(b"0") || digits.len() < text.len())
        && digits[..KEPT_BY_SHEETS].iter().all(|byte| (b'1'..=b'9').contains(byte))
        && digits[KEPT_BY_SHEETS..kept].iter().all(u8::is_ascii_digit)
        && (digits.len() <= KEPT_BY_DOUBLES && digits.len() < text.len()
            || digits[kept..].iter().all(|byte| *byte == b'0'))
}
