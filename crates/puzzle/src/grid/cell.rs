//! The position of a cell, and the origin of its value.

use super::Size;

/// A cell by its row-major index, 0 at the top left.
///
/// ```
/// # use sudomill_puzzle as sudomill;
/// use sudomill::grid::{Cell, Order3};
/// let cell = Cell::at::<Order3>(4, 7);
/// assert_eq!(cell.index(), 43);
/// assert_eq!((cell.row::<Order3>(), cell.column::<Order3>(), cell.box_::<Order3>()), (4, 7, 5));
/// assert_eq!(cell.name::<Order3>(), "r5c8");
/// assert_eq!(cell.peers::<Order3>().len(), 20);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u16);

impl Cell {
    /// The cell with this row-major index.
    ///
    /// # Panics
    /// If the index is beyond the largest grid, 25×25. Callers must keep it within their own grid.
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < Size::TwentyFive.cells(), "a cell beyond the largest grid");
        Self(index as u16)
    }

    /// The row-major index.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The origin of a cell's digit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// A clue of the puzzle.
    Clue,
    /// A guess of the search.
    Guess,
    /// Deduced from the clues and the guesses.
    Implied,
}
