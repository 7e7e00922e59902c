//! Finds hidden singles, for all digits at once.

use super::{
    CandidateGrid,
    counts::{AtLeast, all_if_zero, repeat},
};
use sudomill_puzzle::grid::{Candidates, Cell, CellSet, Order, Size, Word};

/// The most bands of a grid of any size.
const BANDS: usize = {
    let (mut most, mut at) = (0, 0);
    while at < Size::ALL.len() {
        // A grid with boxes higher than wide has as many bands as the other has stacks.
        let size = Size::ALL[at];
        let bands = if size.bands() > size.stacks() { size.bands() } else { size.stacks() };
        most = if bands > most { bands } else { most };
        at += 1;
    }
    most
};

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

    /// Searches rows, columns and boxes.
    #[inline]
    pub fn of(grid: &CandidateGrid<O>) -> Self {
        let none = O::Band::ZERO;
        Self::new(grid).and_lines(grid, true, O::per_lane(none), |_, _| none)
    }

    /// Searches rows, columns, boxes if the grid has any, and other units, of which these are the cells.
    #[inline]
    pub fn in_masks(grid: &CandidateGrid<O>, has_boxes: bool, masks: &[CellSet<O>]) -> Self {
        let none = O::per_lane(O::Band::ZERO);
        let places = Self::new(grid);
        let mut found = Self { bands: [none; BANDS], missing: none };
        for mask in masks {
            found.add_unit(&places, *mask);
        }
        places.and_lines(grid, has_boxes, found.missing, |band, lane| {
            found.bands[band].as_ref()[lane]
        })
    }

    /// Adds the cells of a unit for each digit that has one place there, and what is missing.
    ///
    /// The cells of a unit lie in all bands: their union has one bit, and no bit is in two of them, if only
    /// one cell is a place of the digit.
    #[inline(always)]
    fn add_unit(&mut self, places: &Self, mask: CellSet<O>) {
        let zero = O::per_lane(O::Band::ZERO);
        let (mut once, mut twice) = (zero, zero);
        let (once, twice) = (once.as_mut(), twice.as_mut());
        for (band, places) in places.bands[..O::BANDS].iter().enumerate() {
            let mask = mask.band(band);
            for (lane, places) in places.as_ref().iter().enumerate() {
                twice[lane] |= once[lane] & *places & mask;
                once[lane] |= *places & mask;
            }
        }
        let is_single = twice;
        for (lane, missing) in self.missing.as_mut().iter_mut().enumerate() {
            *missing |= all_if_zero(once[lane]);
            let several = is_single[lane] | once[lane] & once[lane].minus(O::Band::ONE);
            is_single[lane] = all_if_zero(several);
        }
        for (band, lanes) in self.bands[..O::BANDS].iter_mut().enumerate() {
            let mask = mask.band(band);
            for (lane, cells) in lanes.as_mut().iter_mut().enumerate() {
                *cells |= is_single[lane] & mask;
            }
        }
    }

    /// Searches rows, columns and boxes for all digits, one per lane, and turns their places into hidden
    /// singles of these or of others, which `given` returns for a band and a lane. The compiler vectorizes
    /// the loop over the lanes.
    ///
    /// The tally of a row or a box, summed from its minirows, is in the bit of its first cell; the
    /// tally of a column is in the bit of its cell in the first row.
    #[inline(always)]
    fn and_lines(
        mut self,
        grid: &CandidateGrid<O>,
        has_boxes: bool,
        missing: O::PerLane<O::Band>,
        given: impl Fn(usize, usize) -> O::Band,
    ) -> Self {
        let one = O::Band::ONE;
        let first_row = (one << O::SIDE).minus(one);
        let row_starts = repeat(one, O::BOX_ROWS, O::SIDE);
        let box_starts =
            if has_boxes { repeat(one, O::STACKS, O::BOX_COLUMNS) } else { O::Band::ZERO };
        let open = grid.open_cells();
        self.missing = missing;
        for (lane, missing) in self.missing.as_mut().iter_mut().enumerate() {
            let mut columns = AtLeast::NONE;
            for band in &self.bands[..O::BANDS] {
                columns = columns.plus(AtLeast::of(band.as_ref()[lane]));
            }
            let columns = columns.fold(O::BOX_ROWS, O::SIDE);
            let in_columns = repeat(first_row & columns.exactly_once(), O::BOX_ROWS, O::SIDE);
            *missing |= first_row & !columns.once;
            for (band, lanes) in self.bands[..O::BANDS].iter_mut().enumerate() {
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
                *places &= open.band(band) & (in_rows | in_columns | in_boxes | given(band, lane));
            }
        }
        self
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
