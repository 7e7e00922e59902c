//! What a field may be: the only judgement of this kind, from which everything else is detected.

use super::lines::{
    Notation,
    symbols::{NONE, first_word, symbol_values},
};
use sudomill_puzzle::grid::Size;

/// The apparent content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A grid with this number of empty cells.
    Grid {
        empty: usize,
    },
    /// A damaged grid, with or without empty cells.
    Damaged {
        has_empty: bool,
    },
    Other,
}

/// Judges a field by its length and its symbols.
pub fn guess(text: &[u8], size: Size, notation: Notation) -> Content {
    let values = symbol_values(size, notation.alphabet);
    let side = size.side();
    let cells = size.cells() * if notation.candidates { side } else { 1 };
    // How long a longer word is does not matter.
    let text = first_word(&text[..text.len().min(2 * cells + 1)]);
    // Counted by value: an alphabet has several symbols for an empty cell.
    let mut symbols = 0;
    let mut empty = 0;
    let mut zeros = 0;
    for &byte in text {
        let value = values[usize::from(byte)];
        symbols += usize::from(value != NONE);
        empty += usize::from(value == 0);
        zeros += usize::from(byte == b'0');
    }
    // The digits of a full grid may begin with 0.
    let empty = if side > 9 && zeros == side && empty == zeros { 0 } else { empty };
    match symbols == cells && text.len() == cells {
        true => Content::Grid { empty },
        false if is_near(text.len(), cells) && are_most(symbols, text.len()) => {
            Content::Damaged { has_empty: empty > 0 }
        }
        false => Content::Other,
    }
}

/// Returns true if so many characters may be a damaged puzzle with so many cells: it lost some, or got others.
fn is_near(len: usize, cells: usize) -> bool {
    are_half(len, cells) && are_half(cells, len)
}

/// Returns true if the others of these may be typing errors: of a row or a puzzle with a few of them, three
/// quarters are symbols, and of hardly any other text.
pub fn are_most(symbols: usize, all: usize) -> bool {
    symbols * 4 >= all * 3
}

/// Returns true for at least half of these.
pub fn are_half(part: usize, all: usize) -> bool {
    part * 2 >= all
}

impl Content {
    pub fn is_grid(self) -> bool {
        matches!(self, Self::Grid { .. })
    }

    /// Returns true for a grid with empty cells.
    pub fn is_puzzle(self) -> bool {
        matches!(self, Self::Grid { empty } if empty > 0)
    }
}
