//! Naked singles: a cell with one candidate left holds it.

use super::{CandidateGrid, NAKED};
use crate::{
    grid::{CellSet, Order},
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Enters naked singles, and those that follow, until there are no more.
    pub(super) fn enter_naked_singles<Obs: Observer>(
        &mut self,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        loop {
            let (none, singles) = self.none_or_one();
            if !none.is_empty() {
                return Err(no_candidate(none));
            }
            if singles.is_empty() {
                return Ok(());
            }
            for cell in singles {
                // It has none left if a peer had the same one.
                let Some(digit) = self.single(cell) else {
                    return Err(Reason::NoCandidate(cell));
                };
                run.counters.own[NAKED] += 1;
                run.imply(Event::NakedSingle(cell, digit));
                self.enter(cell, digit);
            }
        }
    }
}

/// The first of these cells has no candidate.
#[cold]
fn no_candidate<O: Order>(cells: CellSet<O>) -> Reason {
    Reason::NoCandidate(cells.first().expect("a cell has no candidate"))
}
