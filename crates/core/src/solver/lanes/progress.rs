//! The progress of a puzzle's search: the one rule for its counters, in the lanes and for a single
//! puzzle.

use super::{LaneOutcome, node::WORDS};
use crate::solver::Limits;

/// The work done so far, and the path to the current state.
pub(super) struct Progress {
    pub outcome: LaneOutcome,
    /// The contradictions after a decision at each position, guess or alternative; at most 255.
    pub deaths: [u8; WORDS],
    /// The number of guesses on the path to the current state.
    pub path: u16,
    /// The position of the latest decision on that path, guess or alternative.
    pub decided: u16,
}

impl Progress {
    pub const fn new() -> Self {
        Self { outcome: LaneOutcome::new(), deaths: [0; WORDS], path: 0, decided: 0 }
    }

    /// Starts over, for a new puzzle.
    #[inline(always)]
    pub fn reset(&mut self) {
        self.path = 0;
        // Most puzzles end without a contradiction.
        if self.outcome.counters.contradictions > 0 {
            self.deaths = [0; WORDS];
        }
        self.outcome.reset();
    }

    /// Records that the current state has no solution.
    #[inline(always)]
    pub fn contradiction(&mut self) {
        self.outcome.counters.contradictions += 1;
        if self.path > 0 {
            let deaths = &mut self.deaths[usize::from(self.decided) % WORDS];
            *deaths = deaths.saturating_add(1);
        }
    }

    /// Undoes the guesses after the first `path` ones. `decided` is the decision that is current
    /// then.
    #[inline(always)]
    pub fn backtrack(&mut self, path: u16, decided: u16) {
        self.outcome.counters.backtracks += u64::from(self.path - path);
        (self.path, self.decided) = (path, decided);
    }

    /// Counts a guess. If the limits forbid it, gives up on the puzzle and returns false.
    #[inline(always)]
    pub fn guess(&mut self, limits: &Limits) -> bool {
        if limits.is_stopped() || self.outcome.counters.guesses >= limits.max_guesses {
            self.outcome.gave_up = true;
            return false;
        }
        self.outcome.counters.guesses += 1;
        self.path += 1;
        true
    }
}
