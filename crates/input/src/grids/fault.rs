//! What is wrong with a row, an array or a grid, and where.

use super::{
    glance::Glance,
    row::{candidates, is_minus_one},
    rows::{RowStyle, Rows},
};
use crate::lines::{
    Lines, MAX_LINE, Notation,
    line_end::without_line_end,
    position::{bad_at, character},
};
use std::ops::Range;
use sudomill_puzzle::{
    any::{Parsed, parse_line},
    error::{BadLine, Problem},
    grid::Units,
};

/// Where each symbol of a puzzle that was read stands in its text.
pub type Places<'t> = Box<dyn Fn(usize) -> usize + 't>;

/// What is wrong with a text, and the offset of the byte that shows it.
#[derive(Debug, PartialEq)]
pub struct Fault {
    /// The offset.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
}

impl Fault {
    /// A fault at an offset.
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
            RowStyle::Symbols { .. } | RowStyle::Blanks => {
                let found = character(&line[start..]);
                Fault::new(start, Problem::Symbol { found, side, alphabet })
            }
            RowStyle::Numbers { .. } => self.fault_in_number(line, cell),
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

    /// The fault in a cell that is no number, or none of a digit; in custom symbols, no symbol.
    pub fn fault_in_number(&self, line: &[u8], place: Range<usize>) -> Fault {
        let Self { size, alphabet, .. } = *self;
        let side = size.side();
        let cell = &line[place.clone()];
        let problem = match cell.iter().position(|byte| !self.is_symbol(*byte)) {
            // No number is valid there, so that naming the largest one would not help.
            Some(at) if alphabet.custom().is_some() => {
                Problem::Symbol { found: character(&cell[at..]), side, alphabet }
            }
            _ => {
                let found = String::from_utf8_lossy(cell).into_owned();
                Problem::Number { found, largest: side as u8 }
            }
        };
        Fault::new(place.start, problem)
    }

    /// The first cell of a text with these symbols that may have lost its number, as its [empty
    /// cells](EmptyCells) or the separators behind its rows show.
    pub fn lost_number(&self, text: &[u8], symbols: &[u8]) -> Option<Fault> {
        if !self.are_numbers() || !symbols.contains(&b'.') {
            return None;
        }
        let mut empty = EmptyCells::default();
        let mut is_terminated = false;
        let mut short = None;
        // A whole puzzle may take several lines in its field.
        let whole = self.are_whole().then_some((0, without_line_end(text)));
        let lines = if whole.is_some() { None } else { Some(Lines::new(text)) };
        for (at, line) in whole.into_iter().chain(lines.into_iter().flatten()) {
            let cells = self.cells(&self.glance(line));
            if cells.len() != self.width() {
                continue;
            }
            match end_of_row(line, &cells) {
                RowEnd::Separator => is_terminated = true,
                RowEnd::EmptyCell => {
                    short.get_or_insert(at + line.trim_ascii_end().len());
                }
                RowEnd::Other => {}
            }
            for cell in cells {
                empty.add(self, &line[cell.clone()], at + cell.start..at + cell.end);
            }
        }
        let expected = self.width();
        let problem = Problem::Numbers { found: expected - 1, expected };
        let short = short.filter(|_| is_terminated).map(|at| Fault::new(at, problem));
        short.or_else(|| empty.fault(self, text))
    }

    /// The offset of a cell in a grid that begins with this text.
    pub fn offset_of(&self, text: &[u8], cell: usize) -> usize {
        // Rulers and names may stand between the rows.
        let is_row = |line: &(usize, &[u8])| self.is_row(&self.glance(line.1));
        let row = Lines::new(text).filter(is_row).nth(cell / self.width());
        row.map_or(0, |(at, line)| at + self.cells(&self.glance(line))[cell % self.width()].start)
    }

    /// The error of the grid that begins with this text, if its clues repeat a digit in one of these units.
    pub fn repeated(&self, text: &[u8], symbols: &[u8], units: Units) -> Option<BadLine> {
        let candidates = self.style == RowStyle::Candidates;
        let notation = Notation { alphabet: self.alphabet, candidates, units };
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

/// How a row of numbers ends.
enum RowEnd {
    /// With a separator behind all its cells.
    Separator,
    /// With a last cell that is empty, and nothing behind it.
    EmptyCell,
    Other,
}

fn end_of_row(line: &[u8], cells: &[Range<usize>]) -> RowEnd {
    let Some(last) = cells.last() else { return RowEnd::Other };
    let behind = line[last.end..].iter().copied().find(|byte| !b" \r\"'".contains(byte));
    // Bars around a row end it, and so does that of MiniZinc behind a comma.
    let is_enclosed = line.trim_ascii_start().starts_with(b"|");
    match behind {
        None if last.is_empty() => RowEnd::EmptyCell,
        Some(b'|') if last.is_empty() && !is_enclosed => RowEnd::EmptyCell,
        Some(b'|') if is_enclosed => RowEnd::Other,
        Some(b'\t' | b',' | b';' | b'|') if !cells.iter().any(Range::is_empty) => RowEnd::Separator,
        _ => RowEnd::Other,
    }
}

/// The first cells of a puzzle of numbers that are empty in each way, by their places.
///
/// A puzzle that marks its empty cells has no others: a field without anything has lost its number. And
/// beside zeros, −1 is a digit or shows that they are, but nobody can tell which.
#[derive(Default)]
pub struct EmptyCells {
    /// A zero that is no digit.
    zero: Option<Range<usize>>,
    minus_one: Option<Range<usize>>,
    /// A dot, a dash, a star.
    symbol: Option<Range<usize>>,
    /// `null` and the like.
    word: Option<Range<usize>>,
    /// An empty string, which may stand beside words: programs write both for a value that is missing.
    string: Option<Range<usize>>,
    /// An empty field.
    nothing: Option<Range<usize>>,
}

impl EmptyCells {
    /// Adds a cell with this text.
    pub fn add(&mut self, rows: &Rows, cell: &[u8], place: Range<usize>) {
        let is_empty = |symbol: &u8| rows.values[usize::from(*symbol)] == 0;
        let kind = match rows.symbol_of_number(cell).filter(is_empty) {
            None => return,
            Some(_) if cell.is_empty() => &mut self.nothing,
            Some(_) if cell.starts_with(b"\"") => &mut self.string,
            Some(b'0') => &mut self.zero,
            Some(_) if is_minus_one(cell) => &mut self.minus_one,
            Some(_) if cell.len() == 1 => &mut self.symbol,
            Some(_) => &mut self.word,
        };
        kind.get_or_insert(place);
    }

    /// The fault in the first cell of a text that is in doubt.
    pub fn fault(self, rows: &Rows, text: &[u8]) -> Option<Fault> {
        let has_signs = self.zero.is_some() || self.minus_one.is_some() || self.symbol.is_some();
        let beside_zeros = self.minus_one.filter(|_| self.zero.is_some());
        let beside_words = self.nothing.filter(|_| has_signs || self.word.is_some());
        let lost = beside_zeros.or(self.string.filter(|_| has_signs)).or(beside_words);
        lost.map(|cell| rows.fault_in_number(text, cell))
    }
}
