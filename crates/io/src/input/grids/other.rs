//! Recognizes lines among grids that hold a puzzle in another format: a puzzle in one line, alone,
//! in a CSV row or in a JSON object. They are records, never names or rulers.

use super::numbers::survey;
use crate::input::lines::symbols::is_symbol;
use sudomill_core::grid::{Order, Order3, Size};

/// Returns true if a line in a file of grids of this size holds a whole puzzle.
pub(super) fn holds_puzzle(line: &[u8], size: Size) -> bool {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || b",;:|\"'{}[]()".contains(byte);
    let is_length = |len: usize| len == size.cells() || len == Order3::CELLS;
    let is_puzzle = |word: &[u8]| {
        // Letters are digits in the larger sizes.
        let is_cell =
            |&&byte: &&u8| is_symbol(byte) || byte.is_ascii_uppercase() && size > Size::Nine;
        is_length(word.len()) && word.iter().filter(is_cell).count() * 4 >= word.len() * 3
    };
    line.split(is_between).any(is_puzzle)
        || size > Size::Four && survey(line).is_some_and(|(count, ..)| is_length(count))
}

/// Returns true if a line that is no row looks like one in another style, such as `·2··`,
/// `[0, 2, 0, 0],` or `OO2O`: it has no letters but `O`, which may be a zero, and as many other
/// characters as a row has cells.
pub(super) fn resembles_row(line: &[u8], side: usize) -> bool {
    let (mut cells, mut digits) = (0, 0);
    for character in String::from_utf8_lossy(line).chars() {
        match character {
            _ if character.is_whitespace() || ",;|[](){}\"'│┃║".contains(character) => {
                continue;
            }
            'O' | 'o' | 'x' | 'X' => {}
            _ if character.is_alphabetic() => return false,
            _ => digits += usize::from(character.is_numeric()),
        }
        cells += 1;
    }
    digits > 0 && cells >= side
}

/// Returns true if a line of a file with one array per line is part of its syntax, and no record:
/// brackets that are opened or closed, commas, or a name with `=`.
pub(super) fn is_array_syntax(line: &[u8]) -> bool {
    let open = line.iter().position(|byte| b"[({".contains(byte));
    let close = line.iter().rposition(|byte| b"])}".contains(byte));
    match (open, close) {
        (Some(open), Some(close)) => close < open || line.contains(&b'='),
        (None, None) => line.contains(&b'=') || line.iter().all(|byte| b",; \t\r".contains(byte)),
        _ => true,
    }
}
