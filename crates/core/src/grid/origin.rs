//! The origin of a cell's value.

/// The origin of a cell's digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A clue of the puzzle.
    Clue,
    /// A guess of the search.
    Guess,
    /// Deduced from the clues and the guesses.
    Implied,
}
