//! Naked singles that wait to be entered.

use crate::grid::{Cell, Order};

/// Cells with one candidate that wait to be entered. A cell is queued when it gets its
/// last candidate, which happens only once.
pub struct Queue<O: Order> {
    cells: O::PerCell<u16>,
    len: usize,
}

impl<O: Order> Queue<O> {
    pub fn new() -> Self {
        Self { cells: O::per_cell(0), len: 0 }
    }

    #[inline]
    pub fn push(&mut self, cell: Cell) {
        self.cells.as_mut()[self.len] = cell.index() as u16;
        self.len += 1;
    }

    /// The cell with this number, counted from the last [`Self::clear`].
    #[inline]
    pub fn get(&self, number: usize) -> Option<Cell> {
        (number < self.len).then(|| Cell::new(self.cells.as_ref()[number].into()))
    }

    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}
