//! Hidden sets: digits of a unit that share as many places.
//!
//! ```text
//! hidden pair (3.4), 1 and 2 in row 1                triplet 4.0, quad 5.4
//!  12·    12·    · · ·      └ have no other places: the two cells lose 5, 7 and 9
//!  5·7    ··9    4 6 8
//! ```
//!
//! The *direct* ones (pair 2.0, triplet 2.5) only place a digit that is left one place outside the set.

use super::{eligible, union, units};
use crate::{
    Technique,
    board::{
        Board, Digits, Marks, Places, Removed, candidate, cells_at, count, each, first_cell,
        subsets,
    },
    step::{Pattern, Step},
};

/// Digits that have only these places in a unit, which are as many.
#[derive(Clone, Copy)]
pub struct HiddenSet {
    pub unit: usize,
    pub digits: Digits,
    pub places: Places,
}

impl HiddenSet {
    /// The other candidates of the places, which they lose.
    pub fn removed(self, marks: &Marks) -> impl Iterator<Item = Removed> {
        cells_at(self.unit, self.places)
            .map(move |cell| Removed::of(cell, marks.cell[cell] & !self.digits))
            .filter(|removed| removed.digits != 0)
    }

    fn pattern(self) -> Pattern {
        let cells = cells_at(self.unit, self.places).fold(0, |cells, cell| cells | 1 << cell);
        Pattern::of_cells(cells, self.digits).in_unit(self.unit)
    }
}

/// All hidden sets of a size in units that are `worth` a look, whether they remove something or not.
/// Stops where `visit` returns something.
pub fn hidden_sets<R>(
    marks: &Marks,
    size: usize,
    worth: impl Fn(usize) -> bool,
    mut visit: impl FnMut(HiddenSet) -> Option<R>,
) -> Option<R> {
    for unit in units().filter(|&unit| worth(unit)) {
        let own = &marks.places[unit];
        let able = eligible(own, size);
        if count(able) < size {
            continue;
        }
        for &digits in subsets(size).iter().filter(|&&digits| digits & !able == 0) {
            let places = union(own, digits);
            if count(places) == size {
                let found = visit(HiddenSet { unit, digits, places });
                if found.is_some() {
                    return found;
                }
            }
        }
    }
    None
}

/// A hidden set that leaves another digit one place in its unit.
pub fn direct_hidden_set(board: &Board, size: usize) -> Option<Step> {
    let technique = match size {
        2 => Technique::DirectHiddenPair,
        _ => Technique::DirectHiddenTriplet,
    };
    let worth = |unit: usize| usize::from(board.empty_in[unit]) > size;
    hidden_sets(&board.marks, size, worth, |set| {
        each(511 & !set.digits).find_map(|digit| {
            let places = board.marks.places[set.unit][digit];
            let left = places & !set.places;
            (left != places && left.is_power_of_two()).then(|| {
                let placed = candidate(first_cell(set.unit, left), digit);
                Step::place(technique, placed, set.pattern())
            })
        })
    })
}

/// A hidden set whose places lose their other candidates.
pub fn hidden_set(board: &Board, size: usize) -> Option<Step> {
    let technique = match size {
        2 => Technique::HiddenPair,
        3 => Technique::HiddenTriplet,
        _ => Technique::HiddenQuad,
    };
    let worth = |unit: usize| usize::from(board.empty_in[unit]) > size * 2;
    hidden_sets(&board.marks, size, worth, |set| {
        Step::remove(technique, set.removed(&board.marks).collect(), set.pattern())
    })
}
