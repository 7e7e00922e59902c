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
    /// All kinds, by name.
    pub const ALL: [(&'static str, Self); 8] = [
        ("solved", Self::Solved),
        ("easy", Self::Easy),
        ("unique", Self::Unique),
        ("minimal", Self::Minimal),
        ("hard", Self::Hard),
        ("multiple", Self::Multiple),
        ("unsolvable", Self::Unsolvable),
        ("pencilmark", Self::Pencilmark),
    ];

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
        let found = Self::ALL.iter().find(|(known, _)| *known == name);
        found.map(|&(_, kind)| kind).ok_or_else(|| UnknownKind(name.to_owned()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::ALL.iter().find(|(_, kind)| kind == self).map_or("", |(name, _)| name);
        f.pad(name)
    }
}

/// The error for an unknown name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown kind '{0}'; expected solved, easy, unique, minimal, hard, multiple, unsolvable or \
     pencilmark"
)]
pub struct UnknownKind(String);
