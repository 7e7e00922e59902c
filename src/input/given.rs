//! One puzzle whose size its text tells: an argument, or what was typed.

use super::{BadLine, Line, Problem, layout::Layout, parse_line};
use crate::{
    for_order,
    grid::{Alphabet, Order},
};

/// A puzzle of any order, read from its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Given {
    /// The side of a box, 2 to 5.
    pub order: usize,
    /// The symbols that it was written in.
    pub alphabet: Alphabet,
    /// The clues row-major, 0 for an empty cell; no digit twice in a unit.
    pub values: Vec<u8>,
}

/// Reads one puzzle: a puzzle line.
///
/// ```
/// let given = sudomill::input::read_given(b"1...4.....2....3")?;
/// assert_eq!((given.order, given.values[4]), (2, 4));
/// # Ok::<(), sudomill::input::BadLine>(())
/// ```
///
/// # Errors
/// The text is no puzzle; the message says where and why.
pub fn read_given(text: &[u8]) -> Result<Given, BadLine> {
    let text = text.trim_ascii();
    let order = Layout::of(text, true).map_or(3, |layout| layout.order);
    for_order!(order, O => match parse_line::<O>(text) {
        Line::Puzzle(_, puzzle) => {
            Ok(Given { order, alphabet: Alphabet::default(), values: puzzle.values().to_vec() })
        }
        Line::Bad(bad) => Err(bad),
        Line::Skip(_) => {
            Err(BadLine { column: 1, problem: Problem::Short { found: 0, expected: O::CELLS } })
        }
    })
    .expect("a layout has an order")
}
