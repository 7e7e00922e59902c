//! The steps of the layout: generic ones for any register, which backends override with faster
//! ones.

use super::{GROUPS, Group, STEP, put, sweep, sweep::Found, wide::Wide};
use crate::solver::lanes::{
    branch::Branch,
    layout::{Lanes, Slots, Task},
    node::Node,
    slot::Slot,
};

/// A register and the steps that use it.
pub(in crate::solver::lanes) trait Body: Wide {
    /// See [`sweep::sweep`].
    #[inline(always)]
    fn sweep(proof: Self::Proof, group: &mut Group<Self>) -> Found {
        sweep::sweep(proof, group)
    }

    /// See [`put::put_together`].
    #[inline(always)]
    fn put<const N: usize>(
        proof: Self::Proof,
        group: &mut Group<Self>,
        nodes: [(usize, &Node); N],
    ) {
        put::put_together(proof, group, nodes);
    }

    /// Copies puzzles from their groups into the nodes of their slots.
    #[inline(always)]
    fn take(groups: &[Group<Self>; GROUPS], lanes: Lanes, slots: &mut Slots) {
        for lane in lanes {
            *slots[lane].node_mut() = groups[lane / STEP % GROUPS].node(lane % STEP);
        }
    }

    /// Parses a line into a node.
    #[inline(always)]
    fn parse(_: Self::Proof, line: &[u8; 81]) -> Node {
        Node::parse(line)
    }

    /// Returns true if every column of a settled node has all digits. Writes the digits, in ASCII,
    /// to `digits`.
    #[inline(always)]
    fn solution(_: Self::Proof, node: &Node, digits: Option<&mut [u8; 81]>) -> bool {
        node.solution(digits)
    }

    /// Chooses where a stuck node branches.
    fn choose(proof: Self::Proof, slot: &Slot) -> Option<Branch>;

    /// Reduces a mask of words to a mask of ten puzzles: bit `p` is set if any of the three bits
    /// from `3 p` up is.
    #[inline(always)]
    fn any_of_three(mask: u32) -> u16 {
        (0..10).fold(0, |any, p| any | u16::from(mask >> (3 * p) & 7 != 0) << p)
    }

    /// Runs a task compiled with all the features of the CPU.
    #[inline(always)]
    fn run<T>(_: Self::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        task.run(traffic, drain);
    }
}
