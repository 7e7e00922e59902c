//! `mrv+degree`: minimum remaining values, ties by degree.

use super::{Branching, Target, View};
use std::cmp::Reverse;
use sudomill_puzzle::grid::Order;

/// Among the open cells with the fewest candidates, the one with the most open peers;
/// ties go to the first. Source: Brélaz, "New methods to color the vertices of a graph",
/// 1979.
#[derive(Clone, Copy, Debug, Default)]
pub struct MrvDegree;

impl<O: Order> Branching<O> for MrvDegree {
    fn choose(&self, view: &View<O>) -> Target {
        most_open_peers(view, 0)
    }
}

/// The first prime above the number of cells of the largest grid, so that a multiplication modulo
/// it reorders the cells.
const PRIME: usize = 631;

/// Among the open cells with the fewest candidates, the one with the most open peers. Ties are
/// broken differently in every round: in round 0, they go to the first.
pub fn most_open_peers<O: Order>(view: &View<O>, round: usize) -> Target {
    let mut best = None;
    for cell in view.fewest_candidates().0 {
        let open_peers = (view.peers(cell) & view.open_cells()).len();
        let key = (Reverse(open_peers), (cell.index() + 1) * (100 * round + 1) % PRIME);
        if best.is_none_or(|(_, least)| key < least) {
            best = Some((cell, key));
        }
    }
    Target::Cell(best.expect("a cell is open").0)
}
