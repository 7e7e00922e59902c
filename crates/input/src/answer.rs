//! The solution in a line of a file. It is read as a puzzle is, in every notation; a number that a
//! spreadsheet damaged is told apart from a wrong solution.

use super::{
    answer_format::AnswerFormat,
    layout::Layout,
    lines::symbols::first_word,
    missing::is_missing,
    notation::{self, BadPuzzle},
    text::plain,
};
use std::borrow::Cow;
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::Size,
    puzzle_line::{damaged::is_damaged, parse::has_lost_zeros, word::words},
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
        let bad = match notation::puzzle(&layout, line, &mut scratch, false) {
            Ok(place) if scratch.is_empty() => return Answer::Text(line[place].into()),
            Ok(_) => {
                let symbols = &scratch[words(&scratch).next().unwrap_or_default()];
                return match is_damaged(symbols) {
                    true => Answer::Damaged,
                    false => Answer::Text(symbols.to_vec().into()),
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
