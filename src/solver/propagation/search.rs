//! Finds the units in which a digit is a hidden single or has no place.

use super::{
    CandidateGrid,
    tally::{Tally, repeat},
};
use crate::grid::{Candidates, CellSet, Digit, Order, Unit, Word};

/// For each digit, the units in which it is a hidden single or has no place.
///
/// A search handles several digits at a time, one in each lane; the compiler turns the loop
/// over the lanes into vector instructions.
pub struct Search<O: Order> {
    /// The digits that have such a unit.
    found: Candidates,
    units: Units<O>,
    /// The digits that are searched, in any order.
    lanes: Units<O>,
}

impl<O: Order> CandidateGrid<O> {
    /// The first unit with the fewest places for a digit that it does not have, if these are
    /// none or one; the number of these places and the smallest such digit.
    pub fn hidden_single(&self) -> Option<(usize, Unit, Digit)> {
        Search::new().fewest_places(self)
    }
}

/// Units of the digits, a bit each.
struct Units<O: Order> {
    /// In each band, a box on its first cell and a row on its second one.
    bands: O::PerBand<O::PerLane<O::Band>>,
    /// A column on its first cell.
    columns: O::PerLane<O::Band>,
}

impl<O: Order> Units<O> {
    #[inline]
    fn none() -> Self {
        let none = O::per_lane(O::Band::ZERO);
        Self { bands: O::per_band(none), columns: none }
    }

    /// Finds the units. On entry the bands hold the places of the digits.
    ///
    /// Rows and boxes are tallied on their first cell, by way of the minirows; columns on the
    /// first row.
    #[inline]
    fn search(&mut self, lanes: usize, open: CellSet<O>) {
        let one = O::Band::ONE;
        let first_row = (one << O::SIDE).minus(one);
        let row_starts = repeat(one, O::BOX, O::SIDE);
        let box_starts = repeat(one, O::BOX, O::BOX);
        let end = lanes.next_multiple_of(4).min(self.columns.as_ref().len());
        for lane in 0..end {
            let (mut columns, mut in_columns) = (Tally::NONE, O::Band::ZERO);
            for band in 0..O::BOX {
                let places = &mut self.bands.as_mut()[band].as_mut()[lane];
                // The digit is missing where no cell has it, filled or open.
                let all = Tally::of(*places);
                let minirows = all.fold(O::BOX, 1);
                let in_rows = minirows.fold(O::BOX, O::BOX).once;
                let in_boxes = minirows.fold(O::BOX, O::SIDE).once;
                in_columns |= all.fold(O::BOX, O::SIDE).once;
                // It is a hidden single where one open cell has it.
                let open = Tally::of(*places & open.band(band));
                let minirows = open.fold(O::BOX, 1);
                let rows = minirows.fold(O::BOX, O::BOX).exactly_once();
                let boxes = minirows.fold(O::BOX, O::SIDE).exactly_once();
                columns = columns.plus(open.fold(O::BOX, O::SIDE));
                *places = (row_starts & (rows | !in_rows)) << 1 | box_starts & (boxes | !in_boxes);
            }
            let found = columns.exactly_once() | !in_columns;
            self.columns.as_mut()[lane] = first_row & found;
        }
    }
}

impl<O: Order> Search<O> {
    #[inline]
    pub fn new() -> Self {
        Self { found: Candidates::NONE, units: Units::none(), lanes: Units::none() }
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
            for (band, lane) in self.lanes.bands.as_mut().iter_mut().enumerate() {
                lane.as_mut()[lanes] = places.band(band);
            }
            lanes += 1;
        }
        self.lanes.search(lanes, grid.open_cells());
        self.found -= changed;
        for (lane, digit) in changed.iter().enumerate() {
            self.store(digit, lane);
        }
        (!self.found.is_empty()).then(|| self.least())
    }

    /// Stores the units of a digit, those of a lane.
    #[inline]
    fn store(&mut self, digit: Digit, lane: usize) {
        let mut any = self.lanes.columns.as_ref()[lane];
        self.units.columns.as_mut()[digit.index()] = any;
        for (to, from) in self.units.bands.as_mut().iter_mut().zip(self.lanes.bands.as_ref()) {
            to.as_mut()[digit.index()] = from.as_ref()[lane];
            any |= from.as_ref()[lane];
        }
        let found = u32::from(any != O::Band::ZERO) << digit.index();
        self.found |= Candidates::from_bits(found);
    }

    /// The first of the units, and the digits whose unit it is.
    #[inline]
    fn least(&self) -> (Unit, Candidates) {
        let row_starts = repeat(O::Band::ONE, O::BOX, O::SIDE);
        let bands = self.units.bands.as_ref();
        for (band, lanes) in bands.iter().enumerate() {
            let rows = union::<O>(lanes) >> 1 & row_starts;
            if rows != O::Band::ZERO {
                let row = rows.lowest();
                return (Unit::Row(band * O::BOX + row / O::SIDE), digits::<O>(lanes, row + 1));
            }
        }
        let columns = union::<O>(&self.units.columns);
        if columns != O::Band::ZERO {
            let column = columns.lowest();
            return (Unit::Column(column), digits::<O>(&self.units.columns, column));
        }
        let boxes = |(band, lanes)| (band, lanes, union::<O>(lanes));
        let mut boxes = bands.iter().enumerate().map(boxes);
        let box_ = boxes.find(|(_, _, boxes)| *boxes != O::Band::ZERO);
        let (band, lanes, boxes) = box_.expect("a digit was found");
        let box_ = boxes.lowest();
        (Unit::Box(band * O::BOX + box_ / O::BOX), digits::<O>(lanes, box_))
    }

    /// The first unit that misses a digit, and the smallest such digit; or else those of the
    /// first hidden single. Before them the number of places, 0 or 1.
    pub fn fewest_places(&mut self, grid: &CandidateGrid<O>) -> Option<(usize, Unit, Digit)> {
        let (unit, digits) = self.first(grid, Candidates::all::<O>())?;
        let missed = |digit| Some((first_missed(grid.places(digit))?, digit));
        match self.found.iter().filter_map(missed).min() {
            Some((unit, digit)) => Some((0, Unit::new::<O>(unit), digit)),
            None => Some((1, unit, digits.lowest()?)),
        }
    }
}

/// The number of the first unit without a place.
fn first_missed<O: Order>(places: CellSet<O>) -> Option<usize> {
    let set = |unit| CellSet::unit(Unit::new::<O>(unit));
    (0..O::UNITS).find(|&unit| (places & set(unit)).is_empty())
}

/// The bits that are set in any lane.
#[inline(always)]
fn union<O: Order>(lanes: &O::PerLane<O::Band>) -> O::Band {
    lanes.as_ref().iter().fold(O::Band::ZERO, |all, &lane| all | lane)
}

/// The digits in whose lane a bit is set.
#[inline(always)]
fn digits<O: Order>(lanes: &O::PerLane<O::Band>, bit: usize) -> Candidates {
    let lanes = lanes.as_ref()[..O::SIDE].iter().enumerate();
    let is_set = |lane: O::Band| lane >> bit & O::Band::ONE != O::Band::ZERO;
    let digits = lanes.fold(0, |all, (i, &lane)| all | u32::from(is_set(lane)) << i);
    Candidates::from_bits(digits)
}
