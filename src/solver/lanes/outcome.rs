//! What comes out of the lanes.

use crate::solver::{Counters, Limits, OwnCounters, Status};

/// How much work one puzzle was. Exact and repeatable: neither the backend, nor
/// the neighbours in the register, nor the thread has a part in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneCounters {
    /// Sweeps that the puzzle took part in.
    pub sweeps: u64,
    /// Values entered or excluded at a branching, the last alternative included.
    pub guesses: u64,
    /// Guesses taken back, everything below them exhausted.
    pub backtracks: u64,
    /// States that turned out to have no solution.
    pub contradictions: u64,
}

impl LaneCounters {
    /// No work yet.
    pub(crate) const NONE: Self = Self { sweeps: 0, guesses: 0, backtracks: 0, contradictions: 0 };

    /// As the counters of any strategy. The steps are the sweeps: a sweep
    /// enters many values at once.
    pub(crate) fn with_clues(self, clues: u64) -> Counters {
        Counters {
            clues,
            guesses: self.guesses,
            backtracks: self.backtracks,
            steps: self.sweeps,
            own: OwnCounters::new([self.sweeps, self.contradictions, 0, 0]),
        }
    }
}

/// What the lanes say of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneOutcome {
    /// Solutions found, at most the limit.
    pub solutions: u64,
    /// Whether a cap was reached before the limit.
    pub gave_up: bool,
    /// The first solution found, in ASCII digits; without meaning where
    /// `solutions` is 0.
    pub first: [u8; 81],
    /// The work it took.
    pub counters: LaneCounters,
}

impl LaneOutcome {
    pub(super) const fn new() -> Self {
        Self { solutions: 0, gave_up: false, first: [0; 81], counters: LaneCounters::NONE }
    }

    /// Makes it anew but for `first`, which has no meaning yet.
    #[inline(always)]
    pub(super) fn reset(&mut self) {
        self.solutions = 0;
        self.gave_up = false;
        self.counters = LaneCounters::default();
    }

    /// What the puzzle turned out to be under these limits.
    #[inline]
    pub fn status(&self, limits: &Limits) -> Status {
        Status::of(self.solutions, self.gave_up, limits)
    }
}

/// How well lanes were used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// Sweeps of lanes that held a puzzle.
    pub busy: u64,
    /// Sweeps of lanes.
    pub total: u64,
}
