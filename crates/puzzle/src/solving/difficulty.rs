//! The difficulty of a puzzle for techniques without guesses, as a name.

use std::fmt;

/// The weakest techniques that settle a puzzle without a guess: they solve it, or prove that it has
/// no solution. A puzzle with several solutions always needs a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Difficulty {
    /// Naked singles.
    Easy,
    /// Naked and hidden singles.
    Singles,
    /// Singles and locked candidates.
    Locked,
    /// Singles, locked candidates, naked and hidden pairs.
    Pairs,
    /// None of these suffice: a search has to guess, or stronger techniques are needed.
    Search,
}

impl Difficulty {
    /// All difficulties, the easiest first. Each has the techniques of the one before it, and more.
    pub const ALL: &'static [Self] =
        &[Self::Easy, Self::Singles, Self::Locked, Self::Pairs, Self::Search];

    /// The name, such as `easy` or `search`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Singles => "singles",
            Self::Locked => "locked",
            Self::Pairs => "pairs",
            Self::Search => "search",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The difficulty of a puzzle, with the guesses that a search makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grade {
    /// The weakest techniques that settle the puzzle.
    pub difficulty: Difficulty,
    /// The guesses of the strategy [`Grade::STRATEGY`]; 0 unless a search is needed, `None` if it
    /// gave up.
    pub guesses: Option<u64>,
}

impl Grade {
    /// The name of the strategy whose guesses are counted.
    pub const STRATEGY: &'static str = "pairs/mrv";

    /// Creates a grade.
    #[must_use]
    pub const fn new(difficulty: Difficulty, guesses: Option<u64>) -> Self {
        Self { difficulty, guesses }
    }
}
