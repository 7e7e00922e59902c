//! What is wrong with a row, an array or a grid, and where.

use super::{
    glance::Glance,
    row::candidates,
    rows::{RowStyle, Rows},
};
use crate::input::lines::{
    Lines, MAX_LINE, Notation,
    position::{bad_at, character},
};
use std::ops::Range;
use sudomill_puzzle::{
    any::{Parsed, parse_line},
    error::{BadLine, Problem},
};

/// What is wrong with a text, and the offset of the byte that shows it.
#[derive(Debug, PartialEq)]
pub(in crate::input) struct Fault {
    pub at: usize,
    pub problem: Problem,
}

impl Fault {
    pub fn new(at: usize, problem: Problem) -> Self {
        Self { at, problem }
    }

    /// The same fault in a text that has so many bytes in front of this one.
    pub fn behind(self, bytes: usize) -> Self {
        Self { at: self.at + bytes, ..self }
    }

    /// The error of a record that begins with this text.
    pub fn in_record(self, text: &[u8]) -> BadLine {
        bad_at(text, self.at, self.problem)
    }
}

impl Rows {
    /// The fault in a line where a row is expected.
    pub(super) fn fault(&self, line: &[u8]) -> Fault {
        if line.len() > MAX_LINE {
            return Fault::new(0, Problem::Oversized { limit: MAX_LINE });
        }
        // That is more to the point than which of its symbols no row would have.
        let glance = self.glance(line);
        if !self.are_whole() && self.holds_puzzle(&glance) {
            return Fault::new(0, Problem::PuzzleAmongGrids { rows: self.height() });
        }
        self.fault_in_row(&glance)
    }

    /// The fault in a row: a cell that is not valid, or the number of cells.
    pub fn fault_in_row(&self, glance: &Glance) -> Fault {
        let line = glance.line;
        let expected = self.width();
        let cells = self.cells(glance);
        // Whatever stands behind a whole row is too much, valid or not.
        let is_wrong = |cell: &&Range<usize>| !self.push(&line[(*cell).clone()], &mut Vec::new());
        if let Some(cell) = cells.iter().take(expected).find(is_wrong) {
            return self.fault_in_cell(line, cell.clone());
        }
        let next = cells.get(expected);
        let at = next.map_or(line.trim_ascii_end().len(), |cell| cell.start);
        let found = cells.len();
        Fault::new(
            at,
            match next {
                _ if self.are_numbers() => Problem::Numbers { found, expected },
                None => Problem::ShortRow { found, expected },
                Some(_) => Problem::LongRow { found: character(&line[at..]), expected },
            },
        )
    }

    fn fault_in_cell(&self, line: &[u8], cell: Range<usize>) -> Fault {
        let Self { size, alphabet, .. } = *self;
        let side = size.side();
        let start = cell.start;
        match self.style {
            RowStyle::Symbols { .. } | RowStyle::Blanks { .. } => {
                let found = character(&line[start..]);
                Fault::new(start, Problem::Symbol { found, side, alphabet })
            }
            RowStyle::Numbers { .. } => Fault::new(start, self.wrong_number(&line[cell])),
            RowStyle::Candidates => match candidates(&line[cell]) {
                Err((at, Some(digit))) => Fault::new(start + at, Problem::CandidateTwice(digit)),
                other => {
                    let at = start + other.err().map_or(0, |error| error.0);
                    let found = character(&line[at..]);
                    Fault::new(at, Problem::Candidate { found, digit: None, side, alphabet })
                }
            },
        }
    }

    /// The problem of a cell that is no number, or none of a digit; in custom symbols, no symbol.
    pub fn wrong_number(&self, cell: &[u8]) -> Problem {
        let Self { size, alphabet, .. } = *self;
        let side = size.side();
        match cell.iter().position(|byte| !self.is_symbol(*byte)) {
            // No number is valid there, so that naming the largest one would not help.
            Some(at) if alphabet.custom().is_some() => {
                Problem::Symbol { found: character(&cell[at..]), side, alphabet }
            }
            _ => {
                let found = String::from_utf8_lossy(cell).into_owned();
                Problem::Number { found, largest: side as u8 }
            }
        }
    }

    /// The first −1 in a text with these symbols, if zeros stand beside it: one of both is an empty cell,
    /// and nobody can tell which one.
    pub fn ambiguous_cell(&self, text: &[u8], symbols: &[u8]) -> Option<Fault> {
        if !self.may_be_ambiguous(symbols) {
            return None;
        }
        Lines::new(text).find_map(|(at, line)| {
            let cell = self.minus_one(line)?;
            Some(Fault::new(at + cell.start, self.wrong_number(&line[cell])))
        })
    }

    /// The offset of a cell in a grid that begins with this text.
    pub fn offset_of(&self, text: &[u8], cell: usize) -> usize {
        // Rulers and names may stand between the rows.
        let is_row = |line: &(usize, &[u8])| self.is_row(&self.glance(line.1));
        let row = Lines::new(text).filter(is_row).nth(cell / self.width());
        row.map_or(0, |(at, line)| at + self.cells(&self.glance(line))[cell % self.width()].start)
    }

    /// The error of the grid that begins with this text, if its clues repeat a digit.
    pub fn repeated(&self, text: &[u8], symbols: &[u8]) -> Option<BadLine> {
        let candidates = self.style == RowStyle::Candidates;
        let notation = Notation { alphabet: self.alphabet, candidates };
        match parse_line(symbols, self.size, notation) {
            Parsed::Bad(bad) => {
                // The column counts symbols, not the bytes of the drawing.
                let at = self.offset_of(text, bad.column - 1);
                Some(Fault::new(at, bad.problem).in_record(text))
            }
            _ => None,
        }
    }
}
