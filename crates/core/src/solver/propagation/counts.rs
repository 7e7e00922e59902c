//! The number of candidates of every cell.

use crate::grid::{CellSet, Order};

/// The number of bits of the largest number, 25.
const BITS: usize = 5;

/// A number for every cell, bit-sliced: set `i` has the cells whose number has bit `i` set. A few
/// operations change or compare the numbers of all cells at once.
#[derive(Clone, Copy, Debug)]
pub struct Counts<O: Order> {
    bits: [CellSet<O>; BITS],
}

impl<O: Order> Counts<O> {
    /// The number of bits in use: no number exceeds the side of the grid.
    const USED: usize = (usize::BITS - O::SIDE.leading_zeros()) as usize;

    /// Counts, for each cell, the sets that have it.
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

    /// The cells with the smallest number among `cells`, and that number.
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
