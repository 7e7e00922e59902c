//! Locked candidates: if all places of a digit in a box are in one line, the digit is removed from
//! the rest of the line (pointing); and vice versa (claiming).

use super::{
    CandidateGrid, Stage,
    counts::{AtLeast, repeat},
};
use crate::{
    grid::{Candidates, CellSet, Digit, Order, Unit, Word},
    solver::{Counter, Removal, Technique, technique::Excludes},
};

static LOCKED_CANDIDATES: Technique = Technique {
    name: "locked candidates",
    meaning: "All places of a digit in one unit also lie in a second one. The digit is in one of them, \
              so the rest of the second unit loses it. It is called pointing when a box restricts a \
              line, and claiming when a line restricts a box.",
    sentence: "All places for {digits} in {base} are in {cover}, so the rest of {cover} loses {digits}",
    excludes: Excludes::RestOfCover,
};

impl<O: Order> Stage<O> {
    pub(super) const LOCKED: Self = Self {
        counter: Counter::new(
            "locked_candidates",
            "digits locked in a crossing and removed from the rest of a unit",
        ),
        techniques: &[&LOCKED_CANDIDATES],
        apply: CandidateGrid::remove_locked,
    };
}

/// The digits with a place where a line of a band crosses a box, line by line. A band is `BOX` rows
/// or `BOX` columns. Sized for the largest order.
type Crossings = [Candidates; Digit::MAX as usize];

impl<O: Order> CandidateGrid<O> {
    /// Removes the digits that the locked candidates of every band and stack exclude.
    fn remove_locked(&mut self, report: &mut dyn FnMut(Removal)) {
        let changed = std::mem::take(&mut self.dirty_digits);
        for (i, &locked) in locked(self, changed)[..2 * O::BOX].iter().enumerate() {
            let first = i * O::BOX;
            // Removing a digit in a band may lock it in a stack.
            let digits = locked | self.dirty_digits;
            if digits.is_empty() {
                continue;
            }
            let mut crossings = self.crossings(first, digits);
            for crossing in 0..O::SIDE {
                self.remove_locked_at(first, crossing, &mut crossings, report);
            }
        }
    }

    /// The crossings of the band that begins with unit `first`, a row or a column, for these digits
    /// only.
    fn crossings(&self, first: usize, digits: Candidates) -> Crossings {
        let mut crossings = [Candidates::NONE; Digit::MAX as usize];
        for digit in digits {
            for line in 0..O::BOX {
                let in_line = self.places(digit) & CellSet::unit(Unit::new::<O>(first + line));
                for box_ in 0..O::BOX {
                    let crossing = in_line & CellSet::unit(box_of::<O>(first, box_));
                    if !crossing.is_empty() {
                        crossings[line * O::BOX + box_] |= digit.into();
                    }
                }
            }
        }
        crossings
    }

    /// Applies both rules to a line and a box: pointing removes digits from the rest of the line,
    /// claiming from the rest of the box.
    fn remove_locked_at(
        &mut self,
        first: usize,
        crossing: usize,
        crossings: &mut Crossings,
        report: &mut dyn FnMut(Removal),
    ) {
        let line = crossing / O::BOX;
        let box_ = crossing % O::BOX;
        let here = crossings[crossing];
        let mut rest_of_line = Candidates::NONE;
        let mut rest_of_box = Candidates::NONE;
        for i in 0..O::BOX {
            if i != box_ {
                rest_of_line |= crossings[line * O::BOX + i];
            }
            if i != line {
                rest_of_box |= crossings[i * O::BOX + box_];
            }
        }
        let pointing = (here - rest_of_box) & rest_of_line;
        let claiming = (here - rest_of_line) & rest_of_box;
        if (pointing | claiming).is_empty() {
            return;
        }
        for i in 0..O::BOX {
            if i != box_ {
                crossings[line * O::BOX + i] -= pointing;
            }
            if i != line {
                crossings[i * O::BOX + box_] -= claiming;
            }
        }
        let line = Unit::new::<O>(first + line);
        let box_ = box_of::<O>(first, box_);
        self.remove_elsewhere(pointing, box_, line, report);
        self.remove_elsewhere(claiming, line, box_, report);
    }

    /// Removes digits that are locked in the unit `locked_in` from the rest of the unit `from`.
    fn remove_elsewhere(
        &mut self,
        digits: Candidates,
        locked_in: Unit,
        from: Unit,
        report: &mut dyn FnMut(Removal),
    ) {
        for digit in digits {
            report(Removal::covered(&LOCKED_CANDIDATES, digit, [locked_in], [from]));
        }
        self.remove_all(digits, CellSet::unit(from) - CellSet::unit(locked_in));
    }
}

/// The box with this index in the band that begins with this row or column.
fn box_of<O: Order>(first: usize, number: usize) -> Unit {
    let band = first % O::SIDE / O::BOX;
    Unit::Box(match first < O::SIDE {
        true => band * O::BOX + number,
        false => number * O::BOX + band,
    })
}

/// Returns the digits that are locked in each band, from the top, then in each stack, from the
/// left. Only looks at `digits`.
///
/// A digit is locked in a crossing if that is the only crossing with a place in its box but not in
/// its line (pointing), or the only one in its line but not in its box (claiming).
#[inline]
fn locked<O: Order>(grid: &CandidateGrid<O>, digits: Candidates) -> [Candidates; 10] {
    let mut found = [Candidates::NONE; 10];
    let one = O::Band::ONE;
    let first_row = (one << O::SIDE).minus(one);
    let row_starts = repeat(one, O::BOX, O::SIDE);
    let box_starts = repeat(one, O::BOX, O::BOX);
    let minirows = repeat(row_starts, O::BOX, O::BOX);
    for digit in digits {
        let mut columns = AtLeast::NONE;
        let mut minicolumns = [O::Band::ZERO; 5];
        for band in 0..O::BOX {
            let places = AtLeast::of(grid.places(digit).band(band));
            let crossings = places.fold(O::BOX, 1).once & minirows;
            let rows = AtLeast::of(crossings).fold(O::BOX, O::BOX);
            let boxes = AtLeast::of(crossings).fold(O::BOX, O::SIDE);
            let across = |rows| repeat(rows & row_starts, O::BOX, O::BOX);
            let down = |boxes| repeat(boxes & box_starts, O::BOX, O::SIDE);
            let pointing = down(boxes.exactly_once()) & across(rows.twice);
            let claiming = across(rows.exactly_once()) & down(boxes.twice);
            if crossings & (pointing | claiming) != O::Band::ZERO {
                found[band] |= digit.into();
            }
            minicolumns[band] = places.fold(O::BOX, O::SIDE).once & first_row;
            columns = columns.plus(AtLeast::of(minicolumns[band]));
        }
        let mut stacks = O::Band::ZERO;
        for &crossings in &minicolumns[..O::BOX] {
            let boxes = AtLeast::of(crossings).fold(O::BOX, 1);
            let across = |boxes| repeat(boxes & box_starts, O::BOX, 1);
            let pointing = across(boxes.exactly_once()) & columns.twice;
            let claiming = columns.exactly_once() & across(boxes.twice);
            stacks |= crossings & (pointing | claiming);
        }
        let stack = (one << O::BOX).minus(one);
        for i in 0..O::BOX {
            if stacks & stack << (i * O::BOX) != O::Band::ZERO {
                found[O::BOX + i] |= digit.into();
            }
        }
    }
    found
}
