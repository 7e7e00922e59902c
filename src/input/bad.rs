//! What is no puzzle: where and why.

use super::MAX_LINE;
use crate::grid::Alphabet;
use std::fmt;

/// Why a line or a grid is no puzzle, and where.
///
/// It is shown as `column: what was found, what was expected`; the line is known
/// to whoever counts them, see [`BadLine::at`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column}: {problem}")]
pub struct BadLine {
    /// How many lines below the puzzle's first: 0 for a puzzle in a line.
    pub below: u64,
    /// The column of that line, in characters, from 1.
    pub column: usize,
    /// What was found and what was expected.
    pub problem: Problem,
}

impl BadLine {
    /// The same with its line, where the puzzle begins in that line:
    /// `line:column: what was found, what was expected`.
    ///
    /// ```
    /// let bad = sudomill::input::read_given(b"1...\n4...\n..2\n...3\n").unwrap_err();
    /// assert_eq!(bad.at(1), "3:4: found the end of the row after 3 cells, expected 4");
    /// ```
    pub fn at(&self, first: u64) -> String {
        format!("{}:{self}", first + self.below)
    }
}

/// What is wrong at that column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A character that is no symbol of a cell.
    Symbol {
        /// The character; a byte that is no UTF-8 comes as U+FFFD.
        found: char,
        /// The largest digit of the grid.
        side: usize,
        /// The alphabet of the file.
        alphabet: Alphabet,
    },
    /// A row has no such field.
    NoField {
        /// How many it has.
        found: usize,
        /// The number of the field, from 1.
        number: usize,
        /// Its name, if the file gives one.
        name: Option<String>,
    },
    /// A JSON object has no such key.
    NoKey(String),
    /// A line is no JSON object: what the parser says.
    Json(String),
    /// A quoted field goes on in the next line.
    LineEnd,
    /// The field ends too soon, is a number and begins with no empty cell: zeros in front
    /// may have been lost, as in a spreadsheet.
    LostZeros {
        /// How many cells it has.
        found: usize,
        /// How many the grid has.
        expected: usize,
    },
    /// The field ends too soon.
    Short {
        /// How many cells it has.
        found: usize,
        /// How many the grid has.
        expected: usize,
    },
    /// The field goes on.
    Long {
        /// The first character that is too many.
        found: char,
        /// How many cells the grid has.
        expected: usize,
    },
    /// A row of a grid ends too soon.
    ShortRow {
        /// How many cells it has.
        found: usize,
        /// How many the rows have.
        expected: usize,
    },
    /// A row of a grid goes on.
    LongRow {
        /// The first character that is too many.
        found: char,
        /// How many cells the rows have.
        expected: usize,
    },
    /// A grid ends too soon: behind its last row.
    ShortGrid {
        /// How many rows it has.
        found: usize,
        /// How many grids have.
        expected: usize,
    },
    /// A digit twice in a unit: the text of a [`Conflict`](crate::grid::Conflict).
    Conflict(String),
    /// The line is longer than [`MAX_LINE`].
    Oversized,
    /// The grid takes more than [`MAX_LINE`] bytes.
    OversizedGrid,
    /// A second puzzle where there should be one.
    Another,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |count: usize| if count == 1 { "cell" } else { "cells" };
        match self {
            Self::Symbol { found, side, alphabet } => {
                let digits = alphabet.range(*side);
                let (blanks, hint) = match alphabet {
                    Alphabet::FromOne => (". 0 - _ * ? x X", ""),
                    Alphabet::FromZero => (". - _ * ? x X", ZERO_IS_A_DIGIT),
                };
                write!(f, "found {found:?}, expected {digits} or one of {blanks}{hint}")
            }
            Self::Short { found, expected } => {
                let cells = cells(*found);
                write!(f, "found the end of the puzzle after {found} {cells}, expected {expected}")
            }
            Self::LineEnd => write!(f, "found a line end in the puzzle, is a quote missing?"),
            Self::LostZeros { found, expected } => write!(
                f,
                "found the end of the puzzle after {found} cells, expected {expected}; were zeros \
                 at the start lost?"
            ),
            Self::NoField { found, number, name } => {
                let fields = if *found == 1 { "field" } else { "fields" };
                let name = name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default();
                write!(f, "found {found} {fields}, expected a puzzle in field {number}{name}")
            }
            Self::NoKey(key) => write!(f, "found no key {key:?}, expected one with a puzzle"),
            Self::Json(words) => write!(f, "found no JSON object: {words}"),
            Self::Long { found, expected } => write!(
                f,
                "found {found:?} after {expected} cells, expected the end of the line or one of \
                 , ; : | space tab"
            ),
            Self::ShortRow { found, expected } => {
                let cells = cells(*found);
                write!(f, "found the end of the row after {found} {cells}, expected {expected}")
            }
            Self::LongRow { found, expected } => {
                write!(f, "found {found:?} after {expected} cells, expected the end of the row")
            }
            Self::ShortGrid { found, expected } => {
                let rows = if *found == 1 { "row" } else { "rows" };
                write!(f, "found the end of the grid after {found} {rows}, expected {expected}")
            }
            Self::Conflict(conflict) => f.write_str(conflict),
            Self::Oversized => write!(f, "found a line longer than {MAX_LINE} bytes"),
            Self::OversizedGrid => write!(f, "found a grid longer than {MAX_LINE} bytes"),
            Self::Another => f.write_str("found another puzzle, expected only one"),
        }
    }
}

/// Why something that is often right is wrong in this file.
pub(super) const ZERO_IS_A_DIGIT: &str = " (0 is a digit here)";
