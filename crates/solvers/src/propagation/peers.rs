//! The peers of cells, which are all that a grid of candidates knows of its units.

use std::fmt::Debug;
use sudomill_puzzle::grid::{Cell, CellSet, Order};

/// Which cells may not have the same digit.
pub trait Peers<O: Order>: Debug + Send + Sync + 'static {
    /// The peers of a cell.
    fn peers(&self, cell: Cell) -> CellSet<O>;
}
