//! Assigns events to steps.

use crate::solver::{Counter, Counters, Event, OwnCounter};

/// The steps of a strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    /// A step is an event that changes the grid or ends a branch: a value entered, locked
    /// candidates removed, a guess undone, a contradiction.
    Events,
    /// A step is two screen refreshes, as in Moler's article; this counter counts them.
    Refreshes(OwnCounter),
}

impl Unit {
    /// The steps of the strategy with those counters.
    fn of(counters: &[Counter]) -> Self {
        let mut own = counters.iter().zip(OwnCounter::ALL);
        let refreshes = own.find(|(counter, _)| counter.name == "refreshes");
        refreshes.map_or(Self::Events, |(_, own)| Self::Refreshes(own))
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

    /// The step of the next event; never decreases. `None` if the event only reports a
    /// screen refresh.
    pub fn step(&mut self, event: Event, counters: &Counters) -> Option<u64> {
        self.now = match (self.unit, event) {
            (_, Event::Refresh) => return None,
            // A finding belongs to the step that found it.
            (_, Event::Clue(..) | Event::Solution) => self.now,
            (Unit::Events, _) => self.now + 1,
            // The screen already shows it ...
            (Unit::Refreshes(own), Event::Contradiction(_)) => self.now.max(counters.own[own] / 2),
            // ... and this one with its next refresh.
            (Unit::Refreshes(own), _) => counters.own[own].div_ceil(2),
        };
        Some(self.now)
    }
}
