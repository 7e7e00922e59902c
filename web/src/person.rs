//! What a person can do without guesses: the strategy of the ratings and how hard a puzzle is for it, and what there is of
//! it for other sizes than 9×9.

use crate::message;
use serde::Serialize;
use sudomill::{
    grid::{Order, Order3, Puzzle, Size},
    input::AnyPuzzle,
    rating::{Explainer, Rater, RatingLimits, Step, Tenths},
    solver::{
        Counter, Deduction, Limits, Observer, Outcome, Solver, Status,
        registry::{self, Strategy},
    },
};
use wasm_bindgen::prelude::JsError;

/// The name of the strategy of the ratings.
const EXPLAINER: &str = "explainer";

/// The strategy for every other puzzle: it reasons like a person as far as it goes, then it guesses.
const GUESSER: &str = "pairs/mrv";

/// The highest rating that is played unless the reader asks for it: harder puzzles take seconds to rate, and
/// their steps are long chains.
const HARDEST: Tenths = Tenths::new(90);

/// Returns the strategy with a name; without one, the one that shows a puzzle best.
pub fn strategy(name: &str, given: &AnyPuzzle) -> Result<Strategy, JsError> {
    match name {
        "" => match explainer(given, HARDEST).or_else(|| reasoner(given).filter(|it| solves(it, given))) {
            Some(strategy) => Ok(strategy),
            None => registry::find(GUESSER).map_err(message),
        },
        EXPLAINER => explainer(given, Tenths::UNSOLVED).or_else(|| reasoner(given)).ok_or_else(|| {
            let words = "explainer is for 9×9 puzzles with exactly one solution, and for others up to 12×12";
            JsError::new(words)
        }),
        _ => Ok(registry::find(name).map_err(message)?.for_size(given.size)),
    }
}

/// Returns the strategy of the ratings with the steps of a puzzle: to play them does not rate it again. `None`
/// if the puzzle rates higher, or has not exactly one solution.
fn explainer(given: &AnyPuzzle, highest: Tenths) -> Option<Strategy> {
    let puzzle = given.puzzle::<Order3>().ok().filter(|_| is_unique(given))?;
    let limits = RatingLimits::default().with_max_rating(highest);
    let mut steps = Vec::new();
    let keep = &mut |step: &Step| steps.push(step.clone());
    Rater::new().steps(&puzzle, &limits, keep).ok()?;
    Some(Strategy::own(EXPLAINER, Explainer::of_steps(steps)))
}

/// The largest side of grids that a person solves.
const LARGEST: usize = 12;

/// Returns the strategy for other sizes than 9×9, which is not rated and may end before the grid is full.
fn reasoner(given: &AnyPuzzle) -> Option<Strategy> {
    let is_other = given.size != Size::Nine && given.size.side() <= LARGEST;
    is_other.then(|| Strategy::own(EXPLAINER, Reasoner))
}

/// Returns true if a strategy without guesses fills the grid.
fn solves(strategy: &Strategy, given: &AnyPuzzle) -> bool {
    strategy.solve_any(given, &Limits::default()).is_ok_and(|it| it.solution.is_some())
}

/// What [`GUESSER`] does before its first guess: singles, locked candidates and pairs.
struct Reasoner;

impl Reasoner {
    fn guesser<O: Order>() -> Box<dyn Solver<O>> {
        registry::find(GUESSER).expect("a strategy that is registered").solver()
    }
}

impl<O: Order> Solver<O> for Reasoner {
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
        self.trace(puzzle, limits, &mut ())
    }

    fn trace(
        &self,
        puzzle: &Puzzle<O>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<O> {
        Self::guesser().trace(puzzle, &limits.with_max_guesses(0), observer)
    }

    fn own_counters(&self) -> &'static [Counter] {
        Self::guesser::<O>().own_counters()
    }

    fn takes_candidates(&self) -> bool {
        true
    }
}

/// The status of a search. The explainer looks for no second solution, but [`strategy`] did before; and without a guess,
/// there is none.
pub fn status(strategy: &Strategy, found: Status) -> Status {
    match found {
        Status::Solved if strategy.name() == EXPLAINER => Status::Unique,
        _ => found,
    }
}

/// Returns true for a 9×9 puzzle with exactly one solution.
fn is_unique(given: &AnyPuzzle) -> bool {
    let lanes = Strategy::default();
    given.size == Size::Nine
        && lanes.solve_any(given, &Limits::default()).is_ok_and(|it| it.status == Status::Unique)
}

/// The hardest step of a search.
#[derive(Serialize)]
pub struct Hardest {
    technique: &'static str,
    /// The rating, for example `6.6`.
    rating: String,
    #[serde(skip)]
    tenths: Tenths,
}

impl Hardest {
    /// Keeps the harder one of a step and of those before it, the first one of several.
    pub fn keep(hardest: &mut Option<Self>, step: &Deduction) {
        if hardest.as_ref().is_none_or(|it| it.tenths < step.rating) {
            let (technique, rating) = (step.technique, step.rating.to_string());
            *hardest = Some(Self { technique, rating, tenths: step.rating });
        }
    }
}
