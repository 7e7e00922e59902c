//! The first sweeps of a batch of fresh puzzles, with a bit per candidate and puzzle: 729 registers
//! of 256 bits. A puzzle takes less time there than in a lane, if few need a guess.
//!
//! ```text
//! batch of 256 lines ──► bits ⇄ sweep ──► solved, dead ────────────► results
//!                                   └───► stuck, or few are left ──► nodes ──► lanes
//! ```
//!
//! The rules are those of the lanes, so outcomes and counters do not depend on where a puzzle was
//! swept. README.md in the folder above has layout, costs, and what was tried.

#[cfg(target_arch = "x86_64")]
pub(super) mod sweep;
#[cfg(target_arch = "x86_64")]
pub(super) mod transpose;
#[cfg(target_arch = "x86_64")]
pub(super) mod wave;
#[cfg(target_arch = "x86_64")]
mod ymm;

use super::{
    node::{BranchCell, Node},
    progress::Slot,
    quads::Quads,
    queue::Queue,
    vector::Vector,
};
use crate::solver::Limits;

/// Sweeps the batch that was pushed last, before its puzzles enter lanes.
pub(super) type RunWave = dyn FnMut(&mut Queue, &Limits) + Send;

/// A puzzle whose first sweeps were made outside the lanes.
pub(super) struct Left {
    pub id: u64,
    /// The number of sweeps so far. If there was none, there is nothing to compare the next one with.
    pub sweeps: u64,
    pub node: Node,
    /// Where it branches, if it is stuck.
    pub branch: Option<BranchCell>,
}

impl Left {
    /// Moves the puzzle to a free lane.
    #[inline(always)]
    pub fn enter<V: Vector>(&self, lane: usize, clock: u64, slot: &mut Slot, set: &mut Quads<V>) {
        slot.begin(self.id, clock);
        slot.progress.outcome.counters.sweeps = self.sweeps;
        set.put::<3>(lane, self.node.words.as_chunks().0);
        if let Some(branch) = self.branch {
            *slot.node_mut() = self.node;
            // The wave has made sure that a guess is allowed.
            let _ = slot.guess(branch, &Limits::default());
            return set.assume(lane, branch);
        }
        let (mut sum, groups) = ([0_u16; 4], self.node.words.as_chunks::<4>().0);
        for group in &groups[..if self.sweeps > 0 { 27 } else { 0 }] {
            sum = [sum[0] + group[0], sum[1] + group[1], sum[2] + group[2], sum[3] + group[3]];
        }
        V::groups_mut(std::slice::from_mut(&mut set.sum))[lane % V::GROUPS] = sum;
    }
}
