//! The number of candidates of every cell.

use crate::grid::{Cell, CellSet, Order};

/// The bits of the largest number, 25.
const BITS: usize = 5;

/// A number for every cell, in binary: set `i` has the cells in whose number bit `i` is set.
/// A few operations change or compare the numbers of all cells at once.
#[derive(Clone, Copy, Debug)]
pub struct Counts<O: Order> {
    bits: [CellSet<O>; BITS],
}

impl<O: Order> Counts<O> {
    /// The bits in use: no number is above the side of the grid.
    const USED: usize = (usize::BITS - O::SIDE.leading_zeros()) as usize;

    /// How many of the sets have each cell.
    #[inline]
    pub fn of(sets: &[CellSet<O>]) -> Self {
        let mut counts = Self { bits: [CellSet::EMPTY; BITS] };
        for &set in sets {
            let mut carry = set;
            for bit in &mut counts.bits[..Self::USED] {
                let both = *bit & carry;
                *bit ^= carry;
                carry = both;
            }
        }
        counts
    }

    /// Subtracts one from the numbers of these cells, which are at least one.
    #[inline(always)]
    pub fn decrement(&mut self, cells: CellSet<O>) {
        let mut borrow = cells;
        for bit in &mut self.bits[..Self::USED] {
            *bit ^= borrow;
            borrow &= *bit;
        }
    }

    /// Sets the number of a cell to one.
    #[inline(always)]
    pub fn set_to_one(&mut self, cell: Cell) {
        let [ones, more @ ..] = &mut self.bits;
        ones.insert(cell);
        for bit in &mut more[..Self::USED - 1] {
            bit.take(cell);
        }
    }

    /// Those of these cells whose number is zero.
    #[inline(always)]
    pub fn zero(&self, cells: CellSet<O>) -> CellSet<O> {
        self.bits[..Self::USED].iter().fold(cells, |left, &bit| left - bit)
    }

    /// Those of these cells whose number is one.
    #[inline(always)]
    pub fn one(&self, cells: CellSet<O>) -> CellSet<O> {
        self.bits[1..Self::USED].iter().fold(cells & self.bits[0], |left, &bit| left - bit)
    }

    /// Those of these cells whose number is two.
    #[inline]
    pub fn two(&self, cells: CellSet<O>) -> CellSet<O> {
        let [ones, twos, more @ ..] = &self.bits;
        more[..Self::USED - 2].iter().fold((cells & *twos) - *ones, |left, &bit| left - bit)
    }

    /// Those of these cells whose number is the smallest, and the number.
    #[inline]
    pub fn smallest(&self, cells: CellSet<O>) -> (CellSet<O>, usize) {
        let (mut least, mut number) = (cells, 0);
        for (i, &bit) in self.bits[..Self::USED].iter().enumerate().rev() {
            let without = least - bit;
            match without.is_empty() {
                true => number |= 1 << i,
                false => least = without,
            }
        }
        (least, number)
    }
}
