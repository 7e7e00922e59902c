//! Puzzles in custom symbols. The engine only knows the usual symbols, so puzzles and solutions are
//! translated.

use super::Page;
use crate::grid::{Alphabet, Symbols};

/// The symbols of a page, and the translated puzzle that the engine reads.
pub(super) struct Custom {
    symbols: Symbols,
    /// The value of each byte; 0 for a byte that is no symbol.
    values: [u8; 256],
    line: [u8; 81],
}

impl Custom {
    /// Returns a translation for a custom alphabet; `None` for alphabets that the engine knows.
    pub fn of(alphabet: Alphabet) -> Option<Box<Self>> {
        let symbols = *alphabet.custom()?;
        Some(Box::new(Self { symbols, values: symbols.values(), line: [b'0'; 81] }))
    }

    /// Translates a puzzle to the usual symbols.
    pub fn usual_line(&mut self, text: &[u8; 81]) -> &[u8; 81] {
        for (usual, &byte) in self.line.iter_mut().zip(text) {
            *usual = b'0' + self.values[usize::from(byte)];
        }
        &self.line
    }

    pub fn clues(&self, text: &[u8]) -> u64 {
        text.iter().filter(|&&byte| self.values[usize::from(byte)] > 0).count() as u64
    }
}

impl Page {
    /// Translates the solutions, which the engine writes in the usual symbols, to the symbols of
    /// the input.
    pub(super) fn translate_solutions(&mut self) {
        let Some(custom) = &self.custom else { return };
        let symbols = Alphabet::Custom(custom.symbols).translation();
        let slots = self.slots.chunks_exact_mut(self.cells + 1);
        for (slot, _) in slots.zip(&self.rows.lines).filter(|(_, line)| line.solutions > 0) {
            slot[..self.cells].iter_mut().for_each(|byte| *byte = symbols[usize::from(*byte)]);
        }
    }
}
