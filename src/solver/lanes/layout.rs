//! The interface between the scheduler and a layout: the candidates of many puzzles in registers,
//! one lane each, and the steps between sweeps.

use super::{branch::Branch, node::Node, slot::Slot};

/// The lanes that need the scheduler after a sweep, one bit per lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// No solution is left.
    pub dead: u64,
    /// Every digit has one cell left in every box. Meaningless for dead lanes.
    pub settled: u64,
    /// The sweep changed nothing. Meaningless for dead or settled lanes.
    pub stuck: u64,
}

/// The puzzle of every lane. Entries beyond the lanes of a layout are unused.
pub(super) type Slots = [Slot; 64];

/// A set of lanes, one bit each; iterates over their indices.
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

/// The registers of one thread, with one puzzle per lane. An empty lane holds a stale puzzle, or
/// nothing; its verdict is meaningless.
pub(super) trait LaneLayout: Sized + 'static {
    /// The lanes of the layout, one bit each.
    const LANES: u64;

    /// Proof that the CPU has the required features. Only [`super::Backend`] hands it out, after
    /// CPU detection.
    type Proof: Copy;

    /// Creates empty lanes.
    fn new(proof: Self::Proof) -> Self;

    /// Sweeps once over all lanes: applies every rule once, see README.md.
    fn sweep(&mut self) -> Verdict;

    /// Parses a line into a node.
    fn parse(&self, line: &[u8; 81]) -> Node;

    /// Copies the nodes of some slots into their lanes.
    fn put(&mut self, lanes: Lanes, slots: &Slots);

    /// Copies the cells of some lanes into the nodes of their slots.
    fn take(&self, lanes: Lanes, slots: &mut Slots);

    /// Returns true if a settled node is a solution. Writes its digits, in ASCII, to `digits`.
    ///
    /// In a settled node each digit has one cell in each box, and after a sweep one box in each
    /// row. No cell is empty, so none holds two digits. What remains to check is that each column
    /// holds nine digits.
    fn solution(&self, node: &Node, digits: Option<&mut [u8; 81]>) -> bool;

    /// Chooses where a stuck node branches; `None` if no cell has two candidates.
    fn choose(&self, slot: &Slot) -> Option<Branch>;

    /// Reduces a cell of a lane to one digit.
    fn assume(&mut self, lane: usize, branch: Branch);

    /// Runs a task compiled with all the features of the CPU.
    fn run<T>(proof: Self::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool);
}

/// Work that a layout runs with the features of its CPU. The body has to be inlined, or it is
/// compiled without them; hence a trait instead of a closure. The arguments are separate
/// references, so that the compiler knows that they do not overlap.
pub(super) trait Task<T> {
    /// Does the work. Implementations must be `#[inline(always)]`.
    fn run(&mut self, traffic: &mut T, drain: bool);
}
