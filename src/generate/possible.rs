//! What can be asked of a puzzle: a recipe comes in, and what is wrong with it
//! goes out. The command line asks before it starts, [`Recipe::puzzle`] again.

use super::{Kind, Recipe, clues};
use crate::{
    Error,
    grid::{Order, Puzzle},
};
use std::{ops::RangeInclusive, sync::atomic::AtomicBool};

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
        self.check_guesses::<O>()?;
        self.check_time::<O>()?;
        let Some(clues) = self.clues else { return Ok(()) };
        match possible_clues::<O>(self.kind) {
            None => Err(refuse(
                "a solved grid has every cell given, no number of clues is to be chosen",
            )),
            Some(possible) if possible.contains(&clues) => Ok(()),
            Some(possible) => {
                let (least, most) = possible.into_inner();
                let puzzle = name::<O>(self.kind);
                Err(refuse(format!("{puzzle} has {least} to {most} clues, not {clues}")))
            }
        }
    }

    fn check_guesses<O: Order>(&self) -> Result<(), Error> {
        match self.kind {
            // Counted out, as is the number of clues: singles finish all of them.
            Kind::Hard if O::BOX == 2 && self.least_guesses() > 0 => Err(refuse(
                "no 4×4 puzzle is hard: mrv solves every minimal one without a guess; make 9×9 ones",
            )),
            Kind::Hard => Ok(()),
            _ if self.min_guesses.is_none() => Ok(()),
            kind => Err(refuse(format!(
                "guesses can be asked of hard puzzles only, not of {kind} ones"
            ))),
        }
    }

    /// That a 25×25 puzzle keeps half of its clues. Whether one more may go is a search;
    /// with half of them left it takes seconds, with 300 of 625 some take hours, and a
    /// minimal puzzle lies far below that.
    fn check_time<O: Order>(&self) -> Result<(), Error> {
        let half = O::CELLS.div_ceil(2);
        match self.kind {
            Kind::Solved | Kind::Easy => Ok(()),
            _ if O::BOX < 5 => Ok(()),
            Kind::Unique if self.clues_to_keep::<O>() >= half => Ok(()),
            kind => Err(refuse(format!(
                "{} would take days or years to make: each search that proves a clue \
                 needless takes too long; make easy ones, or unique ones with {half} clues or more",
                match kind {
                    Kind::Unique => format!("{} of fewer than {half} clues", name::<O>(kind)),
                    _ => name::<O>(kind),
                },
            ))),
        }
    }

    /// The full grids to draw for one puzzle.
    pub(super) fn attempts<O: Order>(&self) -> u64 {
        match O::BOX {
            2 | 3 => self.attempts,
            _ => self.attempts.div_ceil(1000),
        }
    }

    /// The guesses that a hard puzzle must take.
    fn least_guesses(&self) -> u64 {
        self.min_guesses.unwrap_or(HARD)
    }

    /// That as many grids as were to be tried led to none.
    pub(super) fn not_found<O: Order>(&self) -> Error {
        let (puzzle, grids) = (name::<O>(self.kind), self.attempts::<O>());
        let clues = self.clues.map(|clues| format!(" with {clues} clues"));
        let hard = (self.kind == Kind::Hard).then(|| self.least_guesses());
        let guesses = hard.map(|least| format!(" that takes mrv {least} guesses"));
        let asked = [clues, guesses].map(Option::unwrap_or_default).concat();
        refuse(format!("none of {grids} random grids led to {puzzle}{asked}: they are too rare"))
    }

    /// The clues of a puzzle of a kind that stops at a number: as asked for, or four
    /// cells in nine of an easy one, half of a unique one.
    pub(super) fn clues_to_keep<O: Order>(&self) -> usize {
        self.clues.unwrap_or(match self.kind {
            Kind::Easy => O::CELLS * 4 / 9,
            _ => O::CELLS.div_ceil(2),
        })
    }

    /// Whether `mrv` guesses as often as it should; of a kind that is not `hard`,
    /// nothing is asked.
    pub(super) fn is_hard_enough<O: Order>(&self, puzzle: &Puzzle<O>, stop: &AtomicBool) -> bool {
        self.kind != Kind::Hard || clues::guesses(puzzle, stop) >= self.least_guesses()
    }
}

/// The numbers of clues that a puzzle of a kind can have; of a solved grid there
/// is nothing to choose.
fn possible_clues<O: Order>(kind: Kind) -> Option<RangeInclusive<usize>> {
    let (fewest, most) = minimal_clues::<O>().into_inner();
    match kind {
        Kind::Solved => None,
        Kind::Easy | Kind::Unique => Some(fewest..=O::CELLS),
        Kind::Minimal | Kind::Hard => Some(fewest..=most),
        Kind::Multiple => Some(fewest - 1..=most - 1),
        Kind::Unsolvable => Some(fewest + 1..=most + 1),
    }
}

/// The fewest and the most clues that a minimal puzzle is known to have.
fn minimal_clues<O: Order>() -> RangeInclusive<usize> {
    match O::BOX {
        // Counted out: tests/generate.rs goes through all of them.
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
