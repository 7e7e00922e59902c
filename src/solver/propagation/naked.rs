//! Naked singles: a cell with one candidate left holds it.

use super::{CandidateGrid, NAKED, Queue};
use crate::{
    grid::Order,
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Enters the queued cells and the naked singles that follow.
    #[inline]
    pub(super) fn enter_naked_singles<Obs: Observer>(
        &mut self,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let mut next = 0;
        while let Some(cell) = queue.get(next) {
            let Some(digit) = self.single(cell) else {
                return Err(Reason::NoCandidate(cell));
            };
            run.counters.own[NAKED] += 1;
            run.imply(Event::NakedSingle(cell, digit));
            self.enter_naked(cell, digit, queue)?;
            next += 1;
        }
        queue.clear();
        Ok(())
    }
}
