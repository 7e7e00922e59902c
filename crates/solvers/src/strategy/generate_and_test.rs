//! `generate-and-test`: every filling of the empty cells.

use super::{Branch, Heuristic, Run, backtracking::first_empty};
use crate::search::Expansion;
use sudomill_puzzle::{
    grid::{Candidates, Order, Unit},
    solving::{Counter, Observer, Reason},
};

const FILLINGS: usize = 0;
const COUNTERS: &[Counter] = &[Counter::new("fillings", "full grids tested")];

/// Enumerates the fillings of the empty cells, row-major with the last cell varying fastest, values
/// ascending, and tests each. Only suitable for 4×4 and nearly full grids. Source: GeeksforGeeks,
/// "Sudoku | Backtracking-7", the naive algorithm.
#[derive(Clone, Copy, Debug)]
pub struct GenerateAndTest {
    /// The maximum number of fillings. A search that needs more ends with
    /// [`Status::GaveUp`](sudomill_puzzle::solving::Status::GaveUp).
    pub max_fillings: u64,
}

impl GenerateAndTest {
    /// The number of fillings of a 4×4 grid with four clues: 4^12.
    pub const DEFAULT: Self = Self { max_fillings: 1 << 24 };
}

solver!(GenerateAndTest);

impl<O: Order> Heuristic<O> for GenerateAndTest {
    grid_is_state!(COUNTERS);

    fn expand<Obs: Observer>(
        &self,
        grid: &mut Self::State,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        let values = grid.as_ref();
        if let Some(cell) = first_empty(values) {
            return Expansion::Branch(Branch::ascending(cell, Candidates::all::<O>()));
        }
        if run.counters.own[FILLINGS] >= self.max_fillings {
            return run.give_up();
        }
        run.counters.own[FILLINGS] += 1;
        match obeys_the_rules::<O>(values) {
            true => Expansion::Goal,
            false => run.dead_end(Reason::BrokenRule),
        }
    }
}

/// Returns true if every unit of a full grid has every digit.
fn obeys_the_rules<O: Order>(values: &[u8]) -> bool {
    for unit in Unit::all::<O>() {
        let mut held = 0_u32;
        for cell in unit.cells::<O>() {
            held |= 1 << values[cell.index()];
        }
        if held >> 1 != Candidates::all::<O>().bits() {
            return false;
        }
    }
    true
}
