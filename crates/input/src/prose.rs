//! A puzzle that is a word among others, as in a prompt: `Solve: 53..7…`.

use super::{
    grids::Fault,
    guess::{Content, guess},
    lines::{
        Lines, Notation,
        symbols::{BLANKS, is_grid},
    },
    sizes::shows,
    table::Role,
};
use std::ops::Range;
use sudomill_puzzle::{
    error::Problem,
    grid::{Alphabet, Order, Order2, Size},
    puzzle_line::word::words,
};

/// The words of all lines of a text that hold a clue. A line of dashes may be as long as a puzzle.
fn with_clues(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let in_line = |(at, line)| words(line).map(move |word| at + word.start..at + word.end);
    Lines::new(text)
        .flat_map(in_line)
        .filter(|word| text[word.clone()].iter().any(|byte| !BLANKS.contains(byte)))
}

/// The word of a text that is its puzzle, or its solution, damaged or not; `None` if there is none, or if a
/// text of one line begins with it.
///
/// A full grid beside a puzzle is its solution. Beside any other words, it may be that of a puzzle in
/// another notation, and is none.
///
/// # Errors
/// There are several: the place of the second.
pub(super) fn word(
    text: &[u8],
    size: Size,
    alphabet: Alphabet,
    role: Role,
) -> Option<Result<Range<usize>, Fault>> {
    let notation = Notation::of_clues(alphabet);
    let mut found = Vec::new();
    for word in with_clues(text) {
        match guess(&text[word.clone()], size, notation) {
            Content::Grid { empty } => found.push((word, empty > 0)),
            Content::Damaged { has_empty } => found.push((word, has_empty)),
            Content::Other => {}
        }
    }
    let is_meant = |has_empty: bool| has_empty == (role == Role::Puzzles);
    // A wrong solution may have empty cells.
    if role == Role::Puzzles || found.iter().any(|it| is_meant(it.1)) {
        found.retain(|it| is_meant(it.1));
    }
    let is_first = |word: &Range<usize>| {
        text[..word.start].trim_ascii().is_empty() && memchr::memchr2(b'\n', b'\r', text).is_none()
    };
    match &found[..] {
        [] => None,
        [(first, _), ..] if is_first(first) => None,
        [(only, _)] => Some(Ok(only.clone())),
        [_, (second, _), ..] => Some(Err(Fault::new(second.start, Problem::SecondPuzzle))),
    }
}

/// The first word of a text that is a whole puzzle of one of these sizes, or else a full grid.
pub(super) fn word_of_any(
    text: &[u8],
    sizes: impl Iterator<Item = Size> + Clone,
    alphabet: Alphabet,
) -> Option<Range<usize>> {
    // So many words of one length are rows of a damaged grid.
    let is_row =
        |len: usize| with_clues(text).filter(|it| it.len() == len).nth(Order2::SIDE - 1).is_some();
    let may_be_grid = |word: &Range<usize>| {
        let symbols = &text[word.clone()];
        let is_shown =
            |size| is_grid(symbols, size, alphabet) && shows(symbols, size, None, alphabet);
        sizes.clone().any(is_shown) && !is_row(word.len())
    };
    let is_full = |word: &Range<usize>| !text[word.clone()].iter().any(|it| BLANKS.contains(it));
    with_clues(text).filter(may_be_grid).min_by_key(is_full)
}
