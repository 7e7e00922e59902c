//! What goes into a search besides the puzzle, and what comes out of it.

use crate::grid::{Order, Order3, Solution};
use std::{
    fmt,
    sync::atomic::{AtomicBool, Ordering},
};

/// When a puzzle's search ends.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// The number of solutions after which the search stops: 1 = the first
    /// solution, 2 = prove uniqueness (the default), N = count up to N. Never 0.
    pub solutions: u64,
    /// The number of guesses allowed; one more ends in [`Status::GaveUp`].
    pub max_guesses: u64,
    /// The number of passes allowed to `electroyou`; its text says 10,000.
    pub max_passes: u64,
    /// The number of fillings allowed to `generate-and-test`; the default is
    /// all fillings of a 4×4 grid with four clues, 4^12.
    pub max_fillings: u64,
    /// Set by another thread to end the search at its next guess, as given up.
    pub stop: Option<&'a AtomicBool>,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self {
            solutions: 2,
            max_guesses: u64::MAX,
            max_passes: 10_000,
            max_fillings: 1 << 24,
            stop: None,
        }
    }
}

impl Limits<'_> {
    /// Whether another thread has asked to stop. Results made after that mean nothing.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The guesses to allow where nobody says: any number up to 9×9, whose searches end;
    /// ten million on larger grids, where that of a weak strategy would not.
    pub const fn usual_guesses(order: usize) -> u64 {
        if order <= 3 { u64::MAX } else { 10_000_000 }
    }
}

/// What a puzzle turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A solution was found and no second one looked for (limit 1).
    Solved,
    /// It has exactly one solution.
    Unique,
    /// It has at least two solutions.
    Multiple,
    /// It has no solution.
    None,
    /// The line is no puzzle, or its clues repeat a digit in a unit.
    Invalid,
    /// A cap was reached before the limit; nothing is claimed.
    GaveUp,
}

impl Status {
    /// Every status, in the order of the summary.
    pub const ALL: [Self; 6] =
        [Self::Solved, Self::Unique, Self::Multiple, Self::None, Self::Invalid, Self::GaveUp];

    /// The status of a puzzle whose search has ended.
    #[inline]
    pub(crate) fn of(solutions: u64, gave_up: bool, limits: &Limits) -> Self {
        match solutions {
            _ if gave_up => Self::GaveUp,
            0 => Self::None,
            1 if limits.solutions == 1 => Self::Solved,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// Its name in every output.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unique => "unique",
            Self::Multiple => "multiple",
            Self::None => "none",
            Self::Invalid => "invalid",
            Self::GaveUp => "gave-up",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A counter's name and what it counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its name in JSON.
    pub name: &'static str,
    /// What raises it by one.
    pub meaning: &'static str,
}

impl Counter {
    pub(crate) const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning }
    }
}

/// How much work one puzzle was. Exact and repeatable: no clock, no thread and
/// no neighbour has a part in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Cells given.
    pub clues: u64,
    /// Values entered at a branching, the last alternative included.
    pub guesses: u64,
    /// Guesses taken back because everything below them was exhausted.
    pub backtracks: u64,
    /// Values entered, clues not counted: guesses and what followed from them.
    /// Of `lanes` the sweeps, each of which enters many.
    pub steps: u64,
    /// The strategy's own, as [`super::Solver::own_counters`] names them.
    pub own: [u64; 3],
}

impl Counters {
    /// The counters that every strategy has, in the order of [`Self::common`].
    pub const COMMON: [Counter; 4] = [
        Counter::new("clues", "cells given"),
        Counter::new("guesses", "values entered at a branching, the last alternative included"),
        Counter::new("backtracks", "guesses taken back, everything below them exhausted"),
        Counter::new("steps", "values entered, clues not counted; of `lanes` the sweeps"),
    ];

    /// Adds what another puzzle took.
    pub fn add(&mut self, other: &Self) {
        self.clues += other.clues;
        self.guesses += other.guesses;
        self.backtracks += other.backtracks;
        self.steps += other.steps;
        self.own.iter_mut().zip(other.own).for_each(|(sum, more)| *sum += more);
    }

    /// The values of [`Self::COMMON`].
    pub const fn common(&self) -> [u64; 4] {
        [self.clues, self.guesses, self.backtracks, self.steps]
    }
}

/// What a solver says of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outcome<O: Order = Order3> {
    /// What the puzzle turned out to be; never [`Status::Invalid`].
    pub status: Status,
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// The first solution found; `None` where none was found.
    pub first: Option<Solution<O>>,
    /// The work it took.
    pub counters: Counters,
}
