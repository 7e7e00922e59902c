//! `mrv`: minimum remaining values.

use super::{Branching, Target, View};
use crate::grid::{Candidates, Cell, Order};

/// The open cell with the fewest candidates; the first in row-major order if several have
/// equally many. Source: Bitner and Reingold, "Backtrack programming techniques", 1975.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

/// The open cell with the fewest candidates; ties go to the first.
#[inline]
pub(super) fn fewest<O: Order>(view: &View<O>) -> (Cell, Candidates) {
    let mut best: Option<(Cell, Candidates)> = None;
    for (cell, mask) in view.open_cells() {
        // No cell has fewer than two: naked singles are entered.
        if mask.len() == 2 {
            return (cell, mask);
        }
        if best.is_none_or(|(_, least)| mask.len() < least.len()) {
            best = Some((cell, mask));
        }
    }
    best.expect("a cell is open")
}

impl<O: Order> Branching<O> for Mrv {
    #[inline]
    fn choose(&self, view: &View<O>) -> Target {
        Target::Cell(fewest(view).0)
    }
}
