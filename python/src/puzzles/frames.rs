//! Notations that many rows of a column share. To detect the notation of a row takes 20 times as long
//! as to solve its puzzle.

use super::read;
use std::collections::HashMap;
use sudomill::{
    grid::{Alphabet, Size},
    input::Layout,
};

/// The rows at the start of a column from which notations are learned.
const LEARNED: usize = 64;

/// Notations with one symbol per cell, such as `5 3 . …`: what stands around the cells, and the layout of
/// these.
pub struct Frames(HashMap<Vec<u8>, Layout>);

impl Frames {
    /// Detects the notations of the first texts.
    pub fn learn<'a>(texts: impl Iterator<Item = &'a [u8]>) -> Self {
        let of = |text: &'a [u8]| {
            let (frame, symbols) = split(text)?;
            let size = Size::from_cells(symbols.len()).filter(|&size| size <= Size::Nine)?;
            // Not if something else looks like a cell.
            let are_cells = read(text)? == Ok(symbols);
            are_cells.then_some((frame, Layout::lines(size, Alphabet::FromOne)?))
        };
        Self(texts.take(LEARNED).filter_map(of).collect())
    }

    /// The symbols of a puzzle in one of these notations; `None` if it has another, or must be read on its
    /// own, because it has an error.
    pub fn read(&self, text: &[u8]) -> Option<Vec<u8>> {
        let (frame, symbols) = split(text)?;
        let is_puzzle = self.0.get(&frame)?.any_puzzle(&symbols).is_some();
        is_puzzle.then_some(symbols)
    }
}

/// Returns a text with one symbol for all that looks like a cell, and the symbols of these; `None` if it
/// has both dots and zeros, which are not the same everywhere.
fn split(text: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let is_cell = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let frame = text.iter().map(|byte| if is_cell(byte) { b'.' } else { *byte }).collect();
    let mut symbols: Vec<u8> = text.iter().copied().filter(is_cell).collect();
    let are_mixed = symbols.contains(&b'.') && symbols.contains(&b'0');
    symbols.iter_mut().filter(|symbol| **symbol == b'0').for_each(|symbol| *symbol = b'.');
    (!are_mixed).then_some((frame, symbols))
}
