//! Locked candidates: if all places of a digit in a box are in one line, the digit is removed from
//! the rest of the line (pointing); and vice versa (claiming).

use super::{
    CandidateGrid, Geometry, Stage,
    counts::{AtLeast, repeat},
};
use sudomill_puzzle::{
    grid::{Candidates, CellSet, Digit, Order, Unit, Word},
    solving::{Counter, Excludes, Removal, Technique},
};

static LOCKED_CANDIDATES: Technique = Technique {
    name: "locked candidates",
    meaning: "All places of a digit in one unit also lie in a second one. The digit is in one of them, \
              so the rest of the second unit loses it. It is called pointing when a box restricts a \
              line, and claiming when a line restricts a box.",
    sentence: "All places for {digits} in {base} are in {cover}, so the rest of {cover} loses {digits}",
    excludes: Excludes::RestOfCover,
};

impl<O: Order, G: Geometry<O>> Stage<O, G> {
    pub(super) const LOCKED: Self = Self {
        counter: Counter::new(
            "locked_candidates",
            "digits locked in a crossing and removed from the rest of a unit",
        ),
        techniques: &[&LOCKED_CANDIDATES],
        apply: |units, grid, report| units.remove_locked(grid, report),
    };
}

/// The digits with a place where a line of a band crosses a box, line by line. A band has as
/// many boxes as rows, a stack as many as columns. Sized for the largest boxes.
type Crossings = [Candidates; Digit::MAX as usize];

impl<O: Order> CandidateGrid<O> {
    /// Removes the digits that the locked candidates of every band and stack exclude.
    pub(super) fn remove_locked(&mut self, report: &mut dyn FnMut(Removal)) {
        let changed = std::mem::take(&mut self.dirty_digits);
        for (i, &locked) in locked(self, changed)[..O::BANDS + O::STACKS].iter().enumerate() {
            let first = match i.checked_sub(O::BANDS) {
                None => i * O::BOX_ROWS,
                Some(stack) => O::SIDE + stack * O::BOX_COLUMNS,
            };
            // Removing a digit in a band may lock it in a stack.
            let digits = locked | self.dirty_digits;
            if digits.is_empty() {
                continue;
            }
            let mut crossings = self.crossings(first, digits);
            for crossing in 0..lines::<O>(first).pow(2) {
                self.remove_locked_at(first, crossing, &mut crossings, report);
            }
        }
    }

    /// The crossings of the band that begins with unit `first`, a row or a column, for these digits
    /// only.
    fn crossings(&self, first: usize, digits: Candidates) -> Crossings {
        let mut crossings = [Candidates::NONE; Digit::MAX as usize];
        let lines = lines::<O>(first);
        for digit in digits {
            for line in 0..lines {
                let in_line = self.places(digit) & CellSet::unit(Unit::new::<O>(first + line));
                for box_ in 0..lines {
                    let crossing = in_line & CellSet::unit(box_of::<O>(first, box_));
                    if !crossing.is_empty() {
                        crossings[line * lines + box_] |= digit.into();
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
        let lines = lines::<O>(first);
        let line = crossing / lines;
        let box_ = crossing % lines;
        let here = crossings[crossing];
        let mut rest_of_line = Candidates::NONE;
        let mut rest_of_box = Candidates::NONE;
        for i in 0..lines {
            if i != box_ {
                rest_of_line |= crossings[line * lines + i];
            }
            if i != line {
                rest_of_box |= crossings[i * lines + box_];
            }
        }
        let pointing = (here - rest_of_box) & rest_of_line;
        let claiming = (here - rest_of_line) & rest_of_box;
        if (pointing | claiming).is_empty() {
            return;
        }
        for i in 0..lines {
            if i != box_ {
                crossings[line * lines + i] -= pointing;
            }
            if i != line {
                crossings[i * lines + box_] -= claiming;
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
            report(removal(digit, locked_in, from));
        }
        self.remove_all(digits, CellSet::unit(from) - CellSet::unit(locked_in));
    }
}

/// A digit that is locked in one unit is removed from the rest of another.
pub(super) fn removal(digit: Digit, locked_in: Unit, from: Unit) -> Removal {
    Removal::covered(&LOCKED_CANDIDATES, digit, [locked_in], [from])
}

/// The lines of the band, or of the stack, that begins with this row or column.
#[inline(always)]
fn lines<O: Order>(first: usize) -> usize {
    if first < O::SIDE { O::BOX_ROWS } else { O::BOX_COLUMNS }
}

/// The box with this index in the band that begins with this row or column.
fn box_of<O: Order>(first: usize, number: usize) -> Unit {
    let band = first % O::SIDE / lines::<O>(first);
    Unit::Box(match first < O::SIDE {
        true => band * O::STACKS + number,
        false => number * O::STACKS + band,
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
    let row_starts = repeat(one, O::BOX_ROWS, O::SIDE);
    let box_starts = repeat(one, O::STACKS, O::BOX_COLUMNS);
    let minirows = repeat(row_starts, O::STACKS, O::BOX_COLUMNS);
    for digit in digits {
        let mut columns = AtLeast::NONE;
        let mut minicolumns = [O::Band::ZERO; 5];
        for band in 0..O::BANDS {
            let places = AtLeast::of(grid.places(digit).band(band));
            let crossings = places.fold(O::BOX_COLUMNS, 1).once & minirows;
            let rows = AtLeast::of(crossings).fold(O::STACKS, O::BOX_COLUMNS);
            let boxes = AtLeast::of(crossings).fold(O::BOX_ROWS, O::SIDE);
            let across = |rows| repeat(rows & row_starts, O::STACKS, O::BOX_COLUMNS);
            let down = |boxes| repeat(boxes & box_starts, O::BOX_ROWS, O::SIDE);
            let pointing = down(boxes.exactly_once()) & across(rows.twice);
            let claiming = across(rows.exactly_once()) & down(boxes.twice);
            if crossings & (pointing | claiming) != O::Band::ZERO {
                found[band] |= digit.into();
            }
            minicolumns[band] = places.fold(O::BOX_ROWS, O::SIDE).once & first_row;
            columns = columns.plus(AtLeast::of(minicolumns[band]));
        }
        let mut stacks = O::Band::ZERO;
        for &crossings in &minicolumns[..O::BANDS] {
            let boxes = AtLeast::of(crossings).fold(O::BOX_COLUMNS, 1);
            let across = |boxes| repeat(boxes & box_starts, O::BOX_COLUMNS, 1);
            let pointing = across(boxes.exactly_once()) & columns.twice;
            let claiming = columns.exactly_once() & across(boxes.twice);
            stacks |= crossings & (pointing | claiming);
        }
        let stack = (one << O::BOX_COLUMNS).minus(one);
        for i in 0..O::STACKS {
            if stacks & stack << (i * O::BOX_COLUMNS) != O::Band::ZERO {
                found[O::BANDS + i] |= digit.into();
            }
        }
    }
    found
}
