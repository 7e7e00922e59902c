//! `mrv`: minimum remaining values.

use super::{Branching, Target, View};
use crate::grid::Order;

/// The open cell with the fewest candidates; the first in row-major order if several have
/// equally many. Source: Bitner and Reingold, "Backtrack programming techniques", 1975.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

impl<O: Order> Branching<O> for Mrv {
    #[inline]
    fn choose(&self, view: &View<O>) -> Target {
        Target::Cell(view.fewest_candidates().0.first().expect("a cell is open"))
    }
}
