//! The description of the puzzles to generate.

use super::{Kind, Pattern, Symmetry};
use std::sync::atomic::AtomicBool;
use sudomill_puzzle::{
    RatingSpan, Tenths,
    grid::{Order3, Puzzle, Units},
    setters,
};

/// The default of [`Recipe::attempts`](field@Recipe::attempts): minutes of work for a kind that
/// needs a solver. Grids larger than 9×9 take about a thousand times as long each and get a
/// thousandth of the attempts.
pub const ATTEMPTS: u64 = 1_000_000;

/// Describes the puzzles to generate.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod generate { pub use sudomill_generate::*; } }
/// use sudomill::{generate::{Kind, Recipe}, grid::{Order2, Order3}};
/// let recipe = Recipe::new(Kind::Easy, 7).with_clues(30);
/// recipe.check::<Order3>()?;
/// assert_eq!(recipe.puzzle::<Order3>(0)?.clue_count(), 30);
/// assert_eq!(
///     recipe.check::<Order2>().unwrap_err().to_string(),
///     "an easy 4×4 puzzle has 4 to 16 clues, not 30",
/// );
/// # Ok::<(), sudomill::RunError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Recipe {
    /// The kind of puzzle.
    pub kind: Kind,
    /// The seed of the random generator.
    pub seed: u64,
    /// The exact number of clues. By default, easy puzzles have four clues per nine cells (36 of
    /// 81, 7 of 16), unique ones one clue per two cells, and the other kinds any number.
    pub clues: Option<usize>,
    /// For hard puzzles: the minimum number of guesses that `mrv` makes to find the solution and to
    /// prove that it is unique. 20 by default.
    pub min_guesses: Option<u64>,
    /// For minimal and unique 9×9 puzzles: the ratings to accept. By default all.
    pub rating: Option<RatingGoal>,
    /// For easy, unique, minimal and hard puzzles: the symmetries of the cells with clues. By default none.
    pub symmetries: Vec<Symmetry>,
    /// For the same kinds: the cells that may have clues. Easy and unique puzzles then have clues in all of
    /// them, unless [`clues`](field@Self::clues) is set; with symmetries, in those whose images may have clues,
    /// too. By default all cells.
    pub pattern: Option<Pattern>,
    /// For solved, unique and minimal puzzles: the units. By default rows, columns and boxes.
    pub units: Units,
    /// The number of full grids to try for one puzzle before giving up, by default [`ATTEMPTS`].
    /// Grids larger than 9×9 get a thousandth of it. On 9×9, if no puzzle came within two clues of
    /// the requested number after a tenth of the attempts, the rest are skipped.
    pub attempts: u64,
}

impl Recipe {
    /// Creates a recipe for puzzles of this kind, with defaults for the rest.
    #[must_use]
    pub fn new(kind: Kind, seed: u64) -> Self {
        Self {
            kind,
            seed,
            clues: None,
            min_guesses: None,
            rating: None,
            symmetries: Vec::new(),
            pattern: None,
            units: Units::STANDARD,
            attempts: ATTEMPTS,
        }
    }
}

setters!(Recipe {
    with_clues: clues, impl Into<Option<usize>>;
    with_min_guesses: min_guesses, impl Into<Option<u64>>;
    with_rating: rating, impl Into<Option<RatingGoal>>;
    with_symmetries: symmetries, Vec<Symmetry>;
    with_pattern: pattern, impl Into<Option<Pattern>>;
    with_units: units, Units;
    with_attempts: attempts, u64;
});

/// The ratings of the puzzles to generate, and what finds them.
#[derive(Clone, Copy, Debug)]
pub struct RatingGoal {
    /// The ratings to accept.
    pub span: RatingSpan,
    /// Makes what rates the attempts at one puzzle.
    pub rater: fn() -> Box<GoalRater>,
}

/// Rates a puzzle; `None` if it rates above this rating, or if the flag stops the search.
pub type GoalRater = dyn FnMut(&Puzzle<Order3>, Tenths, &AtomicBool) -> Option<Tenths>;
