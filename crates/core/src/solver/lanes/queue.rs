//! The batches whose puzzles are in a thread's lanes, or wait for a free one.

use super::{LaneInput, LaneOutcome};
use crate::solver::{Batch, Clock, Limits, RowResult};
use std::{collections::VecDeque, mem};

/// Batches in the order in which they came. Lanes are filled from the last one: all puzzles of the
/// others have been started.
///
/// A puzzle's id has the number of its batch in the high 32 bits, and its row in the low 32.
pub(super) struct Queue {
    batches: VecDeque<Batch>,
    /// The number of `batches[0]`, counting all batches from 0.
    first: u64,
    clock: Clock,
    /// The number of puzzles by sweeps that have ended since the last [`share`](Self::share), for
    /// the many that take few sweeps.
    few: [u64; 64],
    /// The sweeps of the others.
    many: Vec<u64>,
    /// The ids and sweeps of all, if the time of each row is wanted.
    ended: Vec<(u64, u64)>,
}

impl Queue {
    pub fn new(clock: Clock) -> Self {
        let (batches, many, ended) = (VecDeque::new(), Vec::new(), Vec::new());
        Self { batches, first: 0, clock, few: [0; 64], many, ended }
    }

    pub fn push(&mut self, batch: Batch) {
        self.batches.push_back(batch);
    }

    /// Removes the first batch if all its puzzles have ended.
    pub fn pop(&mut self) -> Option<Batch> {
        self.batches.front().filter(|batch| batch.is_done())?;
        self.first += 1;
        self.batches.pop_front()
    }

    pub fn len(&self) -> usize {
        self.batches.len()
    }

    /// Returns the next puzzle with its id; `None` if all have been started.
    #[inline(always)]
    pub fn next(&mut self) -> Option<(u64, LaneInput<'_>)> {
        let number = self.first + self.batches.len() as u64;
        let batch = self.batches.back_mut()?;
        let row = batch.next_row()?;
        if let Some(at) = batch.next_upcoming() {
            #[cfg(target_arch = "x86_64")]
            super::x86::prefetch(at);
            let _ = at;
        }
        let input = match batch.has_candidates() {
            true => LaneInput::Candidates(batch.candidates(row)?),
            false => LaneInput::Clues(batch.line(row)?),
        };
        Some(((number - 1) << 32 | row as u64, input))
    }

    /// Writes the result of a puzzle that has ended.
    #[inline(always)]
    pub fn end(&mut self, id: u64, outcome: &LaneOutcome, limits: &Limits) {
        let row = id as u32 as usize;
        let Some(batch) = self.batches.get_mut(((id >> 32) - self.first) as usize) else { return };
        let result = RowResult {
            status: outcome.status(limits),
            solutions: outcome.solutions,
            counters: outcome.counters.with_clues(0),
            solve_ns: 0,
        };
        batch.end(row, result, &outcome.first);
        if outcome.solutions == 0 && batch.mark_repeated_digit(row) {
            return;
        }
        let sweeps = outcome.counters.sweeps;
        match (self.clock, self.few.get_mut(sweeps as usize)) {
            (Clock::Off, _) => return,
            (_, Some(count)) => *count += 1,
            (_, None) => self.many.push(sweeps),
        }
        if self.clock == Clock::Rows {
            self.ended.push((id, sweeps));
        }
    }

    /// Divides the time of a kernel call among the puzzles that ended in it, in proportion to their
    /// sweeps, so that the shares add up to the time of all calls. `each` receives nanoseconds and
    /// the number of puzzles with that time.
    pub fn share(&mut self, elapsed_ns: f64, mut each: impl FnMut(u64, u64)) {
        let few = (0..).zip(mem::replace(&mut self.few, [0; 64])).filter(|(_, count)| *count > 0);
        let all = few.chain(self.many.drain(..).map(|sweeps| (sweeps, 1)));
        let all: Vec<(u64, u64)> = all.collect();
        let sweeps: u64 = all.iter().map(|(sweeps, count)| sweeps * count).sum();
        let ns_per_sweep = elapsed_ns / sweeps.max(1) as f64;
        let ns = |sweeps: u64| (sweeps as f64 * ns_per_sweep) as u64;
        all.into_iter().for_each(|(sweeps, count)| each(ns(sweeps), count));
        for (id, sweeps) in self.ended.drain(..) {
            let batch = &mut self.batches[((id >> 32) - self.first) as usize];
            batch.set_time(id as u32 as usize, ns(sweeps));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grid::Size, solver::lanes::LaneCounters};

    #[test]
    fn shares_add_up() {
        let mut queue = Queue::new(Clock::Rows);
        let mut batch = Batch::new(Size::Nine);
        (0..4).for_each(|_| batch.push_symbols(&[b'.'; 81]));
        queue.push(batch);
        for sweeps in [3, 3, 70, 24] {
            let id = queue.next().unwrap().0;
            let counters = LaneCounters { sweeps, ..LaneCounters::NONE };
            let outcome = LaneOutcome { solutions: 1, counters, ..LaneOutcome::new() };
            queue.end(id, &outcome, &Limits::default());
        }
        let mut times = Vec::new();
        queue.share(1000.0, |ns, puzzles| times.push((ns, puzzles)));
        assert_eq!(times, [(30, 2), (240, 1), (700, 1)]);
        let batch = queue.pop().unwrap();
        let of_rows: Vec<_> = batch.results().iter().map(|result| result.solve_ns).collect();
        assert_eq!(of_rows, [30, 30, 700, 240]);
    }
}
