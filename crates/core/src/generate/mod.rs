//! Makes puzzles from a seed, as described by a [`Recipe`]. Called by `sudomill generate`, the
//! benchmarks and the tests.
//!
//! ```text
//! seed, number → full (a random full grid) → clues (removes clues, or adds candidates)
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
mod recipe;

pub use effort::Listener;
pub use kind::{Kind, UnknownKind};
pub use recipe::{ATTEMPTS, Recipe};

use crate::{
    Error,
    grid::{Order, Puzzle},
};
use effort::Effort;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicBool, Ordering};

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
    pub fn puzzle<O: Order>(&self, number: u64) -> Result<Puzzle<O>, Error> {
        self.check::<O>()?;
        self.draw(number, &AtomicBool::new(false), &())
    }

    /// Like [`Self::puzzle`], for a recipe that has been checked, until `stop` is set.
    fn draw<O: Order>(
        &self,
        number: u64,
        stop: &AtomicBool,
        listener: &dyn Listener,
    ) -> Result<Puzzle<O>, Error> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let stopped = || stop.load(Ordering::Relaxed);
        let (mut effort, most) = (Effort::default(), self.attempts::<O>());
        while !effort.is_over::<O>(self, most) {
            if stopped() {
                return Err(Error::Interrupted);
            }
            // A search that was stopped has no result.
            let puzzle = self.attempt(&mut rng, stop, &mut effort).filter(|_| !stopped());
            if let Some(puzzle) = puzzle {
                return Ok(puzzle);
            }
            listener.in_vain();
        }
        Err(self.not_found::<O>(&effort))
    }

    /// Makes a puzzle from one random full grid; `None` if it does not satisfy the recipe.
    fn attempt<O: Order>(
        &self,
        rng: &mut ChaCha8Rng,
        stop: &AtomicBool,
        effort: &mut Effort,
    ) -> Option<Puzzle<O>> {
        effort.grids += 1;
        let grid = full::grid(rng);
        let minimal = |rng: &mut ChaCha8Rng| clues::unique(grid, 0, rng, stop);
        let puzzle = match self.kind {
            Kind::Solved => grid,
            Kind::Easy => clues::easy(grid, self.clues_to_keep::<O>(), rng),
            Kind::Unique => clues::unique(grid, self.clues_to_keep::<O>(), rng, stop),
            Kind::Minimal | Kind::Hard => minimal(rng),
            Kind::Multiple => clues::less_one(minimal(rng), rng)?,
            Kind::Pencilmark => clues::maximal(&grid, rng, stop),
            Kind::Unsolvable => clues::and_a_wrong_one(minimal(rng), &grid, rng)?,
        };
        let counted = self.clues.is_none_or(|clues| puzzle.clue_count() == clues);
        let guesses = counted.then(|| self.guesses(&puzzle, stop)).flatten();
        let is_hard_enough = guesses.is_none_or(|guesses| guesses >= self.least_guesses());
        if counted && is_hard_enough {
            return Some(puzzle);
        }
        effort.add(self, &puzzle, guesses);
        None
    }
}
