//! The batches whose puzzles are in the lanes of a thread or wait for one.

use super::{LaneInput, LaneOutcome, Occupancy, bits::Left};
use crate::solver::{Batch, Clock, Limits, RowResult};
use std::{collections::VecDeque, mem};

/// Runs the lanes of any backend, and returns their utilization so far.
pub(super) type RunLanes<'a> = dyn FnMut(&mut Queue, bool) -> Occupancy + Send + 'a;

/// Batches in the order in which they came. Lanes are filled from the last one: all puzzles of the
/// others have been started.
///
/// A puzzle's id has the number of its batch in the high 32 bits, and its row in the low 32.
#[derive(Default)]
pub(super) struct Queue {
    pub batches: VecDeque<Batch>,
    /// The number of `batches[0]`, counting all batches from 0.
    pub first: u64,
    /// The limit on solutions of a puzzle.
    limit: u64,
    /// The ids of puzzles with more solutions than are looked for in lanes.
    over_limit: Vec<u64>,
    clock: Clock,
    /// The number of puzzles by sweeps that have ended since the last [`share`](Self::share), for
    /// the many that take few sweeps.
    few: [u64; 32],
    /// The sweeps of the others.
    long_searches: Vec<u64>,
    /// The ids and sweeps of all, if the time of each row is wanted.
    ended: Vec<(u64, u64)>,
    /// Puzzles that enter lanes before those that have not been started.
    pub left: Vec<Left>,
    /// The number of puzzles that have ended in lanes without a guess, since a wave last asked.
    pub without_guess: u32,
}

impl Queue {
    pub fn new(clock: Clock, limit: u64) -> Self {
        Self { limit, clock, ..Self::default() }
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
        Some(((number - 1) << 32 | row as u64, input(batch, row)?))
    }

    /// Returns the next puzzle with more solutions than are looked for in lanes, with its id.
    pub fn next_over_limit(&mut self) -> Option<(u64, LaneInput<'_>)> {
        let id = self.over_limit.pop()?;
        let batch = self.batches.get(((id >> 32) - self.first) as usize)?;
        Some((id, input(batch, id as u32 as usize)?))
    }

    /// Writes the result of a puzzle that has ended.
    #[inline(always)]
    pub fn end(&mut self, id: u64, outcome: &LaneOutcome, limits: &Limits) {
        if outcome.solutions == limits.solutions.get() && limits.solutions.get() < self.limit {
            return self.over_limit.push(id);
        }
        let result = RowResult {
            status: outcome.status(limits),
            solutions: outcome.solutions,
            counters: outcome.counters.with_clues(0),
            solve_ns: 0,
        };
        let row = id as u32 as usize;
        let Some(batch) = self.batches.get_mut(((id >> 32) - self.first) as usize) else { return };
        batch.end(row, result, &outcome.first);
        self.without_guess += u32::from(outcome.counters.guesses == 0);
        // The first sweep removes a digit that a unit repeats from all cells of the unit.
        let sweeps = outcome.counters.sweeps;
        if outcome.solutions > 0 || sweeps > 1 || !batch.mark_repeated_digit(row) {
            self.count(id, sweeps);
        }
    }

    /// Counts the sweeps of a puzzle that has ended, for [`share`](Self::share).
    #[inline(always)]
    pub fn count(&mut self, id: u64, sweeps: u64) {
        match (self.clock, self.few.get_mut(sweeps as usize)) {
            (Clock::Off, _) => return,
            (_, Some(count)) => *count += 1,
            (_, None) => self.long_searches.push(sweeps),
        }
        if self.clock == Clock::Rows {
            self.ended.push((id, sweeps));
        }
    }

    /// Divides the time of a kernel call among the puzzles that ended in it, in proportion to their
    /// sweeps, so that the shares add up to the time of all calls. `each` receives nanoseconds and
    /// the number of puzzles with that time.
    pub fn share(&mut self, elapsed_ns: f64, mut each: impl FnMut(u64, u64)) {
        let few = (0..).zip(mem::take(&mut self.few)).filter(|(_, count)| *count > 0);
        let all = few.chain(self.long_searches.drain(..).map(|sweeps| (sweeps, 1)));
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

/// A row's puzzle.
#[inline(always)]
fn input(batch: &Batch, row: usize) -> Option<LaneInput<'_>> {
    Some(match batch.has_candidates() {
        true => LaneInput::Candidates(batch.candidates(row)?),
        false => LaneInput::Clues(batch.line(row)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{grid::Size, solver::lanes::progress::LaneCounters};

    #[test]
    fn shares_add_up() {
        let mut queue = Queue::new(Clock::Rows, 2);
        let mut batch = Batch::new(Size::Nine);
        (0..4).for_each(|_| batch.push_symbols(&[b'.'; 81]));
        queue.push(batch);
        for sweeps in [3, 3, 70, 24] {
            let id = queue.next().unwrap().0;
            let counters = LaneCounters { sweeps, ..LaneCounters::default() };
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
