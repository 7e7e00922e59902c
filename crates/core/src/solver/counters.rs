//! Counters of the work that a search does.

#[cfg(doc)]
use super::Solver;
use std::ops::{Index, IndexMut};

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
    /// The strategy-specific counters. [`Solver::counters`] names them.
    pub own: OwnCounters,
}

impl Counters {
    /// No work.
    #[doc(hidden)]
    pub const NONE: Self =
        Self { clues: 0, guesses: 0, backtracks: 0, steps: 0, own: OwnCounters([0; 4]) };

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
        self.own.0.iter_mut().zip(other.own.0).for_each(|(sum, more)| *sum += more);
    }

    /// All counters by name; `own` describes the strategy-specific ones.
    #[doc(hidden)]
    pub fn named<'a>(
        &'a self,
        own: &'static [Counter],
    ) -> Box<dyn Iterator<Item = (&'static str, u64)> + 'a> {
        let counters = Self::COMMON.into_iter().chain(own.iter().copied());
        let values = self.common().into_iter().chain(self.own.values());
        Box::new(counters.map(|counter| counter.name).zip(values))
    }

    /// The value of a counter by name.
    pub(super) fn find(&self, own: &'static [Counter], name: &str) -> Option<u64> {
        self.named(own).find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The values of [`Self::COMMON`].
    #[must_use]
    pub const fn common(&self) -> [u64; 4] {
        [self.clues, self.guesses, self.backtracks, self.steps]
    }
}

/// One of the strategy-specific counters, by its position in [`Solver::own_counters`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnCounter {
    /// The first one.
    First,
    /// The second one.
    Second,
    /// The third one.
    Third,
    /// The fourth one.
    Fourth,
}

impl OwnCounter {
    /// All positions: a strategy has at most four counters of its own.
    pub const ALL: [Self; 4] = [Self::First, Self::Second, Self::Third, Self::Fourth];
}

/// The strategy-specific counters.
///
/// A strategy names their positions once and increments them by name:
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::solver::{Counters, OwnCounter};
/// const PASSES: OwnCounter = OwnCounter::First;
/// let mut counters = Counters::default();
/// counters.own[PASSES] += 1;
/// assert_eq!(counters.own[PASSES], 1);
/// ```
///
/// Other code gets them with their names from [`Solver::counters`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OwnCounters([u64; OwnCounter::ALL.len()]);

impl OwnCounters {
    /// Creates counters with these values, in the order of [`OwnCounter::ALL`].
    #[must_use]
    pub const fn new(values: [u64; OwnCounter::ALL.len()]) -> Self {
        Self(values)
    }

    /// The values, in the order of [`OwnCounter::ALL`].
    pub fn values(&self) -> impl Iterator<Item = u64> + use<> {
        self.0.into_iter()
    }
}

impl Index<OwnCounter> for OwnCounters {
    type Output = u64;

    #[inline]
    fn index(&self, counter: OwnCounter) -> &u64 {
        &self.0[counter as usize]
    }
}

impl IndexMut<OwnCounter> for OwnCounters {
    #[inline]
    fn index_mut(&mut self, counter: OwnCounter) -> &mut u64 {
        &mut self.0[counter as usize]
    }
}
