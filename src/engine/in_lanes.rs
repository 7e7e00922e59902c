//! The engine for the lane kernel: lanes stay full across lots.

use super::{Clock, Engine, Finished, Lot, shares::Shares};
use crate::{
    clock::Instant,
    grid::Order,
    solver::{
        Limits,
        lanes::{Backend, LaneInput, LaneOutcome, Lanes, Occupancy, Traffic},
    },
};
use std::marker::PhantomData;

/// One thread's lanes and the lots whose puzzles are in them.
pub(super) struct InLanes<'a, O, L> {
    lanes: Lanes<'a>,
    limits: &'a Limits<'a>,
    clock: Clock,
    lots: Vec<Taken<L>>,
    /// The sequence number of `lots[0]`, counting every lot taken from 0.
    first: u64,
    shares: Shares,
    /// Puzzles that ended in the current kernel call: id and sweeps. Used for times per row.
    ended: Vec<(u64, u64)>,
    order: PhantomData<O>,
}

/// A lot and the number of its puzzles in flight.
struct Taken<L> {
    lot: L,
    open: u32,
}

impl<'a, O: Order, L: Lot<O>> InLanes<'a, O, L> {
    pub fn new(backend: Backend, limits: &'a Limits, clock: Clock) -> Self {
        Self {
            lanes: Lanes::new(backend, *limits),
            limits,
            clock,
            lots: Vec::new(),
            first: 0,
            shares: Shares::new(),
            ended: Vec::new(),
            order: PhantomData,
        }
    }

    /// Calls the kernel once, and distributes the time of the call if times are wanted.
    fn run(&mut self, drain: bool) {
        let Self { lanes, limits, clock, lots, first, shares, ended, .. } = self;
        let Some((last, earlier)) = lots.split_last_mut() else { return };
        let begun = (*clock != Clock::Off).then(Instant::now);
        let (first, number) = (*first, (*first + earlier.len() as u64) << 32);
        let (clock, order) = (*clock, PhantomData::<O>);
        let mut traffic =
            ByLot { limits, clock, last, number, earlier, first, shares, ended, order };
        match drain {
            true => lanes.drain(&mut traffic),
            false => lanes.feed(&mut traffic),
        }
        let Some(begun) = begun else { return };
        let ns = shares.close(begun.elapsed());
        for (id, sweeps) in ended.drain(..) {
            lots[((id >> 32) - first) as usize].lot.time(id as u32, ns(sweeps));
        }
    }
}

impl<O: Order, L: Lot<O>> Engine<L> for InLanes<'_, O, L> {
    fn take(&mut self, lot: L) {
        self.lots.push(Taken { lot, open: 0 });
        self.run(false);
    }

    fn finish(&mut self) {
        self.run(true);
    }

    fn next_done(&mut self) -> Option<L> {
        self.lots.first().filter(|taken| taken.open == 0)?;
        self.first += 1;
        Some(self.lots.remove(0).lot)
    }

    fn unfinished(&self) -> usize {
        self.lots.len()
    }

    fn times(&mut self, each: &mut dyn FnMut(u64, u64)) {
        self.shares.drain().for_each(|(solve_ns, puzzles)| each(solve_ns, puzzles));
    }

    fn occupancy(&self) -> Occupancy {
        self.lanes.occupancy()
    }
}

/// Feeds the lanes from the last lot and routes each outcome to its own lot. A puzzle's id has the
/// lot's sequence number in the high 32 bits and the row in the low 32.
struct ByLot<'w, O, L> {
    limits: &'w Limits<'w>,
    clock: Clock,
    /// The last lot, and its sequence number shifted left by 32 bits.
    last: &'w mut Taken<L>,
    number: u64,
    /// The lots before it, and the sequence number of the first of them.
    earlier: &'w mut [Taken<L>],
    first: u64,
    shares: &'w mut Shares,
    ended: &'w mut Vec<(u64, u64)>,
    order: PhantomData<O>,
}

impl<O: Order, L: Lot<O>> Traffic for ByLot<'_, O, L> {
    #[inline(always)]
    fn next(&mut self) -> Option<(u64, LaneInput<'_>)> {
        let (row, given) = self.last.lot.next_input()?;
        self.last.open += 1;
        Some((self.number | u64::from(row), given))
    }

    #[inline(always)]
    fn end(&mut self, id: u64, outcome: &LaneOutcome) {
        let index = ((id >> 32) - self.first) as usize;
        let Taken { lot, open } = match self.earlier.get_mut(index) {
            Some(earlier) => earlier,
            None => self.last,
        };
        *open -= 1;
        let finished = Finished {
            status: outcome.status(self.limits),
            solutions: outcome.solutions,
            first: (outcome.solutions > 0).then_some(&outcome.first),
            counters: outcome.counters.with_clues(0),
        };
        if lot.end(id as u32, &finished) && self.clock != Clock::Off {
            self.shares.push(outcome.counters.sweeps, self.clock.has_times());
            if self.clock.has_rows() {
                self.ended.push((id, outcome.counters.sweeps));
            }
        }
    }
}
