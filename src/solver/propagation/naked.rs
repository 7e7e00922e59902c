//! Naked singles: a cell with one candidate left holds it.

use super::{CandidateGrid, NAKED, Queue};
use crate::{
    grid::{Cell, Order},
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Queues the naked singles of the grid, row-major.
    pub(super) fn find_naked_singles(&self, queue: &mut Queue<O>) -> Result<(), Reason> {
        for (index, mask) in self.candidates.as_ref().iter().enumerate() {
            let more_than_one = mask.bits() & mask.bits().wrapping_sub(1) != 0;
            if more_than_one {
                continue;
            }
            if mask.is_empty() {
                return Err(Reason::NoCandidate(Cell::new(index)));
            }
            if self.values.as_ref()[index] == 0 {
                queue.push(Cell::new(index));
            }
        }
        Ok(())
    }

    /// Enters the queued cells and the naked singles that follow.
    pub(super) fn enter_naked_singles<Obs: Observer>(
        &mut self,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let mut next = 0;
        while let Some(cell) = queue.get(next) {
            let Some(digit) = self.candidates(cell).single() else {
                return Err(Reason::NoCandidate(cell));
            };
            run.counters.own[NAKED] += 1;
            run.imply(Event::NakedSingle(cell, digit));
            self.propagate(cell, digit, queue)?;
            next += 1;
        }
        queue.clear();
        Ok(())
    }
}
