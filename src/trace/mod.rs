//! EVENTS → STEPS: a search as one can follow it.
//!
//! [`run`] solves a puzzle and tells a [`Watcher`] every event, with its step and
//! the [`State`] of the grid after it, and the end of every step. The search itself
//! reports through [`crate::solver::Observer`] and is the same with and without.

mod record;
mod state;
mod step;
mod words;

pub use record::{End, Record};
pub use state::State;
pub use words::words;

use crate::{
    grid::{Order, Puzzle},
    solver::{Counters, Event, Limits, Outcome, Solver},
};
use step::Steps;

/// One event of a search, and where in the search it is.
#[derive(Clone, Copy, Debug)]
pub struct Moment<'a> {
    /// The step to which it belongs; the clues stand at step 0.
    pub step: u64,
    /// What happened.
    pub event: Event,
    /// The guesses that stand after it.
    pub depth: usize,
    /// The counters as they stand after it.
    pub counters: &'a Counters,
}

/// Follows a search.
pub trait Watcher<O: Order> {
    /// An event happened; the state is that after it.
    fn event(&mut self, moment: &Moment, state: &State<O>);

    /// All events of the step have happened. `next` is the event that comes after
    /// it in the next step, `None` at the end of the search and where that step
    /// changes nothing.
    fn step_done(&mut self, step: u64, state: &State<O>, next: Option<Event>);
}

/// Solves a puzzle and tells the watcher.
///
/// ```
/// use sudomill::{grid::{Order2, Puzzle}, solver::{registry, Event, Limits}, trace};
///
/// struct Deepest(usize);
/// impl trace::Watcher<Order2> for Deepest {
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
    watcher: &mut dyn Watcher<O>,
) -> Outcome<O> {
    let (mut state, mut steps) = (State::<O>::new(), Steps::of(solver.own_counters()));
    let mut now = 0;
    let outcome = solver.trace(puzzle, limits, &mut |event: Event, counters: &Counters| {
        let Some(step) = steps.step(event, counters) else { return };
        while now < step {
            now += 1;
            watcher.step_done(now - 1, &state, (now == step).then_some(event));
        }
        state.follow(event);
        watcher.event(&Moment { step, event, depth: state.depth(), counters }, &state);
    });
    watcher.step_done(now, &state, None);
    outcome
}
