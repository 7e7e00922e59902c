//! The batches whose puzzles are in the lanes of a thread or wait for one.

use super::{
    prefetch::prefetch,
    progress::{Begun, Handover, LaneInput, LaneOutcome, Round, RowId},
};
use std::{collections::VecDeque, mem, sync::Arc};
use sudomill_puzzle::solving::{Batch, Clock, Limits, Occupancy, RowResult};

/// The highest limit on solutions for which a search is not divided.
pub const MANY: u64 = 1 << 12;

/// Runs the lanes of any backend, and returns their utilization so far.
pub type RunLanes<'a> = dyn FnMut(&mut Queue, bool) -> Occupancy + Send + 'a;

/// Batches in the order in which they came. Lanes are filled from the last one: all puzzles of the
/// others have been started.
#[derive(Default)]
pub struct Queue {
    batches: VecDeque<Batch>,
    /// The number of `batches[0]`, see [`RowId::batch`].
    first: u32,
    /// The number of solutions that a lane looks for.
    pub most: u64,
    /// The number of solutions with which a search that leaves its lane goes to `begun`.
    pub to_divide: u64,
    /// The searches that have left their lanes to be divided, or are parts.
    pub begun: Vec<Begun>,
    /// The alternatives that enter lanes after all puzzles.
    pub round: Option<Arc<Round>>,
    clock: Clock,
    /// The number of puzzles by sweeps that have ended since the last [`share`](Self::share), for
    /// the many that take few sweeps.
    few: [u64; 32],
    /// The sweeps of the others.
    long_searches: Vec<u64>,
    /// The puzzles that have ended since then, if the time of each row is wanted.
    ended: Vec<Ended>,
    /// The puzzles that enter lanes before those that have not been started.
    pub handovers: Vec<Handover>,
    /// The number of puzzles that have ended in lanes without a guess, since a wave last asked.
    pub without_guess: u32,
}

/// A puzzle that has ended.
struct Ended {
    id: RowId,
    sweeps: u64,
}

/// Puzzles that have ended after the same number of sweeps.
struct EndedAfter {
    sweeps: u64,
    puzzles: u64,
}

impl Queue {
    /// Creates a queue for batches, whose puzzles have at most so many solutions.
    pub fn new(clock: Clock, limit: u64) -> Self {
        let to_divide = if limit > MANY { MANY } else { u64::MAX };
        Self { most: limit.min(MANY), to_divide, clock, ..Self::default() }
    }

    /// Creates a queue for one search, or for parts of it, each up to a number of solutions.
    pub fn divided(most: u64, round: Option<Arc<Round>>) -> Self {
        Self { most, round, ..Self::default() }
    }

    /// Adds a batch, whose puzzles begin at once.
    pub fn push(&mut self, batch: Batch) {
        self.batches.push_back(batch);
    }

    /// Removes the first batch if all its puzzles have ended.
    pub fn pop(&mut self) -> Option<Batch> {
        self.batches.front().filter(|batch| batch.is_done())?;
        self.first = self.first.wrapping_add(1);
        self.batches.pop_front()
    }

    /// Removes the batch that was pushed last, for a wave. It has to be pushed again.
    #[cfg(target_arch = "x86_64")]
    pub fn take_last(&mut self) -> Option<Batch> {
        self.batches.pop_back()
    }

    /// The number of the batch that is pushed next, see [`RowId::batch`].
    #[inline(always)]
    pub fn next_number(&self) -> u32 {
        self.first.wrapping_add(self.batches.len() as u32)
    }

    /// The batch of a row, among `batches`.
    #[inline(always)]
    fn index(&self, id: RowId) -> usize {
        id.batch.wrapping_sub(self.first) as usize
    }

    /// Returns the next puzzle; `None` if all have been started.
    #[inline(always)]
    pub fn next_row(&mut self) -> Option<(RowId, LaneInput<'_>)> {
        let number = self.next_number().wrapping_sub(1);
        let batch = self.batches.back_mut()?;
        let row = batch.next_row()?;
        batch.next_upcoming().into_iter().for_each(prefetch);
        Some((RowId { batch: number, row: row as u32 }, input(batch, row)?))
    }

    /// Writes the result of a puzzle that has ended.
    #[inline(always)]
    pub fn end(&mut self, id: RowId, outcome: &LaneOutcome, limits: &Limits) {
        let counters = outcome.counters.with_clues(0);
        let result = RowResult::new(outcome.status(limits), outcome.solutions, counters);
        let row = id.row as usize;
        let index = self.index(id);
        let Some(batch) = self.batches.get_mut(index) else { return };
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
    pub fn count(&mut self, id: RowId, sweeps: u64) {
        if self.clock == Clock::Off {
            return;
        }
        match self.few.get_mut(sweeps as usize) {
            Some(count) => *count += 1,
            None => self.long_searches.push(sweeps),
        }
        if self.clock == Clock::Rows {
            self.ended.push(Ended { id, sweeps });
        }
    }

    /// Divides the time of a kernel call among the puzzles that ended in it, in proportion to their
    /// sweeps, so that the shares add up to the time of all calls. `each` receives nanoseconds and
    /// the number of puzzles with that time.
    pub fn share(&mut self, elapsed_ns: f64, mut each: impl FnMut(u64, u64)) {
        let few = (0..).zip(mem::take(&mut self.few)).filter(|(_, puzzles)| *puzzles > 0);
        let few = few.map(|(sweeps, puzzles)| EndedAfter { sweeps, puzzles });
        let long = self.long_searches.drain(..).map(|sweeps| EndedAfter { sweeps, puzzles: 1 });
        let all: Vec<EndedAfter> = few.chain(long).collect();
        let sweeps: u64 = all.iter().map(|ended| ended.sweeps * ended.puzzles).sum();
        let ns_per_sweep = elapsed_ns / sweeps.max(1) as f64;
        let ns = |sweeps: u64| (sweeps as f64 * ns_per_sweep) as u64;
        all.iter().for_each(|ended| each(ns(ended.sweeps), ended.puzzles));
        for Ended { id, sweeps } in self.ended.drain(..) {
            let index = id.batch.wrapping_sub(self.first) as usize;
            self.batches[index].set_time(id.row as usize, ns(sweeps));
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
