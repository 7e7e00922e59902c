//! Puzzles out of a seed: a [`Recipe`] comes in, puzzles or lines of them go
//! out. `sudomill generate`, the benches and the tests call it.
//!
//! ```text
//! seed, number → full (a random full grid) → clues (some of it is taken away)
//!              → Recipe::puzzle (is it what was asked for? else another grid)
//!              → blocks (many of them, on every core, in order)
//! ```
//!
//! Puzzle number `i` comes from stream `i` of a ChaCha8 generator with the
//! recipe's seed, and from nothing else: neither the count, the threads nor the
//! neighbours have a part in it.
//!
//! The puzzles are random, not uniformly so: neither every full grid nor every
//! puzzle of a kind is equally likely (see `full`), and a puzzle with few clues
//! is rarer here than among all puzzles that exist. They are made to exercise
//! and to time solvers, for which variety is enough; do not estimate from them
//! how many puzzles of a sort there are. Nothing keeps a puzzle from coming up
//! twice: on 9×9 it will not, on 4×4, with its 288 full grids, it must.

mod blocks;
mod clues;
mod full;
mod kind;
mod possible;

pub use kind::{Kind, UnknownKind};

use crate::{
    Error,
    grid::{Order, Puzzle},
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicBool, Ordering};

/// Full grids drawn for one puzzle before it is given up, where nothing else is
/// said: minutes for a kind that needs a solver. On grids larger than 9×9, each of
/// which takes a thousand times as long, a thousandth of it.
pub const ATTEMPTS: u64 = 1_000_000;

/// Which puzzles to make.
///
/// ```
/// use sudomill::{generate::{Kind, Recipe}, grid::{Order2, Order3}};
/// let recipe = Recipe { clues: Some(30), ..Recipe::new(Kind::Easy, 7) };
/// recipe.check::<Order3>()?;
/// assert_eq!(recipe.puzzle::<Order3>(0)?.clue_count(), 30);
/// assert_eq!(
///     recipe.check::<Order2>().unwrap_err().to_string(),
///     "an easy 4×4 puzzle has 4 to 16 clues, not 30",
/// );
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The kind of puzzle.
    pub kind: Kind,
    /// Where all the chance comes from.
    pub seed: u64,
    /// Exactly that many clues. Without it easy puzzles have four cells in nine
    /// given (36 of 81, 7 of 16), unique ones half of them, the other kinds as many
    /// as they come to.
    pub clues: Option<usize>,
    /// Of a hard puzzle: the guesses that `mrv` makes, at least, until it has
    /// proven the solution to be the only one. Without it 20, on 9×9.
    pub min_guesses: Option<u64>,
    /// Full grids drawn for one puzzle before it is given up; [`ATTEMPTS`]. On grids
    /// larger than 9×9 a thousandth of it.
    pub attempts: u64,
}

impl Recipe {
    /// Puzzles of that kind, with nothing else asked of them.
    pub fn new(kind: Kind, seed: u64) -> Self {
        Self { kind, seed, clues: None, min_guesses: None, attempts: ATTEMPTS }
    }

    /// Puzzle number `number`, the first is 0.
    ///
    /// ```
    /// use sudomill::{generate::{Kind, Recipe}, grid::{Order3, Puzzle}};
    /// use sudomill::solver::{registry, Limits, Status};
    /// let puzzle: Puzzle<Order3> = Recipe::new(Kind::Minimal, 1).puzzle(1_000_000)?;
    /// let outcome = registry::find("mrv")?.solver().solve(&puzzle, &Limits::default());
    /// assert_eq!(outcome.status, Status::Unique);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::check`]; or none of the grids tried led to such a puzzle.
    pub fn puzzle<O: Order>(&self, number: u64) -> Result<Puzzle<O>, Error> {
        self.check::<O>()?;
        self.draw(number, &AtomicBool::new(false))
    }

    /// [`Self::puzzle`] of a recipe known to be possible, until `stop` is set.
    fn draw<O: Order>(&self, number: u64, stop: &AtomicBool) -> Result<Puzzle<O>, Error> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number);
        let stopped = || stop.load(Ordering::Relaxed);
        for _ in 0..self.attempts::<O>() {
            if stopped() {
                return Err(Error::Interrupted);
            }
            // A search that was stopped has decided nothing.
            if let Some(puzzle) = self.attempt(&mut rng, stop).filter(|_| !stopped()) {
                return Ok(puzzle);
            }
        }
        Err(self.not_found::<O>())
    }

    /// What becomes of one full grid, if it is what was asked for.
    fn attempt<O: Order>(&self, rng: &mut ChaCha8Rng, stop: &AtomicBool) -> Option<Puzzle<O>> {
        let grid = full::grid(rng);
        let minimal = |rng: &mut ChaCha8Rng| clues::unique(grid, 0, rng, stop);
        let puzzle = match self.kind {
            Kind::Solved => grid,
            Kind::Easy => clues::easy(grid, self.clues_to_keep::<O>(), rng),
            Kind::Unique => clues::unique(grid, self.clues_to_keep::<O>(), rng, stop),
            Kind::Minimal | Kind::Hard => minimal(rng),
            Kind::Multiple => clues::less_one(minimal(rng), rng)?,
            Kind::Unsolvable => clues::and_a_wrong_one(minimal(rng), &grid, rng)?,
        };
        let counted = self.clues.is_none_or(|clues| puzzle.clue_count() == clues);
        (counted && self.is_hard_enough(&puzzle, stop)).then_some(puzzle)
    }
}
