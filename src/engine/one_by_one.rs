//! The engine for any solver: one puzzle at a time.

use super::{Clock, Engine, Finished, Lot};
use crate::{
    clock::Instant,
    grid::Order,
    solver::{Limits, Solver},
};
use std::marker::PhantomData;

pub(super) struct OneByOne<'a, O: Order, L> {
    solver: &'a dyn Solver<O>,
    limits: &'a Limits<'a>,
    clock: Clock,
    /// The last lot taken, which is finished.
    done: Option<L>,
    times: Vec<u64>,
    /// Reused buffer for the symbols of a solution.
    symbols: Vec<u8>,
    order: PhantomData<O>,
}

impl<'a, O: Order, L> OneByOne<'a, O, L> {
    pub fn new(solver: &'a dyn Solver<O>, limits: &'a Limits, clock: Clock) -> Self {
        let (times, symbols) = (Vec::new(), Vec::new());
        Self { solver, limits, clock, done: None, times, symbols, order: PhantomData }
    }
}

impl<O: Order, L: Lot<O>> Engine<L> for OneByOne<'_, O, L> {
    fn take(&mut self, mut lot: L) {
        while let Some((row, puzzle)) = lot.next() {
            let begun = (self.clock != Clock::Off).then(Instant::now);
            let outcome = self.solver.solve(&puzzle, self.limits);
            let elapsed = begun.map(|begun| begun.elapsed());
            let first = outcome.first.as_ref().map(|solution| {
                self.symbols.clear();
                solution.write_to(&mut self.symbols, lot.alphabet());
                &*self.symbols
            });
            let (status, solutions, counters) =
                (outcome.status, outcome.solutions, outcome.counters);
            lot.end(row, &Finished { status, solutions, first, counters });
            if let Some(elapsed) = elapsed {
                let solve_ns = u64::try_from(elapsed.as_nanos()).unwrap_or(u64::MAX);
                if self.clock.has_times() {
                    self.times.push(solve_ns);
                }
                if self.clock.has_rows() {
                    lot.time(row, solve_ns);
                }
            }
            if self.limits.is_stopped() {
                break;
            }
        }
        self.done = Some(lot);
    }

    fn finish(&mut self) {}

    fn next_done(&mut self) -> Option<L> {
        self.done.take()
    }

    fn unfinished(&self) -> usize {
        0
    }

    fn times(&mut self, each: &mut dyn FnMut(u64, u64)) {
        self.times.drain(..).for_each(|solve_ns| each(solve_ns, 1));
    }
}
