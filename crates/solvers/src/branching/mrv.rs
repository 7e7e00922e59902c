//! `mrv`: minimum remaining values.

use super::{Branching, Target, View};
use sudomill_puzzle::grid::Order;

/// The open cell with the fewest candidates; ties go to the first in row-major order. Source:
/// Bitner and Reingold, "Backtrack programming techniques", 1975.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

impl<O: Order> Branching<O> for Mrv {
    fn choose(&self, view: &View<O>) -> Target {
        Target::Cell(view.fewest_candidates().0.first().expect("a cell is open"))
    }
}
