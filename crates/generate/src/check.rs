//! Checks recipes before any puzzle is made. Called by the command line and by [`Recipe::puzzle`].

use super::{Kind, Recipe, clues, effort::Effort, in_units, places::Places};
use std::{ops::RangeInclusive, sync::atomic::AtomicBool};
use sudomill_puzzle::{
    RunError, every_size, for_size,
    grid::{Order, Puzzle, Size},
};

/// The default minimum number of guesses of a hard puzzle.
const HARD: u64 = 20;
/// The same on 6×6.
const HARD_6X6: u64 = 5;

impl Recipe {
    /// Rejects puzzles that are known not to exist, that nobody has found, or that take too long.
    ///
    /// ```
    /// # mod sudomill { pub use sudomill_puzzle::*; pub mod generate { pub use sudomill_generate::*; } }
    /// use sudomill::{generate::{Kind, Recipe}, grid::{Order2, Order3}};
    /// let recipe = Recipe::new(Kind::Minimal, 1).with_clues(16);
    /// assert_eq!(
    ///     recipe.check::<Order3>().unwrap_err().to_string(),
    ///     "a minimal 9×9 puzzle has 17 to 40 clues, not 16",
    /// );
    /// assert!(Recipe::new(Kind::Hard, 1).check::<Order3>().is_ok());
    /// assert!(Recipe::new(Kind::Hard, 1).check::<Order2>().is_err());
    /// ```
    ///
    /// # Errors
    /// The puzzles are rejected; the message says which ones are possible.
    pub fn check<O: Order>(&self) -> Result<(), RunError> {
        self.check_size(O::SIZE)
    }

    pub(super) fn check_size(&self, size: Size) -> Result<(), RunError> {
        if self.kind == Kind::Pencilmark && size != Size::Nine {
            return Err(RunError::recipe(format!(
                "a pencilmark puzzle must be 9×9, not {0}×{0}",
                size.side()
            )));
        }
        if !self.units.are_standard() {
            in_units::check(self, size)?;
        }
        self.check_guesses(size)?;
        self.check_rating(size)?;
        self.check_places(size)?;
        self.check_time(size)?;
        let Some(clues) = self.clues else { return Ok(()) };
        match self.possible_clues(size) {
            None => {
                let why = match self.kind {
                    Kind::Pencilmark => "a pencilmark puzzle is given by candidates",
                    _ => "a solved grid has every cell given",
                };
                Err(RunError::recipe(format!("{why}; its number of clues cannot be chosen")))
            }
            Some(possible) if possible.contains(&clues) => {
                for_size!(size, O => self.check_orbits::<O>(clues))
            }
            Some(possible) => {
                let (least, most) = possible.into_inner();
                let puzzle = name(size, self.kind);
                Err(RunError::recipe(format!("{puzzle} has {least} to {most} clues, not {clues}")))
            }
        }
    }

    fn check_guesses(&self, size: Size) -> Result<(), RunError> {
        match self.kind {
            // Tested exhaustively: singles solve every minimal 4×4 puzzle.
            Kind::Hard if size == Size::Four && self.least_guesses(size) > 0 => {
                Err(RunError::recipe(
                    "there are no hard 4×4 puzzles: mrv solves every minimal one without a guess; use 9×9",
                ))
            }
            Kind::Hard => Ok(()),
            _ if self.min_guesses.is_none() => Ok(()),
            kind => Err(RunError::recipe(format!(
                "a minimum number of guesses applies only to hard puzzles, not to {kind} ones"
            ))),
        }
    }

    fn check_rating(&self, size: Size) -> Result<(), RunError> {
        let side = size.side();
        match self.kind {
            _ if self.rating.is_none() => Ok(()),
            Kind::Minimal | Kind::Unique if size == Size::Nine => Ok(()),
            Kind::Minimal | Kind::Unique => Err(RunError::recipe(format!(
                "ratings are for 9×9 puzzles, not for {side}×{side} ones"
            ))),
            kind => Err(RunError::recipe(format!(
                "a rating applies only to minimal and unique puzzles, not to {kind} ones"
            ))),
        }
    }

    fn check_places(&self, size: Size) -> Result<(), RunError> {
        let (kind, expected) = (self.kind, size.cells());
        let loses_clues = matches!(kind, Kind::Easy | Kind::Unique | Kind::Minimal | Kind::Hard);
        if !loses_clues && (!self.symmetries.is_empty() || self.pattern.is_some()) {
            return Err(RunError::recipe(format!(
                "a symmetry or a pattern applies only to easy, unique, minimal and hard puzzles, not \
                 to {kind} ones"
            )));
        }
        match self.pattern.as_ref().map_or(expected, |pattern| pattern.cells.len()) {
            cells if cells == expected => Ok(()),
            cells => Err(RunError::recipe(format!(
                "found a pattern of {cells} cells; expected {expected} for {size}"
            ))),
        }
    }

    /// Refuses a number of clues that is no sum of those of cells with their images.
    fn check_orbits<O: Order>(&self, clues: usize) -> Result<(), RunError> {
        // Whether a puzzle can have this number of clues.
        let mut possible = vec![true];
        for orbit in Places::<O>::of(self.pattern.as_ref(), &self.symmetries).orbits {
            let len = orbit.len();
            possible.resize(possible.len() + len, false);
            for sum in (len..possible.len()).rev() {
                possible[sum] |= possible[sum - len];
            }
        }
        let is_possible = |clues: &usize| possible.get(*clues) == Some(&true);
        if is_possible(&clues) {
            return Ok(());
        }
        let nearest =
            [(0..clues).rev().find(is_possible), (clues..possible.len()).find(is_possible)];
        let nearest: Vec<_> = nearest.iter().flatten().map(usize::to_string).collect();
        Err(RunError::recipe(format!(
            "{} with clues in these places has {} clues, not {clues}",
            name(O::SIZE, self.kind),
            nearest.join(" or ")
        )))
    }

    /// Refuses 20×20 and 25×25 puzzles with fewer than half of the cells as clues. A search proves each
    /// removed clue redundant: it takes seconds with half of the clues, sometimes hours with 300 of
    /// 625, and a minimal puzzle has far fewer.
    fn check_time(&self, size: Size) -> Result<(), RunError> {
        let half = size.cells().div_ceil(2);
        match self.kind {
            Kind::Solved | Kind::Easy => Ok(()),
            _ if size < Size::Twenty => Ok(()),
            Kind::Unique if self.clues_to_keep(size) >= half => Ok(()),
            kind => Err(RunError::recipe(format!(
                "{} would take days or years to generate: proving each removed clue redundant \
                 takes too long; make easy puzzles, or unique ones with at least {half} clues",
                match kind {
                    Kind::Unique => format!("{} of fewer than {half} clues", name(size, kind)),
                    _ => name(size, kind),
                },
            ))),
        }
    }

    /// The number of full grids to try for one puzzle.
    pub(super) fn attempts(&self, size: Size) -> u64 {
        if size <= Size::Nine { self.attempts } else { self.attempts.div_ceil(1000) }
    }

    /// The minimum number of guesses of a hard puzzle.
    pub(super) fn least_guesses(&self, size: Size) -> u64 {
        // None of a thousand minimal 6×6 puzzles takes more than six.
        self.min_guesses.unwrap_or(if size <= Size::Six { HARD_6X6 } else { HARD })
    }

    /// The error for when all attempts have failed.
    pub(super) fn not_found(&self, size: Size, effort: &Effort) -> RunError {
        let puzzle = name(size, self.kind);
        let grids = effort.grids;
        let clues = self.clues.map(|clues| format!(" with {clues} clues"));
        let hard = (self.kind == Kind::Hard).then(|| self.least_guesses(size));
        let guesses = hard.map(|least| format!(" that takes mrv {least} guesses"));
        let rated = self.rating.map(|it| it.span);
        let rated = rated.map(|span| format!(" rated {} to {}", span.lowest, span.highest));
        let pattern = self.pattern.as_ref().map(|_| " in this pattern".to_owned());
        let asked: String = [clues, guesses, rated, pattern].into_iter().flatten().collect();
        RunError::recipe(format!(
            "none of {grids} random grids led to {puzzle}{asked}: such puzzles are too rare{}",
            effort.advice(self)
        ))
    }

    /// The number of clues at which an easy or a unique puzzle stops losing clues: the requested
    /// number, or by default that of the pattern; else four per nine cells for an easy puzzle and one per
    /// two cells for a unique one.
    pub(super) fn clues_to_keep(&self, size: Size) -> usize {
        self.clues.unwrap_or(match (&self.pattern, self.kind) {
            (Some(pattern), _) => pattern.places(),
            (None, Kind::Easy) => size.cells() * 4 / 9,
            (None, _) => size.cells().div_ceil(2),
        })
    }

    /// The possible numbers of clues; `None` for kinds whose number of clues cannot be chosen.
    fn possible_clues(&self, size: Size) -> Option<RangeInclusive<usize>> {
        let (fewest, most) = minimal_clues(size).into_inner();
        match self.kind {
            Kind::Solved | Kind::Pencilmark => None,
            // Nobody has listed the fewest for all units.
            _ if !self.units.are_standard() => Some(1..=size.cells()),
            Kind::Easy | Kind::Unique => Some(fewest..=size.cells()),
            // Of the clues of an orbit, one may be enough.
            Kind::Minimal | Kind::Hard if !self.symmetries.is_empty() => {
                Some(fewest..=size.cells())
            }
            Kind::Minimal | Kind::Hard => Some(fewest..=most),
            Kind::Multiple => Some(fewest - 1..=most - 1),
            Kind::Unsolvable => Some(fewest + 1..=most + 1),
        }
    }

    /// The guesses that `mrv` needs for a hard puzzle; `None` for other kinds. It is an error if
    /// `stop` ended the search.
    pub(super) fn guesses<O: Order>(
        &self,
        puzzle: &Puzzle<O>,
        stop: &AtomicBool,
    ) -> Result<Option<u64>, RunError> {
        (self.kind == Kind::Hard).then(|| clues::guesses(puzzle, stop)).transpose()
    }
}

/// The fewest and the most clues that a minimal puzzle is known to have.
fn minimal_clues(size: Size) -> RangeInclusive<usize> {
    let most = match size {
        // Exact: tests/library/generate.rs tests all of them.
        Size::Four => 6,
        // None with more is known, but this is not proved.
        Size::Nine => 40,
        _ => size.cells(),
    };
    fewest_clues(size)..=most
}

macro_rules! define_fewest_clues {
    ($($($size:ident $rows:literal $columns:literal $fewest_clues:literal $words:tt),*;)*) => {
        /// The fewest clues that a minimal puzzle is known to have, from the list of sizes.
        fn fewest_clues(size: Size) -> usize {
            match size {
                $($(Size::$size => $fewest_clues,)*)*
            }
        }
    };
}

every_size! { [define_fewest_clues] }

/// A puzzle of this kind, as a noun with its article.
fn name(size: Size, kind: Kind) -> String {
    let article = match kind {
        Kind::Easy | Kind::Unsolvable => "an",
        _ => "a",
    };
    format!("{article} {kind} {0}×{0} puzzle", size.side())
}
