//! Hidden singles: a digit with only one cell left in a unit is entered there.

use super::{CandidateGrid, HIDDEN, Queue};
use crate::{
    grid::{Candidates, Cell, Order, Unit},
    solver::{Event, Observer, Reason, run::Run},
};

impl<O: Order> CandidateGrid<O> {
    /// Enters hidden singles, and the naked singles that follow, until there are no more.
    pub(super) fn enter_all_hidden_singles<Obs: Observer>(
        &mut self,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        while self.changed != 0 && self.open > 0 {
            let unit = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            self.enter_hidden_singles(Unit::new::<O>(unit), queue, run)?;
        }
        Ok(())
    }

    /// Enters the hidden singles of a unit and the naked singles that follow.
    fn enter_hidden_singles<Obs: Observer>(
        &mut self,
        unit: Unit,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let cells = unit.cells::<O>();
        let no_place = |missing: Candidates| missing.lowest().map(|d| Reason::NoPlace(d, unit));
        let mut hidden = match self.hidden_singles(cells) {
            Ok(Candidates::NONE) => return Ok(()),
            Ok(hidden) => hidden,
            Err(missing) => return Err(no_place(missing).expect("a digit is missing")),
        };
        for &cell in cells {
            let here = self.candidates(cell) & hidden;
            if here.is_empty() || !self.is_open(cell) {
                continue;
            }
            let Some(digit) = here.single() else {
                // Two digits need the same cell, so one of them has no place.
                return Err(no_place(here).expect("two digits are here"));
            };
            hidden -= here;
            run.counters.own[HIDDEN] += 1;
            run.imply(Event::HiddenSingle(cell, digit));
            self.propagate(cell, digit, queue)?;
        }
        self.enter_naked_singles(queue, run)
    }

    /// The digits that have exactly one open cell left in the unit.
    #[inline]
    fn hidden_singles(&self, cells: &[Cell]) -> Result<Candidates, Candidates> {
        let mut once = Candidates::NONE;
        let mut twice = Candidates::NONE;
        let mut filled = Candidates::NONE;
        for &cell in cells {
            let mask = self.candidates(cell);
            twice |= once & mask;
            once |= mask;
            if mask.bits().is_power_of_two() {
                filled |= mask;
            }
        }
        match Candidates::all::<O>() - once {
            Candidates::NONE => Ok(once - twice - filled),
            missing => Err(missing),
        }
    }
}
