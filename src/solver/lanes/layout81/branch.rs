//! Where a node branches, scored on masks of cells.

use super::vector::Vector;
use crate::solver::lanes::{
    branch::{Branch, Having, SCORED, without_bivalue},
    node::{CELLS, PEERS, WORDS},
    slot::Slot,
};

/// The cells of a node by their digits, bit `p` for position `p`. Bits of spare words mean
/// nothing.
pub(in crate::solver::lanes) struct Masks {
    /// The cells that have a digit: nine, and seven more that need no check of the index.
    pub digits: [u128; 16],
    /// The cells with two candidates.
    pub bivalue: u128,
}

impl Masks {
    /// Of a node, with bytes as the rows of matrices of bits.
    #[inline(always)]
    pub fn of(words: &[u16; WORDS]) -> Self {
        let (mut low, mut nine, mut bivalue) = ([0; WORDS], [0; WORDS], [0; WORDS]);
        for (at, &word) in words.iter().enumerate() {
            let second = word & word.wrapping_sub(1);
            let third = second & second.wrapping_sub(1);
            low[at] = word as u8;
            nine[at] = (word >> 8) as u8;
            bivalue[at] = u8::from(second != 0 && third == 0);
        }
        let mut bytes = [[0; 16]; 9];
        for (i, eight) in low.as_chunks::<8>().0.iter().enumerate() {
            let columns = transposed(u64::from_le_bytes(*eight)).to_le_bytes();
            for (digit, column) in columns.into_iter().enumerate() {
                bytes[digit][i] = column;
            }
        }
        bytes[8] = bits_of(&nine);
        let mut digits = [0; 16];
        for (mask, bytes) in digits.iter_mut().zip(bytes) {
            *mask = u128::from_le_bytes(bytes);
        }
        Self { digits, bivalue: u128::from_le_bytes(bits_of(&bivalue)) }
    }
}

/// Bytes that are 0 or 1 as bits.
#[inline(always)]
fn bits_of(bytes: &[u8; WORDS]) -> [u8; 16] {
    let mut bits = [0; 16];
    for (bits, eight) in bits.iter_mut().zip(bytes.as_chunks::<8>().0) {
        // Byte i goes to bit 56 + i.
        let product = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        *bits = (product >> 56) as u8;
    }
    bits
}

/// A matrix of 8 × 8 bits, a byte a row, with rows and columns exchanged: single bits, then
/// blocks of 2 × 2, then of 4 × 4 (H. S. Warren, Hacker's Delight, section 7-3).
#[inline(always)]
const fn transposed(mut rows: u64) -> u64 {
    let moved = (rows ^ rows >> 7) & 0x00AA_00AA_00AA_00AA;
    rows ^= moved ^ moved << 7;
    let moved = (rows ^ rows >> 14) & 0x0000_CCCC_0000_CCCC;
    rows ^= moved ^ moved << 14;
    let moved = (rows ^ rows >> 28) & 0x0000_0000_F0F0_F0F0;
    rows ^ moved ^ moved << 28
}

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
