//! What a branching rule may see.

use crate::{
    grid::{Candidates, Cell, Digit, Order, Unit},
    solver::propagation::Masks,
};

/// The grid at a branching, to be looked at only. Units and peers are asked of
/// [`Unit`] and [`Cell`].
pub struct View<'a, O: Order> {
    masks: &'a Masks<O>,
    guesses: u64,
}

impl<'a, O: Order> View<'a, O> {
    #[inline]
    pub(in crate::solver) fn new(masks: &'a Masks<O>, guesses: u64) -> Self {
        Self { masks, guesses }
    }

    /// The digits that a cell may hold, at least one; of a filled cell its one.
    #[inline]
    pub fn candidates(&self, cell: Cell) -> Candidates {
        self.masks.candidates(cell)
    }

    /// Whether the cell is yet to be filled.
    #[inline]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.masks.is_open(cell)
    }

    /// The number of open cells, at least 1.
    #[inline]
    pub fn open(&self) -> usize {
        self.masks.open()
    }

    /// The open cells, row-major, with their candidates, at least two each.
    #[inline]
    pub fn open_cells(&self) -> impl DoubleEndedIterator<Item = (Cell, Candidates)> {
        self.masks.open_cells()
    }

    /// The open cells of a unit that may hold the digit, ascending. None where
    /// the digit stands in the unit, or has no place left there.
    #[inline]
    pub fn places(&self, digit: Digit, unit: Unit) -> impl DoubleEndedIterator<Item = Cell> {
        let may = move |cell: &Cell| self.is_open(*cell) && self.candidates(*cell).contains(digit);
        unit.cells::<O>().iter().copied().filter(may)
    }

    /// The digits that stand in a unit.
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

    /// The guesses made so far. No two branchings of a search see the same
    /// number, so it can stand for the path that led here.
    #[inline]
    pub fn guesses(&self) -> u64 {
        self.guesses
    }
}
