//! What a field may be: the only judgement of this kind, from which everything else is detected.

use super::super::{
    cells::plain,
    lines::{
        Notation,
        symbols::{NONE, first_word, symbol_values},
    },
    table::Role,
};
use sudomill_core::grid::Size;

/// The apparent content of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum Guess {
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
pub(in crate::input) fn guess(text: &[u8], is_json: bool, size: Size, notation: Notation) -> Guess {
    let plain = if notation.candidates { text.into() } else { plain(text, is_json) };
    let text = first_word(&plain);
    let (values, side) = (symbol_values(size, notation.alphabet), size.side());
    let cells = size.cells() * if notation.candidates { side } else { 1 };
    let (mut symbols, mut empty, mut zeros) = (0, 0, 0);
    for &byte in text {
        let value = values[usize::from(byte)];
        symbols += usize::from(value != NONE);
        empty += usize::from(value == 0);
        zeros += usize::from(byte == b'0');
    }
    // The digits of a full grid may begin with 0.
    let empty = if side > 9 && zeros == side && empty == zeros { 0 } else { empty };
    let is_near = text.len() * 2 >= cells && text.len() <= cells * 2;
    match symbols == cells && text.len() == cells {
        true => Guess::Grid { empty },
        false if is_near && symbols * 4 >= text.len() * 3 => {
            Guess::Damaged { has_empty: empty > 0 }
        }
        false => Guess::Other,
    }
}

impl Guess {
    pub fn is_grid(self) -> bool {
        matches!(self, Self::Grid { .. })
    }

    /// The rank for a role: 0 is a grid of that role, 1 a damaged one, 2 one of the other role.
    pub fn rank(self, role: Role) -> Option<usize> {
        let (rank, is_puzzle) = match self {
            Self::Grid { empty } => (0, empty > 0),
            Self::Damaged { has_empty } => (1, has_empty),
            Self::Other => return None,
        };
        Some(if is_puzzle == (role == Role::Puzzles) { rank } else { 2 })
    }
}
