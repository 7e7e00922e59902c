//! `mrv+degree`: minimum remaining values, ties by degree.

use super::{Branching, Target, View};
use crate::grid::{CellSet, Order};
use std::cmp::Reverse;

/// Among the open cells with the fewest candidates, the one with the most open peers;
/// ties go to the first. Source: Brélaz, "New methods to color the vertices of a graph",
/// 1979.
#[derive(Clone, Copy, Debug, Default)]
pub struct MrvDegree;

impl<O: Order> Branching<O> for MrvDegree {
    fn choose(&self, view: &View<O>) -> Target {
        let open = view.open_cells();
        let open_peers = |&cell: &_| (CellSet::peers(cell) & open).len();
        let most_peers =
            view.fewest_candidates().0.iter().min_by_key(|cell| Reverse(open_peers(cell)));
        Target::Cell(most_peers.expect("a cell is open"))
    }
}
