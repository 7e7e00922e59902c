//! Finds hidden singles, for all digits at once.

use super::{
    CandidateGrid,
    counts::{AtLeast, repeat},
};
use sudomill_puzzle::grid::{Candidates, Cell, CellSet, Digit, Order, Unit, Word};

/// The number of bands of the largest grid.
const BANDS: usize = 5;

/// The hidden singles of a grid.
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
            let mut columns = AtLeast::NONE;
            for band in 0..O::BANDS {
                columns = columns.plus(AtLeast::of(found.bands[band].as_ref()[lane]));
            }
            let columns = columns.fold(O::BOX_ROWS, O::SIDE);
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

/// The bits that are set in any lane.
#[inline(always)]
fn union<O: Order>(lanes: &O::PerLane<O::Band>) -> O::Band {
    let mut all = O::Band::ZERO;
    for &lane in lanes.as_ref() {
        all |= lane;
    }
    all
}

impl<O: Order> CandidateGrid<O> {
    /// The first digit without a place in some unit, else the first hidden single: the number of
    /// places (0 or 1), the unit and the digit. Units come in their order, digits ascending.
    pub fn hidden_single(&self) -> Option<(usize, Unit, Digit)> {
        let found = HiddenSingles::of(self);
        if found.misses() {
            return self.first_missed().map(|(unit, digit)| (0, unit, digit));
        }
        let cells = found.cells();
        for unit in Unit::all::<O>() {
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
    pub(super) fn first_missed(&self) -> Option<(Unit, Digit)> {
        for unit in Unit::all::<O>() {
            for digit in Digit::all::<O>() {
                if (self.places(digit) & CellSet::unit(unit)).is_empty() {
                    return Some((unit, digit));
                }
            }
        }
        None
    }
}
