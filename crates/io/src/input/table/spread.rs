//! Parses puzzles whose cells are separated within a field of delimited text: `5 3 . . 7 …`, `[5,
//! 3, 0, …]`, or one row per line in quotes.

use super::Table;
use crate::input::{
    grids::{NUMBER_SYMBOLS, number},
    lines::{
        Lines,
        symbols::{NONE, symbol_values},
        without_bom,
    },
};
use sudomill_core::grid::{Alphabet, Size};

/// Returns true for a byte that may separate cells. Quotes are never removed, because they
/// determine where a record ends.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;|[](){}'".contains(&byte)
}

/// Returns true if a field is a puzzle of this size whose cells are separated. Appends its symbols;
/// if it is not, some may have been appended.
///
/// Either each word is a number, or the words joined together are the symbols of the cells.
pub(in crate::input) fn symbols(field: &[u8], size: Size, out: &mut Vec<u8>) -> bool {
    let words = || field.split(|&byte| is_between(byte)).filter(|word| !word.is_empty());
    if field.len() <= size.cells() || words().nth(1).is_none() {
        return false;
    }
    if words().take(size.cells() + 1).count() == size.cells() {
        let start = out.len();
        for word in words() {
            match number(word).filter(|&value| usize::from(value) <= size.side()) {
                Some(value) => out.push(NUMBER_SYMBOLS[usize::from(value)]),
                None => break,
            }
        }
        return out.len() - start == size.cells();
    }
    let (start, values) = (out.len(), symbol_values(size, Alphabet::FromOne));
    let is_symbol = |byte: &u8| values[usize::from(*byte)] != NONE;
    out.extend(words().flatten().take_while(|byte| is_symbol(byte)).take(size.cells() + 1));
    out.len() - start == size.cells() && words().map(<[u8]>::len).sum::<usize>() == size.cells()
}

/// The size of the puzzle in a field with separated cells.
pub(in crate::input) fn size(field: &[u8]) -> Option<Size> {
    let mut cells = Vec::new();
    Size::ALL.into_iter().find(|&size| {
        cells.clear();
        symbols(field, size, &mut cells)
    })
}

/// Replaces each such puzzle in a text with its symbols, padded with spaces, so that every other
/// byte keeps its offset.
pub(in crate::input) fn joined(text: &[u8], table: &Table, size: Size) -> Vec<u8> {
    let (mut joined, mut cells) = (text.to_vec(), Vec::new());
    let mark = without_bom(text).1;
    let mut lines = Lines::new(&text[mark..]);
    while let Some((start, row)) = lines.next_row(table.separator()) {
        cells.clear();
        let field = match table.cells {
            Some(columns) => columns.symbols(row, table, &mut cells),
            None => {
                let field = table.field(row).ok();
                field.filter(|field| symbols(&row[field.clone()], size, &mut cells))
            }
        };
        if let Some(field) = field {
            let is_end = |byte: &u8| matches!(byte, b'\r' | b'\n');
            let ends: Vec<u8> = row[field.clone()].iter().copied().filter(is_end).collect();
            let start = mark + start;
            let place = &mut joined[start + field.start..start + field.end];
            place.fill(b' ');
            place[..cells.len()].copy_from_slice(&cells);
            // Keep the number of lines; line ends are trimmed along with the spaces.
            let behind = place.len() - ends.len();
            place[behind..].copy_from_slice(&ends);
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_stand_apart() {
        for field in [
            "1 0 0 0 4 0 0 0 0 0 2 0 0 0 0 3",
            "[1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3]",
            "[[1,0,0,0],[4,0,0,0],[0,0,2,0],[0,0,0,3]]",
            "1000 4000 0020 0003",
            "1000\n4000\r\n0020\n0003",
        ] {
            let mut cells = Vec::new();
            assert!(symbols(field.as_bytes(), Size::Four, &mut cells), "{field}");
            assert_eq!(cells, b"1000400000200003");
            assert_eq!(size(field.as_bytes()), Some(Size::Four));
        }
        for field in
            ["1000400000200003", "1 0 0 0 4 0 0 0 0 0 2 0 0 0 0", "1000 4000 0020 000 12", "1 0 a"]
        {
            assert_eq!(size(field.as_bytes()), None, "{field}");
        }
    }
}
