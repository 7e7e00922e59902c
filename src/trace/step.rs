//! Which step an event belongs to.

use crate::solver::{Counter, Counters, Event};

/// What a strategy's steps are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// Every event that changes the grid or ends a branch is one: a value entered,
    /// locked candidates removed, a guess taken back, a contradiction.
    Events,
    /// Two screen refreshes are one, as Moler's article counts; the counter of
    /// that place in [`Counters::own`] counts the refreshes.
    Refreshes(usize),
}

impl Unit {
    /// That of the strategy with those counters.
    fn of(counters: &[Counter]) -> Self {
        let refreshes = counters.iter().position(|counter| counter.name == "refreshes");
        refreshes.map_or(Self::Events, Self::Refreshes)
    }
}

/// Counts the steps of a search.
pub(super) struct Steps {
    unit: Unit,
    now: u64,
}

impl Steps {
    pub fn of(counters: &[Counter]) -> Self {
        Self { unit: Unit::of(counters), now: 0 }
    }

    /// The step of the next event, never less than that of the one before. `None`:
    /// the event only tells that a screen is drawn.
    pub fn step(&mut self, event: Event, counters: &Counters) -> Option<u64> {
        self.now = match (self.unit, event) {
            (_, Event::Refresh) => return None,
            // What is found belongs to the step that found it.
            (_, Event::Clue(..) | Event::Solution) => self.now,
            (Unit::Events, _) => self.now + 1,
            // The screen shows it already ...
            (Unit::Refreshes(own), Event::Contradiction(_)) => self.now.max(counters.own[own] / 2),
            // ... and this with its next refresh.
            (Unit::Refreshes(own), _) => counters.own[own].div_ceil(2),
        };
        Some(self.now)
    }
}
