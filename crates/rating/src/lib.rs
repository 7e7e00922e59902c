//! How hard a Sudoku puzzle is for a person: the ratings of Sudoku Explainer 1.2.1, as numbers that agree
//! with it. Part of [sudomill](https://docs.rs/sudomill).
//!
//! ```
//! let puzzle = "1...8.6..6.3..5...92..4.38...........3..18...57.6..84.342.6.9...9.53.7.27.....41.";
//! let rating = sudomill_rating::rate(&puzzle.parse()?);
//! assert_eq!(rating.hardest.to_string(), "1.2");
//! # Ok::<(), sudomill_puzzle::BadLine>(())
//! ```
//!
//! A person solves a puzzle step by step. The techniques have a fixed order, and the first that finds anything
//! gives the next step:
//!
//! ```text
//!                ┌──────────────── from the first technique again ───────────────┐
//!                ▼                                                               │
//! Puzzle ──► board ──► patterns (1.0 to 6.2) ──► chains (6.5 and above) ──► Step ┴─► Rating
//!             │          singles, sets, fish,      simple, closure,
//!             │          wings, loops, …           multiple, nested
//!             └ candidates by cell, unit, digit
//! ```
//!
//! - [`Explainer`] is a strategy that solves a puzzle with these steps, for a trace.
//! - [`rate`] rates a puzzle; a [`Rater`] does so for many, with [`RatingLimits`], and shows each [`Step`].
//! - [`goal`] lets [`sudomill_generate`] make puzzles with some ratings.
//! - A [`Rating`] has the ratings ER, EP and ED, in [`Tenths`], and the hardest [`Technique`].
//!
//! Ratings are for 9×9 and for puzzles with exactly one solution. Source of the techniques, their order and
//! their ratings: Nicolas Juillerat, *Sudoku Explainer*, 2006 to 2009; rewritten here from a description of
//! the rules, without its code.

#![deny(missing_docs, unsafe_code)]

mod board;
mod chains;
mod explainer;
pub mod length;
mod patterns;
mod rater;
mod rating;
mod step;
mod stop;
mod technique;

pub use explainer::Explainer;
pub use rater::Rater;
pub use rating::{Rating, RatingLimits, Unrated};
pub use step::Step;
pub use sudomill_puzzle::{NotTenths, RatingSpan, Tenths};
pub use technique::Technique;

use sudomill_generate::{GoalRater, RatingGoal};
use sudomill_puzzle::grid::{Order3, Puzzle};

/// Rates a puzzle with exactly one solution, without limits: the hardest take seconds. See [`Rater`] for
/// many puzzles, and for limits.
#[must_use]
pub fn rate(puzzle: &Puzzle<Order3>) -> Rating {
    // Nothing ends the rating.
    Rater::new().rate(puzzle, &RatingLimits::default()).unwrap_or_default()
}

/// The ratings ER to accept, for a [`Recipe`](sudomill_generate::Recipe).
///
/// ```
/// use sudomill_generate::{Kind, Recipe};
/// use sudomill_puzzle::grid::Puzzle;
/// let span = "4.0..5.9".parse()?;
/// let recipe = Recipe::new(Kind::Minimal, 1).with_rating(sudomill_rating::goal(span));
/// let puzzle: Puzzle = recipe.puzzle(0)?;
/// assert!(span.contains(sudomill_rating::rate(&puzzle).hardest));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn goal(span: RatingSpan) -> RatingGoal {
    let rater = || -> Box<GoalRater> {
        let mut rater = Rater::new();
        Box::new(move |puzzle, highest, stop| {
            let limits = RatingLimits::default().with_max_rating(highest).with_stop(stop);
            rater.rate(puzzle, &limits).ok().map(|rating| rating.hardest)
        })
    };
    RatingGoal { span, rater }
}
