//! Naked singles: a cell with only one candidate left has that digit.

use super::{CandidateGrid, NAKED};
use crate::{
    grid::{CellSet, Order},
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Enters naked singles, and those that result, until there are no more.
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
                // The candidate is gone if a peer had the same one.
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

/// The reason for the first of these cells, which have no candidates.
#[cold]
fn no_candidate<O: Order>(cells: CellSet<O>) -> Reason {
    Reason::NoCandidate(cells.first().expect("a cell has no candidate"))
}
