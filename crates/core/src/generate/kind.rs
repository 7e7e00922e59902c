//! The kinds of puzzles, and their names for `--kind`.

use std::{fmt, str::FromStr};

/// The kind of a generated puzzle.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::generate::Kind;
/// assert_eq!("minimal".parse::<Kind>()?, Kind::Minimal);
/// assert_eq!(Kind::Minimal.to_string(), "minimal");
/// # Ok::<(), sudomill::generate::UnknownKind>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A full grid.
    Solved,
    /// A puzzle that naked singles alone solve, so it has exactly one solution.
    Easy,
    /// A puzzle with exactly one solution.
    Unique,
    /// A puzzle with exactly one solution, and several if any clue is removed.
    Minimal,
    /// A minimal puzzle for which `mrv` needs many guesses.
    Hard,
    /// A puzzle with several solutions: a minimal puzzle without one of its clues.
    Multiple,
    /// A puzzle without a solution, though no clue repeats a digit: a minimal puzzle with an
    /// additional, wrong clue.
    Unsolvable,
    /// A puzzle given by candidates, with exactly one solution, and several if any candidate is
    /// added.
    Pencilmark,
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[
        Self::Solved,
        Self::Easy,
        Self::Unique,
        Self::Minimal,
        Self::Hard,
        Self::Multiple,
        Self::Unsolvable,
        Self::Pencilmark,
    ];

    /// The name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Easy => "easy",
            Self::Unique => "unique",
            Self::Minimal => "minimal",
            Self::Hard => "hard",
            Self::Multiple => "multiple",
            Self::Unsolvable => "unsolvable",
            Self::Pencilmark => "pencilmark",
        }
    }

    /// A one-line description.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Solved => "a full grid",
            Self::Easy => "naked singles alone solve it",
            Self::Unique => "one solution",
            Self::Minimal => "one solution; several if any clue is removed",
            Self::Hard => "minimal, and mrv needs many guesses",
            Self::Multiple => "several solutions: a minimal puzzle without one clue",
            Self::Unsolvable => "no solution, though no clue repeats a digit",
            Self::Pencilmark => "given by candidates: one solution; several if any is added",
        }
    }
}

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(name: &str) -> Result<Self, UnknownKind> {
        let found = Self::ALL.iter().copied().find(|kind| kind.name() == name);
        found.ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown kind '{0}'; expected solved, easy, unique, minimal, hard, multiple, unsolvable or \
     pencilmark"
)]
pub struct UnknownKind(String);
