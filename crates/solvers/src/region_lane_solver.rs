//! The lanes for puzzles with regions and extra units, as a solver.

use crate::{Solver, lane_solver::COUNTERS};
use sudomill_lanes::Backend;
use sudomill_puzzle::{
    grid::{Order3, Puzzle, Size, Solution, Units},
    solving::{Batch, Clock, Counter, Limits, Outcome},
};
use sudomill_region_lanes::RegionLanes;

/// Solves 9×9 puzzles with the same units, many of them side by side in batches. One alone has a lane for
/// itself, with the same outcome and counters.
#[derive(Debug)]
pub(crate) struct RegionLaneSolver {
    units: Units,
    lanes: RegionLanes,
}

impl RegionLaneSolver {
    /// Creates a solver on this backend.
    pub(crate) fn new(units: Units, backend: Backend) -> Self {
        Self { units, lanes: RegionLanes::new(units, backend) }
    }
}

impl Solver<Order3> for RegionLaneSolver {
    fn solve(&self, puzzle: &Puzzle<Order3>, limits: &Limits) -> Outcome<Order3> {
        let mut batch = Batch::with_units(Size::Nine, self.units);
        batch.push_puzzle(puzzle);
        let mut lanes = self.lanes.lanes(*limits, Clock::Off);
        lanes.take(batch);
        lanes.finish();
        let batch = lanes.next_done().expect("all puzzles have ended");
        let result = batch.results()[0];
        let mut outcome = Outcome::without_solution(result.status);
        outcome.solutions = result.solutions;
        outcome.solution = batch
            .solution(0)
            .and_then(|symbols| symbols.try_into().ok())
            .map(|symbols: [u8; 81]| Solution::from_cells(symbols.map(|symbol| symbol - b'0')));
        outcome.counters = result.counters;
        outcome.counters.clues = puzzle.clue_count() as u64;
        outcome.own_counters = COUNTERS;
        outcome
    }

    fn own_counters(&self) -> &'static [Counter] {
        COUNTERS
    }

    fn takes_candidates(&self) -> bool {
        true
    }

    fn lanes(&self) -> Option<Backend> {
        Some(self.lanes.backend())
    }

    fn region_lanes(&self) -> Option<&RegionLanes> {
        Some(&self.lanes)
    }
}
