//! Finds the bands in which a digit is locked.

use super::{
    BANDS, CandidateGrid,
    counts::{Tally, repeat},
};
use crate::grid::{Candidates, Order, Word};

/// The search for locked candidates: several digits at a time, one per lane. The compiler
/// vectorizes the loop over the lanes.
struct Locked<O: Order> {
    /// Input: the places of each lane's digit in each band. Output: nonzero if the digit is locked
    /// in the band.
    bands: O::PerBand<O::PerLane<O::Band>>,
    /// Output: the columns of the stacks in which each lane's digit is locked, as bits of the first
    /// row.
    stacks: O::PerLane<O::Band>,
}

/// Returns the digits that are locked in each band, from the top, then in each stack, from the
/// left. Only looks at `digits`.
#[inline]
pub fn locked<O: Order>(grid: &CandidateGrid<O>, digits: Candidates) -> [Candidates; 2 * BANDS] {
    let empty = O::per_lane(O::Band::ZERO);
    let mut locked = Locked::<O> { bands: O::per_band(empty), stacks: empty };
    let mut lanes = 0;
    for digit in digits {
        for band in 0..O::BOX {
            locked.bands.as_mut()[band].as_mut()[lanes] = grid.places(digit).band(band);
        }
        lanes += 1;
    }
    locked.search(lanes);
    let mut found = [Candidates::NONE; 2 * BANDS];
    let stack = (O::Band::ONE << O::BOX).minus(O::Band::ONE);
    for (lane, digit) in digits.iter().enumerate() {
        let stacks = locked.stacks.as_ref()[lane];
        for i in 0..O::BOX {
            if locked.bands.as_ref()[i].as_ref()[lane] != O::Band::ZERO {
                found[i] |= digit.into();
            }
            if stacks & stack << (i * O::BOX) != O::Band::ZERO {
                found[O::BOX + i] |= digit.into();
            }
        }
    }
    found
}

impl<O: Order> Locked<O> {
    /// A digit is locked in a crossing if that is the only crossing with a place in its box but not
    /// in its line (pointing), or the only one in its line but not in its box (claiming).
    #[inline]
    fn search(&mut self, lanes: usize) {
        let one = O::Band::ONE;
        let first_row = (one << O::SIDE).minus(one);
        let row_starts = repeat(one, O::BOX, O::SIDE);
        let box_starts = repeat(one, O::BOX, O::BOX);
        let minirows = repeat(row_starts, O::BOX, O::BOX);
        let end = lanes.next_multiple_of(4).min(self.stacks.as_ref().len());
        for lane in 0..end {
            let mut columns = Tally::NONE;
            let mut minicolumns = O::per_band(O::Band::ZERO);
            for (band, minicolumns) in minicolumns.as_mut().iter_mut().enumerate() {
                let places = self.bands.as_ref()[band].as_ref()[lane];
                let crossings = Tally::of(places).fold(O::BOX, 1).once & minirows;
                let rows = Tally::of(crossings).fold(O::BOX, O::BOX);
                let boxes = Tally::of(crossings).fold(O::BOX, O::SIDE);
                let across = |rows| repeat(rows & row_starts, O::BOX, O::BOX);
                let down = |boxes| repeat(boxes & box_starts, O::BOX, O::SIDE);
                let pointing = down(boxes.exactly_once()) & across(rows.twice);
                let claiming = across(rows.exactly_once()) & down(boxes.twice);
                self.bands.as_mut()[band].as_mut()[lane] = crossings & (pointing | claiming);
                let in_band = Tally::of(places).fold(O::BOX, O::SIDE).once & first_row;
                columns = columns.plus(Tally::of(in_band));
                *minicolumns = in_band;
            }
            let mut stacks = O::Band::ZERO;
            for &crossings in minicolumns.as_ref() {
                let boxes = Tally::of(crossings).fold(O::BOX, 1);
                let across = |boxes| repeat(boxes & box_starts, O::BOX, 1);
                let pointing = across(boxes.exactly_once()) & columns.twice;
                let claiming = columns.exactly_once() & across(boxes.twice);
                stacks |= crossings & (pointing | claiming);
            }
            self.stacks.as_mut()[lane] = stacks;
        }
    }
}
