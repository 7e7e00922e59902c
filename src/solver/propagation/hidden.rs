//! Hidden singles: a digit with only one cell left in a unit is entered there.

use super::{CandidateGrid, HIDDEN, Queue, Search};
use crate::{
    grid::{Candidates, CellSet, Order, Unit},
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Enters hidden singles, and the naked singles that follow, until there are no more.
    pub(super) fn enter_all_hidden_singles<Obs: Observer>(
        &mut self,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let mut search = Search::new();
        while self.open() > 0 {
            let entered = std::mem::take(&mut self.entered) & search.found();
            let changed = std::mem::take(&mut self.unsearched) | entered;
            let Some((unit, digits)) = search.first(self, changed) else {
                break;
            };
            self.enter_hidden_singles(unit, digits, queue, run)?;
            self.enter_naked_singles(queue, run)?;
        }
        Ok(())
    }

    /// Enters these digits, each in its only place in the unit, by cell.
    fn enter_hidden_singles<Obs: Observer>(
        &mut self,
        unit: Unit,
        digits: Candidates,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let in_unit = CellSet::unit(unit);
        let mut cells = CellSet::EMPTY;
        for digit in digits {
            let place = self.places(digit) & in_unit;
            if place.is_empty() {
                return Err(Reason::NoPlace(digit, unit));
            }
            cells |= place;
        }
        for cell in cells {
            let here = match digits.single() {
                Some(_) => digits,
                None => self.candidates(cell) & digits,
            };
            let Some(digit) = here.single() else {
                // Two digits need the same cell, so one of them has no place.
                return Err(Reason::NoPlace(here.lowest().expect("two digits are here"), unit));
            };
            run.counters.own[HIDDEN] += 1;
            run.imply(Event::HiddenSingle(cell, digit));
            self.enter_hidden(cell, digit, queue)?;
        }
        Ok(())
    }
}
