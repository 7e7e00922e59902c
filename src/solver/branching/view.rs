//! What a branching rule can see.

use crate::{
    grid::{Candidates, Cell, Digit, Order, Unit},
    solver::propagation::CandidateGrid,
};

/// A read-only view of the grid at a branching. For the cells of a unit and the peers of
/// a cell see [`Unit`] and [`Cell`].
#[derive(Debug)]
pub struct View<'a, O: Order> {
    grid: &'a CandidateGrid<O>,
    guesses: u64,
}

impl<'a, O: Order> View<'a, O> {
    #[inline]
    pub(in crate::solver) fn new(grid: &'a CandidateGrid<O>, guesses: u64) -> Self {
        Self { grid, guesses }
    }

    /// The candidates of a cell, at least one; for a filled cell its digit.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Candidates {
        self.grid.candidates(cell)
    }

    /// Whether the cell is empty.
    #[must_use]
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.grid.is_open(cell)
    }

    /// The number of open cells, at least 1.
    #[must_use]
    #[inline]
    pub fn open(&self) -> usize {
        self.grid.open()
    }

    /// The open cells in row-major order, each with its candidates, at least two.
    #[must_use]
    #[inline]
    pub fn open_cells(&self) -> impl DoubleEndedIterator<Item = (Cell, Candidates)> {
        self.grid.open_cells()
    }

    /// The open cells of a unit that may hold the digit, ascending. Empty if the unit has
    /// the digit already or no place left for it.
    #[must_use]
    #[inline]
    pub fn places(&self, digit: Digit, unit: Unit) -> impl DoubleEndedIterator<Item = Cell> {
        let may = move |cell: &Cell| self.is_open(*cell) && self.candidates(*cell).contains(digit);
        unit.cells::<O>().iter().copied().filter(may)
    }

    /// The digits of the filled cells of a unit.
    #[inline]
    pub fn filled(&self, unit: Unit) -> Candidates {
        let filled = unit.cells::<O>().iter().filter(|&&cell| !self.is_open(cell));
        filled.fold(Candidates::NONE, |all, &cell| all | self.candidates(cell))
    }

    /// The open peers of a cell.
    #[inline]
    pub fn open_peers(&self, cell: Cell) -> impl Iterator<Item = (Cell, Candidates)> {
        let peers = cell.peers::<O>().iter().filter(|&&peer| self.is_open(peer));
        peers.map(|&peer| (peer, self.candidates(peer)))
    }

    /// The guesses made so far. Each branching of a search sees a different number, so
    /// the number can identify the path to this state.
    #[must_use]
    #[inline]
    pub fn guesses(&self) -> u64 {
        self.guesses
    }
}
