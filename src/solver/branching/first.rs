//! `first`: the first open cell, whatever it may hold.

use super::{Branching, Target, View};
use crate::grid::Order;

/// The first open cell row-major: the baseline that a rule has to beat. Source:
/// plain backtracking's order of the cells.
#[derive(Clone, Copy, Debug, Default)]
pub struct First;

impl<O: Order> Branching<O> for First {
    fn choose(&self, view: &View<O>) -> Target {
        Target::Cell(view.open_cells().next().expect("a cell is open").0)
    }
}
