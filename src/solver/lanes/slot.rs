//! The state of a lane's puzzle outside the registers.

use super::{LaneOutcome, branch::Branch, memory::Memory, node::Node};
use crate::solver::Limits;

/// The puzzle of one lane.
pub(super) struct Slot {
    pub id: u64,
    /// The scheduler's clock when the puzzle entered the lane.
    pub since: u64,
    /// The number of guesses on the path to the state in the lane.
    pub path: u16,
    /// The position of the latest decision on that path, guess or alternative.
    pub decided: u16,
    /// The branching of the state in the lane.
    pub branch: Option<Branch>,
    pub outcome: LaneOutcome,
    pub memory: Memory,
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
            path: 0,
            decided: 0,
            branch: None,
            outcome: LaneOutcome::new(),
            memory: Memory::NONE,
            stack: vec![Node::EMPTY; 2],
            depth: 0,
        }
    }

    /// Prepares the slot for a new puzzle.
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

    /// The free node, and the outcome so far.
    #[inline(always)]
    pub fn parts(&mut self) -> (&Node, &mut LaneOutcome) {
        (&self.stack[self.depth], &mut self.outcome)
    }

    /// Keeps the free node as the alternative to a guess at this position.
    #[inline(always)]
    pub fn push(&mut self, at: u16) {
        self.depth += 1;
        if self.depth == self.stack.len() {
            self.stack.push(Node::EMPTY);
        }
        self.decided = at;
    }

    /// Records that the state in the lane has no solution.
    #[inline(always)]
    pub fn contradiction(&mut self) {
        self.outcome.counters.contradictions += 1;
        if self.path > 0 {
            self.memory.note(self.decided);
        }
    }

    /// Makes the latest alternative the free node, to be put into the lane. Returns false if there
    /// is none, or if the limits forbid another guess.
    #[inline(always)]
    pub fn pop(&mut self, limits: &Limits) -> bool {
        if self.depth == 0 {
            self.outcome.counters.backtracks += u64::from(self.path);
            return false;
        }
        self.depth -= 1;
        let (path, decided) = self.node().path_meta();
        self.outcome.counters.backtracks += u64::from(self.path - path);
        (self.path, self.decided) = (path, decided);
        self.guess(limits)
    }

    /// Counts a guess. If the limits forbid it, gives up on the puzzle and returns false.
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
