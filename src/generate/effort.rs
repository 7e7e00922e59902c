//! How long the search for one puzzle goes on, and how close it came.

use super::{Kind, Recipe};
use crate::grid::{Order, Puzzle};

/// After this share of the attempts a target that is far away is given up.
const EARLY: u64 = 10;

/// Far away: a clue for every three rows, three on 9×9. There each one takes about ten times as many
/// attempts as the one before, so the other nine tenths of them do not make up for three.
const FAR: usize = 3;

/// Learns how the search for puzzles gets on. Called from any thread.
pub trait Listener: Sync {
    /// So many further puzzles are made, and written.
    fn made(&self, _puzzles: u64) {}

    /// A random grid did not lead to a puzzle as asked for.
    fn in_vain(&self) {}
}

/// Ignores everything.
impl Listener for () {}

/// How close the attempts at one puzzle came.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    /// The number of random grids that were tried.
    pub grids: u64,
    /// The number of clues that was closest to the one asked for.
    pub clues: Option<usize>,
    /// The most guesses of a puzzle with the right number of clues.
    pub guesses: Option<u64>,
}

impl Effort {
    /// Adds a puzzle that is not as asked for.
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

    /// Whether further attempts are hopeless.
    pub fn is_over<O: Order>(&self, recipe: &Recipe, most: u64) -> bool {
        let distance = self.clues.zip(recipe.clues).map_or(0, |(a, b)| a.abs_diff(b));
        self.grids >= most || (self.grids >= most.div_ceil(EARLY) && distance >= O::SIDE / FAR)
    }

    /// What to ask for instead: `; the fewest had 20 clues: ask for at least that many`.
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
            _ => String::new(),
        }
    }
}
