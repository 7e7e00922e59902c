//! The input and the outcomes of the lanes.

use crate::{
    grid::Candidates,
    solver::{Counters, Limits, OwnCounters, Status},
};

/// A puzzle in the form that the lanes take.
#[derive(Clone, Copy, Debug)]
pub enum LaneInput<'a> {
    /// 81 ASCII bytes, row-major: any byte but `1` to `9` is an empty cell.
    Clues(&'a [u8; 81]),
    /// The candidates of the cells, row-major.
    Candidates(&'a [Candidates; 81]),
}

/// The work done for one puzzle. Exact and reproducible: independent of the backend, the neighbors
/// in the registers and the thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LaneCounters {
    /// The number of sweeps while the puzzle was in its lane.
    pub sweeps: u64,
    /// Alternatives tried at branchings, including the last one: a digit entered or excluded.
    pub guesses: u64,
    /// Guesses undone because everything below them is exhausted.
    pub backtracks: u64,
    /// States that turned out to have no solution.
    pub contradictions: u64,
}

impl LaneCounters {
    /// No work yet.
    pub(crate) const NONE: Self = Self { sweeps: 0, guesses: 0, backtracks: 0, contradictions: 0 };

    /// Converts to the counters that all strategies share. The steps are the sweeps, each of which
    /// enters many values.
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

/// The outcome of a puzzle in the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneOutcome {
    /// The number of solutions found, at most the limit.
    pub solutions: u64,
    /// True if the search stopped early: at the limit on guesses, or because of the stop flag.
    pub gave_up: bool,
    /// The first solution found, in ASCII digits; meaningless if `solutions` is 0.
    pub first: [u8; 81],
    /// The work done.
    pub counters: LaneCounters,
}

impl LaneOutcome {
    pub(super) const fn new() -> Self {
        Self { solutions: 0, gave_up: false, first: [0; 81], counters: LaneCounters::NONE }
    }

    /// Resets everything but `first`, which is meaningless until a solution is found.
    #[inline(always)]
    pub(super) fn reset(&mut self) {
        self.solutions = 0;
        self.gave_up = false;
        self.counters = LaneCounters::default();
    }

    /// The status of the puzzle under these limits.
    #[inline]
    pub fn status(&self, limits: &Limits) -> Status {
        Status::of(self.solutions, self.gave_up, limits)
    }
}

/// The utilization of lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// The number of sweeps over lanes with a puzzle, summed over the lanes.
    pub busy: u64,
    /// The number of sweeps, summed over all lanes.
    pub total: u64,
}
