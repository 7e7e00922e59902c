//! The register of the layout: sixteen words, of which nine are boxes.

use crate::solver::lanes::{
    layout81::{portable::Portable, vector::Vector},
    node::{ALL_DIGITS, Node, POSITIONS},
};

/// A register of sixteen words that can rotate the boxes of a chute.
///
/// The spare words may stay or become other spare words.
pub(super) trait Register: Vector {
    /// Every box receives the word of the box in the next band of its stack.
    fn next_band(self) -> Self;
    /// Every box receives the word of the box two bands on.
    fn band_after_next(self) -> Self;
    /// Every box receives the word of the box in the next stack of its band.
    fn next_stack(self) -> Self;
    /// Every box receives the word of the box two stacks on.
    fn stack_after_next(self) -> Self;

    /// Returns true if every word is 0.
    fn is_zero(self) -> bool;

    /// Loads sixteen words.
    #[inline(always)]
    fn load(proof: Self::Proof, words: &[u16; 16]) -> Self {
        let mut register = [Self::splat(proof, 0)];
        Self::words_mut(&mut register).copy_from_slice(words);
        register[0]
    }

    /// Parses a line into a grid: a clue's digit, or all nine digits for a byte other than `1` to
    /// `9`. Spare words have all digits.
    #[inline(always)]
    fn parse_grid(proof: Self::Proof, line: &[u8; 81]) -> [Self; 9] {
        let mut grid = [Self::splat(proof, ALL_DIGITS); 9];
        let words = Self::words_mut(&mut grid);
        for (cell, byte) in line.iter().enumerate() {
            let digit = byte.wrapping_sub(b'1');
            if digit < 9 {
                let (register, word) = super::place_of(cell / 9, cell % 9);
                words[16 * register + word] = 1 << digit;
            }
        }
        grid
    }

    /// Copies a grid into a node.
    #[inline(always)]
    fn node(grid: &[Self; 9]) -> Node {
        let mut node = Node::EMPTY;
        let words = Self::words(grid);
        for (cell, &at) in POSITIONS.iter().enumerate() {
            let (register, word) = super::place_of(cell / 9, cell % 9);
            node.words[usize::from(at)] = words[16 * register + word];
        }
        node
    }
}

impl Register for Portable<16> {
    #[inline(always)]
    fn next_band(self) -> Self {
        self.permuted(|word| if word < 12 { (word + 4) % 12 } else { word })
    }
    #[inline(always)]
    fn band_after_next(self) -> Self {
        self.permuted(|word| if word < 12 { (word + 8) % 12 } else { word })
    }
    #[inline(always)]
    fn next_stack(self) -> Self {
        self.permuted(|word| if word % 4 < 3 { word / 4 * 4 + (word % 4 + 1) % 3 } else { word })
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        self.permuted(|word| if word % 4 < 3 { word / 4 * 4 + (word % 4 + 2) % 3 } else { word })
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        Self::words(&[self]).iter().fold(0, |any, word| any | word) == 0
    }
}
