//! What is known of a solver, and of the lanes that it used.

use super::Counter;

/// What is known of a solver without its size in the type.
#[derive(Clone, Copy, Debug, Default)]
pub struct About {
    /// The names of the strategy-specific counters in [`Counters::own`](super::Counters::own).
    pub own_counters: &'static [Counter],
    /// True if the solver supports puzzles given by candidates.
    pub takes_candidates: bool,
    /// True if the solver is the lane kernel.
    pub is_in_lanes: bool,
}

/// The utilization of lanes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    /// The number of sweeps over lanes with a puzzle, summed over the lanes; without those of waves.
    pub busy: u64,
    /// The number of sweeps, summed over all lanes.
    pub total: u64,
}
