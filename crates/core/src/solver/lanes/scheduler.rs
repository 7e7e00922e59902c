//! Keeps the lanes busy: sweeps, handles the puzzles that need it, refills.
//!
//! Takes puzzles from a [`Queue`] of batches, and writes each result to its batch. Called through
//! [`super::Lanes`].
//!
//! Between two sweeps, each step is a loop over the lanes that need it, so that the CPU works on
//! several puzzles at a time.

use super::{
    Occupancy,
    backend::{Cpu, Task},
    nine::grid::Grid,
    progress::Slot,
    quads::Quads,
    queue::Queue,
    vector::Vector,
};
use crate::solver::Limits;

/// The number of [`Quads`] of a thread. They are swept in turn, but the steps between sweeps handle
/// all of them together.
const SETS: usize = 4;

/// The maximum number of lanes: four sets of 512-bit registers.
const MAX_LANES: usize = 32;

/// A set of lanes, one bit each; iterates over their indices.
#[derive(Clone, Copy)]
struct Lanes(u32);

impl Iterator for Lanes {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let lane = (self.0 != 0).then_some(self.0.trailing_zeros() as usize);
        self.0 &= self.0.wrapping_sub(1);
        lane
    }
}

/// The puzzles side by side in one thread's registers, and the state of their searches.
pub(super) struct Scheduler<'a, C: Cpu> {
    cpu: C,
    limits: Limits<'a>,
    sets: [Quads<C::Wide>; SETS],
    /// The lanes with a puzzle, one bit each. Lane `n` is puzzle `n % GROUPS` of set `n / GROUPS`.
    busy: u32,
    /// The number of sweeps so far.
    clock: u64,
    /// The sum of the sweeps of all puzzles that have ended.
    ended: u64,
    slots: [Slot; MAX_LANES],
}

impl<'a, C: Cpu> Scheduler<'a, C> {
    const GROUPS: usize = C::Wide::GROUPS;
    const LANES: u32 = u32::MAX >> (MAX_LANES - SETS * Self::GROUPS);

    pub fn new(cpu: C, limits: Limits<'a>) -> Self {
        Self {
            cpu,
            limits,
            sets: std::array::from_fn(|_| Quads::new(cpu.wide())),
            busy: 0,
            clock: 0,
            ended: 0,
            slots: std::array::from_fn(|_| Slot::new()),
        }
    }

    /// Solves until there are no more puzzles to start; with `drain`, until all puzzles in the
    /// lanes have ended.
    pub fn run(&mut self, queue: &mut Queue, drain: bool) {
        let cpu = self.cpu;
        cpu.run(Run { scheduler: self, queue, drain });
    }

    /// The utilization of the lanes so far.
    pub fn occupancy(&self) -> Occupancy {
        let begun = |lane: usize| self.clock - self.slots[lane].since;
        Occupancy {
            busy: self.ended + Lanes(self.busy).map(begun).sum::<u64>(),
            total: self.clock * u64::from(Self::LANES.count_ones()),
        }
    }

    /// Copies the free node of a lane's slot into the registers.
    #[inline(always)]
    fn put(&mut self, lane: usize) {
        self.sets[lane / Self::GROUPS % SETS].put(lane, self.slots[lane % MAX_LANES].node());
    }

    /// Starts puzzles in free lanes.
    #[inline(always)]
    fn fill(&mut self, queue: &mut Queue) {
        for lane in Lanes(!self.busy & Self::LANES) {
            let Some((id, given)) = queue.next() else { break };
            self.slots[lane].begin(id, self.clock);
            let grid = self.cpu.grid(given);
            self.sets[lane / Self::GROUPS % SETS].put_grid(lane, &grid);
            self.busy |= 1 << lane;
        }
    }

    /// Sweeps once over all sets with a puzzle.
    #[inline(always)]
    fn sweep(&mut self) -> Swept {
        self.clock += 1;
        let Self { cpu, busy, sets, .. } = self;
        let Swept { dead, settled, stuck } = cpu.run(Sweep { cpu: *cpu, busy: *busy, sets });
        let alive = self.busy & !dead;
        Swept { dead: self.busy & dead, settled: alive & settled, stuck: alive & stuck & !settled }
    }

    /// Handles every lane that needs it after a sweep.
    #[inline(always)]
    fn serve(&mut self, swept: Swept, queue: &mut Queue) {
        let settled = self.settle(Lanes(swept.settled));
        let stuck = self.branch(Lanes(swept.stuck));
        let dead = swept.dead | settled.contradictions | stuck.contradictions;
        for lane in Lanes(dead) {
            self.slots[lane].progress.contradiction();
        }
        let mut ended = settled.ended | stuck.ended;
        for lane in Lanes(dead | settled.resumed) {
            match self.slots[lane].pop(&self.limits) {
                true => self.put(lane),
                false => ended |= 1 << lane,
            }
        }
        self.end(Lanes(ended), queue);
        self.busy &= !ended;
    }

    /// Records the solutions in settled lanes. Lanes that have to find more solutions are in
    /// `resumed`.
    #[inline(always)]
    fn settle(&mut self, settled: Lanes) -> Served {
        let mut served = Served::default();
        for lane in settled {
            let proof = self.cpu.nine();
            let grid: Grid<C::Nine> = self.sets[lane / Self::GROUPS % SETS].grid(lane, proof);
            if !grid.is_solution(proof) {
                served.contradictions |= 1 << lane;
                continue;
            }
            let outcome = &mut self.slots[lane].progress.outcome;
            if outcome.solutions == 0 {
                self.cpu.write_digits(&grid, &mut outcome.first);
            }
            outcome.solutions += 1;
            match outcome.solutions >= self.limits.solutions {
                true => served.ended |= 1 << lane,
                false => served.resumed |= 1 << lane,
            }
        }
        served
    }

    /// Enters a guess in stuck lanes.
    #[inline(always)]
    fn branch(&mut self, stuck: Lanes) -> Served {
        let mut served = Served::default();
        for lane in stuck {
            self.sets[lane / Self::GROUPS % SETS].take(lane, self.slots[lane].node_mut());
        }
        for lane in stuck {
            let slot = &mut self.slots[lane];
            slot.branch = self.cpu.choose(slot.node(), &slot.progress.deaths);
        }
        for lane in stuck {
            let slot = &mut self.slots[lane];
            let Some(branch) = slot.branch else {
                served.contradictions |= 1 << lane;
                continue;
            };
            let path = slot.progress.path;
            if !slot.progress.guess(&self.limits) {
                served.ended |= 1 << lane;
                continue;
            }
            let node = slot.node_mut();
            node.exclude(branch);
            node.set_path_meta(path, branch.at);
            slot.push(branch.at);
            self.sets[lane / Self::GROUPS % SETS].assume(lane, branch);
        }
        served
    }

    /// Reports the outcomes of puzzles that have ended.
    #[inline(always)]
    fn end(&mut self, ended: Lanes, queue: &mut Queue) {
        for lane in ended {
            let slot = &mut self.slots[lane];
            slot.progress.outcome.counters.sweeps = self.clock - slot.since;
            self.ended += slot.progress.outcome.counters.sweeps;
            queue.end(slot.id, &slot.progress.outcome, &self.limits);
        }
    }
}

/// The verdicts of a sweep, one bit per lane; see [`Verdict`](super::quads::Verdict).
struct Swept {
    dead: u32,
    settled: u32,
    stuck: u32,
}

/// The lanes after a step, one bit each.
#[derive(Default)]
struct Served {
    /// The puzzle has ended.
    ended: u32,
    /// The state has no solution: backtrack to the latest alternative.
    contradictions: u32,
    /// Backtrack to the latest alternative, to find more solutions.
    resumed: u32,
}

/// See [`Scheduler::run`].
struct Run<'r, 'a, C: Cpu> {
    scheduler: &'r mut Scheduler<'a, C>,
    queue: &'r mut Queue,
    drain: bool,
}

impl<C: Cpu> Task for Run<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { scheduler, queue, drain } = self;
        loop {
            scheduler.fill(queue);
            let full = scheduler.busy == Scheduler::<C>::LANES;
            if !(full || drain && scheduler.busy != 0) {
                return;
            }
            let swept = scheduler.sweep();
            scheduler.serve(swept, queue);
        }
    }
}

/// See [`Scheduler::sweep`]. A task of its own, because together with the other steps the registers
/// would not suffice.
struct Sweep<'s, C: Cpu> {
    cpu: C,
    busy: u32,
    sets: &'s mut [Quads<C::Wide>; SETS],
}

impl<C: Cpu> Task for Sweep<'_, C> {
    type Output = Swept;

    #[inline(always)]
    fn run(self) -> Swept {
        let groups = C::Wide::GROUPS;
        let mut swept = Swept { dead: 0, settled: 0, stuck: 0 };
        for (index, set) in self.sets.iter_mut().enumerate() {
            let first = groups * index;
            if self.busy >> first & ((1 << groups) - 1) != 0 {
                let verdict = set.sweep(self.cpu.wide());
                swept.dead |= u32::from(verdict.dead) << first;
                swept.settled |= u32::from(verdict.settled) << first;
                swept.stuck |= u32::from(verdict.stuck) << first;
            }
        }
        swept
    }
}
