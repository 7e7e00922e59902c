//! The limits and the outcome of a search.

use super::{Counter, Counters};
use crate::grid::{Order, Order3, Size, Solution};
use std::{
    fmt,
    num::NonZeroU64,
    str::FromStr,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// The limits that end a puzzle's search.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::{solving as solver, *}; }
/// use sudomill::solver::Limits;
/// let limits = Limits::default().with_solutions(100).with_max_guesses(1_000_000);
/// assert_eq!((limits.solutions.get(), limits.max_guesses), (100, 1_000_000));
/// ```
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct Limits<'a> {
    /// The maximum number of solutions to find: 1 stops at the first solution, 2 (the default)
    /// proves uniqueness, N counts up to N.
    pub solutions: NonZeroU64,
    /// The maximum number of guesses. A search that needs more ends with [`Status::GaveUp`].
    pub max_guesses: u64,
    /// A flag for other threads to stop the search, which then gives up at its next guess. Not
    /// serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub stop: Option<&'a AtomicBool>,
    /// A counter for other threads to see how far a search for thousands of solutions is: the
    /// search adds its solutions while it runs. They may include some beyond the limit, which do
    /// not count in the end. Not serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub found: Option<&'a AtomicU64>,
}

impl Default for Limits<'_> {
    /// [`Self::DEFAULT`].
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl<'a> Limits<'a> {
    /// Two solutions, and any number of guesses.
    pub const DEFAULT: Self = Self {
        solutions: NonZeroU64::MIN.saturating_add(1),
        max_guesses: u64::MAX,
        stop: None,
        found: None,
    };

    /// Sets the maximum number of solutions.
    ///
    /// # Panics
    /// `solutions` is 0.
    #[must_use]
    pub const fn with_solutions(self, solutions: u64) -> Self {
        Self { solutions: NonZeroU64::new(solutions).expect("at least one solution"), ..self }
    }

    /// Sets the maximum number of guesses.
    #[must_use]
    pub const fn with_max_guesses(self, max_guesses: u64) -> Self {
        Self { max_guesses, ..self }
    }

    /// Sets the flag that stops the search.
    #[must_use]
    pub const fn with_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Sets the counter of solutions.
    #[must_use]
    pub const fn with_found(self, found: &'a AtomicU64) -> Self {
        Self { found: Some(found), ..self }
    }

    /// Returns true if the stop flag is set. Outcomes of a stopped search are meaningless.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The default of `max_guesses`: no limit up to 9×9, where every search ends; ten million on
    /// larger grids, where a weak strategy may never end.
    #[must_use]
    pub const fn default_guesses(size: Size) -> u64 {
        if size.side() <= 9 { u64::MAX } else { 10_000_000 }
    }

    /// The default limits for grids of this size: [`Self::DEFAULT`] with
    /// [`default_guesses`](Self::default_guesses).
    #[must_use]
    pub const fn default_for(size: Size) -> Self {
        Self::DEFAULT.with_max_guesses(Self::default_guesses(size))
    }
}

/// The result of a puzzle's search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Status {
    /// The puzzle has a solution; the search did not look for a second one (limit 1).
    Solved,
    /// The puzzle has exactly one solution.
    Unique,
    /// The puzzle has at least two solutions.
    Multiple,
    /// The puzzle has no solution.
    None,
    /// The line is not a puzzle, or its clues repeat a digit in a unit. For
    /// `backtracking-descending`, a full grid is invalid, too.
    Invalid,
    /// The search ran into a limit. Nothing is known about the number of solutions.
    GaveUp,
}

impl Status {
    /// All statuses, in the order of the run's summary.
    pub const ALL: &'static [Self] =
        &[Self::Solved, Self::Unique, Self::Multiple, Self::None, Self::Invalid, Self::GaveUp];

    /// The status at the end of a search.
    #[inline]
    pub fn of(solutions: u64, gave_up: bool, limits: &Limits) -> Self {
        match solutions {
            _ if gave_up => Self::GaveUp,
            0 => Self::None,
            1 if limits.solutions.get() == 1 => Self::Solved,
            1 => Self::Unique,
            _ => Self::Multiple,
        }
    }

    /// The name in all outputs.
    #[must_use]
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

// Tables by status are indexed by the variant.
const _: () = {
    let mut index = 0;
    while index < Status::ALL.len() {
        assert!(Status::ALL[index] as usize == index, "ALL is in the order of the variants");
        index += 1;
    }
};

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Status {
    type Err = UnknownStatus;

    /// Reads a [`name`](Self::name).
    fn from_str(name: &str) -> Result<Self, UnknownStatus> {
        let found = Self::ALL.iter().copied().find(|status| status.name() == name);
        found.ok_or_else(|| UnknownStatus(name.to_owned()))
    }
}

/// The error for a name that is not a [`Status`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found {0:?}; expected one of solved, unique, multiple, none, invalid, gave-up")]
pub struct UnknownStatus(String);

/// The outcome of a puzzle's search.
#[derive(Clone, Copy, Debug, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(bound = ""))]
#[non_exhaustive]
pub struct Outcome<O: Order = Order3> {
    /// The status; [`Status::Invalid`] only for a full grid that the strategy rejects.
    pub status: Status,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The first solution found; `None` if none was found.
    pub solution: Option<Solution<O>>,
    /// The work done.
    pub counters: Counters,
    /// The names of the strategy-specific counters: `Solver::own_counters`. Not
    /// serialized, and not compared.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub own_counters: &'static [Counter],
}

impl<O: Order> PartialEq for Outcome<O> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |it: &Self| (it.status, it.solutions, it.solution, it.counters);
        parts(self) == parts(other)
    }
}

/// The outcome for a puzzle whose size is known only at run time.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct AnyOutcome {
    /// As in [`Outcome`].
    pub status: Status,
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// The values of the first solution found, row-major.
    pub solution: Option<Vec<u8>>,
    /// The work done.
    pub counters: Counters,
    /// All counters by name: the common ones, then the strategy-specific ones.
    pub named_counters: Vec<(&'static str, u64)>,
}

impl<O: Order> From<Outcome<O>> for AnyOutcome {
    fn from(outcome: Outcome<O>) -> Self {
        Self {
            status: outcome.status,
            solutions: outcome.solutions,
            solution: outcome.solution.map(|solution| solution.values().to_vec()),
            counters: outcome.counters,
            named_counters: outcome.named_counters(),
        }
    }
}

impl<O: Order> Outcome<O> {
    /// The outcome of a search that found no solution and did no work: what a solver of your own
    /// starts from.
    ///
    /// ```
    /// # mod sudomill { pub use sudomill_puzzle::{solving as solver, *}; }
    /// use sudomill::{grid::Order2, solver::{Outcome, Status}};
    /// let mut outcome = Outcome::<Order2>::without_solution(Status::GaveUp);
    /// outcome.counters.clues = 4;
    /// assert_eq!(outcome.solution, None);
    /// ```
    #[must_use]
    pub fn without_solution(status: Status) -> Self {
        let (solutions, solution, counters) = (0, None, Counters::NONE);
        Self { status, solutions, solution, counters, own_counters: &[] }
    }

    /// All counters by name: the common ones, then the strategy-specific ones.
    pub fn named_counters(&self) -> Vec<(&'static str, u64)> {
        self.counters.named(self.own_counters)
    }

    /// The value of a counter by name; `None` if the strategy has no such counter.
    pub fn counter(&self, name: &str) -> Option<u64> {
        self.named_counters().iter().find(|it| it.0 == name).map(|it| it.1)
    }

    /// Returns the outcome of a search that ended by itself; `None` if it gave up, which proves
    /// nothing.
    pub fn decided(self) -> Option<Self> {
        (self.status != Status::GaveUp).then_some(self)
    }
}
