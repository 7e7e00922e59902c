//! Naked singles: a cell with only one candidate left has that digit. Hidden singles: if a digit
//! has only one possible cell left in a unit, that cell has the digit.

use super::{CandidateGrid, Geometry, HIDDEN, NAKED};
use crate::run::Run;
use sudomill_puzzle::{
    grid::{Candidates, Cell, CellSet, Digit, Order, Unit},
    solving::{Event, Observer, Reason},
};

impl<O: Order> CandidateGrid<O> {
    /// Enters naked singles, and those that result, until there are no more.
    pub(super) fn enter_naked_singles<Obs: Observer>(
        &mut self,
        units: &impl Geometry<O>,
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
                self.enter(cell, digit, units);
            }
        }
    }

    /// Enters hidden singles, and the naked singles that result, until there are no more.
    pub(super) fn enter_all_hidden_singles<Obs: Observer>(
        &mut self,
        units: &impl Geometry<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        while !self.open_cells().is_empty() && self.enter_hidden_singles(units, run)? {
            self.enter_naked_singles(units, run)?;
        }
        self.hidden_done = true;
        Ok(())
    }

    /// Enters the hidden singles of all units, in the order of cells. Returns false if there are
    /// none.
    #[inline]
    fn enter_hidden_singles<Obs: Observer>(
        &mut self,
        units: &impl Geometry<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<bool, Reason> {
        let found = units.hidden_singles(self);
        if found.misses() {
            return Err(self.missed(units));
        }
        let cells = found.cells();
        for cell in cells {
            // A dead end if two digits need the cell, or if the digit was entered in a peer
            // meanwhile.
            let digits = found.digits(cell);
            let digit = digits.lowest().expect("a hidden single");
            if digits.single().is_none() || !self.places(digit).contains(cell) {
                return Err(self.no_other_place(digit, cell, units));
            }
            run.counters.own[HIDDEN] += 1;
            run.imply(Event::HiddenSingle(cell, digit));
            self.exclude_others(cell, digit);
            self.enter(cell, digit, units);
        }
        Ok(!cells.is_empty())
    }

    /// The first digit without a place in some unit, else the first hidden single: the number of
    /// places (0 or 1), the unit and the digit. Units come in their order, digits ascending.
    pub fn hidden_single(&self, units: &impl Geometry<O>) -> Option<(usize, Unit, Digit)> {
        let found = units.hidden_singles(self);
        if found.misses() {
            return self.first_missed(units).map(|(unit, digit)| (0, unit, digit));
        }
        let cells = found.cells();
        for unit in units.units() {
            let (in_unit, mut digits) = (CellSet::unit(unit), Candidates::NONE);
            for cell in cells & in_unit {
                digits |= found.digits(cell);
            }
            // A digit of a cell may be a hidden single of another unit only.
            for digit in digits {
                if (self.places(digit) & in_unit).len() == 1 {
                    return Some((1, unit, digit));
                }
            }
        }
        None
    }

    /// The first unit without a place for some digit, and the smallest such digit.
    pub(super) fn first_missed(&self, units: &impl Geometry<O>) -> Option<(Unit, Digit)> {
        for unit in units.units() {
            for digit in Digit::all::<O>() {
                if (self.places(digit) & CellSet::unit(unit)).is_empty() {
                    return Some((unit, digit));
                }
            }
        }
        None
    }

    /// The reason for the first unit without a place for some digit.
    #[cold]
    fn missed(&self, units: &impl Geometry<O>) -> Reason {
        let (unit, digit) = self.first_missed(units).expect("a unit has no place for a digit");
        Reason::NoPlace(digit, unit)
    }

    /// The reason for the first unit in which this cell was the only place for the digit.
    #[cold]
    fn no_other_place(&self, digit: Digit, cell: Cell, units: &impl Geometry<O>) -> Reason {
        let others = self.places(digit) - CellSet::of(cell);
        let is_only = |unit: &Unit| (others & CellSet::unit(*unit)).is_empty();
        let unit = units.units_of(cell).find(is_only).or(units.units_of(cell).last());
        Reason::NoPlace(digit, unit.expect("a cell has units"))
    }
}

/// The reason for the first of these cells, which have no candidates.
#[cold]
fn no_candidate<O: Order>(cells: CellSet<O>) -> Reason {
    Reason::NoCandidate(cells.first().expect("a cell has no candidate"))
}
