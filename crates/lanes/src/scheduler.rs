//! Keeps the lanes busy: sweeps, handles the puzzles that need it, refills.
//!
//! Takes puzzles from a [`Queue`] of batches, and writes each result to its batch. Called through
//! [`super::Lanes`].
//!
//! Between two sweeps, each step is a loop over the lanes that need it, so that the CPU works on
//! several puzzles at a time.

use super::{
    bits::RunWave,
    branch::choose_in,
    cpu::{Cpu, Task},
    grid::Grid,
    progress::Slot,
    quads::{Quads, Verdicts},
    queue::Queue,
    vector::Vector,
};
use sudomill_puzzle::{
    grid::SetBits,
    solving::{Limits, Occupancy},
};

/// The number of [`Quads`] of a thread. They are swept in turn, but the steps between sweeps handle
/// all of them together.
const SETS: usize = 4;

/// The maximum number of lanes: four sets of 512-bit registers.
const MAX_LANES: usize = 32;

/// The puzzles side by side in one thread's registers, and the state of their searches.
pub struct Scheduler<'a, C: Cpu> {
    cpu: C,
    /// The limits of every search.
    pub limits: Limits<'a>,
    sets: [Quads<C::Wide>; SETS],
    /// The lanes with a puzzle, one bit each. Lane `n` is puzzle `n % GROUPS` of set `n / GROUPS`.
    busy: u32,
    /// The number of sweeps so far.
    clock: u64,
    /// The sum of the sweeps of all puzzles that have ended.
    ended: u64,
    slots: [Slot; MAX_LANES],
    wave: Option<Box<RunWave>>,
}

impl<'a, C: Cpu> Scheduler<'a, C> {
    const GROUPS: usize = C::Wide::GROUPS;
    const LANES: u32 = u32::MAX >> (MAX_LANES - SETS * Self::GROUPS);

    /// Creates empty lanes. A wave, if there is one, sweeps each batch first.
    pub fn new(cpu: C, limits: Limits<'a>, wave: Option<Box<RunWave>>) -> Self {
        Self {
            cpu,
            limits,
            sets: [Quads::new(cpu.wide()); SETS],
            busy: 0,
            clock: 0,
            ended: 0,
            slots: std::array::from_fn(|_| Slot::default()),
            wave,
        }
    }

    /// Solves until there are no more puzzles to start; with `drain`, until all puzzles in the
    /// lanes have ended. Returns the utilization so far.
    pub fn run(&mut self, queue: &mut Queue, drain: bool) -> Occupancy {
        self.wave.iter_mut().for_each(|wave| wave(queue, &self.limits));
        self.cpu.run(Solve { scheduler: &mut *self, queue, drain });
        self.occupancy()
    }

    /// The utilization of the lanes so far.
    fn occupancy(&self) -> Occupancy {
        let begun = |lane: usize| self.clock - self.slots[lane].since;
        Occupancy {
            busy: self.ended + SetBits(self.busy).map(begun).sum::<u64>(),
            total: self.clock * u64::from(Self::LANES.count_ones()),
        }
    }

    /// Starts puzzles in free lanes.
    #[inline(always)]
    fn fill(&mut self, queue: &mut Queue) {
        for lane in SetBits(!self.busy & Self::LANES) {
            let slot = &mut self.slots[lane];
            let set = &mut self.sets[lane / Self::GROUPS % SETS];
            if let Some(handover) = queue.handovers.last() {
                handover.enter(lane, self.clock, slot, set);
                // `pop` would copy it.
                queue.handovers.truncate(queue.handovers.len() - 1);
            } else if let Some((id, given)) = queue.next_row() {
                slot.begin(id, self.clock);
                set.put::<4>(lane, Vector::groups(&self.cpu.grid(given).0));
            } else if let Some(round) = &queue.round
                && slot.begin_part(round, self.clock)
            {
                set.put::<3>(lane, slot.node().words.as_chunks().0);
            } else {
                break;
            }
            self.busy |= 1 << lane;
        }
    }

    /// Sweeps once over all sets with a puzzle.
    #[inline(always)]
    fn sweep(&mut self) -> Verdicts {
        self.clock += 1;
        let sweep = Sweep { busy: self.busy, sets: &mut self.sets };
        let Verdicts { dead, settled, stuck } = self.cpu.run(sweep);
        let alive = self.busy & !dead;
        Verdicts {
            dead: self.busy & dead,
            settled: alive & settled,
            stuck: alive & stuck & !settled,
        }
    }

    /// Handles every lane that needs it after a sweep.
    #[inline(always)]
    fn serve(&mut self, swept: Verdicts, queue: &mut Queue) {
        let mut after = Served { ended: 0, contradictions: swept.dead, resumed: 0 };
        self.settle(swept.settled, queue.most, &mut after);
        self.branch(swept.stuck, &mut after);
        for lane in SetBits(after.contradictions) {
            self.slots[lane].progress.contradiction();
        }
        let mut ended = after.ended;
        for lane in SetBits(after.contradictions | after.resumed) {
            let slot = &mut self.slots[lane];
            let set = &mut self.sets[lane / Self::GROUPS % SETS];
            match slot.pop(&self.limits) {
                true => set.put::<3>(lane, slot.node().words.as_chunks().0),
                false => ended |= 1 << lane,
            }
        }
        self.end(ended, queue);
        self.busy &= !ended;
    }

    /// Records the solutions in settled lanes. Lanes that have found fewer than `most` are in
    /// `resumed`.
    #[inline(always)]
    fn settle(&mut self, settled: u32, most: u64, served: &mut Served) {
        for lane in SetBits(settled) {
            let grid: Grid<C::One> =
                self.sets[lane / Self::GROUPS % SETS].grid(lane, self.cpu.one());
            if !grid.is_solution() {
                served.contradictions |= 1 << lane;
                continue;
            }
            let outcome = &mut self.slots[lane].progress.outcome;
            if outcome.solutions == 0 {
                self.cpu.write_digits(&grid, &mut outcome.first);
            }
            outcome.solutions += 1;
            match outcome.solutions >= most {
                true => served.ended |= 1 << lane,
                false => served.resumed |= 1 << lane,
            }
        }
    }

    /// Enters a guess in stuck lanes.
    #[inline(always)]
    fn branch(&mut self, stuck: u32, served: &mut Served) {
        for lane in SetBits(stuck) {
            self.sets[lane / Self::GROUPS % SETS].take(lane, self.slots[lane].node_mut());
        }
        for lane in SetBits(stuck) {
            let slot = &mut self.slots[lane];
            slot.branch = choose_in(self.cpu, slot.node(), slot.progress.deaths());
        }
        for lane in SetBits(stuck) {
            let slot = &mut self.slots[lane];
            let Some(branch) = slot.branch else {
                served.contradictions |= 1 << lane;
                continue;
            };
            match slot.guess(branch, &self.limits).is_break() {
                true => served.ended |= 1 << lane,
                false => self.sets[lane / Self::GROUPS % SETS].assume(lane, branch),
            }
        }
    }

    /// Reports the outcomes of puzzles that have ended.
    #[inline(always)]
    fn end(&mut self, ended: u32, queue: &mut Queue) {
        for lane in SetBits(ended) {
            let slot = &mut self.slots[lane];
            let sweeps = self.clock - slot.since;
            slot.progress.outcome.counters.sweeps += sweeps;
            self.ended += sweeps;
            match slot.progress.outcome.solutions >= queue.to_divide {
                true => queue.begun.push(slot.begun()),
                false => queue.end(slot.id, &slot.progress.outcome, &self.limits),
            }
        }
    }
}

/// The lanes after a step, one bit each.
struct Served {
    /// The puzzle has ended.
    ended: u32,
    /// The state has no solution: backtrack to the latest alternative.
    contradictions: u32,
    /// Backtrack to the latest alternative, to find more solutions.
    resumed: u32,
}

/// See [`Scheduler::run`].
struct Solve<'s, 'a, C: Cpu> {
    scheduler: &'s mut Scheduler<'a, C>,
    queue: &'s mut Queue,
    drain: bool,
}

impl<C: Cpu> Task for Solve<'_, '_, C> {
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

/// Sweeps over the sets with a busy lane. Not inlined: the loop would spill.
struct Sweep<'s, V> {
    busy: u32,
    sets: &'s mut [Quads<V>; SETS],
}

impl<V: Vector> Task for Sweep<'_, V> {
    type Output = Verdicts;

    #[inline(always)]
    fn run(self) -> Verdicts {
        let Self { busy, sets } = self;
        let mut swept = Verdicts::default();
        for (index, set) in sets.iter_mut().enumerate() {
            let first = V::GROUPS * index;
            if busy >> first & ((1 << V::GROUPS) - 1) != 0 {
                let Verdicts { dead, settled, stuck } = set.sweep();
                swept.dead |= dead << first;
                swept.settled |= settled << first;
                swept.stuck |= stuck << first;
            }
        }
        swept
    }
}
