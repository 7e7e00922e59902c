//! What the scheduler asks of a layout: candidates of many puzzles in registers, a lane
//! each, and the steps between sweeps.

use super::{branch::Branch, node::Node, slot::Slot};

/// Lanes, one bit each, whose puzzles need the scheduler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// No solution is left.
    pub dead: u64,
    /// Settled: every digit has one cell left in every box. Meaningless where dead.
    pub settled: u64,
    /// Stuck: the sweep changed nothing. Meaningless where dead or settled.
    pub stuck: u64,
}

/// The puzzle of every lane; those of lanes that a layout has not are not used.
pub(super) type Slots = [Slot; 64];

/// Lanes, one bit each; an iterator over their numbers.
#[derive(Clone, Copy)]
pub(super) struct Lanes(pub u64);

impl Iterator for Lanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = (self.0 != 0).then_some(self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        lane
    }
}

/// The registers of one thread, with a puzzle in every lane. An empty lane holds a puzzle
/// that was there before, or nothing; its verdict means nothing.
pub(super) trait Layout: Sized + 'static {
    /// The lanes that there are, one bit each.
    const LANES: u64;

    /// What only [`super::Backend`] hands out, after looking at the CPU.
    type Proof: Copy;

    /// Lanes with nothing in them.
    fn new(proof: Self::Proof) -> Self;

    /// Sweeps once over all lanes: every conclusion of one round, see README.md.
    fn sweep(&mut self) -> Verdict;

    /// Parses a line into a node.
    fn parse(&self, line: &[u8; 81]) -> Node;

    /// Puts the nodes of some slots into their lanes.
    fn put(&mut self, lanes: Lanes, slots: &Slots);

    /// Takes the cells of some lanes out into the nodes of their slots.
    fn take(&self, lanes: Lanes, slots: &mut Slots);

    /// Whether a settled node is a solution. Writes its digits, in ASCII, if they are
    /// asked for.
    ///
    /// Settled says that each digit has one cell in each box, and the sweep that each has
    /// one box in each row. No cell is empty, so none holds two. What is left to see is
    /// that each column holds nine digits.
    fn solution(&self, node: &Node, digits: Option<&mut [u8; 81]>) -> bool;

    /// Where a stuck node branches; `None` if no cell has two candidates.
    fn choose(&self, slot: &Slot) -> Option<Branch>;

    /// Leaves one digit in a cell of a lane.
    fn assume(&mut self, lane: usize, branch: Branch);

    /// Runs a task where the compiler may use all that the CPU has.
    fn run<T>(proof: Self::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool);
}

/// Work that a layout runs with its CPU's features. Its body has to be inlined, or it is
/// compiled without them: hence a trait and not a closure. The arguments are references of
/// their own, so that the compiler knows that they do not overlap.
pub(super) trait Task<T> {
    /// Does it; `#[inline(always)]`.
    fn run(&mut self, traffic: &mut T, drain: bool);
}
