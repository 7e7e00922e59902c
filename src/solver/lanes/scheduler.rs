//! Keeps the lanes busy: sweeps, sees to the puzzles that need it, refills.
//!
//! In: ASCII lines with their numbers. Out: a [`LaneOutcome`] each, in the
//! order in which they end. Called through [`super::Lanes`].

use super::{
    LaneOutcome, Occupancy,
    branch::{self, Branch},
    kernel::{self, Cells, Verdict},
    node::Node,
    vector::Vector,
};
use crate::solver::Limits;

/// Where lanes get their puzzles from and leave what became of them.
pub trait Traffic {
    /// The next puzzle: a number of the caller's and 81 ASCII bytes. `None`: there is none
    /// at present.
    fn next(&mut self) -> Option<(u64, &[u8; 81])>;

    /// The puzzle with that number has ended.
    fn end(&mut self, id: u64, outcome: &LaneOutcome);
}

/// The puzzles side by side in one thread's registers, and what is to be done
/// with them.
pub(super) struct Scheduler<'a, V: Vector> {
    proof: V::Proof,
    limits: Limits<'a>,
    state: Cells<V>,
    /// Lanes that hold a puzzle, one bit each.
    busy: u32,
    /// Sweeps since the lanes were made.
    clock: u64,
    /// Sweeps of puzzles that have ended.
    ended: u64,
    slots: Vec<Slot>,
}

/// What is kept of a lane's puzzle besides its cells.
struct Slot {
    id: u64,
    /// The clock when the puzzle came in.
    since: u64,
    /// Guesses on the way to the state in the lane.
    path: u16,
    outcome: LaneOutcome,
    /// The alternatives not yet tried are the first `depth`, the latest last.
    /// Those behind are kept to be written over.
    stack: Vec<Node>,
    depth: usize,
}

impl<'a, V: Vector> Scheduler<'a, V> {
    pub fn new(proof: V::Proof, limits: Limits<'a>) -> Self {
        let zero = V::splat(proof, 0);
        Self {
            proof,
            limits,
            state: Cells { cells: [zero; 81], sum: zero },
            busy: 0,
            clock: 0,
            ended: 0,
            slots: (0..V::LANES).map(|_| Slot::new()).collect(),
        }
    }

    /// That the CPU has what the backend needs.
    pub fn proof(&self) -> V::Proof {
        self.proof
    }

    /// How well the lanes were used so far.
    pub fn occupancy(&self) -> Occupancy {
        let begun = |lane: usize| self.clock - self.slots[lane].since;
        Occupancy {
            busy: self.ended + bits(self.busy).map(begun).sum::<u64>(),
            total: self.clock * V::LANES as u64,
        }
    }

    /// Solves until no puzzle is left to begin; with `drain`, until all that
    /// were begun have ended.
    #[inline(always)]
    pub fn solve(&mut self, traffic: &mut impl Traffic, drain: bool) {
        while self.fill(traffic) || (drain && self.busy != 0) {
            let verdict = kernel::sweep(self.proof, &mut self.state);
            self.clock += 1;
            self.serve(verdict, traffic);
        }
    }

    /// Puts puzzles into the free lanes; `false` when there were too few.
    #[inline(always)]
    fn fill(&mut self, traffic: &mut impl Traffic) -> bool {
        let free = !self.busy & (u32::MAX >> (32 - V::LANES));
        // Not `all`: a closure that is not inlined loses the CPU's features.
        for lane in bits(free) {
            if !self.begin(lane, traffic) {
                return false;
            }
        }
        true
    }

    /// Takes the next puzzle into a lane; `false` if there is none.
    #[inline(always)]
    fn begin(&mut self, lane: usize, traffic: &mut impl Traffic) -> bool {
        let Some((id, line)) = traffic.next() else { return false };
        load(&mut self.state, lane, &V::parse(self.proof, line));
        self.busy |= 1 << lane;
        let slot = &mut self.slots[lane];
        slot.id = id;
        slot.since = self.clock;
        slot.path = 0;
        slot.depth = 0;
        slot.outcome.reset();
        true
    }

    /// Goes on where a sweep left off, in every lane that needs it.
    #[inline(always)]
    fn serve(&mut self, verdict: Verdict, traffic: &mut impl Traffic) {
        let mut dead = verdict.dead & self.busy;
        let settled = verdict.settled & self.busy & !dead;
        let stuck = verdict.stuck & self.busy & !(dead | settled);
        let (mut ended, mut resumed) = (0, 0);
        for lane in bits(settled) {
            match self.settle(lane) {
                Next::End => ended |= 1 << lane,
                Next::Contradiction => dead |= 1 << lane,
                Next::GoOn => resumed |= 1 << lane,
            }
        }
        for lane in bits(stuck) {
            match self.branch(lane) {
                Next::End => ended |= 1 << lane,
                Next::Contradiction => dead |= 1 << lane,
                Next::GoOn => {}
            }
        }
        for lane in bits(dead) {
            self.slots[lane].outcome.counters.contradictions += 1;
        }
        for lane in bits(dead | resumed) {
            ended |= u32::from(!self.go_back(lane)) << lane;
        }
        for lane in bits(ended) {
            let slot = &mut self.slots[lane];
            slot.outcome.counters.sweeps = self.clock - slot.since;
            self.ended += slot.outcome.counters.sweeps;
            traffic.end(slot.id, &slot.outcome);
        }
        self.busy &= !ended;
    }

    /// Takes note of a settled lane's solution. `GoOn`: more are asked for.
    #[inline(always)]
    fn settle(&mut self, lane: usize) -> Next {
        let mut node = Node::EMPTY;
        V::node(&self.state.cells, lane, &mut node);
        if !node.is_solution() {
            return Next::Contradiction;
        }
        let outcome = &mut self.slots[lane].outcome;
        if outcome.solutions == 0 {
            outcome.first = node.digits();
        }
        outcome.solutions += 1;
        match outcome.solutions >= self.limits.solutions {
            true => Next::End,
            false => Next::GoOn,
        }
    }

    /// Takes up the latest alternative; `false` if there is none, or no guess is
    /// left to enter it with.
    #[inline(always)]
    fn go_back(&mut self, lane: usize) -> bool {
        let slot = &mut self.slots[lane];
        if slot.depth == 0 {
            slot.outcome.counters.backtracks += u64::from(slot.path);
            return false;
        }
        slot.depth -= 1;
        let path = slot.stack[slot.depth].path();
        slot.outcome.counters.backtracks += u64::from(slot.path - path);
        slot.path = path;
        if !slot.guess(&self.limits) {
            return false;
        }
        load(&mut self.state, lane, &slot.stack[slot.depth]);
        true
    }

    /// Enters a guess in a stuck lane.
    #[inline(always)]
    fn branch(&mut self, lane: usize) -> Next {
        let slot = &mut self.slots[lane];
        if slot.depth == slot.stack.len() {
            slot.stack.push(Node::EMPTY);
        }
        let node = &mut slot.stack[slot.depth];
        V::node(&self.state.cells, lane, node);
        let Some(Branch { cell, digit }) = branch::choose::<V>(self.proof, node) else {
            // Every cell has one candidate, yet the grid is not settled.
            return Next::Contradiction;
        };
        node.set_path(slot.path);
        node.exclude(cell, digit);
        if !slot.guess(&self.limits) {
            return Next::End;
        }
        slot.depth += 1;
        assume(&mut self.state, lane, cell, digit);
        Next::GoOn
    }
}

/// Puts a state into a lane, to be swept afresh.
#[inline(always)]
fn load<V: Vector>(state: &mut Cells<V>, lane: usize, node: &Node) {
    V::put(node, &mut state.cells, lane);
    // No state that is alive has this sum.
    V::words_mut(std::slice::from_mut(&mut state.sum))[lane] = 0;
}

/// Puts a digit into a cell of a lane and takes it from the row, which a sweep
/// comes to last: its stacks then work with that, too.
#[inline(always)]
fn assume<V: Vector>(state: &mut Cells<V>, lane: usize, cell: usize, digit: u16) {
    let (row, column) = (cell / 9, cell % 9);
    let lanes = V::words_mut(&mut state.cells[9 * row..9 * row + 9]);
    for words in lanes.chunks_exact_mut(V::LANES) {
        words[lane % V::LANES] &= !digit;
    }
    lanes[column * V::LANES + lane] = digit;
}

/// What comes next for a lane's puzzle.
enum Next {
    /// Nothing: it has ended.
    End,
    /// The latest alternative, for this state has no solution.
    Contradiction,
    /// The search goes on.
    GoOn,
}

impl Slot {
    fn new() -> Self {
        Self {
            id: 0,
            since: 0,
            path: 0,
            outcome: LaneOutcome::new(),
            stack: vec![Node::EMPTY],
            depth: 0,
        }
    }

    /// Counts a guess; `false`, and the puzzle is given up, if none is allowed.
    #[inline(always)]
    fn guess(&mut self, limits: &Limits) -> bool {
        if limits.is_stopped() || self.outcome.counters.guesses >= limits.max_guesses {
            self.outcome.gave_up = true;
            return false;
        }
        self.outcome.counters.guesses += 1;
        self.path += 1;
        true
    }
}

/// The places of the bits that are set, ascending.
#[inline(always)]
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = (mask != 0).then_some(mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        lane
    })
}
