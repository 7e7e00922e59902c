//! What is kept of a lane's puzzle besides its cells.

use super::{LaneOutcome, branch::Branch, memory::Memory, node::Node};
use crate::solver::Limits;

/// The puzzle of one lane.
pub(super) struct Slot {
    pub id: u64,
    /// The clock when the puzzle came in.
    pub since: u64,
    /// Guesses on the way to the state in the lane.
    pub path: u16,
    /// The position of the latest decision on that way, guess or alternative.
    pub decided: u16,
    /// Where the state in the lane branches.
    pub branch: Option<Branch>,
    pub outcome: LaneOutcome,
    pub memory: Memory,
    /// The alternatives not yet tried are the first `depth`, the latest last. The one
    /// behind them is free to be written; those further on are kept for reuse.
    stack: Vec<Node>,
    depth: usize,
}

impl Slot {
    pub fn new() -> Self {
        Self {
            id: 0,
            since: 0,
            path: 0,
            decided: 0,
            branch: None,
            outcome: LaneOutcome::new(),
            memory: Memory::NONE,
            stack: vec![Node::EMPTY; 2],
            depth: 0,
        }
    }

    /// Makes the slot ready for a puzzle.
    #[inline(always)]
    pub fn begin(&mut self, id: u64, clock: u64) {
        self.id = id;
        self.since = clock;
        self.path = 0;
        self.depth = 0;
        self.outcome.reset();
        // Most puzzles end without a death.
        if self.memory.died != 0 {
            self.memory = Memory::NONE;
        }
    }

    /// The node that goes into the lane next, or that was taken out of it: the free one.
    #[inline(always)]
    pub fn node(&self) -> &Node {
        &self.stack[self.depth]
    }

    /// As [`Slot::node`], to be written.
    #[inline(always)]
    pub fn node_mut(&mut self) -> &mut Node {
        &mut self.stack[self.depth]
    }

    /// The free node, and what has come out so far.
    #[inline(always)]
    pub fn parts(&mut self) -> (&Node, &mut LaneOutcome) {
        (&self.stack[self.depth], &mut self.outcome)
    }

    /// Keeps the free node as an alternative to a guess at that position.
    #[inline(always)]
    pub fn push(&mut self, at: u16) {
        self.depth += 1;
        if self.depth == self.stack.len() {
            self.stack.push(Node::EMPTY);
        }
        self.decided = at;
    }

    /// Notes that the state in the lane has no solution.
    #[inline(always)]
    pub fn contradiction(&mut self) {
        self.outcome.counters.contradictions += 1;
        if self.path > 0 {
            self.memory.note(self.decided);
        }
    }

    /// Makes the latest alternative the free node, to be put into the lane. `false` if
    /// there is none, or no guess is left for it.
    #[inline(always)]
    pub fn pop(&mut self, limits: &Limits) -> bool {
        if self.depth == 0 {
            self.outcome.counters.backtracks += u64::from(self.path);
            return false;
        }
        self.depth -= 1;
        let (path, decided) = self.node().way();
        self.outcome.counters.backtracks += u64::from(self.path - path);
        (self.path, self.decided) = (path, decided);
        self.guess(limits)
    }

    /// Counts a guess; `false`, and the puzzle is given up, if none is allowed.
    #[inline(always)]
    pub fn guess(&mut self, limits: &Limits) -> bool {
        if limits.is_stopped() || self.outcome.counters.guesses >= limits.max_guesses {
            self.outcome.gave_up = true;
            return false;
        }
        self.outcome.counters.guesses += 1;
        self.path += 1;
        true
    }
}
