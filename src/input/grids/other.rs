//! Recognizes lines among grids that hold a puzzle in another format: a puzzle in one line, alone,
//! in a CSV row or in a JSON object. They are records, never names or rulers.

use super::numbers::survey;
use crate::{
    grid::{Order, Order3, Size},
    input::lines::symbols::is_symbol,
};

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
