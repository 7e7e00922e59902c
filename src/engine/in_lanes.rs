//! The lane kernel, kept full from lot to lot.

use super::{Clock, Engine, Finished, Lot, shares::Shares};
use crate::{
    grid::Order,
    solver::{
        Limits,
        lanes::{Backend, LaneOutcome, Lanes, Occupancy, Traffic},
    },
};
use std::{collections::VecDeque, marker::PhantomData, time::Instant};

/// A thread's lanes and the lots whose puzzles are in them.
pub(super) struct InLanes<'a, O, L> {
    lanes: Lanes<'a>,
    work: Work<'a, L>,
    order: PhantomData<O>,
}

struct Work<'a, L> {
    limits: &'a Limits<'a>,
    clock: Clock,
    lots: VecDeque<Taken<L>>,
    /// The number of the first of these lots, counted from the first one ever taken.
    first: u64,
    /// The number of the last one, moved up by 32 bits.
    last: u64,
    shares: Shares,
    /// Which puzzles ended in the current call, and their sweeps.
    ended: Vec<(u64, u64)>,
}

/// A lot and the number of its puzzles that have begun and not ended.
struct Taken<L> {
    lot: L,
    open: u32,
}

impl<'a, O: Order, L: Lot<O>> InLanes<'a, O, L> {
    pub fn new(backend: Backend, limits: &'a Limits, clock: Clock) -> Self {
        let work = Work {
            limits,
            clock,
            lots: VecDeque::new(),
            first: 0,
            last: 0,
            shares: Shares::new(),
            ended: Vec::new(),
        };
        Self { lanes: Lanes::new(backend, *limits), work, order: PhantomData }
    }

    /// One call of the kernel.
    fn run(&mut self, drain: bool) {
        let begun = (self.work.clock != Clock::Off).then(Instant::now);
        let mut traffic = ByLot::<O, L> { work: &mut self.work, order: PhantomData };
        match drain {
            true => self.lanes.drain(&mut traffic),
            false => self.lanes.feed(&mut traffic),
        }
        let Some(begun) = begun else { return };
        let Work { shares, ended, lots, first, .. } = &mut self.work;
        let ns = shares.close(begun.elapsed());
        for (id, sweeps) in ended.drain(..) {
            lots[((id >> 32) - *first) as usize].lot.time(id as u32, ns(sweeps));
        }
    }
}

impl<O: Order, L: Lot<O>> Engine<L> for InLanes<'_, O, L> {
    fn take(&mut self, lot: L) {
        self.work.last = (self.work.first + self.work.lots.len() as u64) << 32;
        self.work.lots.push_back(Taken { lot, open: 0 });
        self.run(false);
    }

    fn finish(&mut self) {
        self.run(true);
    }

    fn next_done(&mut self) -> Option<L> {
        self.work.lots.front().filter(|taken| taken.open == 0)?;
        self.work.first += 1;
        Some(self.work.lots.pop_front()?.lot)
    }

    fn unfinished(&self) -> usize {
        self.work.lots.len()
    }

    fn times(&mut self, each: &mut dyn FnMut(u64, u64)) {
        self.work.shares.drain().for_each(|(solve_ns, puzzles)| each(solve_ns, puzzles));
    }

    fn occupancy(&self) -> Occupancy {
        self.lanes.occupancy()
    }
}

/// Puzzles of the last lot in, outcomes of any lot out. A puzzle's number is that of its
/// lot, and below it, in 32 bits, its row.
struct ByLot<'w, 'a, O, L> {
    work: &'w mut Work<'a, L>,
    order: PhantomData<O>,
}

impl<O: Order, L: Lot<O>> Traffic for ByLot<'_, '_, O, L> {
    #[inline(always)]
    fn next(&mut self) -> Option<(u64, &[u8; 81])> {
        let Taken { lot, open } = self.work.lots.back_mut()?;
        let (row, line) = lot.next_line()?;
        *open += 1;
        Some((self.work.last | u64::from(row), line))
    }

    #[inline(always)]
    fn end(&mut self, id: u64, outcome: &LaneOutcome) {
        let Work { limits, clock, lots, first, shares, ended, .. } = &mut *self.work;
        let Taken { lot, open } = &mut lots[((id >> 32) - *first) as usize];
        *open -= 1;
        let finished = Finished {
            status: outcome.status(limits),
            solutions: outcome.solutions,
            first: (outcome.solutions > 0).then_some(&outcome.first),
            counters: outcome.counters.with_clues(0),
        };
        if lot.end(id as u32, &finished) && *clock != Clock::Off {
            shares.push(outcome.counters.sweeps, clock.has_times());
            if clock.has_rows() {
                ended.push((id, outcome.counters.sweeps));
            }
        }
    }
}
