//! A line or grid that is not a puzzle: where, and why.

use crate::grid::{Alphabet, BLANKS, Conflict, Digit, Size, UnitsError};
use std::fmt;

/// A line or a grid that is not a puzzle: the position and the reason.
///
/// `Display` writes `column: `, what was found and, where it helps, what was expected.
/// [`BadLine::at`] adds the line, which only the reader of the file knows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{column}: {problem}")]
#[non_exhaustive]
pub struct BadLine {
    /// The 0-based offset of the bad line from the first line of the puzzle: 0 for a puzzle on one
    /// line.
    pub line_offset: u64,
    /// The 1-based column in that line, in characters.
    pub column: usize,
    /// The problem: what was found and what was expected.
    pub problem: Problem,
}

impl BadLine {
    /// Creates an error at a line offset, from 0, and a column, from 1.
    ///
    /// ```
    /// # use sudomill_puzzle as sudomill;
    /// use sudomill::{BadLine, Problem};
    /// let bad = BadLine::new(2, 7, Problem::SecondPuzzle);
    /// assert_eq!(bad.at(1), "3:7: found another puzzle; expected only one");
    /// ```
    #[must_use]
    pub fn new(line_offset: u64, column: usize, problem: Problem) -> Self {
        Self { line_offset, column, problem }
    }

    /// Returns the message with the line number, for a puzzle that begins on line `first`:
    /// `line:column: what was found, what was expected`.
    ///
    /// ```
    /// # mod sudomill { pub use sudomill_puzzle::{*, puzzle_line as input}; }
    /// use sudomill::{grid::Order2, input::{Line, parse_line}};
    /// let Line::Bad(bad) = parse_line::<Order2>(b"1...4.Z...2....3") else { panic!() };
    /// assert_eq!(bad.at(12), "12:7: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X");
    /// ```
    #[must_use]
    pub fn at(&self, first: u64) -> String {
        format!("{}:{self}", first + self.line_offset)
    }
}

/// What a column or a file holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Puzzles: grids with empty cells.
    #[default]
    Puzzles,
    /// Solutions: full grids.
    Solutions,
}

impl fmt::Display for Role {
    /// Writes what one row holds.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Puzzles => "a puzzle",
            Self::Solutions => "a solution",
        })
    }
}

/// The problem found at a column of a line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// A character that does not stand for a cell.
    #[error("found {}; expected {} or one of {}", shown(*found), alphabet.range(*side), blanks(*alphabet))]
    Symbol {
        /// The character; U+FFFD for a byte that is not UTF-8.
        found: char,
        /// The side of the grid, which is also its largest digit.
        side: usize,
        /// The alphabet of the file.
        alphabet: Alphabet,
    },
    /// A character that is neither the candidate expected at its position nor a blank; or, in a
    /// cell of a candidate grid, a character that is not a digit.
    #[error("found {}; expected {}", shown(*found), candidate(*digit, *side, *alphabet))]
    Candidate {
        /// The character; U+FFFD for a byte that is not UTF-8.
        found: char,
        /// The digit expected at this position; `None` in a candidate grid.
        digit: Option<Digit>,
        /// The side of the grid, which is also its largest digit.
        side: usize,
        /// The alphabet of the file.
        alphabet: Alphabet,
    },
    /// A digit occurs twice in a cell of a candidate grid.
    #[error("found {0} twice in a cell")]
    CandidateTwice(Digit),
    /// A puzzle given by candidates is too short.
    #[error("found the end of the puzzle after {}; expected {expected}: the candidates of every cell", count(*found, "symbol"))]
    ShortCandidates {
        /// The number of symbols found.
        found: usize,
        /// The number of symbols in a puzzle.
        expected: usize,
    },
    /// A puzzle given by candidates is too long.
    #[error("found {} after {expected} symbols; expected the end of the line or a separator", shown(*found))]
    LongCandidates {
        /// The first character after the last symbol.
        found: char,
        /// The number of symbols in a puzzle.
        expected: usize,
    },
    /// The row has too few fields.
    #[error("found {}; expected {role} in field {number}{}", count(*found, "field"), named(name))]
    NoField {
        /// The number of fields in the row.
        found: usize,
        /// The 1-based index of the missing field.
        number: usize,
        /// The name of the missing field, if the file has a header.
        name: Option<String>,
        /// What the field should hold.
        role: Role,
    },
    /// The JSON object lacks a key.
    #[error("found no key {name:?}; expected one with {role}")]
    NoKey {
        /// The key.
        name: String,
        /// What its value should be.
        role: Role,
    },
    /// The line is not a JSON object. Holds the parser's message.
    #[error("found no JSON object: {}", .0.replace("`,`", "a comma"))]
    Json(String),
    /// The JSON object has this key twice.
    #[error("found the key {0:?} twice; expected it once")]
    KeyTwice(String),
    /// A quoted field continues on the next line.
    #[error("found a line end in the puzzle; is a quote missing?")]
    LineEnd,
    /// The field is too short, consists of digits and does not begin with a zero: a spreadsheet may
    /// have removed leading zeros.
    #[error(
        "found the end of the puzzle after {found} cells; expected {expected}; were zeros at the start lost?"
    )]
    LostZeros {
        /// The number of cells found.
        found: usize,
        /// The number of cells in the grid.
        expected: usize,
    },
    /// A number in scientific notation: a spreadsheet mistook the puzzle for a number, and its
    /// digits are lost.
    #[error("found {0}: the digits are lost; export the column as text")]
    Scientific(String),
    /// The field is as long as a puzzle of a size that is not read.
    #[error("found {} cells; expected {}: grids of {}", .0, Size::list(Size::cells), Size::list(|size| size))]
    NoSize(usize),
    /// A grid with as many rows as cells in each, of a size that is not read, or whose clues repeat a
    /// digit or are too few to show that it is a puzzle.
    #[error("found a grid of {rows} rows of {rows} cells; expected {}", grids_for(*.0), rows = .0)]
    GridSize(usize),
    /// Digits with spaces between them, which may be empty cells.
    #[error("found blanks that may be empty cells; expected a symbol such as . for each of them")]
    Blanks,
    /// The printout of an array whose middle is left out.
    #[error("found ... for cells that the printout left out; expected all of them")]
    Elided,
    /// A table of AMPL, whose rows and columns have numbers.
    #[error(
        "found a table of AMPL, with a number before each row and above each column; expected the cells alone"
    )]
    NumberedTable,
    /// The regions of a jigsaw: each cell has the number of its region.
    #[error(
        "found the regions of a jigsaw; expected a puzzle: regions are read from a file of their own"
    )]
    Regions,
    /// A link.
    #[error("found a link; expected a puzzle")]
    Link,
    /// The field is a puzzle of a different size.
    #[error("found {found} cells in a file of {side}×{side} puzzles")]
    OtherSize {
        /// The number of cells found.
        found: usize,
        /// The side of the puzzles in the file.
        side: usize,
    },
    /// The field is too short.
    #[error("found the end of the puzzle after {}; expected {expected}", count(*found, "cell"))]
    Short {
        /// The number of cells found.
        found: usize,
        /// The number of cells in the grid.
        expected: usize,
    },
    /// The field is too long.
    #[error("found {} after {expected} cells; expected the end of the line or a separator", shown(*found))]
    Long {
        /// The first character after the last cell.
        found: char,
        /// The number of cells in the grid.
        expected: usize,
    },
    /// A number in an array is not a digit of the grid.
    #[error("found {found:?}; expected a number from 0 to {largest}")]
    Number {
        /// The number.
        found: String,
        /// The largest digit.
        largest: u8,
    },
    /// An array, or a row of one, has too few or too many numbers.
    #[error("found {}; expected {expected}", count(*found, "number"))]
    Numbers {
        /// The number of numbers found.
        found: usize,
        /// The number of cells in the grid or row.
        expected: usize,
    },
    /// The row has too few or too many fields.
    #[error("found {}; expected {expected}", count(*found, "field"))]
    Fields {
        /// The number of fields found.
        found: usize,
        /// The number of fields of the other rows.
        expected: usize,
    },
    /// A row of a grid is too short.
    #[error("found the end of the row after {}; expected {expected}", count(*found, "cell"))]
    ShortRow {
        /// The number of cells found.
        found: usize,
        /// The number of cells in a row.
        expected: usize,
    },
    /// A row of a grid is too long.
    #[error("found {} after {expected} cells; expected the end of the row", shown(*found))]
    LongRow {
        /// The first character after the last cell.
        found: char,
        /// The number of cells in a row.
        expected: usize,
    },
    /// A grid has too few rows. The position is the end of its last row.
    #[error("found the end of the grid after {}; expected {expected}", count(*found, "row"))]
    ShortGrid {
        /// The number of rows found.
        found: usize,
        /// The number of rows in a grid.
        expected: usize,
    },
    /// A grid has too many rows. The position is the end of its last row.
    #[error("found the end of the grid after {}; expected {expected}", count(*found, "row"))]
    LongGrid {
        /// The number of rows found.
        found: usize,
        /// The number of rows in a grid.
        expected: usize,
    },
    /// Where blank lines stand between the bands of a grid, one has another number of rows. The position is
    /// the end of the last row of the grid.
    #[error("found the end of a band after {}; expected {expected}", count(*found, "row"))]
    Band {
        /// The number of rows found.
        found: usize,
        /// The number of rows in a band.
        expected: usize,
    },
    /// A digit occurs twice in a unit.
    #[error("{}", conflict.text(*alphabet) + zero_hint(alphabet.symbol(conflict.digit) == '0'))]
    Conflict {
        /// The first such digit.
        conflict: Conflict,
        /// The alphabet of the file.
        alphabet: Alphabet,
    },
    /// A file of regions or extra units holds no grid.
    #[error("found no grid; expected a drawing of regions or extra units")]
    NoDrawing,
    /// A file states a rule that is no unit.
    #[error(
        "found {0}; expected regions or extra units: no other rules are known, see docs/regions.md"
    )]
    OtherRule(&'static str),
    /// The regions or extra units do not fit the puzzle.
    #[error("{0}")]
    Units(UnitsError),
    /// A full grid, which the strategy rejects.
    #[error("found a full grid: ill-posed; expected an empty cell")]
    FullGrid,
    /// A puzzle that does not have exactly one solution, where that is required.
    #[error("found a puzzle with {}; expected one solution", if *is_solvable { "several solutions" } else { "no solution" })]
    NotUnique {
        /// True if it has several solutions, false if it has none.
        is_solvable: bool,
    },
    /// The line is too long.
    #[error("found a line longer than {limit} bytes")]
    Oversized {
        /// The maximum length of a line, in bytes.
        limit: usize,
    },
    /// A record is too long because a quoted field spans lines.
    #[error("found a record longer than {limit} bytes; is a closing quote missing?")]
    OversizedRecord {
        /// The maximum length of a record, in bytes.
        limit: usize,
    },
    /// The grid is too long.
    #[error("found a grid longer than {limit} bytes")]
    OversizedGrid {
        /// The maximum length of a grid, in bytes.
        limit: usize,
    },
    /// A second puzzle where one was expected.
    #[error("found another puzzle; expected only one")]
    SecondPuzzle,
    /// In a strict run, a line that is not a record, a blank line, a comment or a header.
    #[error("found {found}; expected a puzzle or a comment")]
    NotARecord {
        /// A description of the line, such as `a name`.
        found: String,
    },
    /// A whole puzzle on one line of a file of grids.
    #[error("found a puzzle in one line of a file of grids; expected {rows} rows")]
    PuzzleAmongGrids {
        /// The number of rows in a grid.
        rows: usize,
    },
    /// The solution beside a puzzle is not a grid of its size.
    #[error("solution: {0}")]
    Solution(Box<Self>),
}

/// A character in quotes. Messages contain no commas: a reader of CSV that has seen no quotes in
/// its first rows would cut them off there.
fn shown(character: char) -> String {
    if character == ',' { "a comma".to_owned() } else { format!("{character:?}") }
}

/// A number of things: `1 cell`, `2 cells`.
fn count(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// The grids that are expected instead of one with so many rows.
fn grids_for(rows: usize) -> String {
    Size::from_side(rows)
        .map_or_else(|| Size::list(|size| size), |size| format!("a clear {size} puzzle"))
}

fn named(name: &Option<String>) -> String {
    name.as_ref().map(|name| format!(" ({name})")).unwrap_or_default()
}

/// What may stand for a digit, or for any digit of a candidate grid.
fn candidate(digit: Option<Digit>, side: usize, alphabet: Alphabet) -> String {
    match digit {
        Some(digit) => format!("{} or one of {}", alphabet.symbol(digit), blanks(alphabet)),
        None => alphabet.range(side).to_string(),
    }
}

/// Returns the symbols of an empty cell, for messages, and a hint.
fn blanks(alphabet: Alphabet) -> String {
    let is_blank = |blank: &u8| alphabet.digit(*blank).is_none();
    let blanks = BLANKS.iter().filter(|blank| is_blank(blank));
    let blanks: Vec<_> = blanks.map(|&blank| char::from(blank).to_string()).collect();
    blanks.join(" ") + zero_hint(alphabet.digit(b'0').is_some())
}

/// The hint for a file in which `0` is not an empty cell.
const fn zero_hint(is_digit: bool) -> &'static str {
    if is_digit { " (0 is a digit here)" } else { "" }
}
