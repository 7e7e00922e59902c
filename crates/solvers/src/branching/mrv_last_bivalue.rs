//! `mrv+last-bivalue`: minimum remaining values, the last bivalue cell first.

use super::{Branching, Target, View};
use sudomill_puzzle::grid::Order;

/// The last bivalue cell in row-major order; if there is none, the cell of [`super::Mrv`]. Differs
/// from `mrv` only in its choice between equally good cells, and so measures the effect of chance.
/// Source: sudomill.
#[derive(Clone, Copy, Debug, Default)]
pub struct MrvLastBivalue;

impl<O: Order> Branching<O> for MrvLastBivalue {
    fn choose(&self, view: &View<O>) -> Target {
        let cell = match view.fewest_candidates() {
            (bivalue, 2) => bivalue.last(),
            (fewest, _) => fewest.first(),
        };
        Target::Cell(cell.expect("a cell is open"))
    }
}
