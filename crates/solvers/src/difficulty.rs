//! Finds how difficult a puzzle is: the weakest techniques that settle it.

use crate::{
    branching::Mrv,
    fixed::Fixed,
    propagation::{CandidateGrid, Graded, Propagation, Standard},
    run::Run,
    strategy::Rules,
    value_order::ValueOrder,
};
use sudomill_puzzle::{
    any::AnyPuzzle,
    for_size,
    grid::{Order, Order3, Puzzle, PuzzleError},
    solving::{Difficulty, Grade, Limits, Observer},
};

/// What is known of a difficulty that needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// Applies the techniques.
    pub propagation: Propagation,
    /// The techniques in words: `singles and locked candidates`.
    pub techniques: &'static str,
    /// Those of them that the easier difficulties do not have: `locked candidates`.
    pub added: &'static str,
}

/// The row of each difficulty, in the order of [`Difficulty::ALL`], from the table of propagations.
const LEVELS: [Option<Level>; Difficulty::ALL.len()] = {
    let mut levels = [None; Difficulty::ALL.len()];
    let mut row = 0;
    while row < Propagation::ALL.len() {
        let propagation = Propagation::ALL[row];
        if let Some(graded) = propagation.row::<Order3, Standard>().graded {
            let Graded { difficulty, techniques, added } = graded;
            levels[difficulty as usize] = Some(Level { propagation, techniques, added });
        }
        row += 1;
    }
    let mut at = 0;
    while at < levels.len() {
        let difficulty = Difficulty::ALL[at];
        assert!(difficulty as usize == at, "ALL is in the order of the variants");
        let is_search = matches!(difficulty, Difficulty::Search);
        assert!(levels[at].is_none() == is_search, "a propagation has each of the others");
        at += 1;
    }
    levels
};

/// What the hardest difficulty but the search applies.
const STRONGEST: Propagation = match LEVELS[LEVELS.len() - 2] {
    Some(level) => level.propagation,
    None => unreachable!(),
};

/// [`Grade::STRATEGY`]: `mrv` with all techniques of the difficulties.
static SEARCH: Fixed = Fixed::new(&Rules::<Mrv>::new(STRONGEST, Mrv, ValueOrder::Ascending));

impl Level {
    /// The row of a difficulty in the table of techniques; `None` for a search.
    #[must_use]
    pub const fn of(difficulty: Difficulty) -> Option<Self> {
        LEVELS[difficulty as usize]
    }
}

/// Finds the difficulty of a puzzle.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use sudomill::{grid::{Order3, Puzzle}, solver::{Difficulty, difficulty}};
/// let puzzle: Puzzle<Order3> =
///     "013085006000031000007600000006900003170000025300006900000002400000870000900560310".parse()?;
/// assert_eq!(difficulty(&puzzle), Difficulty::Singles);
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[must_use]
pub fn difficulty<O: Order>(puzzle: &Puzzle<O>) -> Difficulty {
    let limits = Limits::default();
    let observer: &mut dyn Observer = &mut ();
    let mut run = Run::new(puzzle, &limits, observer);
    let mut grid = CandidateGrid::new(puzzle, &Standard);
    // Each propagation continues where the weaker one left off.
    let settles = |difficulty: &Difficulty| {
        Level::of(*difficulty).is_none_or(|level| {
            level.propagation.apply(&mut grid, &Standard, &mut run).is_err() || grid.open() == 0
        })
    };
    Difficulty::ALL.iter().copied().find(settles).unwrap_or(Difficulty::Search)
}

/// [`difficulty`] for a puzzle whose size is known only at run time.
///
/// # Errors
/// As for [`AnyPuzzle::puzzle`].
pub fn difficulty_any(puzzle: &AnyPuzzle) -> Result<Difficulty, PuzzleError> {
    for_size!(puzzle.size, O => Ok(difficulty(&puzzle.puzzle::<O>()?)))
}

/// Grades a puzzle. The limits apply to the search that counts the guesses.
#[must_use]
pub fn grade<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Grade {
    let difficulty = difficulty(puzzle);
    let guesses = match difficulty {
        Difficulty::Search => {
            let outcome = SEARCH.solver().solve(puzzle, limits).decided();
            outcome.map(|outcome| outcome.counters.guesses)
        }
        _ => Some(0),
    };
    Grade::new(difficulty, guesses)
}

/// [`grade`] for a puzzle whose size is known only at run time.
///
/// # Errors
/// As for [`AnyPuzzle::puzzle`].
pub fn grade_any(puzzle: &AnyPuzzle, limits: &Limits) -> Result<Grade, PuzzleError> {
    for_size!(puzzle.size, O => Ok(grade(&puzzle.puzzle::<O>()?, limits)))
}
