//! Naked and hidden sets: as many cells of a unit as digits, which take these digits between them.
//!
//! ```text
//! naked pair (3.0)                                   hidden pair (3.4)
//!  12     12     ─23      two cells have no other     125    1279   346    1 and 2 have no other
//!  ─145   ·      ·        digits than 1 and 2: the    34     456    389    places: the two cells
//!  ·      ─28    ·        rest of the unit loses      ·      ·      ·      lose 5, 7 and 9
//!                         them
//! triplet 3.6, quad 5.0                              triplet 4.0, quad 5.4
//! ```
//!
//! The *direct* hidden sets (pair 2.0, triplet 2.5) only place a digit that is left one place outside the set.
//! The candidates of the set stay as they are.

use super::{eligible, union, units};
use crate::{
    Technique,
    board::*,
    step::{Pattern, Step},
};

/// As many digits as places of a unit. Naked: the places have no other digits. Hidden: the digits have no other
/// places.
#[derive(Clone, Copy)]
pub struct Set {
    pub unit: usize,
    pub places: Places,
    pub digits: Digits,
}

impl Set {
    /// What a naked set removes: its digits from the rest of the unit.
    pub fn removed_by_naked(self, marks: &Marks) -> impl Iterator<Item = Removed> {
        marks.of_cells(cells_at(self.unit, 511 & !self.places), self.digits)
    }

    /// What a hidden set removes: the other digits from its places.
    pub fn removed_by_hidden(self, marks: &Marks) -> impl Iterator<Item = Removed> {
        marks.of_cells(cells_at(self.unit, self.places), !self.digits)
    }

    fn pattern(self) -> Pattern {
        let cells = cell_set(cells_at(self.unit, self.places));
        Pattern::of_cells(cells, self.digits).in_unit(self.unit)
    }
}

/// The sets of `size` members of `own` that have as many elements together: members with elements.
fn closed_sets(own: [u16; 9], size: usize) -> impl Iterator<Item = (u16, u16)> {
    subsets(eligible(&own, size), size)
        .map(move |members| (members, union(&own, members)))
        .filter(move |&(_, elements)| count(elements) == size)
}

/// All naked sets of a size, whether they remove something or not, in units with enough empty cells.
pub fn naked_sets<'a>(
    marks: &'a Marks,
    empty_in: &'a [u8; UNITS],
    size: usize,
) -> impl Iterator<Item = Set> + 'a {
    units().filter(move |&unit| usize::from(empty_in[unit]) >= size * 2).flat_map(move |unit| {
        let own = TABLES.cells[unit].map(|cell| marks.cell[usize::from(cell)]);
        closed_sets(own, size).map(move |(places, digits)| Set { unit, places, digits })
    })
}

/// All hidden sets of a size, in units with more than `above` empty cells.
pub fn hidden_sets<'a>(
    marks: &'a Marks,
    empty_in: &'a [u8; UNITS],
    size: usize,
    above: usize,
) -> impl Iterator<Item = Set> + 'a {
    units().filter(move |&unit| usize::from(empty_in[unit]) > above).flat_map(move |unit| {
        let sets = closed_sets(marks.places[unit], size);
        sets.map(move |(digits, places)| Set { unit, places, digits })
    })
}

pub fn naked_set(board: &Board, size: usize) -> Option<Step> {
    let technique = [Technique::NakedPair, Technique::NakedTriplet, Technique::NakedQuad][size - 2];
    naked_sets(&board.marks, &board.empty_in, size).find_map(|set| {
        let removed = set.removed_by_naked(&board.marks).collect();
        Step::remove(technique, removed, set.pattern())
    })
}

pub fn hidden_set(board: &Board, size: usize) -> Option<Step> {
    let technique =
        [Technique::HiddenPair, Technique::HiddenTriplet, Technique::HiddenQuad][size - 2];
    hidden_sets(&board.marks, &board.empty_in, size, size * 2).find_map(|set| {
        let removed = set.removed_by_hidden(&board.marks).collect();
        Step::remove(technique, removed, set.pattern())
    })
}

/// A hidden set that leaves another digit one place in its unit.
pub fn direct_hidden_set(board: &Board, size: usize) -> Option<Step> {
    let technique = [Technique::DirectHiddenPair, Technique::DirectHiddenTriplet][size - 2];
    hidden_sets(&board.marks, &board.empty_in, size, size).find_map(|set| {
        let own = &board.marks.places[set.unit];
        let digit = each(511 & !set.digits).find(|&digit| {
            let left = own[digit] & !set.places;
            left != own[digit] && left.is_power_of_two()
        })?;
        let placed = candidate(first_cell(set.unit, own[digit] & !set.places), digit);
        Some(Step::place(technique, placed, set.pattern()))
    })
}
