//! Counters of the work that a search does.

#[cfg(doc)]
use super::Solver;

/// The name and the meaning of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counter {
    /// The name in JSON.
    pub name: &'static str,
    /// The meaning, in one line.
    pub meaning: &'static str,
}

impl Counter {
    /// Creates a counter with this name and meaning.
    #[must_use]
    pub const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning }
    }
}

/// The work done for one puzzle. Exact and reproducible: independent of the clock, the threads and
/// other puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
pub struct Counters {
    /// The number of clues.
    pub clues: u64,
    /// Values entered as guesses. The last alternative of a branching is also a guess.
    pub guesses: u64,
    /// Guesses undone because no solution is left below them.
    pub backtracks: u64,
    /// Values entered: guesses and deductions, without clues. For `lanes`, the number of sweeps,
    /// each of which enters many values.
    pub steps: u64,
    /// The strategy-specific counters, in the order of [`Solver::own_counters`].
    /// [`Solver::counters`] names them.
    pub own: [u64; 4],
}

impl Counters {
    /// No work.
    pub const NONE: Self = Self { clues: 0, guesses: 0, backtracks: 0, steps: 0, own: [0; 4] };

    /// The counters that every strategy has, in the order of [`Self::common`].
    pub const COMMON: [Counter; 4] = [
        Counter::new("clues", "cells given"),
        Counter::new(
            "guesses",
            "values entered as guesses, including the last alternative of a branching",
        ),
        Counter::new("backtracks", "guesses undone because no solution is left below them"),
        Counter::new("steps", "values entered, without clues; for `lanes`, the sweeps"),
    ];

    /// Adds the counters of another puzzle, solved by the same strategy.
    pub fn add(&mut self, other: &Self) {
        self.clues += other.clues;
        self.guesses += other.guesses;
        self.backtracks += other.backtracks;
        self.steps += other.steps;
        self.own.iter_mut().zip(other.own).for_each(|(sum, more)| *sum += more);
    }

    /// All counters by name; `own` describes the strategy-specific ones.
    pub fn named<'a>(
        &'a self,
        own: &'static [Counter],
    ) -> Box<dyn Iterator<Item = (&'static str, u64)> + 'a> {
        let counters = Self::COMMON.into_iter().chain(own.iter().copied());
        let values = self.common().into_iter().chain(self.own);
        Box::new(counters.map(|counter| counter.name).zip(values))
    }

    /// The values of [`Self::COMMON`].
    #[must_use]
    pub const fn common(&self) -> [u64; 4] {
        [self.clues, self.guesses, self.backtracks, self.steps]
    }
}
