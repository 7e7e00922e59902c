//! The steps of a search in words, as JSON and in pictures, for [sudomill](https://docs.rs/sudomill), which
//! solves Sudoku puzzles by the million. Use that crate: it re-exports this one.
//!
//! ```text
//!  a solver's events ──► Moment, State ──► Explanation    sentences, cells, links of chains
//!                            │        └──► words, JSON    for a terminal, for a program
//!                            └──► picture                 text, colors or SVG
//! ```
//!
//! [`observe`] solves a puzzle and calls a [`StepObserver`] for every event, with its step and the
//! [`State`] of the grid after it, and for the end of every step. The search reports
//! through [`Observer`] and is the same with and without an observer.
//!
//! - [`picture`] draws a grid.
//! - [`diagnosis`] says why a puzzle has no solution, and which clue may be wrong.

#![deny(missing_docs, unnameable_types, unsafe_code)]

pub mod diagnosis;
mod explanation;
#[cfg(feature = "serde")]
mod json;
mod lists;
pub mod picture;
mod roles;
mod state;
mod step_of_person;
#[cfg(feature = "serde")]
mod step_record;
mod words;

pub use explanation::Explanation;
#[cfg(feature = "serde")]
pub use json::{End, EventRecord};
// For the reports of `lab`, which draw a grid with other contents.
pub use picture::svg::grid_lines;
pub use state::State;
pub use step_of_person::{changes_of_step, reason_of_step};
#[cfg(feature = "serde")]
pub use step_record::StepRecord;
use words::why;
pub use words::words;

use sudomill_puzzle::{
    any::AnyPuzzle,
    for_size,
    grid::{Candidates, Order, Puzzle, PuzzleError, Units},
    solving::{AnyOutcome, Chain, Counters, Event, Limits, Observer, Outcome},
};
use sudomill_solvers::{Solver, registry::Strategy};

/// One event of a search, and its place in the search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Moment<'a> {
    /// The step of the event; the clues are step 0.
    pub step: u64,
    /// The event.
    pub event: Event,
    /// The number of open guesses after it.
    pub depth: usize,
    /// The counters after it.
    pub counters: &'a Counters,
}

/// Follows a search.
pub trait StepObserver {
    /// Called before every event, with its step and the state before it. The default does nothing.
    fn before(&mut self, _step: u64, _event: Event, _state: &State) {}

    /// Called for every event, with the state after it.
    fn event(&mut self, moment: &Moment, state: &State);

    /// Called after the last event of a step. `next` is the first event of the next step;
    /// `None` at the end of the search and if the next step changes nothing.
    fn step_done(&mut self, step: u64, state: &State, next: Option<Event>);
}

/// Solves a puzzle and calls the observer.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_trace::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod trace { pub use sudomill_trace::*; } }
/// use sudomill::{grid::{Order2, Puzzle}, solver::{registry, Event, Limits}, trace};
///
/// struct Deepest(usize);
/// impl trace::StepObserver for Deepest {
///     fn event(&mut self, moment: &trace::Moment, _: &trace::State) {
///         self.0 = self.0.max(moment.depth);
///     }
///     fn step_done(&mut self, _: u64, _: &trace::State, _: Option<Event>) {}
/// }
///
/// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
/// let (solver, mut deepest) = (registry::find("moler")?.solver(), Deepest(0));
/// trace::observe(&*solver, &puzzle, &Limits::default(), &mut deepest);
/// assert_eq!(deepest.0, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn observe<O: Order>(
    solver: &dyn Solver<O>,
    puzzle: &Puzzle<O>,
    limits: &Limits,
    observer: &mut dyn StepObserver,
) -> Outcome<O> {
    observe_in(Units::STANDARD, solver, puzzle, limits, observer)
}

/// [`observe`] for a grid with these units.
pub fn observe_in<O: Order>(
    units: Units,
    solver: &dyn Solver<O>,
    puzzle: &Puzzle<O>,
    limits: &Limits,
    observer: &mut dyn StepObserver,
) -> Outcome<O> {
    let state = State::new(units, puzzle, solver.lanes().is_some());
    let mut follow = Follow { state, steps: Steps::default(), now: 0, observer };
    let outcome = solver.trace(puzzle, limits, &mut follow);
    let Follow { state, now, observer, .. } = follow;
    observer.step_done(now, &state, None);
    outcome
}

/// Solves a puzzle whose size is known only at run time, as [`observe`] does.
///
/// # Errors
/// As for [`AnyPuzzle::puzzle`].
pub fn observe_any(
    puzzle: &AnyPuzzle,
    strategy: &Strategy,
    limits: &Limits,
    observer: &mut dyn StepObserver,
) -> Result<AnyOutcome, PuzzleError> {
    for_size!(puzzle.size, O => {
        let strategy = strategy.of_puzzle(puzzle)?;
        Ok(observe_in(puzzle.units, &*strategy.solver::<O>(), &puzzle.puzzle()?, limits, observer).into())
    })
}

/// Divides the events of a search into steps, and follows its grid.
struct Follow<'a> {
    state: State,
    steps: Steps,
    /// The current step.
    now: u64,
    observer: &'a mut dyn StepObserver,
}

impl Observer for Follow<'_> {
    fn event(&mut self, event: Event, counters: &Counters) {
        let Some(step) = self.steps.step(event) else { return };
        let Self { state, now, observer, .. } = self;
        while *now < step {
            *now += 1;
            observer.step_done(*now - 1, state, (*now == step).then_some(event));
        }
        observer.before(step, event, state);
        state.follow(event);
        observer.event(&Moment { step, event, depth: state.depth(), counters }, state);
    }

    fn candidates(&mut self, cells: &[Candidates]) {
        self.state.tell(cells);
    }

    fn chains(&mut self, chains: &[Chain]) {
        self.state.tell_chains(chains);
    }
}

/// Counts the steps of a search.
#[derive(Default)]
struct Steps {
    /// The screen refreshes so far, of a strategy that reports them: then a step is two refreshes, as
    /// in Moler's article. Otherwise a step is an event that changes the grid or ends a branch: a
    /// value entered, candidates removed, a sweep, a guess undone, a contradiction.
    refreshes: u64,
    now: u64,
}

impl Steps {
    /// Returns the step of the next event; it never decreases. `None` if the event only reports a
    /// screen refresh.
    fn step(&mut self, event: Event) -> Option<u64> {
        self.now = match (self.refreshes, event) {
            (_, Event::Refresh) => {
                self.refreshes += 1;
                return None;
            }
            // A finding belongs to the step that found it.
            (_, Event::Clue(..) | Event::Solution) => self.now,
            (0, _) => self.now + 1,
            // The screen already shows it ...
            (refreshes, Event::Contradiction(_)) => self.now.max(refreshes / 2),
            // ... and this one with its next refresh.
            (refreshes, _) => refreshes.div_ceil(2),
        };
        Some(self.now)
    }
}
