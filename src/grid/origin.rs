//! How a value came into its cell.

/// How a digit came into its cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// It is a clue of the puzzle.
    Clue,
    /// The search guessed it.
    Guess,
    /// It follows from the clues and the guesses.
    Implied,
}
