//! The layout for AVX-512: a register holds three cells of ten puzzles; four groups of 27 registers
//! hold 40 puzzles. README.md has a drawing.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
mod body;
#[cfg(test)]
pub(super) mod plain;
mod put;
mod sweep;
#[cfg(test)]
mod tests;
mod wide;

use super::{
    branch::Branch,
    layout::{LaneLayout, Lanes, Slots, Task, Verdict},
    node::{Node, cell_at, position},
    slot::Slot,
};
use body::Body;
use wide::Wide;

/// The number of groups. They are swept in turn, but the steps between sweeps handle all of them
/// together.
const GROUPS: usize = 4;
/// The distance in lanes from one group to the next.
const STEP: usize = 16;

/// The candidates of many puzzles. Lane `16 g + p` is puzzle `p` of group `g`.
pub(super) struct Cells<W: Wide> {
    proof: W::Proof,
    groups: [Group<W>; GROUPS],
}

/// The candidates of ten puzzles.
pub(in crate::solver::lanes) struct Group<W> {
    /// Word `3 p + b` of register `9 i + c`: puzzle `p`, row `i` of band `b`, column `c`.
    /// The last two words of a register are meaningless.
    cells: [W; 27],
    /// The sum of each band's 27 cells after the last sweep, at most 13,797. Candidates are only
    /// removed, so equal sums mean equal cells.
    sums: W,
}

impl<W: Wide> Group<W> {
    /// Copies a puzzle of the group into a node.
    fn node(&self, puzzle: usize) -> Node {
        let mut node = Node::EMPTY;
        for (at, register) in self.cells.iter().enumerate() {
            let words = register.words();
            for band in 0..3 {
                node.words[position(3 * band + at / 9, at % 9)] = words[3 * puzzle + band];
            }
        }
        node
    }
}

/// A mask of a puzzle's words in a register.
const fn words_of(puzzle: usize) -> u32 {
    7 << (3 * puzzle)
}

impl<W: Body> LaneLayout for Cells<W> {
    const LANES: u64 = 0x03FF_03FF_03FF_03FF;
    type Proof = W::Proof;

    fn new(proof: W::Proof) -> Self {
        let zero = W::splat(proof, 0);
        let groups = std::array::from_fn(|_| Group { cells: [zero; 27], sums: zero });
        Self { proof, groups }
    }

    #[inline(always)]
    fn sweep(&mut self) -> Verdict {
        let (mut dead, mut unsettled, mut changed) = (0, 0, 0);
        for (index, group) in self.groups.iter_mut().enumerate() {
            let found = W::sweep(self.proof, group);
            let lanes = |words: u32| u64::from(W::any_of_three(words)) << (STEP * index);
            dead |= lanes(found.dead);
            unsettled |= lanes(found.unsettled);
            changed |= lanes(found.changed);
        }
        Verdict { dead, settled: !unsettled, stuck: !changed }
    }

    #[inline(always)]
    fn parse(&self, line: &[u8; 81]) -> Node {
        W::parse(self.proof, line)
    }

    /// Copies up to four puzzles of a group at once.
    #[inline(always)]
    fn put(&mut self, lanes: Lanes, slots: &Slots) {
        for (index, group) in self.groups.iter_mut().enumerate() {
            let node = |puzzle: usize| (puzzle, slots[(STEP * index + puzzle) % 64].node());
            let mut puzzles = Lanes(lanes.0 >> (STEP * index) & 0x03FF);
            while let Some(first) = puzzles.next() {
                // If the number is odd, the last puzzle is copied twice.
                let two = [node(first), node(puzzles.next().unwrap_or(first))];
                match puzzles.next() {
                    None => W::put(self.proof, group, two),
                    Some(third) => {
                        let fourth = puzzles.next().unwrap_or(third);
                        W::put(self.proof, group, [two[0], two[1], node(third), node(fourth)]);
                    }
                }
            }
        }
    }

    #[inline(always)]
    fn take(&self, lanes: Lanes, slots: &mut Slots) {
        W::take(&self.groups, lanes, slots);
    }

    #[inline(always)]
    fn solution(&self, node: &Node, digits: Option<&mut [u8; 81]>) -> bool {
        W::solution(self.proof, node, digits)
    }

    #[inline(always)]
    fn choose(&self, slot: &Slot) -> Option<Branch> {
        W::choose(self.proof, slot)
    }

    #[inline(always)]
    fn assume(&mut self, lane: usize, branch: Branch) {
        let (row, column) = cell_at(branch.at.into());
        let group = &mut self.groups[lane / STEP % GROUPS];
        let cell = &mut group.cells[(9 * (row % 3) + column) % 27];
        let word = 1 << (3 * (lane % STEP) + row / 3);
        // Stores the whole register, because the sweep loads it as a whole.
        *cell = cell.select(word, W::splat(self.proof, branch.digit)).pin();
    }

    #[inline(always)]
    fn run<T>(proof: W::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        W::run(proof, task, traffic, drain);
    }
}
