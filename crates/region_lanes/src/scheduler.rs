//! Keeps the lanes busy: sweeps, handles the puzzles that need it, refills. As in `sudomill_lanes`, without
//! waves, and without searches that are divided.

use crate::{
    columns::{Columns, Verdicts},
    tables::Tables,
};
use std::sync::Arc;
use sudomill_lanes::{
    cpu::{Cpu, Task},
    grid::Grid,
    node::{BranchCell, Node},
    progress::Slot,
    queue::Queue,
    vector::Vector,
};
use sudomill_puzzle::{
    grid::SetBits,
    solving::{Limits, Occupancy},
};

/// The puzzles side by side in one thread's registers, and the state of their searches.
pub struct Scheduler<'a, C: Cpu> {
    cpu: C,
    limits: Limits<'a>,
    tables: Arc<Tables>,
    columns: Box<Columns<C::Wide>>,
    /// The lanes with a puzzle, one bit each.
    busy: u32,
    /// The number of sweeps so far.
    clock: u64,
    /// The sum of the sweeps of all puzzles that have ended.
    ended: u64,
    slots: Vec<Slot>,
}

impl<'a, C: Cpu> Scheduler<'a, C> {
    const LANES: usize = Columns::<C::Wide>::LANES;
    const ALL: u32 = u32::MAX >> (32 - Self::LANES);

    /// Creates empty lanes.
    pub fn new(cpu: C, limits: Limits<'a>, tables: Arc<Tables>) -> Self {
        Self {
            cpu,
            limits,
            tables,
            columns: Box::new(Columns::new(cpu.wide())),
            busy: 0,
            clock: 0,
            ended: 0,
            slots: (0..Self::LANES).map(|_| Slot::default()).collect(),
        }
    }

    /// Solves until there are no more puzzles to start; with `drain`, until all puzzles in the lanes have
    /// ended. Returns the utilization so far.
    pub fn run(&mut self, queue: &mut Queue, drain: bool) -> Occupancy {
        self.cpu.run(Solve { scheduler: &mut *self, queue, drain });
        let begun = |lane: usize| self.clock - self.slots[lane].since;
        Occupancy {
            busy: self.ended + SetBits(self.busy).map(begun).sum::<u64>(),
            total: self.clock * Self::LANES as u64,
        }
    }

    /// Starts puzzles in free lanes.
    #[inline(always)]
    fn fill(&mut self, queue: &mut Queue) {
        for lane in SetBits(!self.busy & Self::ALL) {
            let Some((id, given)) = queue.next_row() else { return };
            self.slots[lane].begin(id, self.clock);
            self.columns.put(lane, &self.cpu.grid(given).node());
            self.busy |= 1 << lane;
        }
    }

    /// Handles every lane that needs it after a sweep.
    #[inline(always)]
    fn serve(&mut self, swept: Verdicts, queue: &mut Queue) {
        let dead = swept.dead & self.busy;
        // Those that go on with their latest alternative.
        let mut left = dead;
        let mut ended = 0;
        for lane in SetBits(dead) {
            self.slots[lane].progress.contradiction();
        }
        for lane in SetBits(swept.stuck & self.busy & !dead) {
            let slot = &mut self.slots[lane];
            self.columns.take(lane, slot.node_mut());
            let Some(branch) = choose(&self.tables, slot.node()) else {
                match self.solution(lane) {
                    true => ended |= 1 << lane,
                    false => left |= 1 << lane,
                }
                continue;
            };
            match slot.guess(branch, &self.limits).is_break() {
                true => ended |= 1 << lane,
                false => self.columns.assume(lane, branch),
            }
        }
        for lane in SetBits(left) {
            let slot = &mut self.slots[lane];
            match slot.pop(&self.limits) {
                true => self.columns.put(lane, slot.node()),
                false => ended |= 1 << lane,
            }
        }
        for lane in SetBits(ended) {
            let slot = &mut self.slots[lane];
            let sweeps = self.clock - slot.since;
            slot.progress.outcome.counters.sweeps = sweeps;
            self.ended += sweeps;
            queue.end(slot.id, &slot.progress.outcome, &self.limits);
        }
        self.busy &= !ended;
    }

    /// Records the solution in the free node of a lane. Returns true if it is the last one to find.
    #[inline(always)]
    fn solution(&mut self, lane: usize) -> bool {
        let slot = &mut self.slots[lane];
        if slot.progress.outcome.solutions == 0 {
            let mut grid = Grid([self.cpu.one(); 9]);
            grid.overlap(slot.node());
            self.cpu.write_digits(&grid, &mut slot.progress.outcome.first);
        }
        slot.progress.outcome.solutions += 1;
        slot.progress.outcome.solutions >= self.limits.solutions.get()
    }
}

/// Chooses where a stuck node branches: in a cell with the fewest candidates, of these in one that is in the
/// most units, of these in the first; the lowest digit. `None` if no cell is open.
#[inline(always)]
fn choose(tables: &Tables, node: &Node) -> Option<BranchCell> {
    let mut fewest = u32::MAX;
    let mut found = None;
    for &at in &tables.order {
        let digits = node.words[usize::from(at) % node.words.len()];
        let count = digits.count_ones();
        if count > 1 && count < fewest {
            fewest = count;
            found = Some(BranchCell::lowest(at.into(), digits));
            if count == 2 {
                break;
            }
        }
    }
    found
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
            let is_full = scheduler.busy == Scheduler::<C>::ALL;
            if !(is_full || drain && scheduler.busy != 0) {
                return;
            }
            let Scheduler { cpu, columns, tables, .. } = scheduler;
            let swept = cpu.run(Sweep { columns, tables });
            scheduler.clock += 1;
            scheduler.serve(swept, queue);
        }
    }
}

/// See [`Columns::sweep`]. Not inlined: the loop would spill.
struct Sweep<'s, V> {
    columns: &'s mut Columns<V>,
    tables: &'s Tables,
}

impl<V: Vector> Task for Sweep<'_, V> {
    type Output = Verdicts;

    #[inline(always)]
    fn run(self) -> Verdicts {
        self.columns.sweep(self.tables)
    }
}
