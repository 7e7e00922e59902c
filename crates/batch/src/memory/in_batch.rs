//! TEXT → BATCH: copies puzzles whose symbols are known to be those of a layout.

use std::borrow::Cow;
use sudomill_input::{Layout, Notation, candidate_bits};
use sudomill_puzzle::{
    any::{self, Parsed},
    grid::{Alphabet, Candidates, Size},
    solving::Batch,
};

/// The notation of puzzles, and what it takes to copy them to a batch.
pub struct InBatch {
    size: Size,
    notation: Notation,
    /// The usual symbol for each symbol of another alphabet.
    to_default: Option<Box<[u8; 256]>>,
}

impl InBatch {
    /// Prepares to copy puzzles of a layout.
    pub fn new(layout: &Layout) -> Self {
        let (size, notation) = (layout.size, layout.notation());
        let is_usual = notation.alphabet == Alphabet::FromOne;
        let to_default = (!is_usual).then(|| Box::new(notation.alphabet.to_default()));
        Self { size, notation, to_default }
    }

    /// Adds the puzzle of a row; an invalid one if the row has none.
    pub(super) fn read(&self, batch: &mut Batch, text: Option<&[u8]>) {
        let &Self { size, notation, .. } = self;
        let parsed = text.map(|text| match any::has_symbols(text, size, notation) {
            true => Parsed::Puzzle(text),
            false => any::parse_line(text, size, notation),
        });
        match parsed {
            Some(Parsed::Puzzle(text)) => self.push(batch, text),
            _ => batch.push_invalid(),
        }
    }

    /// Adds the puzzle of a text that has the length and the symbols of one. Its clues may repeat
    /// a digit.
    pub fn push(&self, batch: &mut Batch, text: &[u8]) {
        let text = match &self.to_default {
            None => Cow::Borrowed(text),
            Some(usual) => text.iter().map(|&byte| usual[usize::from(byte)]).collect(),
        };
        match text.first_chunk() {
            Some(text) if self.notation.candidates => {
                let digits = |&bits: &u16| Candidates::from_bits(bits.into());
                batch.push_candidates(candidate_bits(text).iter().map(digits));
            }
            _ => batch.push_symbols(&text),
        }
    }
}
