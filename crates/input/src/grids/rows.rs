//! The rows of grids: the style of their cells, and the symbol of a cell.

use super::{
    super::lines::{
        COMMENT,
        symbols::{NONE, SymbolValues, symbol_values},
    },
    row::{SYMBOLS, candidates, value},
};
use sudomill_puzzle::grid::{Alphabet, Size};

/// How the cells of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowStyle {
    /// A symbol for each, with spaces and rulers anywhere.
    Symbols {
        /// What a dash is.
        dash: Dash,
    },
    /// A digit or a blank for each, in boxes between bars that are as wide as each other.
    Blanks,
    /// The candidates of each, with spaces or rulers between: `4 1679 12679 | 139 …`.
    Candidates,
    /// A number for each. A grid has this many rows: 1 if a line is a whole puzzle, and as many as
    /// it has cells if each line has one number.
    Numbers {
        /// The number of rows.
        height: usize,
    },
}

/// What a dash is among symbols.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dash {
    /// An empty cell. But a line of nothing else is a ruler.
    Cell,
    /// An empty cell, in a line of nothing else, too.
    AnyCell,
    /// The mark of an item in a list, if it is the first of a row: `- 5 3 . . 7 . . . .`.
    Item,
}

/// The rows of a file of grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rows {
    /// The size of the grids.
    pub size: Size,
    /// How a cell is written.
    pub style: RowStyle,
    /// The symbols of the digits.
    pub alphabet: Alphabet,
    /// The byte that begins a comment.
    pub comment: u8,
    /// True if a blank line stands between the bands of a grid.
    pub has_gaps: bool,
    /// True if each line is a whole puzzle with a separator behind its last cell.
    pub are_terminated: bool,
    pub(super) values: SymbolValues,
}

/// The number of cells in a line, and of those that are valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellCount {
    /// The number of cells.
    pub all: usize,
    /// The number of valid ones.
    pub good: usize,
}

impl Rows {
    /// Rows in a style, of which nothing else is known yet.
    pub fn new(size: Size, alphabet: Alphabet, style: RowStyle) -> Self {
        let values = *symbol_values(size, alphabet);
        let (has_gaps, are_terminated) = (false, false);
        Self { size, style, alphabet, comment: COMMENT, has_gaps, are_terminated, values }
    }

    /// The same rows in another alphabet.
    pub fn in_alphabet(self, alphabet: Alphabet) -> Self {
        Self { alphabet, values: *symbol_values(self.size, alphabet), ..self }
    }

    /// The number of rows of a grid.
    pub fn height(&self) -> usize {
        if let RowStyle::Numbers { height } = self.style { height } else { self.size.side() }
    }

    /// The number of rows in a band.
    pub fn band(&self) -> usize {
        self.height() / self.size.bands()
    }

    /// Returns true if each cell is a number.
    pub fn are_numbers(&self) -> bool {
        matches!(self.style, RowStyle::Numbers { .. })
    }

    /// The number of cells in a row.
    pub fn width(&self) -> usize {
        match self.style {
            RowStyle::Numbers { height } => self.size.cells() / height,
            // Without a division: this is asked for in every way to read every line.
            _ => self.size.side(),
        }
    }

    /// Returns true if so many cells may be a damaged row: half a row of symbols is a name, or a word in a text.
    pub(super) fn are_over_half(&self, cells: usize) -> bool {
        cells * 2 > self.width()
    }

    /// Returns true if each row is a whole puzzle. Then every line after the first record is a
    /// record.
    pub fn are_whole(&self) -> bool {
        self.height() == 1
    }

    pub(super) fn is_symbol(&self, byte: u8) -> bool {
        self.values[usize::from(byte)] != NONE
    }

    /// Appends the symbols of a cell; returns false if it is not valid.
    #[inline]
    pub fn push(&self, cell: &[u8], out: &mut Vec<u8>) -> bool {
        match self.style {
            RowStyle::Symbols { .. } => {
                out.push(cell[0]);
                self.is_symbol(cell[0])
            }
            RowStyle::Blanks => {
                let value = self.values[usize::from(cell[0])];
                out.push(if cell[0] == b' ' { b'.' } else { cell[0] });
                // Another symbol of empty cells would leave open what the blanks are. But a 0 may be a digit.
                let is_zero = cell[0] == b'0' && self.size > Size::Nine;
                cell[0] == b' ' || value != NONE && value > 0 || is_zero
            }
            RowStyle::Candidates => {
                let digits = candidates(cell).ok();
                let has = |digit: u8| digits.is_some_and(|it| it.bits() >> digit & 1 == 1);
                out.extend((0..9).map(|digit| if has(digit) { b'1' + digit } else { b'.' }));
                digits.is_some()
            }
            RowStyle::Numbers { .. } => {
                let symbol = self.symbol_of_number(cell);
                out.push(symbol.unwrap_or(b'.'));
                symbol.is_some()
            }
        }
    }

    pub(super) fn symbol_of_number(&self, cell: &[u8]) -> Option<u8> {
        let symbol = match cell {
            &[byte] if self.is_symbol(byte) => byte,
            b"\"\"" | b"\" " => b'.',
            // A zero may be a digit, or an empty cell among others. What stands for an empty cell gets
            // another symbol, so that both are told apart.
            _ => match value(cell)? {
                0 if !cell.first().is_some_and(u8::is_ascii_digit) => b'.',
                value => *SYMBOLS.get(usize::from(value))?,
            },
        };
        self.is_symbol(symbol).then_some(symbol)
    }
}
