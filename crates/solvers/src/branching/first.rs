//! `first`: the first open cell.

use super::{Branching, Target, View};
use sudomill_puzzle::grid::Order;

/// The first open cell in row-major order: the baseline for other rules. Source: the cell
/// order of plain backtracking.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<O: Order> Branching<O> for First {
    fn choose(&self, view: &View<O>) -> Target {
        Target::Cell(view.open_cells().first().expect("a cell is open"))
    }
}
