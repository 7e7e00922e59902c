//! `mrv+degree`: minimum remaining values, ties by degree.

use super::{Branching, Target, View};
use crate::grid::Order;
use std::cmp::Reverse;

/// Among the open cells with the fewest candidates, the one with the most open peers;
/// ties go to the first. Source: Brélaz, "New methods to color the vertices of a graph",
/// 1979.
#[derive(Clone, Copy, Debug, Default)]
pub struct MrvDegree;

impl<O: Order> Branching<O> for MrvDegree {
    fn choose(&self, view: &View<O>) -> Target {
        let least = view.open_cells().map(|(_, mask)| mask.len()).min();
        let cells = view.open_cells().filter(|(_, mask)| Some(mask.len()) == least);
        let most_peers = cells.min_by_key(|(cell, _)| Reverse(view.open_peers(*cell).count()));
        Target::Cell(most_peers.expect("a cell is open").0)
    }
}
