//! The contradictions of a search, counted by the cell of the latest decision before them.

use super::node::WORDS;

/// The deaths of every position, as keys by which cells are compared: more deaths first, then the first
/// column of the box, then the first row.
///
/// ```text
/// bits of a key   15 … 6   5 4   3 2          1 0
///                 deaths   0     3 - column   3 - row      of the cell in its box, counted from 0
/// ```
///
/// So a key is never 0, and a score can be added to the deaths.
#[derive(Clone, Copy)]
pub struct Deaths([u16; WORDS]);

/// One death.
const DEATH: u16 = 1 << 6;
/// The most deaths that are counted for a cell.
const MOST: u16 = 255 * DEATH;

impl Deaths {
    /// No deaths.
    pub const NONE: Self = {
        let mut keys = [0; WORDS];
        let mut at = 0;
        while at < 108 {
            let in_box = at as u16 / 12;
            keys[at] = (3 - in_box % 3) << 2 | (3 - in_box / 3);
            at += 1;
        }
        Self(keys)
    };
    /// The bits of the row in a key: all of them for the first row of a box, and the lowest for the last.
    pub const ROW: u16 = 0b00_11;
    /// The bits of the column, in the same way.
    pub const COLUMN: u16 = 0b11_00;

    /// Counts a death at a position.
    #[inline(always)]
    pub fn count(&mut self, at: u16) {
        let key = &mut self.0[usize::from(at) % WORDS];
        if *key < MOST {
            *key += DEATH;
        }
    }

    /// The keys of a register of a [`Grid`](super::grid::Grid); those of the spare group are meaningless.
    #[inline(always)]
    pub fn of_register(&self, register: usize) -> &[u16; 16] {
        self.0[12 * register..].first_chunk().expect("16 words")
    }

    /// The position of the cell with a key, in a word of a register.
    #[inline(always)]
    pub const fn position(key: u16, word: usize) -> usize {
        let row = 3 - key as usize % 4;
        let column = 3 - key as usize / 4 % 4;
        12 * (3 * row + column) + word
    }
}
