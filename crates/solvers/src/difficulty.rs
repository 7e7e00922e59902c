//! The difficulty of a puzzle: the weakest techniques that settle it.

use crate::{
    fixed::PAIRS,
    propagation::{CandidateGrid, Propagation},
    run::Run,
};
use std::fmt;
use sudomill_puzzle::{
    any::AnyPuzzle,
    for_size,
    grid::{Order, Puzzle, PuzzleError},
    solving::{Limits, Observer},
};

/// The weakest techniques that settle a puzzle without a guess: they solve it, or prove that it has
/// no solution. A puzzle with several solutions always needs a search.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{grid::{Order3, Puzzle}, solver::Difficulty};
/// let puzzle: Puzzle<Order3> =
///     "013085006000031000007600000006900003170000025300006900000002400000870000900560310".parse()?;
/// assert_eq!(Difficulty::of(&puzzle), Difficulty::Singles);
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
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

/// What is known of a difficulty that needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The name of the difficulty.
    pub name: &'static str,
    /// Applies the techniques.
    pub propagation: Propagation,
    /// The techniques in words: `singles and locked candidates`.
    pub techniques: &'static str,
    /// Those of them that the easier difficulties do not have: `locked candidates`.
    pub added: &'static str,
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

    /// Grades a puzzle. The limits apply to the search that counts the guesses.
    #[must_use]
    pub fn of<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Self {
        let difficulty = Difficulty::of(puzzle);
        let guesses = match difficulty {
            Difficulty::Search => PAIRS
                .solver()
                .solve(puzzle, limits)
                .decided()
                .map(|outcome| outcome.counters.guesses),
            _ => Some(0),
        };
        Self { difficulty, guesses }
    }

    /// Grades a puzzle whose size is known only at run time.
    ///
    /// # Errors
    /// As for [`AnyPuzzle::puzzle`].
    pub fn of_any(puzzle: &AnyPuzzle, limits: &Limits) -> Result<Self, PuzzleError> {
        for_size!(puzzle.size, O => Ok(Self::of(&puzzle.puzzle::<O>()?, limits)))
    }
}

impl Difficulty {
    /// All difficulties, the easiest first. Each has the techniques of the one before it, and more.
    pub const ALL: &'static [Self] =
        &[Self::Easy, Self::Singles, Self::Locked, Self::Pairs, Self::Search];

    /// The row of the difficulty in the table of techniques; `None` for a search.
    #[must_use]
    pub const fn level(self) -> Option<Level> {
        Some(match self {
            Self::Easy => Level {
                name: "easy",
                propagation: Propagation::Naked,
                techniques: "naked singles",
                added: "naked singles",
            },
            Self::Singles => Level {
                name: "singles",
                propagation: Propagation::Singles,
                techniques: "naked and hidden singles",
                added: "hidden singles",
            },
            Self::Locked => Level {
                name: "locked",
                propagation: Propagation::Locked,
                techniques: "singles and locked candidates",
                added: "locked candidates",
            },
            Self::Pairs => Level {
                name: "pairs",
                propagation: Propagation::Pairs,
                techniques: "singles, locked candidates and pairs",
                added: "pairs",
            },
            Self::Search => return None,
        })
    }

    /// The difficulty of a puzzle.
    #[must_use]
    pub fn of<O: Order>(puzzle: &Puzzle<O>) -> Self {
        let limits = Limits::default();
        let observer: &mut dyn Observer = &mut ();
        let mut run = Run::new(puzzle, &limits, observer);
        let mut grid = CandidateGrid::new(puzzle);
        // Each propagation continues where the weaker one left off.
        let settles = |difficulty: &Self| {
            difficulty.level().is_none_or(|level| {
                level.propagation.apply(&mut grid, &mut run).is_err() || grid.open() == 0
            })
        };
        Self::ALL.iter().copied().find(settles).unwrap_or(Self::Search)
    }

    /// The difficulty of a puzzle whose size is known only at run time.
    ///
    /// # Errors
    /// As for [`AnyPuzzle::puzzle`].
    pub fn of_any(puzzle: &AnyPuzzle) -> Result<Self, PuzzleError> {
        for_size!(puzzle.size, O => Ok(Self::of(&puzzle.puzzle::<O>()?)))
    }

    /// The name, such as `easy` or `search`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self.level() {
            Some(level) => level.name,
            None => "search",
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
