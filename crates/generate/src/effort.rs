//! The effort spent on one puzzle: when to give up, and how close the attempts came.

use super::{Kind, Recipe};
use sudomill_puzzle::{
    Tenths,
    grid::{Order, Puzzle, Size},
};

/// A target that is far away is given up after one in `EARLY` of the attempts.
const EARLY: u64 = 10;

/// A target is far away at one clue per `FAR` rows: three clues on 9×9. There, every clue closer
/// takes about ten times as many attempts, so the remaining nine tenths of the attempts cannot make
/// up for three.
const FAR: usize = 3;

/// Receives progress callbacks, from any thread.
pub trait PuzzleListener: Sync {
    /// Called after `puzzles` more puzzles have been generated and written.
    fn made(&self, _puzzles: u64) {}

    /// Called when a random grid did not lead to a matching puzzle.
    fn in_vain(&self) {}
}

/// Ignores all callbacks.
impl PuzzleListener for () {}

/// The attempts at one puzzle so far.
#[derive(Clone, Copy, Debug, Default)]
pub struct Effort {
    /// The number of random grids tried.
    pub grids: u64,
    /// The number of clues closest to the requested one; `None` if none was requested.
    pub clues: Option<usize>,
    /// The most guesses of any puzzle with the right number of clues.
    pub guesses: Option<u64>,
    /// The highest rating below the requested ones.
    pub below: Option<Tenths>,
}

impl Effort {
    /// Records a puzzle that does not match the recipe.
    pub fn add<O: Order>(&mut self, recipe: &Recipe, puzzle: &Puzzle<O>, guesses: Option<u64>) {
        let clues = puzzle.clue_count();
        if let Some(wanted) = recipe.clues {
            let is_closer = |best: &usize| clues.abs_diff(wanted) < best.abs_diff(wanted);
            if self.clues.as_ref().is_none_or(is_closer) {
                self.clues = Some(clues);
            }
        }
        self.guesses = self.guesses.max(guesses);
    }

    /// Returns true if all attempts are used up, or further ones are hopeless.
    pub fn is_over(&self, recipe: &Recipe, size: Size, most: u64) -> bool {
        let distance = self.clues.zip(recipe.clues).map_or(0, |(a, b)| a.abs_diff(b));
        self.grids >= most || (self.grids >= most.div_ceil(EARLY) && distance >= size.side() / FAR)
    }

    /// A hint for the error message: `; the fewest had 20 clues: ask for at least that many`.
    pub fn advice(&self, recipe: &Recipe) -> String {
        let clues = self.clues.zip(recipe.clues).filter(|(found, wanted)| found != wanted);
        match (clues, self.guesses) {
            (Some((found, wanted)), _) if found > wanted => {
                format!("; the fewest had {found} clues: ask for at least that many")
            }
            (Some((found, _)), _) => {
                format!("; the most had {found} clues: ask for at most that many")
            }
            (None, Some(found)) if recipe.kind == Kind::Hard => {
                format!("; the most guesses were {found}: ask for at most that many")
            }
            _ if recipe.rating.is_some() => match self.below {
                Some(below) => format!("; the highest rating below was {below}"),
                None => "; all rated higher".to_owned(),
            },
            _ => String::new(),
        }
    }
}
