//! The units of a grid, as the propagations and the branching rules ask for them.

use super::{CandidateGrid, Peers, hidden_singles::HiddenSingles};
use sudomill_puzzle::{
    grid::{Cell, CellSet, Order, Unit},
    solving::Removal,
};

/// The units of a grid. [`Standard`] knows them when it is compiled; [`Tables`](super::Tables) are made from
/// data. Units with fewer cells than digits are in the peers alone: a digit need not be in them.
pub trait Geometry<O: Order>: Peers<O> {
    /// All units with as many cells as digits, in their order.
    fn units(&self) -> impl Iterator<Item = Unit>;

    /// Those of them that have this cell.
    fn units_of(&self, cell: Cell) -> impl Iterator<Item = Unit>;

    /// The hidden singles of a grid.
    fn hidden_singles(&self, grid: &CandidateGrid<O>) -> HiddenSingles<O>;

    /// Removes the digits that locked candidates exclude.
    fn remove_locked(&self, grid: &mut CandidateGrid<O>, report: &mut dyn FnMut(Removal));
}

/// Rows, columns and boxes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Standard;

impl<O: Order> Peers<O> for Standard {
    #[inline(always)]
    fn peers(&self, cell: Cell) -> CellSet<O> {
        CellSet::peers(cell)
    }
}

impl<O: Order> Geometry<O> for Standard {
    #[inline(always)]
    fn units(&self) -> impl Iterator<Item = Unit> {
        Unit::all::<O>()
    }

    #[inline(always)]
    fn units_of(&self, cell: Cell) -> impl Iterator<Item = Unit> {
        cell.units::<O>().into_iter()
    }

    #[inline(always)]
    fn hidden_singles(&self, grid: &CandidateGrid<O>) -> HiddenSingles<O> {
        HiddenSingles::of(grid)
    }

    #[inline(always)]
    fn remove_locked(&self, grid: &mut CandidateGrid<O>, report: &mut dyn FnMut(Removal)) {
        grid.remove_locked(report);
    }
}
