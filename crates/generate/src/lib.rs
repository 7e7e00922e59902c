//! Makes puzzles from a seed, as described by a [`Recipe`]. Called by `sudomill generate`, the
//! benchmarks and the tests.
//!
//! ```text
//! seed, number → full (a random full grid) → clues (removes clues, or adds candidates; places tells
//!                from which cells, and which of them together)
//!              → Recipe::puzzle (accepts the puzzle, or tries another grid)
//!              → blocks (many puzzles, on every core, in order)
//! ```
//!
//! Puzzle number `i` depends only on the recipe and on stream `i` of a ChaCha8 generator with the
//! recipe's seed. The number of puzzles, the threads and the other puzzles have no influence.
//!
//! The puzzles are random, but not uniformly distributed: neither all full grids nor all puzzles of
//! a kind are equally likely (see `full`), and puzzles with few clues are rarer than among all
//! existing puzzles. They are meant for testing and timing solvers; do not use them to estimate how
//! many puzzles of some kind exist. A puzzle can occur twice: very unlikely on 9×9, inevitable on
//! 4×4 with its 288 full grids.

mod blocks;
mod check;
mod clues;
pub mod effort;
mod full;
mod in_units;
mod kind;
mod names;
pub mod places;
mod recipe;

pub use clues::{reduced, reduced_any};
pub use effort::PuzzleListener;
pub use kind::Kind;
pub use names::UnknownName;
pub use places::{Pattern, Symmetry};
pub use recipe::{ATTEMPTS, GoalRater, RatingGoal, Recipe};

use chacha20::ChaCha8Rng;
use effort::Effort;
use places::Places;
use rand::SeedableRng;
use std::{any::Any, sync::atomic::AtomicBool};
use sudomill_puzzle::{
    RunError, for_size,
    grid::{Order, Order3, Puzzle, Size},
    solving::Limits,
};
use sudomill_solvers::threads;

impl Recipe {
    /// Generates the puzzle with this number, from 0.
    ///
    /// ```
    /// # mod sudomill { pub use sudomill_puzzle::*; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod generate { pub use sudomill_generate::*; } }
    /// use sudomill::{generate::{Kind, Recipe}, grid::{Order3, Puzzle}};
    /// use sudomill::solver::{registry, Limits, Status};
    /// let puzzle: Puzzle<Order3> = Recipe::new(Kind::Minimal, 1).puzzle(1_000_000)?;
    /// let outcome = registry::find("mrv")?.solver().solve(&puzzle, &Limits::default());
    /// assert_eq!(outcome.status, Status::Unique);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Self::check`], or none of the grids tried led to such a puzzle.
    pub fn puzzle<O: Order>(&self, number: u64) -> Result<Puzzle<O>, RunError> {
        Ok(*self.puzzle_of(O::SIZE, number)?.downcast().expect("a puzzle of this size"))
    }

    /// The `Puzzle<O>` of a size: compiled here, once for each size, not by whoever asks for one.
    fn puzzle_of(&self, size: Size, number: u64) -> Result<Box<dyn Any>, RunError> {
        for_size!(size, O => {
            self.check::<O>()?;
            Ok(Box::new(self.draw::<O>(number, &AtomicBool::new(false), &())?))
        })
    }

    /// Like [`Self::puzzle`], for a recipe that has been checked, until `stop` is set.
    fn draw<O: Order>(
        &self,
        number: u64,
        stop: &AtomicBool,
        listener: &dyn PuzzleListener,
    ) -> Result<Puzzle<O>, RunError> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let mut effort = Effort::default();
        let places = Places::of(self.pattern.as_ref(), &self.symmetries);
        let mut rater = self.rating.map(|goal| (goal.rater)());
        let most = self.attempts(O::SIZE);
        while !effort.is_over(self, O::SIZE, most) {
            threads::check_stop(Some(stop))?;
            if let Some(puzzle) = attempt(self, &places, &mut rng, stop, &mut effort)?
                && self.accepts_rating(&puzzle, rater.as_deref_mut(), stop, &mut effort)?
            {
                return Ok(puzzle);
            }
            listener.in_vain();
        }
        Err(self.not_found(O::SIZE, &effort))
    }

    /// Returns true if a puzzle has a rating of the recipe. It is an error if `stop` ended the search.
    fn accepts_rating<O: Order>(
        &self,
        puzzle: &Puzzle<O>,
        rater: Option<&mut GoalRater>,
        stop: &AtomicBool,
        effort: &mut Effort,
    ) -> Result<bool, RunError> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<Puzzle<Order3>>();
        let (Some(goal), Some(rater), Some(puzzle)) = (self.rating, rater, puzzle) else {
            return Ok(true);
        };
        let rating = rater(puzzle, goal.span.highest, stop);
        threads::check_stop(Some(stop))?;
        let is_accepted = rating.is_some_and(|rating| goal.span.contains(rating));
        if !is_accepted {
            effort.below = effort.below.max(rating);
        }
        Ok(is_accepted)
    }
}

/// Makes a puzzle from one random full grid; `None` if it does not satisfy the recipe. It is an
/// error if `stop` ended a search.
pub fn attempt<O: Order>(
    recipe: &Recipe,
    places: &Places<O>,
    rng: &mut ChaCha8Rng,
    stop: &AtomicBool,
    effort: &mut Effort,
) -> Result<Option<Puzzle<O>>, RunError> {
    effort.grids += 1;
    if !recipe.units.are_standard() {
        let puzzle = in_units::attempt(recipe, places, rng, stop, effort.grids == 1)?;
        return Ok(puzzle.filter(|it| recipe.clues.is_none_or(|clues| it.clue_count() == clues)));
    }
    let grid = full::grid(rng);
    let clues = recipe.clues_to_keep(O::SIZE);
    let limits = Limits::default().with_stop(stop);
    let minimal = |rng: &mut ChaCha8Rng| clues::unique(grid, 0, places, rng, &limits);
    let puzzle = match recipe.kind {
        Kind::Solved => Some(grid),
        Kind::Easy => clues::easy(grid, clues, places, rng)?,
        Kind::Unique => clues::unique(grid, clues, places, rng, &limits)?,
        Kind::Minimal | Kind::Hard => minimal(rng)?,
        Kind::Multiple => minimal(rng)?.and_then(|it| clues::less_one(it, rng)),
        Kind::Pencilmark => Some(clues::maximal(&grid, rng, stop)?),
        Kind::Unsolvable => minimal(rng)?.and_then(|it| clues::and_a_wrong_one(it, &grid, rng)),
    };
    let Some(puzzle) = puzzle else { return Ok(None) };
    let counted = recipe.clues.is_none_or(|clues| puzzle.clue_count() == clues);
    let guesses = if counted { recipe.guesses(&puzzle, stop)? } else { None };
    let is_hard_enough = guesses.is_none_or(|guesses| guesses >= recipe.least_guesses(O::SIZE));
    if counted && is_hard_enough {
        return Ok(Some(puzzle));
    }
    effort.add(recipe, &puzzle, guesses);
    Ok(None)
}
