//! Keeps the lanes busy: sweeps, sees to the puzzles that need it, refills.
//!
//! In: ASCII lines with their numbers. Out: a [`LaneOutcome`] each, in the
//! order in which they end. Called through [`super::Engine`].

use super::{
    LaneOutcome, Occupancy,
    branch::{self, Branch},
    kernel::{self, Cells, Verdict},
    node::Node,
    vector::Vector,
};
use crate::solver::Limits;
use std::sync::atomic::Ordering;

/// Registers of puzzles that are swept in turn. Two: while one group's changed
/// lanes are still on their way to the cache, the other is swept.
const GROUPS: usize = 2;

/// The lanes of one thread and what is to be done with them.
pub(super) struct Scheduler<'a, V: Vector> {
    proof: V::Proof,
    limits: Limits<'a>,
    groups: Vec<Group<V>>,
    pub occupancy: Occupancy,
}

/// Puzzles side by side, swept together.
struct Group<V> {
    state: Cells<V>,
    /// Lanes that hold a puzzle, one bit each.
    busy: u32,
    /// Sweeps since the engine was made.
    clock: u64,
    slots: Vec<Slot>,
}

/// What is kept of a lane's puzzle besides its cells.
struct Slot {
    id: u64,
    /// The group's clock when the puzzle came in.
    since: u64,
    /// Guesses on the way to the state in the lane.
    path: u16,
    outcome: LaneOutcome,
    /// The alternatives not yet tried, the latest last.
    stack: Vec<Node>,
}

impl<'a, V: Vector> Scheduler<'a, V> {
    pub fn new(proof: V::Proof, limits: Limits<'a>) -> Self {
        let groups = (0..GROUPS).map(|_| Group::new(proof)).collect();
        Self { proof, limits, groups, occupancy: Occupancy::default() }
    }

    /// Solves until no puzzle is left to begin; with `drain`, until all that
    /// were begun have ended.
    #[inline(always)]
    pub fn run<'p>(
        &mut self,
        mut puzzles: impl Iterator<Item = (u64, &'p [u8; 81])>,
        drain: bool,
        mut sink: impl FnMut(u64, &LaneOutcome),
    ) {
        let mut more = self.groups.iter_mut().all(|group| group.fill(&mut puzzles));
        while more || (drain && self.groups.iter().any(|group| group.busy != 0)) {
            let mut verdicts = [Verdict::default(); GROUPS];
            for (group, verdict) in self.groups.iter_mut().zip(&mut verdicts) {
                *verdict = kernel::sweep(self.proof, &mut group.state);
                group.clock += 1;
                self.occupancy.busy += u64::from(group.busy.count_ones());
                self.occupancy.total += V::LANES as u64;
            }
            for (group, verdict) in self.groups.iter_mut().zip(verdicts) {
                let ended = group.serve(self.proof, verdict, &self.limits);
                more &= group.refill(ended, &mut puzzles, &mut sink);
            }
        }
    }
}

impl<V: Vector> Group<V> {
    fn new(proof: V::Proof) -> Self {
        let zero = V::splat(proof, 0);
        Self {
            state: Cells { cells: [zero; 81], sum: zero },
            busy: 0,
            clock: 0,
            slots: (0..V::LANES).map(|_| Slot::new()).collect(),
        }
    }

    /// Puts puzzles into the free lanes; `false` when there were too few.
    #[inline(always)]
    fn fill<'p>(&mut self, puzzles: &mut impl Iterator<Item = (u64, &'p [u8; 81])>) -> bool {
        let free = !self.busy & (u32::MAX >> (32 - V::LANES));
        bits(free).all(|lane| self.begin(lane, puzzles))
    }

    /// Takes the next puzzle into a lane; `false` if there is none.
    #[inline(always)]
    fn begin<'p>(
        &mut self,
        lane: usize,
        puzzles: &mut impl Iterator<Item = (u64, &'p [u8; 81])>,
    ) -> bool {
        let Some((id, line)) = puzzles.next() else { return false };
        self.load(lane, &Node::parse(line));
        self.busy |= 1 << lane;
        let slot = &mut self.slots[lane];
        slot.id = id;
        slot.since = self.clock;
        slot.path = 0;
        slot.stack.clear();
        slot.outcome.reset();
        true
    }

    /// Hands out the lanes that ended and begins new puzzles in them; `false`
    /// when there were too few.
    #[inline(always)]
    fn refill<'p>(
        &mut self,
        ended: u32,
        puzzles: &mut impl Iterator<Item = (u64, &'p [u8; 81])>,
        sink: &mut impl FnMut(u64, &LaneOutcome),
    ) -> bool {
        let mut more = true;
        for lane in bits(ended) {
            let slot = &mut self.slots[lane];
            slot.outcome.counters.sweeps = self.clock - slot.since;
            sink(slot.id, &slot.outcome);
            self.busy &= !(1 << lane);
            more = more && self.begin(lane, puzzles);
        }
        more
    }

    /// Goes on where a sweep left off, in every lane that needs it. Returns the
    /// lanes whose puzzles have ended.
    #[inline(always)]
    fn serve(&mut self, proof: V::Proof, verdict: Verdict, limits: &Limits) -> u32 {
        let dead = verdict.dead & self.busy;
        let settled = verdict.settled & self.busy & !dead;
        let stuck = verdict.stuck & self.busy & !(dead | settled);
        let mut ended = 0;
        for lane in bits(settled) {
            ended |= u32::from(self.settle(lane, limits)) << lane;
        }
        for lane in bits(dead) {
            self.slots[lane].outcome.counters.contradictions += 1;
            ended |= u32::from(self.go_back(lane, limits)) << lane;
        }
        for lane in bits(stuck) {
            ended |= u32::from(self.branch(proof, lane, limits)) << lane;
        }
        ended
    }

    /// A settled lane is a solution or dead. `true`: its puzzle has ended.
    #[inline(always)]
    fn settle(&mut self, lane: usize, limits: &Limits) -> bool {
        let node = Node::of_lane(&self.state.cells, lane);
        let outcome = &mut self.slots[lane].outcome;
        if !node.is_solution() {
            outcome.counters.contradictions += 1;
            return self.go_back(lane, limits);
        }
        if outcome.solutions == 0 {
            outcome.first = node.digits();
        }
        outcome.solutions += 1;
        outcome.solutions >= limits.solutions || self.go_back(lane, limits)
    }

    /// Takes up the latest alternative. `true`: there is none, or no guess is
    /// left to enter it with.
    #[inline(always)]
    fn go_back(&mut self, lane: usize, limits: &Limits) -> bool {
        let slot = &mut self.slots[lane];
        let Some(node) = slot.stack.pop() else {
            slot.outcome.counters.backtracks += u64::from(slot.path);
            return true;
        };
        slot.outcome.counters.backtracks += u64::from(slot.path - node.path());
        slot.path = node.path();
        if slot.guess(limits) {
            self.load(lane, &node);
            return false;
        }
        true
    }

    /// Enters a guess in a stuck lane. `true`: no guess is left.
    #[inline(always)]
    fn branch(&mut self, proof: V::Proof, lane: usize, limits: &Limits) -> bool {
        let mut node = Node::of_lane(&self.state.cells, lane);
        let Some(Branch { cell, digit }) = branch::choose::<V>(proof, &node) else {
            // Every cell has one candidate, yet the grid is not settled.
            self.slots[lane].outcome.counters.contradictions += 1;
            return self.go_back(lane, limits);
        };
        let slot = &mut self.slots[lane];
        node.set_path(slot.path);
        node.words[cell] &= !digit;
        if !slot.guess(limits) {
            return true;
        }
        slot.stack.push(node);
        V::words_mut(&mut self.state.cells[cell..=cell])[lane] = digit;
        V::words_mut(std::slice::from_mut(&mut self.state.sum))[lane] = 0;
        false
    }

    /// Puts a state into a lane, to be swept afresh.
    #[inline(always)]
    fn load(&mut self, lane: usize, node: &Node) {
        node.into_lane(&mut self.state.cells, lane);
        // No state that is alive has this sum.
        V::words_mut(std::slice::from_mut(&mut self.state.sum))[lane] = 0;
    }
}

impl Slot {
    fn new() -> Self {
        Self { id: 0, since: 0, path: 0, outcome: LaneOutcome::new(), stack: Vec::new() }
    }

    /// Counts a guess; `false`, and the puzzle is given up, if none is allowed.
    #[inline(always)]
    fn guess(&mut self, limits: &Limits) -> bool {
        let stopped = limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if stopped || self.outcome.counters.guesses >= limits.max_guesses {
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
