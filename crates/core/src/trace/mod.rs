//! EVENTS → STEPS: follows a search step by step.
//!
//! [`run`] solves a puzzle and calls a [`StepObserver`] for every event, with its step and the
//! [`State`] of the grid after it, and for the end of every step. The search reports
//! through [`crate::solver::Observer`] and is the same with and without a observer.

#[cfg(feature = "serde")]
mod json;
mod state;
mod step;
mod words;

#[cfg(feature = "serde")]
pub use json::{End, Record};
pub use state::State;
pub use words::words;

use crate::{
    grid::{Order, Puzzle},
    solver::{Counters, Event, Limits, Outcome, Solver},
};
use step::Steps;

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
pub trait StepObserver<O: Order> {
    /// Called for every event, with the state after it.
    fn event(&mut self, moment: &Moment, state: &State<O>);

    /// Called after the last event of a step. `next` is the first event of the next step;
    /// `None` at the end of the search and if the next step changes nothing.
    fn step_done(&mut self, step: u64, state: &State<O>, next: Option<Event>);
}

/// Solves a puzzle and calls the observer.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::{Order2, Puzzle}, solver::{registry, Event, Limits}, trace};
///
/// struct Deepest(usize);
/// impl trace::StepObserver<Order2> for Deepest {
///     fn event(&mut self, moment: &trace::Moment, _: &trace::State<Order2>) {
///         self.0 = self.0.max(moment.depth);
///     }
///     fn step_done(&mut self, _: u64, _: &trace::State<Order2>, _: Option<Event>) {}
/// }
///
/// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
/// let (solver, mut deepest) = (registry::find("moler")?.solver(), Deepest(0));
/// trace::run(&*solver, &puzzle, &Limits::default(), &mut deepest);
/// assert_eq!(deepest.0, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn run<O: Order>(
    solver: &dyn Solver<O>,
    puzzle: &Puzzle<O>,
    limits: &Limits,
    observer: &mut dyn StepObserver<O>,
) -> Outcome<O> {
    let (mut state, mut steps) = (State::new(puzzle), Steps::of(solver.own_counters()));
    let mut now = 0;
    let outcome = solver.trace(puzzle, limits, &mut |event: Event, counters: &Counters| {
        let Some(step) = steps.step(event, counters) else { return };
        while now < step {
            now += 1;
            observer.step_done(now - 1, &state, (now == step).then_some(event));
        }
        state.follow(event);
        observer.event(&Moment { step, event, depth: state.depth(), counters }, &state);
    });
    observer.step_done(now, &state, None);
    outcome
}
