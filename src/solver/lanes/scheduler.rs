//! Keeps the lanes busy: sweeps, handles the puzzles that need it, refills.
//!
//! Takes puzzles with ids, and returns one [`LaneOutcome`] each, in the order in which they end.
//! Called through [`super::Lanes`].
//!
//! Between two sweeps, each step is a loop over the lanes that need it, so that the CPU works on
//! several puzzles at a time.

use super::{
    LaneOutcome, Occupancy,
    branch::Branch,
    layout::{LaneLayout, Lanes, Slots, Task, Verdict},
    node::Node,
    slot::Slot,
};
use crate::{
    grid::{Order, Puzzle},
    solver::Limits,
};

/// A puzzle in the form that the lanes take.
#[derive(Clone, Copy, Debug)]
pub enum LaneInput<'a> {
    /// 81 ASCII bytes, row-major: any byte but `1` to `9` is an empty cell.
    Clues(&'a [u8; 81]),
    /// The candidates of the cells, row-major; of the lowest nine bits, bit `d - 1` is digit `d`.
    Candidates(&'a [u16; 81]),
}

/// Returns the candidates of a 9×9 puzzle for [`LaneInput::Candidates`].
pub(crate) fn candidate_words<O: Order>(puzzle: &Puzzle<O>) -> [u16; 81] {
    let mut words = [0; 81];
    for (word, digits) in words.iter_mut().zip(puzzle.all_candidates().as_ref()) {
        *word = digits.bits() as u16;
    }
    words
}

/// Supplies puzzles to the lanes and receives their outcomes.
pub trait Traffic {
    /// Returns the next puzzle, with an id of the caller's choice. `None` if there is none at
    /// present.
    fn next(&mut self) -> Option<(u64, LaneInput<'_>)>;

    /// Called when the puzzle with this id has ended.
    fn end(&mut self, id: u64, outcome: &LaneOutcome);
}

/// The puzzles side by side in one thread's registers, and the state of their searches.
pub(super) struct Scheduler<'a, L: LaneLayout> {
    proof: L::Proof,
    pub limits: Limits<'a>,
    layout: L,
    /// The lanes with a puzzle, one bit each.
    busy: u64,
    /// The number of sweeps so far.
    clock: u64,
    /// The sum of the sweeps of all puzzles that have ended.
    ended: u64,
    slots: Box<Slots>,
}

impl<'a, L: LaneLayout> Scheduler<'a, L> {
    pub fn new(proof: L::Proof, limits: Limits<'a>) -> Self {
        Self {
            proof,
            limits,
            layout: L::new(proof),
            busy: 0,
            clock: 0,
            ended: 0,
            slots: Box::new(std::array::from_fn(|_| Slot::new())),
        }
    }

    /// Proof that the CPU has the features that the layout needs.
    pub fn proof(&self) -> L::Proof {
        self.proof
    }

    /// The utilization of the lanes so far.
    pub fn occupancy(&self) -> Occupancy {
        let begun = |lane: usize| self.clock - self.slots[lane].since;
        Occupancy {
            busy: self.ended + Lanes(self.busy).map(begun).sum::<u64>(),
            total: self.clock * u64::from(L::LANES.count_ones()),
        }
    }

    /// Loads puzzles into the slots of free lanes. Returns these lanes; the nodes still have to be
    /// put into the registers.
    #[inline(always)]
    fn fill(&mut self, traffic: &mut impl Traffic) -> u64 {
        let mut filled = 0;
        for lane in Lanes(!self.busy & L::LANES) {
            let Some((id, given)) = traffic.next() else { break };
            let slot = &mut self.slots[lane];
            slot.begin(id, self.clock);
            *slot.node_mut() = match given {
                LaneInput::Clues(line) => self.layout.parse(line),
                LaneInput::Candidates(cells) => Node::of(cells),
            };
            filled |= 1 << lane;
        }
        self.busy |= filled;
        filled
    }

    /// Handles every lane that needs it after a sweep. Returns the lanes whose nodes have to be put
    /// back into the registers.
    #[inline(always)]
    fn serve(&mut self, verdict: Verdict, traffic: &mut impl Traffic) -> u64 {
        let mut dead = verdict.dead & self.busy;
        let settled = verdict.settled & self.busy & !dead;
        let stuck = verdict.stuck & self.busy & !(dead | settled);
        self.layout.take(Lanes(settled | stuck), &mut self.slots);
        let settled = self.settle(Lanes(settled));
        let stuck = self.branch(Lanes(stuck));
        dead |= settled.contradictions | stuck.contradictions;
        for lane in Lanes(dead) {
            self.slots[lane].progress.contradiction();
        }
        let mut ended = settled.ended | stuck.ended;
        let mut resumed = dead | settled.resumed;
        for lane in Lanes(resumed) {
            ended |= u64::from(!self.slots[lane].pop(&self.limits)) << lane;
        }
        resumed &= !ended;
        self.end(Lanes(ended), traffic);
        self.busy &= !ended;
        resumed
    }

    /// Records the solutions in settled lanes, whose nodes have been taken out. Lanes that have to
    /// find more solutions are in `resumed`.
    #[inline(always)]
    fn settle(&mut self, settled: Lanes) -> Served {
        let mut served = Served::default();
        for lane in settled {
            let (node, outcome) = self.slots[lane].parts();
            let digits = (outcome.solutions == 0).then_some(&mut outcome.first);
            if !self.layout.solution(node, digits) {
                served.contradictions |= 1 << lane;
                continue;
            }
            outcome.solutions += 1;
            match outcome.solutions >= self.limits.solutions {
                true => served.ended |= 1 << lane,
                false => served.resumed |= 1 << lane,
            }
        }
        served
    }

    /// Enters a guess in stuck lanes, whose nodes have been taken out.
    #[inline(always)]
    fn branch(&mut self, stuck: Lanes) -> Served {
        let mut served = Served::default();
        for lane in stuck {
            self.slots[lane].branch = self.layout.choose(&self.slots[lane]);
        }
        for lane in stuck {
            let slot = &mut self.slots[lane];
            let Some(branch) = slot.branch else {
                // Every cell has one candidate, yet the grid is not settled.
                served.contradictions |= 1 << lane;
                continue;
            };
            let (path, Branch { at, digit }) = (slot.progress.path, branch);
            if !slot.progress.guess(&self.limits) {
                served.ended |= 1 << lane;
                continue;
            }
            let node = slot.node_mut();
            node.exclude(at.into(), digit);
            node.set_path_meta(path, at);
            slot.push(at);
            self.layout.assume(lane, branch);
        }
        served
    }

    /// Reports the outcomes of puzzles that have ended.
    #[inline(always)]
    fn end(&mut self, ended: Lanes, traffic: &mut impl Traffic) {
        for lane in ended {
            let slot = &mut self.slots[lane];
            slot.progress.outcome.counters.sweeps = self.clock - slot.since;
            self.ended += slot.progress.outcome.counters.sweeps;
            traffic.end(slot.id, &slot.progress.outcome);
        }
    }
}

impl<L: LaneLayout, T: Traffic> Task<T> for Scheduler<'_, L> {
    /// Solves until there are no more puzzles to start; with `drain`, until all puzzles in the
    /// lanes have ended.
    #[inline(always)]
    fn run(&mut self, traffic: &mut T, drain: bool) {
        let mut resumed = 0;
        loop {
            let filled = self.fill(traffic);
            self.layout.put(Lanes(resumed | filled), &self.slots);
            let full = self.busy == L::LANES;
            let unfinished = drain && self.busy != 0;
            if !(full || unfinished) {
                return;
            }
            let verdict = self.layout.sweep();
            self.clock += 1;
            resumed = self.serve(verdict, traffic);
        }
    }
}

/// The lanes after a step, one bit each.
#[derive(Default)]
struct Served {
    /// The puzzle has ended.
    ended: u64,
    /// The state has no solution: backtrack to the latest alternative.
    contradictions: u64,
    /// Backtrack to the latest alternative, to find more solutions.
    resumed: u64,
}
