//! Counters of the work that a search does.

#[cfg(doc)]
use super::Outcome;

/// The name and the meaning of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
#[non_exhaustive]
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
    /// The strategy-specific counters, in the order of `Solver::own_counters`.
    /// [`Outcome::counter`] finds one by name.
    pub own: [u64; Self::OWN],
}

impl Counters {
    /// The maximum number of strategy-specific counters.
    pub const OWN: usize = 4;

    /// The number of counters of a strategy, at most: the common ones and its own.
    pub const LEN: usize = Self::COMMON.len() + Self::OWN;

    /// No work.
    pub const NONE: Self =
        Self { clues: 0, guesses: 0, backtracks: 0, steps: 0, own: [0; Self::OWN] };

    /// The counters that every strategy has.
    pub const COMMON: [Counter; 4] = {
        let [(clues, _), (guesses, _), (backtracks, _), (steps, _)] = Self::NONE.common();
        [clues, guesses, backtracks, steps]
    };

    /// The counters that every strategy has, each with its value. The only list of them.
    #[inline(always)]
    #[must_use]
    pub const fn common(&self) -> [(Counter, u64); 4] {
        const GUESSES: &str =
            "values entered as guesses, including the last alternative of a branching";
        const BACKTRACKS: &str = "guesses undone because no solution is left below them";
        const STEPS: &str = "values entered, without clues; for `lanes`, the sweeps";
        [
            (Counter::new("clues", "cells given"), self.clues),
            (Counter::new("guesses", GUESSES), self.guesses),
            (Counter::new("backtracks", BACKTRACKS), self.backtracks),
            (Counter::new("steps", STEPS), self.steps),
        ]
    }

    /// Adds the counters of another puzzle, solved by the same strategy.
    pub fn add(&mut self, other: &Self) {
        self.clues += other.clues;
        self.guesses += other.guesses;
        self.backtracks += other.backtracks;
        self.steps += other.steps;
        self.own.iter_mut().zip(other.own).for_each(|(sum, more)| *sum += more);
    }

    /// All counters by name; `own` describes the strategy-specific ones.
    #[must_use]
    pub fn named(&self, own: &[Counter]) -> Vec<(&'static str, u64)> {
        let names = Self::COMMON.iter().chain(own).map(|counter| counter.name);
        names.zip(self.values()).collect()
    }

    /// The values of all counters: the common ones, then the strategy-specific ones.
    #[inline(always)]
    #[must_use]
    pub const fn values(&self) -> [u64; Self::LEN] {
        let mut values = [0; Self::LEN];
        let (common, own) = values.split_at_mut(Self::COMMON.len());
        let [(_, clues), (_, guesses), (_, backtracks), (_, steps)] = self.common();
        common.copy_from_slice(&[clues, guesses, backtracks, steps]);
        own.copy_from_slice(&self.own);
        values
    }

    /// The strategy-specific counters with these values; the others are 0.
    #[inline(always)]
    #[must_use]
    pub const fn own_of<const N: usize>(values: [u64; N]) -> [u64; Self::OWN] {
        let mut own = [0; Self::OWN];
        own.split_at_mut(N).0.copy_from_slice(&values);
        own
    }
}
