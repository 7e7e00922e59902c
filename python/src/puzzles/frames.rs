//! Notations that many rows of a column share. To detect the notation of a row takes 20 times as long
//! as to solve its puzzle.

use super::read;
use sudomill::{
    grid::{Alphabet, Size},
    input::Layout,
};

/// The rows at the start of a column from which notations are learned.
const LEARNED: usize = 64;

/// A notation with one symbol per cell, such as `5 3 . …`: what stands around the cells.
pub struct Frame {
    /// A puzzle in this notation.
    text: Vec<u8>,
    layout: Layout,
}

impl Frame {
    /// Detects the notations of the first texts.
    pub fn learn<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Vec<Self> {
        let mut frames: Vec<Self> = Vec::new();
        for text in texts.take(LEARNED) {
            if frames.iter().all(|frame| frame.read(text).is_none())
                && let Some(Ok(symbols)) = read(text)
            {
                frames.extend(Self::of(text, &symbols));
            }
        }
        frames
    }

    /// The notation of a puzzle with these symbols; `None` if they are not all that looks like a cell
    /// in its text.
    fn of(text: &[u8], symbols: &[u8]) -> Option<Self> {
        let size = Size::from_cells(symbols.len()).filter(|&size| size <= Size::Nine)?;
        let layout = Layout::lines(size, Alphabet::FromOne)?;
        let is_same = |found: u8, symbol: u8| found == symbol || (found, symbol) == (b'0', b'.');
        let mut cells = text.iter().filter(|&&byte| is_cell(byte));
        let are_same =
            symbols.iter().all(|&it| cells.next().is_some_and(|&cell| is_same(cell, it)));
        (are_same && cells.next().is_none()).then(|| Self { text: text.to_vec(), layout })
    }

    /// The symbols of a puzzle in this notation; `None` if the text differs in more than its cells, or
    /// must be read on its own: it has an error, or both dots and zeros.
    pub fn read(&self, text: &[u8]) -> Option<Vec<u8>> {
        if text.len() != self.text.len() {
            return None;
        }
        let mut symbols = Vec::with_capacity(self.layout.size.cells());
        for (&byte, &framed) in text.iter().zip(&self.text) {
            if is_cell(framed) && is_cell(byte) {
                symbols.push(byte);
            } else if byte != framed {
                return None;
            }
        }
        let are_mixed = symbols.contains(&b'.') && symbols.contains(&b'0');
        let is_puzzle = !are_mixed && self.layout.any_puzzle(&symbols).is_some();
        symbols.iter_mut().filter(|symbol| **symbol == b'0').for_each(|symbol| *symbol = b'.');
        is_puzzle.then_some(symbols)
    }
}

/// Returns true for a digit and for the usual symbol of an empty cell.
const fn is_cell(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b'.'
}
