//! EVENTS → STEPS: follows a search step by step.
//!
//! [`run`] solves a puzzle and calls a [`StepObserver`] for every event, with its step and the
//! [`State`] of the grid after it, and for the end of every step. The search reports
//! through [`crate::solver::Observer`] and is the same with and without an observer.

mod explanation;
#[cfg(feature = "serde")]
mod json;
mod state;

pub use explanation::Explanation;
#[cfg(feature = "serde")]
pub use json::{End, EventRecord};
pub use state::State;

use crate::{
    grid::{Alphabet, Candidates, Cell, Digit, Order, Puzzle, Unit},
    solver::{Counters, Event, Limits, Observer, Outcome, Reason, Solver},
};

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
    /// Called before every event, with its step and the state before it. The default does nothing.
    fn before(&mut self, _step: u64, _event: Event, _state: &State<O>) {}

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
    let (state, steps) = (State::new(puzzle, solver.lanes().is_some()), Steps::of(solver));
    let mut follow = Follow { state, steps, now: 0, observer };
    let outcome = solver.trace(puzzle, limits, &mut follow);
    let Follow { state, now, observer, .. } = follow;
    observer.step_done(now, &state, None);
    outcome
}

/// Divides the events of a search into steps, and follows its grid.
struct Follow<'a, O: Order> {
    state: State<O>,
    steps: Steps,
    /// The current step.
    now: u64,
    observer: &'a mut dyn StepObserver<O>,
}

impl<O: Order> Observer for Follow<'_, O> {
    fn event(&mut self, event: Event, counters: &Counters) {
        let Some(step) = self.steps.step(event, counters) else { return };
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
}

/// Counts the steps of a search.
struct Steps {
    /// The counter of screen refreshes, if the strategy has one: then a step is two refreshes, as
    /// in Moler's article. Otherwise a step is an event that changes the grid or ends a branch: a
    /// value entered, locked candidates removed, a sweep, a guess undone, a contradiction.
    refreshes: Option<usize>,
    now: u64,
}

impl Steps {
    fn of<O: Order>(solver: &dyn Solver<O>) -> Self {
        let refreshes = solver.own_counters().iter().position(|own| own.name == "refreshes");
        Self { refreshes, now: 0 }
    }

    /// Returns the step of the next event; it never decreases. `None` if the event only reports a
    /// screen refresh.
    fn step(&mut self, event: Event, counters: &Counters) -> Option<u64> {
        self.now = match (self.refreshes, event) {
            (_, Event::Refresh) => return None,
            // A finding belongs to the step that found it.
            (_, Event::Clue(..) | Event::Solution) => self.now,
            (None, _) => self.now + 1,
            // The screen already shows it ...
            (Some(own), Event::Contradiction(_)) => self.now.max(counters.own[own] / 2),
            // ... and this one with its next refresh.
            (Some(own), _) => counters.own[own].div_ceil(2),
        };
        Some(self.now)
    }
}

/// The event in a few words: `guess: 5 in r1c1`.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::{Alphabet, Cell, Digit, Order3}, solver::Event, trace};
/// let event = Event::Guess(Cell::new(8), Digit::new(5).unwrap());
/// assert_eq!(trace::words::<Order3>(event, Alphabet::default()), "guess: 5 in r1c9");
/// ```
#[must_use]
pub fn words<O: Order>(event: Event, alphabet: Alphabet) -> String {
    let value =
        |cell: Cell, digit: Digit| format!("{} in {}", alphabet.symbol(digit), cell.name::<O>());
    let pair = |kind: &str, [one, other]: [Digit; 2], cells: [Cell; 2], unit: Unit| {
        let cells = cells.map(Cell::name::<O>).join(" and ");
        let (one, other) = (alphabet.symbol(one), alphabet.symbol(other));
        format!("{kind} pair: {one} and {other} of {unit} in {cells}")
    };
    match event {
        Event::Clue(cell, digit) => format!("clue: {}", value(cell, digit)),
        Event::NakedSingle(cell, digit) => format!("naked single: {}", value(cell, digit)),
        Event::HiddenSingle(cell, digit) => format!("hidden single: {}", value(cell, digit)),
        Event::LockedCandidates(digit, kept, from) => {
            format!("locked candidates: {} of {kept} in {from}", alphabet.symbol(digit))
        }
        Event::NakedPair(digits, cells, unit) => pair("naked", digits, cells, unit),
        Event::HiddenPair(digits, cells, unit) => pair("hidden", digits, cells, unit),
        Event::Sweep => "sweep".to_owned(),
        Event::Guess(cell, digit) => format!("guess: {}", value(cell, digit)),
        Event::Undo(cell, digit) => format!("taken back: {}", value(cell, digit)),
        Event::Contradiction(reason) => format!("contradiction: {}", why::<O>(reason, alphabet)),
        Event::Restart => "restart".to_owned(),
        Event::Solution => "solution".to_owned(),
        Event::Refresh => "screen refresh".to_owned(),
    }
}

fn why<O: Order>(reason: Reason, alphabet: Alphabet) -> String {
    match reason {
        Reason::NoCandidate(cell) => format!("{} has no candidate left", cell.name::<O>()),
        Reason::NoPlace(digit, unit) => {
            format!("{unit} has no place left for {}", alphabet.symbol(digit))
        }
        Reason::BrokenRule => "the full grid breaks a rule".to_owned(),
    }
}
