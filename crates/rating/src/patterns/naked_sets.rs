//! Naked sets: cells of a unit that have as many candidates together.
//!
//! ```text
//! naked pair (3.0), 1 and 2 in row 1                 triplet 3.6, quad 5.0
//!  12·    12·    ─2·      ─ the rest of the row loses 1 and 2
//!  ···    ···    5··
//! ```

use super::{eligible, union, units};
use crate::{
    Technique,
    board::{Board, Digits, Marks, Places, Removed, TABLES, cells_at, count, subsets},
    step::{Pattern, Step},
};

/// Places of a unit that have only these digits, which are as many.
#[derive(Clone, Copy)]
pub struct NakedSet {
    pub unit: usize,
    pub places: Places,
    pub digits: Digits,
}

impl NakedSet {
    /// The digits in the rest of the unit, which loses them.
    pub fn removed(self, marks: &Marks) -> impl Iterator<Item = Removed> {
        cells_at(self.unit, 511 & !self.places)
            .map(move |cell| Removed::of(cell, marks.cell[cell] & self.digits))
            .filter(|removed| removed.digits != 0)
    }

    fn pattern(self) -> Pattern {
        let cells = cells_at(self.unit, self.places).fold(0, |cells, cell| cells | 1 << cell);
        Pattern::of_cells(cells, self.digits).in_unit(self.unit)
    }
}

/// All naked sets of a size in units that are `worth` a look, whether they remove something or not. Stops
/// where `visit` returns something.
pub fn naked_sets<R>(
    marks: &Marks,
    size: usize,
    worth: impl Fn(usize) -> bool,
    mut visit: impl FnMut(NakedSet) -> Option<R>,
) -> Option<R> {
    for unit in units().filter(|&unit| worth(unit)) {
        let own = TABLES.cells[unit].map(|cell| marks.cell[usize::from(cell)]);
        let able = eligible(&own, size);
        if count(able) < size {
            continue;
        }
        for &places in subsets(size).iter().filter(|&&places| places & !able == 0) {
            let digits = union(&own, places);
            if count(digits) == size {
                let found = visit(NakedSet { unit, places, digits });
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// A naked set that takes its digits from the rest of the unit.
pub fn naked_set(board: &Board, size: usize) -> Option<Step> {
    let technique = match size {
        2 => Technique::NakedPair,
        3 => Technique::NakedTriplet,
        _ => Technique::NakedQuad,
    };
    let worth = |unit: usize| usize::from(board.empty_in[unit]) >= size * 2;
    naked_sets(&board.marks, size, worth, |set| {
        Step::remove(technique, set.removed(&board.marks).collect(), set.pattern())
    })
}
