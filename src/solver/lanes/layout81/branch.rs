//! Where a node branches, scored on masks of cells.

use super::{masks::Masks, vector::Vector};
use crate::solver::lanes::{
    branch::{Branch, Having, SCORED, without_bivalue},
    node::{CELLS, PEERS, WORDS},
    slot::Slot,
};

/// Finds words by their digits.
struct ByVector<V: Vector>(V::Proof);

impl<V: Vector> Clone for ByVector<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Vector> Copy for ByVector<V> {}

impl<V: Vector> Having for ByVector<V> {
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        V::having(self.0, words, digits)
    }
}

/// Where a stuck node branches; see [`crate::solver::lanes::branch`].
#[inline(always)]
pub(super) fn choose<V: Vector>(proof: V::Proof, slot: &Slot) -> Option<Branch> {
    let node = slot.node();
    let masks = V::masks(proof, &node.words);
    let bivalue = masks.bivalue & CELLS;
    if bivalue == 0 {
        return without_bivalue(node, ByVector::<V>(proof));
    }
    // Those where the search died come first.
    let mut best = Best { left: SCORED, key: 0 };
    best.score_cells(bivalue & slot.memory.died, &masks, slot);
    best.score_cells(bivalue & !slot.memory.died, &masks, slot);
    Some(Branch::lowest(node, best.key as usize % 128 % WORDS))
}

/// The best cell so far.
struct Best {
    /// How many cells may still be scored.
    left: usize,
    /// Score and position in one number: the best is the largest, without a branch.
    key: u32,
}

impl Best {
    #[inline(always)]
    fn score_cells(&mut self, mut cells: u128, masks: &Masks, slot: &Slot) {
        let bivalue = masks.bivalue & CELLS;
        while cells != 0 && self.left > 0 {
            let at = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            self.left -= 1;
            let word = u32::from(slot.node().words[at % WORDS]);
            let (first, second) = (word.trailing_zeros(), 31 - word.leading_zeros());
            let either = masks.digits[first as usize % 16] | masks.digits[second as usize % 16];
            let touched = either & PEERS[at % 128];
            let score = touched.count_ones() + 2 * (touched & bivalue).count_ones();
            let score = score + u32::from(slot.memory.deaths[at % 128]);
            self.key = self.key.max(score << 7 | at as u32);
        }
    }
}
