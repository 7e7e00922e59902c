//! The state of a lane's puzzle outside the registers.

use super::{
    node::{Branch, Node},
    progress::Progress,
};
use crate::solver::Limits;

/// The puzzle of one lane.
pub(super) struct Slot {
    pub id: u64,
    /// The scheduler's clock when the puzzle entered the lane.
    pub since: u64,
    /// The branching of the state in the lane.
    pub branch: Option<Branch>,
    pub progress: Progress,
    /// The first `depth` nodes are the alternatives not yet tried, the latest last. The next one is
    /// free for writing; any further ones are kept for reuse.
    stack: Vec<Node>,
    depth: usize,
}

impl Slot {
    pub fn new() -> Self {
        Self {
            id: 0,
            since: 0,
            branch: None,
            progress: Progress::new(),
            stack: vec![Node::EMPTY; 2],
            depth: 0,
        }
    }

    /// Prepares the slot for a new puzzle.
    #[inline(always)]
    pub fn begin(&mut self, id: u64, clock: u64) {
        self.id = id;
        self.since = clock;
        self.depth = 0;
        self.progress.reset();
    }

    /// The free node: the one to put into the lane, or just taken out of it.
    #[inline(always)]
    pub fn node(&self) -> &Node {
        &self.stack[self.depth]
    }

    /// Like [`Slot::node`], but mutable.
    #[inline(always)]
    pub fn node_mut(&mut self) -> &mut Node {
        &mut self.stack[self.depth]
    }

    /// Keeps the free node as the alternative to a guess at this position.
    #[inline(always)]
    pub fn push(&mut self, at: u16) {
        self.depth += 1;
        if self.depth == self.stack.len() {
            self.stack.push(Node::EMPTY);
        }
        self.progress.decided = at;
    }

    /// Makes the latest alternative the free node, to be put into the lane. Returns false if there
    /// is none, or if the limits forbid another guess.
    #[inline(always)]
    pub fn pop(&mut self, limits: &Limits) -> bool {
        if self.depth == 0 {
            self.progress.backtrack(0, 0);
            return false;
        }
        self.depth -= 1;
        let (path, decided) = self.node().path_meta();
        self.progress.backtrack(path, decided);
        self.progress.guess(limits)
    }
}
