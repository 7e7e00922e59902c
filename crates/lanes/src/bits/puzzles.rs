//! Sets of puzzles: a register with a bit for each puzzle of a batch.

use crate::{
    vector::Vector,
    x86::{Generation, Ymm, quadword},
};
use sudomill_puzzle::grid::SetBits;

/// A set as bits, 16 to a number.
#[inline(always)]
pub fn words<G: Generation>(set: Ymm<G>) -> [u16; 16] {
    *Ymm::groups(&[set]).as_flattened().first_chunk().expect("a register has 16 words")
}

/// A set as bits, 64 to a number.
#[inline(always)]
pub fn quarters<G: Generation>(set: Ymm<G>) -> [u64; 4] {
    let set = [set];
    let groups = Ymm::groups(&set);
    let quarter = |i: usize| quadword(groups[i]).cast_unsigned();
    [quarter(0), quarter(1), quarter(2), quarter(3)]
}

/// The number of puzzles in a set.
#[inline(always)]
pub fn count<G: Generation>(set: Ymm<G>) -> u32 {
    let [a, b, c, d] = quarters(set);
    a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()
}

/// The puzzles of a set, ascending.
#[inline(always)]
pub fn puzzles<G: Generation>(set: Ymm<G>) -> Puzzles {
    let [a, b, c, d] = quarters(set);
    Puzzles { quarters: [SetBits(a), SetBits(b), SetBits(c), SetBits(d)], quarter: 0 }
}

/// See [`puzzles`]. A type and no adapters, whose closures would be functions of their own.
pub struct Puzzles {
    quarters: [SetBits<u64>; 4],
    /// The quarter that has the next puzzle, or one before it.
    quarter: usize,
}

impl Iterator for Puzzles {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        while let Some(quarter) = self.quarters.get_mut(self.quarter) {
            if let Some(puzzle) = quarter.next() {
                return Some(64 * self.quarter + puzzle);
            }
            self.quarter += 1;
        }
        None
    }
}
