//! The sizes that a text may have, and what shows them.

use super::guess::are_half;
use sudomill_puzzle::{
    any::{Parsed, parse_line},
    grid::{Alphabet, Size},
    puzzle_line::{BLANKS, Notation},
};

/// The size that is known or, in ascending order, every one that is detected.
pub(super) fn detected(known: Option<Size>) -> impl DoubleEndedIterator<Item = Size> + Clone {
    known.into_iter().chain(Size::ALL.iter().copied().filter(move |_| known.is_none()))
}

/// The detected sizes whose length alone is evidence. Dates, telephone numbers, identifiers, hashes and
/// small tables are as long as rows and puzzles of the others, whose boxes are not square.
pub fn evident() -> impl Iterator<Item = Size> {
    Size::ALL.iter().copied().filter(|size| size.order().is_some())
}

/// Returns true if these symbols, as many as a grid has cells, show that it has this size: the size is
/// known or evident, or they [are certain](are_certain).
pub(super) fn shows(symbols: &[u8], size: Size, known: Option<Size>, alphabet: Alphabet) -> bool {
    known.is_some() || size.order().is_some() || are_certain(symbols, size, alphabet)
}

/// Returns true if these symbols, as many as a grid has cells, are a puzzle beyond doubt. Its clues repeat no
/// digit in a unit, and are of several digits: two among dashes may be anything.
pub(super) fn are_certain(symbols: &[u8], size: Size, alphabet: Alphabet) -> bool {
    let notation = Notation::of_clues(alphabet);
    let clues = symbols.iter().filter(|it| !BLANKS.contains(it));
    // A bit for each character of ASCII.
    let digits = || clues.fold(0_u128, |digits, symbol| digits | 1 << (symbol & 127));
    // Detection asks this for each row that may be the last of a grid. Most end none, and repeat a digit.
    matches!(parse_line(symbols, size, notation), Parsed::Puzzle(_))
        && are_half(digits().count_ones() as usize, size.side())
}
