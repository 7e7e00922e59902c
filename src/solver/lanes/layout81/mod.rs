//! The layout for every CPU: one register per cell; a puzzle is one lane of all registers. Only the
//! masks at the end of a sweep look across lanes.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) mod neon;
pub(super) mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) mod simd128;
pub(super) mod sweep;
#[cfg(test)]
mod tests;
pub(super) mod vector;

use super::{
    branch::{self, Branch, DigitMatcher},
    layout::{LaneLayout, Lanes, Slots, Task, Verdict},
    memory::Memory,
    node::{Node, WORDS, cell_at, row_major},
    slot::Slot,
};
use vector::Vector;

/// Finds words by their digits, with [`Vector::having`].
#[derive(Clone, Copy)]
struct ByVector<V: Vector>(V::Proof);

impl<V: Vector> DigitMatcher for ByVector<V> {
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        V::having(self.0, words, digits)
    }
}

/// Chooses where a stuck node branches; `None` if no cell has two candidates.
#[inline(always)]
pub(super) fn choose<V: Vector>(proof: V::Proof, node: &Node, memory: &Memory) -> Option<Branch> {
    let masks = V::masks(proof, &node.words);
    branch::choose(node, memory, &masks, ByVector::<V>(proof))
}

/// Writes the digits of a settled node, in ASCII.
#[inline(always)]
pub(super) fn write_digits<V: Vector>(proof: V::Proof, node: &Node, digits: &mut [u8; 81]) {
    row_major(&V::digits(proof, &node.words), digits);
}

/// The candidates of many puzzles.
pub(super) struct Cells<V: Vector> {
    proof: V::Proof,
    /// One register per cell, row-major; a puzzle is one lane of all registers.
    cells: [V; 81],
    /// The sum of each lane's cells after the last sweep, at most 41,391. Candidates are only
    /// removed, so equal sums mean equal cells.
    sum: V,
}

impl<V: Vector> LaneLayout for Cells<V> {
    const LANES: u64 = u64::MAX >> (64 - V::LANES);
    type Proof = V::Proof;

    fn new(proof: V::Proof) -> Self {
        let zero = V::splat(proof, 0);
        Self { proof, cells: [zero; 81], sum: zero }
    }

    #[inline(always)]
    fn sweep(&mut self) -> Verdict {
        sweep::sweep(self.proof, self)
    }

    #[inline(always)]
    fn parse(&self, line: &[u8; 81]) -> Node {
        V::parse(self.proof, line)
    }

    #[inline(always)]
    fn put(&mut self, lanes: Lanes, slots: &Slots) {
        for lane in lanes {
            V::put(slots[lane].node(), &mut self.cells, lane);
            // No live state has this sum.
            V::words_mut(std::slice::from_mut(&mut self.sum))[lane % V::LANES] = 0;
        }
    }

    #[inline(always)]
    fn take(&self, lanes: Lanes, slots: &mut Slots) {
        for lane in lanes {
            V::take(&self.cells, lane, slots[lane].node_mut());
        }
    }

    /// Always returns true, because the sweep has already checked the columns.
    #[inline(always)]
    fn solution(&self, node: &Node, digits: Option<&mut [u8; 81]>) -> bool {
        let Some(digits) = digits else { return true };
        write_digits::<V>(self.proof, node, digits);
        true
    }

    #[inline(always)]
    fn choose(&self, slot: &Slot) -> Option<Branch> {
        choose::<V>(self.proof, slot.node(), &slot.progress.memory)
    }

    #[inline(always)]
    fn assume(&mut self, lane: usize, branch: Branch) {
        let (row, column) = cell_at(branch.at.into());
        let cell = 9 * row + column;
        V::words_mut(&mut self.cells)[cell * V::LANES + lane % V::LANES] = branch.digit;
    }

    #[inline(always)]
    fn run<T>(proof: V::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        V::run(proof, task, traffic, drain);
    }
}
