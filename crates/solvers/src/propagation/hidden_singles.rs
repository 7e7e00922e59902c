//! Finds hidden singles, for all digits at once.

use super::{
    CandidateGrid,
    counts::{AtLeast, repeat},
};
use sudomill_puzzle::grid::{Candidates, Cell, CellSet, Order, Word};

/// The number of bands of the largest grid.
const BANDS: usize = 5;

/// The hidden singles of a grid.
#[allow(unnameable_types)] // What a `Geometry` finds, of which only this crate has any.
pub struct HiddenSingles<O: Order> {
    /// The cells of each lane's digit, by band: first its places, then its hidden singles.
    bands: [O::PerLane<O::Band>; BANDS],
    /// Nonzero if some unit has no place for the digit.
    missing: O::PerLane<O::Band>,
}

impl<O: Order> HiddenSingles<O> {
    /// Loads the places of each digit. A lane without a digit gets all cells.
    #[inline(always)]
    fn new(grid: &CandidateGrid<O>) -> Self {
        let all = O::per_lane(!O::Band::ZERO);
        let mut new = Self { bands: [all; BANDS], missing: all };
        for (band, lanes) in new.bands[..O::BANDS].iter_mut().enumerate() {
            for (lane, places) in lanes.as_mut().iter_mut().zip(grid.all_places()) {
                *lane = places.band(band);
            }
        }
        new
    }

    /// Searches all units for all digits, one per lane. The compiler vectorizes the loop over the
    /// lanes.
    ///
    /// The tally of a row or a box, summed from its minirows, is in the bit of its first cell; the
    /// tally of a column is in the bit of its cell in the first row.
    #[inline]
    pub fn of(grid: &CandidateGrid<O>) -> Self {
        let one = O::Band::ONE;
        let first_row = (one << O::SIDE).minus(one);
        let row_starts = repeat(one, O::BOX_ROWS, O::SIDE);
        let box_starts = repeat(one, O::STACKS, O::BOX_COLUMNS);
        let open = grid.open_cells();
        let mut found = Self::new(grid);
        for (lane, missing) in found.missing.as_mut().iter_mut().enumerate() {
            let columns = columns::<O>(&found.bands, lane);
            let in_columns = repeat(first_row & columns.exactly_once(), O::BOX_ROWS, O::SIDE);
            *missing = first_row & !columns.once;
            for (band, lanes) in found.bands[..O::BANDS].iter_mut().enumerate() {
                let places = &mut lanes.as_mut()[lane];
                let minirows = AtLeast::of(*places).fold(O::BOX_COLUMNS, 1);
                let rows = minirows.fold(O::STACKS, O::BOX_COLUMNS);
                let boxes = minirows.fold(O::BOX_ROWS, O::SIDE);
                *missing |= row_starts & !rows.once | box_starts & !boxes.once;
                let starts = row_starts & rows.exactly_once();
                let in_rows = (starts << O::SIDE).minus(starts);
                let starts = box_starts & boxes.exactly_once();
                let in_boxes =
                    repeat((starts << O::BOX_COLUMNS).minus(starts), O::BOX_ROWS, O::SIDE);
                *places &= open.band(band) & (in_rows | in_columns | in_boxes);
            }
        }
        found
    }

    /// Searches the rows, the columns and other units, of which these are the cells, for all digits.
    ///
    /// The cells of a unit lie in all bands: their union has one bit, and no bit is in two of them, if only
    /// one cell is a place of the digit.
    #[inline]
    pub fn in_masks(grid: &CandidateGrid<O>, masks: &[CellSet<O>]) -> Self {
        let places = Self::new(grid);
        let mut found =
            Self { bands: [O::per_lane(O::Band::ZERO); BANDS], missing: places.missing };
        found.add_lines(&places);
        for mask in masks {
            found.add_unit(&places, mask);
        }
        let open = grid.open_cells();
        for band in 0..O::BANDS {
            let lanes = found.bands[band].as_mut().iter_mut();
            for (lane, places) in lanes.zip(places.bands[band].as_ref()) {
                *lane &= *places & open.band(band);
            }
        }
        found
    }

    /// Sets the cells of all rows and columns in which a digit has one place, and what is missing there.
    #[inline(always)]
    fn add_lines(&mut self, places: &Self) {
        let one = O::Band::ONE;
        let first_row = (one << O::SIDE).minus(one);
        let row_starts = repeat(one, O::BOX_ROWS, O::SIDE);
        for (lane, missing) in self.missing.as_mut().iter_mut().enumerate() {
            let columns = columns::<O>(&places.bands, lane);
            let in_columns = repeat(first_row & columns.exactly_once(), O::BOX_ROWS, O::SIDE);
            *missing = first_row & !columns.once;
            for (band, lanes) in self.bands[..O::BANDS].iter_mut().enumerate() {
                let minirows =
                    AtLeast::of(places.bands[band].as_ref()[lane]).fold(O::BOX_COLUMNS, 1);
                let rows = minirows.fold(O::STACKS, O::BOX_COLUMNS);
                *missing |= row_starts & !rows.once;
                let starts = row_starts & rows.exactly_once();
                lanes.as_mut()[lane] = (starts << O::SIDE).minus(starts) | in_columns;
            }
        }
    }

    /// Adds the cells of a unit for each digit that has one place there, and what is missing.
    #[inline(always)]
    fn add_unit(&mut self, places: &Self, mask: &CellSet<O>) {
        for (lane, missing) in self.missing.as_mut().iter_mut().enumerate() {
            let mut all = AtLeast::NONE;
            for band in 0..O::BANDS {
                all = all.plus(AtLeast::of(places.bands[band].as_ref()[lane] & mask.band(band)));
            }
            let none = O::Band::ZERO;
            let several = all.twice | all.once & all.once.minus(O::Band::ONE);
            let hit = if several == none { !none } else { none };
            *missing |= if all.once == none { !none } else { none };
            for (band, lanes) in self.bands[..O::BANDS].iter_mut().enumerate() {
                lanes.as_mut()[lane] |= hit & mask.band(band);
            }
        }
    }

    /// Returns true if some unit has no place for a digit: a dead end.
    #[inline]
    pub fn misses(&self) -> bool {
        union::<O>(&self.missing) != O::Band::ZERO
    }

    /// The cells with a hidden single of any digit.
    #[inline]
    pub fn cells(&self) -> CellSet<O> {
        CellSet::from_bands(|band| union::<O>(&self.bands[band]))
    }

    /// The digits that are hidden singles in a cell; several mean a dead end.
    #[inline]
    pub fn digits(&self, cell: Cell) -> Candidates {
        let cells = O::BOX_ROWS * O::SIDE;
        let (band, bit) = (cell.index() / cells, cell.index() % cells);
        let mut digits = 0;
        for (i, &lane) in self.bands[band].as_ref()[..O::SIDE].iter().enumerate() {
            digits |= u32::from(lane >> bit & O::Band::ONE != O::Band::ZERO) << i;
        }
        Candidates::from_bits(digits)
    }
}

/// The tally of the columns of a lane's digit, in the bits of their cells in the first row.
#[inline(always)]
fn columns<O: Order>(places: &[O::PerLane<O::Band>; BANDS], lane: usize) -> AtLeast<O::Band> {
    let mut columns = AtLeast::NONE;
    for places in &places[..O::BANDS] {
        columns = columns.plus(AtLeast::of(places.as_ref()[lane]));
    }
    columns.fold(O::BOX_ROWS, O::SIDE)
}

/// The bits that are set in any lane.
#[inline(always)]
fn union<O: Order>(lanes: &O::PerLane<O::Band>) -> O::Band {
    let mut all = O::Band::ZERO;
    for &lane in lanes.as_ref() {
        all |= lane;
    }
    all
}
