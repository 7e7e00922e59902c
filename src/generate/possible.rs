//! What can be asked of a puzzle: a recipe comes in, and what is wrong with it
//! goes out. The command line asks before it starts, [`Recipe::puzzle`] again.

use super::{Kind, Recipe, clues};
use crate::{
    Error,
    grid::{Order, Puzzle},
};
use std::ops::RangeInclusive;

/// The least guesses of a hard 9×9 puzzle where none are named.
const HARD: u64 = 20;

impl Recipe {
    /// Whether such puzzles can exist, as far as that is known beforehand.
    ///
    /// ```
    /// use sudomill::{generate::{Kind, Recipe}, grid::{Order2, Order3}};
    /// let recipe = Recipe { clues: Some(16), ..Recipe::new(Kind::Minimal, 1) };
    /// assert_eq!(
    ///     recipe.check::<Order3>().unwrap_err().to_string(),
    ///     "a minimal 9×9 puzzle has 17 to 40 clues, not 16",
    /// );
    /// assert!(Recipe::new(Kind::Hard, 1).check::<Order3>().is_ok());
    /// assert!(Recipe::new(Kind::Hard, 1).check::<Order2>().is_err());
    /// ```
    ///
    /// # Errors
    /// No such puzzle exists, or none is known; the message says what is possible.
    pub fn check<O: Order>(&self) -> Result<(), Error> {
        match (self.kind, self.min_guesses) {
            (Kind::Hard, least) if least.unwrap_or(HARD) > 0 && O::BOX == 2 => {
                return Err(refuse(
                    "no minimal 4×4 puzzle needs a guess: a hard one is at least 9×9",
                ));
            }
            (Kind::Hard, _) | (_, None) => {}
            (kind, Some(_)) => {
                return Err(refuse(format!(
                    "guesses are asked of hard puzzles only, not of {kind} ones"
                )));
            }
        }
        match (self.clues, possible_clues::<O>(self.kind)) {
            (Some(_), None) => Err(refuse("a solved grid has every cell given: name no clues")),
            (Some(clues), Some(range)) if !range.contains(&clues) => {
                let (puzzle, least, most) = (name::<O>(self.kind), range.start(), range.end());
                Err(refuse(format!("{puzzle} has {least} to {most} clues, not {clues}")))
            }
            _ => Ok(()),
        }
    }

    /// That as many grids as were to be tried led to none.
    pub(super) fn not_found<O: Order>(&self) -> Error {
        let (puzzle, grids) = (name::<O>(self.kind), self.attempts);
        let clues = self.clues.map(|clues| format!(" with {clues} clues"));
        let guesses = self.min_guesses.map(|least| format!(" with {least} guesses or more"));
        let asked = [clues, guesses].map(Option::unwrap_or_default).concat();
        refuse(format!(
            "none of {grids} random grids led to {puzzle}{asked}; ask for less rare ones"
        ))
    }

    /// The clues of an easy puzzle: as asked for, or four cells in nine.
    pub(super) fn easy_clues<O: Order>(&self) -> usize {
        self.clues.unwrap_or(O::CELLS * 4 / 9)
    }

    /// Whether `mrv` guesses as often as it should; of a kind that is not `hard`,
    /// nothing is asked.
    pub(super) fn is_hard_enough<O: Order>(&self, puzzle: &Puzzle<O>) -> bool {
        self.kind != Kind::Hard || clues::guesses(puzzle) >= self.min_guesses.unwrap_or(HARD)
    }
}

/// The numbers of clues that a puzzle of a kind can have; of a solved grid there
/// is nothing to choose.
fn possible_clues<O: Order>(kind: Kind) -> Option<RangeInclusive<usize>> {
    let (fewest, most) = minimal_clues::<O>().into_inner();
    match kind {
        Kind::Solved => None,
        Kind::Easy => Some(fewest..=O::CELLS),
        Kind::Minimal | Kind::Hard => Some(fewest..=most),
        Kind::Multiple => Some(fewest - 1..=most - 1),
        Kind::Unsolvable => Some(fewest + 1..=most + 1),
    }
}

/// The fewest and the most clues that a minimal puzzle is known to have.
fn minimal_clues<O: Order>() -> RangeInclusive<usize> {
    match O::BOX {
        // Counted out: all 4×4 puzzles.
        2 => 4..=6,
        // McGuire, Tugemann and Civario, 2012: none has 16. Nobody has found one
        // with more than 40; that there is none is not proven.
        3 => 17..=40,
        // Two digits that are given nowhere could be exchanged.
        _ => O::SIDE - 1..=O::CELLS,
    }
}

/// A puzzle of that kind, as a message begins with it.
fn name<O: Order>(kind: Kind) -> String {
    let article = match kind {
        Kind::Easy | Kind::Unsolvable => "an",
        _ => "a",
    };
    format!("{article} {kind} {0}×{0} puzzle", O::SIDE)
}

fn refuse(message: impl Into<String>) -> Error {
    Error::Impossible(message.into())
}
