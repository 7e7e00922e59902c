//! Finds the units in which a digit is a hidden single or has no place.

use super::{
    BANDS, CandidateGrid,
    tally::{Tally, repeat},
};
use crate::grid::{Candidates, Cell, CellSet, Digit, Order, Unit, Word};

/// The search for hidden singles: several digits at a time, one in each lane. The compiler
/// turns the loop over the lanes into vector instructions.
pub struct Search<O: Order> {
    /// The digits that were found.
    found: Candidates,
    /// For each of them the first unit in which it is a hidden single or has no place.
    units: O::PerDigit<u8>,
    /// The places of a digit in each band; then the hidden singles among them.
    bands: [O::PerLane<O::Band>; BANDS],
    /// Not zero where a unit has no place for the digit.
    missing: O::PerLane<O::Band>,
    /// Not zero where there is a hidden single or a unit has no place.
    any: O::PerLane<O::Band>,
}

impl<O: Order> Search<O> {
    #[inline]
    pub fn new() -> Self {
        Self {
            found: Candidates::NONE,
            units: O::per_digit(0),
            bands: [O::per_lane(O::Band::ZERO); BANDS],
            missing: O::per_lane(O::Band::ZERO),
            any: O::per_lane(O::Band::ZERO),
        }
    }

    /// The digits that were found.
    #[inline]
    pub fn found(&self) -> Candidates {
        self.found
    }

    /// The first unit that has hidden singles or misses a digit, and these digits, after the
    /// places of some digits have changed.
    #[inline]
    pub fn first(
        &mut self,
        grid: &CandidateGrid<O>,
        changed: Candidates,
    ) -> Option<(Unit, Candidates)> {
        let mut lanes = 0;
        for digit in changed {
            let places = grid.places(digit);
            for band in 0..O::BOX {
                self.bands[band].as_mut()[lanes] = places.band(band);
            }
            lanes += 1;
        }
        self.hide(lanes, grid.open_cells());
        self.found -= changed;
        for (lane, digit) in changed.iter().enumerate() {
            if self.any.as_ref()[lane] != O::Band::ZERO {
                self.found |= digit.into();
                self.units.as_mut()[digit.index()] = self.first_unit(grid.places(digit), lane);
            }
        }
        (!self.found.is_empty()).then(|| self.least())
    }

    /// The first unit that misses a digit, and the smallest such digit; or else those of the
    /// first hidden single. Before them the number of places, 0 or 1.
    pub fn fewest_places(&mut self, grid: &CandidateGrid<O>) -> Option<(usize, Unit, Digit)> {
        let all = Candidates::all::<O>();
        let (unit, digits) = self.first(grid, all)?;
        let missing = |digit: &Digit| self.missing.as_ref()[digit.index()] != O::Band::ZERO;
        let first_missed = |digit: Digit| (self.first_missed(grid.places(digit)), digit);
        match all.iter().filter(missing).map(first_missed).min() {
            Some((unit, digit)) => Some((0, Unit::new::<O>(unit), digit)),
            None => Some((1, unit, digits.lowest()?)),
        }
    }

    /// The first unit without a place.
    fn first_missed(&self, places: CellSet<O>) -> usize {
        let set = |unit| CellSet::unit(Unit::new::<O>(unit));
        let missed = (0..O::UNITS).find(|&unit| (places & set(unit)).is_empty());
        missed.expect("a unit has no place")
    }

    /// Reduces the places of the digits to the open cells that are the only place in a unit,
    /// and finds the digits that miss a unit.
    ///
    /// Rows and boxes are tallied on their first cell, by way of the minirows; columns on the
    /// first row.
    #[inline]
    fn hide(&mut self, lanes: usize, open: CellSet<O>) {
        let one = O::Band::ONE;
        let first_row = (one << O::SIDE).minus(one);
        let row_starts = repeat(one, O::BOX, O::SIDE);
        let box_starts = repeat(one, O::BOX, O::BOX);
        let end = lanes.next_multiple_of(4).min(self.missing.as_ref().len());
        for lane in 0..end {
            let mut columns = Tally::NONE;
            let mut missing = O::Band::ZERO;
            let mut alone = [O::Band::ZERO; BANDS];
            for band in 0..O::BOX {
                let places = Tally::of(self.bands[band].as_ref()[lane]);
                let minirows = places.fold(O::BOX, 1);
                let rows = minirows.fold(O::BOX, O::BOX);
                let boxes = minirows.fold(O::BOX, O::SIDE);
                columns = columns.plus(places.fold(O::BOX, O::SIDE));
                missing |= row_starts & !rows.once | box_starts & !boxes.once;
                let row = row_starts & rows.exactly_once();
                let box_ = box_starts & boxes.exactly_once();
                let minirow = (box_ << O::BOX).minus(box_);
                alone[band] = (row << O::SIDE).minus(row) | repeat(minirow, O::BOX, O::SIDE);
            }
            let missing = missing | first_row & !columns.once;
            let mut any = missing;
            let columns = repeat(first_row & columns.exactly_once(), O::BOX, O::SIDE);
            for band in 0..O::BOX {
                let places = &mut self.bands[band].as_mut()[lane];
                *places &= (alone[band] | columns) & open.band(band);
                any |= *places;
            }
            self.missing.as_mut()[lane] = missing;
            self.any.as_mut()[lane] = any;
        }
    }

    /// The first unit in which the digit of a lane has no place, or in which it is a hidden
    /// single.
    fn first_unit(&self, places: CellSet<O>, lane: usize) -> u8 {
        let mut first = match self.missing.as_ref()[lane] != O::Band::ZERO {
            true => self.first_missed(places),
            false => O::UNITS,
        };
        for band in 0..O::BOX {
            let mut hidden = self.bands[band].as_ref()[lane];
            while hidden != O::Band::ZERO {
                let cell = Cell::new(band * O::BOX * O::SIDE + hidden.lowest());
                hidden &= hidden.minus(O::Band::ONE);
                let only_place_in =
                    |&unit: &Unit| places & CellSet::unit(unit) == CellSet::of(cell);
                let unit = cell.units::<O>().into_iter().find(only_place_in);
                let unit = unit.expect("a hidden single of a unit").number::<O>();
                first = first.min(unit);
                // The rows come first, and the cells are ascending.
                if unit < O::SIDE {
                    return first as u8;
                }
            }
        }
        first as u8
    }

    /// The first of the units, and the digits whose unit it is.
    #[inline]
    fn least(&self) -> (Unit, Candidates) {
        let (mut least, mut digits) = (u8::MAX, Candidates::NONE);
        for digit in self.found {
            let unit = self.units.as_ref()[digit.index()];
            if unit < least {
                (least, digits) = (unit, Candidates::NONE);
            }
            if unit == least {
                digits |= digit.into();
            }
        }
        (Unit::new::<O>(least.into()), digits)
    }
}
