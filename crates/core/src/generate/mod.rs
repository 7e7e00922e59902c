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
mod effort;
mod full;
mod kind;
mod names;
mod places;
mod recipe;

pub use clues::reduced;
pub use effort::PuzzleListener;
pub use kind::Kind;
pub use names::UnknownName;
pub use places::{Pattern, Symmetry};
pub use recipe::{ATTEMPTS, Rate, Rated, Recipe};

use crate::{
    RunError,
    grid::{Order, Order3, Puzzle},
    solver::Limits,
    threads,
};
use chacha20::ChaCha8Rng;
use effort::Effort;
use places::Places;
use rand::SeedableRng;
use std::{any::Any, sync::atomic::AtomicBool};

impl Recipe {
    /// Generates the puzzle with this number, from 0.
    ///
    /// ```
    /// # use sudomill_core as sudomill;
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
        self.check::<O>()?;
        self.draw(number, &AtomicBool::new(false), &())
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
        let places = Places::of(self);
        let mut rate = self.rated.map(|rated| (rated.rater)());
        let most = self.attempts(O::SIZE);
        while !effort.is_over(self, O::SIZE, most) {
            threads::check_stop(Some(stop))?;
            if let Some(puzzle) = self.attempt(&places, &mut rng, stop, &mut effort)?
                && self.accepts_rating(&puzzle, rate.as_deref_mut(), stop, &mut effort)?
            {
                return Ok(puzzle);
            }
            listener.in_vain();
        }
        Err(self.not_found(O::SIZE, &effort))
    }

    /// Makes a puzzle from one random full grid; `None` if it does not satisfy the recipe. It is an
    /// error if `stop` ended a search.
    fn attempt<O: Order>(
        &self,
        places: &Places<O>,
        rng: &mut ChaCha8Rng,
        stop: &AtomicBool,
        effort: &mut Effort,
    ) -> Result<Option<Puzzle<O>>, RunError> {
        effort.grids += 1;
        let grid = full::grid(rng);
        let clues = self.clues_to_keep(O::SIZE);
        let limits = Limits::default().with_stop(stop);
        let minimal = |rng: &mut ChaCha8Rng| clues::unique(grid, 0, places, rng, &limits);
        let puzzle = match self.kind {
            Kind::Solved => Some(grid),
            Kind::Easy => clues::easy(grid, clues, places, rng)?,
            Kind::Unique => clues::unique(grid, clues, places, rng, &limits)?,
            Kind::Minimal | Kind::Hard => minimal(rng)?,
            Kind::Multiple => minimal(rng)?.and_then(|it| clues::less_one(it, rng)),
            Kind::Pencilmark => Some(clues::maximal(&grid, rng, stop)?),
            Kind::Unsolvable => minimal(rng)?.and_then(|it| clues::and_a_wrong_one(it, &grid, rng)),
        };
        let Some(puzzle) = puzzle else { return Ok(None) };
        let counted = self.clues.is_none_or(|clues| puzzle.clue_count() == clues);
        let guesses = if counted { self.guesses(&puzzle, stop)? } else { None };
        let is_hard_enough = guesses.is_none_or(|guesses| guesses >= self.least_guesses(O::SIZE));
        if counted && is_hard_enough {
            return Ok(Some(puzzle));
        }
        effort.add(self, &puzzle, guesses);
        Ok(None)
    }

    /// Returns true if a puzzle has a rating of the recipe. It is an error if `stop` ended the search.
    fn accepts_rating<O: Order>(
        &self,
        puzzle: &Puzzle<O>,
        rate: Option<&mut Rate>,
        stop: &AtomicBool,
        effort: &mut Effort,
    ) -> Result<bool, RunError> {
        let puzzle = (puzzle as &dyn Any).downcast_ref::<Puzzle<Order3>>();
        let (Some(rated), Some(rate), Some(puzzle)) = (self.rated, rate, puzzle) else {
            return Ok(true);
        };
        let rating = rate(puzzle, rated.span.highest, stop);
        threads::check_stop(Some(stop))?;
        let is_accepted = rating.is_some_and(|rating| rated.span.contains(rating));
        if !is_accepted {
            effort.below = effort.below.max(rating);
        }
        Ok(is_accepted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Order4;

    /// The attempt with this seed, until `stop` is set.
    fn attempt<O: Order>(kind: Kind, seed: u64, stop: bool) -> Result<Option<Puzzle<O>>, RunError> {
        let (recipe, mut rng) = (Recipe::new(kind, seed), ChaCha8Rng::seed_from_u64(seed));
        let places = Places::of(&recipe);
        recipe.attempt(&places, &mut rng, &AtomicBool::new(stop), &mut Effort::default())
    }

    /// A search that was stopped is neither a puzzle nor an attempt in vain.
    #[test]
    fn stopped_attempt_is_an_error() {
        let mut interrupted = Vec::new();
        for &kind in Kind::ALL {
            for seed in 0..5 {
                match attempt::<Order3>(kind, seed, true) {
                    Err(RunError::Interrupted) => interrupted.push(kind),
                    // It needed no guess.
                    stopped => {
                        let whole = attempt::<Order3>(kind, seed, false);
                        assert_eq!(stopped.unwrap(), whole.unwrap(), "{kind} {seed}");
                    }
                }
            }
        }
        // The others need no guess, or hardly any.
        let rare = [Kind::Solved, Kind::Easy, Kind::Unique];
        for kind in Kind::ALL.iter().filter(|kind| !rare.contains(kind)) {
            assert!(interrupted.contains(kind), "{kind}");
        }
        assert!(matches!(attempt::<Order4>(Kind::Minimal, 0, true), Err(RunError::Interrupted)));
    }
}
