//! Intersections, called *locked candidates*: all places of a digit in one unit are in a second one.
//!
//! ```text
//! pointing (2.6): a box and a line                  claiming (2.8): a line and a box
//!  4 4 · │ - - - │ - - -                             4 4 · │ · · · │ · · ·
//!  · · · │ · · · │ · · ·                             - - - │ · · · │ · · ·
//!  · · · │ · · · │ · · ·                             - - - │ · · · │ · · ·
//!  all 4s of box 1 are in row 1                      all 4s of row 1 are in box 1
//! ```
//!
//! The *direct* ones (1.7 and 1.9) only place a digit: where the removal leaves it one place in another
//! unit of the kind of the first one. The candidates of the intersection stay as they are.

use super::units_of_kind;
use crate::{
    Technique,
    board::*,
    step::{Pattern, Step},
};

/// A digit whose places in `base` are all in `cover`.
#[derive(Clone, Copy)]
pub struct Intersection {
    pub digit: usize,
    pub base: usize,
    pub cover: usize,
}

impl Intersection {
    /// The cells that lose the digit.
    pub fn removed_from(self, marks: &Marks) -> Cells {
        marks.digit[self.digit] & TABLES.unit[self.cover] & !TABLES.unit[self.base]
    }

    fn pattern(self, marks: &Marks) -> Pattern {
        let cells = marks.digit[self.digit] & TABLES.unit[self.base];
        Pattern::of_cells(cells, 1 << self.digit).in_unit(self.base).in_unit(self.cover)
    }
}

/// The unit of the kind `other` that crosses a unit in one of its thirds; for a box and the columns, in
/// one of its columns.
fn crossing(unit: usize, other: usize, third: usize) -> usize {
    let index = unit % 9;
    match (unit / 9, other) {
        (BOX, COLUMN) => COLUMN * 9 + index % 3 * 3 + third,
        (BOX, _) => ROW * 9 + index / 3 * 3 + third,
        (ROW, _) => index / 3 * 3 + third,
        _ => third * 3 + index / 3,
    }
}

/// Where at least two places of a unit all are, by these places: first one of the thirds of a unit, then one of the
/// columns of a box.
static CONFINED: [[Option<u8>; 512]; 2] = {
    let thirds: [[Places; 3]; 2] = [[7, 56, 448], [73, 146, 292]];
    let mut table = [[None; 512]; 2];
    let mut i = 0;
    while i < 512 * 6 {
        let (places, third) = (i / 6, i % 3);
        let all = thirds[i % 6 / 3][third];
        if (places as u32).count_ones() > 1 && places as Places & !all == 0 {
            table[i % 6 / 3][places] = Some(third as u8);
        }
        i += 1;
    }
    table
};

/// All intersections, whether they remove something or not.
pub fn intersections(marks: &Marks) -> impl Iterator<Item = Intersection> {
    let kinds = [(BOX, COLUMN), (BOX, ROW), (COLUMN, BOX), (ROW, BOX)].into_iter();
    kinds.flat_map(move |(kind, other)| {
        let confined = &CONFINED[usize::from((kind, other) == (BOX, COLUMN))];
        (0..9).filter(|&digit| marks.digit[digit] != 0).flat_map(move |digit| {
            units_of_kind(kind).filter_map(move |base| {
                let third = confined[usize::from(marks.places[base][digit])]?;
                Some(Intersection { digit, base, cover: crossing(base, other, third.into()) })
            })
        })
    })
}

/// An intersection that leaves its digit one place in another unit.
pub fn direct_intersection(board: &Board) -> Option<Step> {
    let marks = &board.marks;
    intersections(marks).find_map(|found| {
        let Intersection { digit, base, cover } = found;
        let kind = base / 9;
        let technique =
            if kind == BOX { Technique::DirectPointing } else { Technique::DirectClaiming };
        let others = (0..3).map(|third| crossing(cover, kind, third)).filter(|&unit| unit != base);
        others.into_iter().find_map(|unit| {
            let cells = marks.digit[digit] & TABLES.unit[unit];
            let left = cells & !TABLES.unit[cover];
            (cells != left && left.is_power_of_two()).then(|| {
                let cell = left.trailing_zeros() as usize;
                Step::place(technique, candidate(cell, digit), found.pattern(marks).in_unit(unit))
            })
        })
    })
}

/// An intersection that removes its digit from the rest of the second unit.
pub fn intersection(board: &Board) -> Option<Step> {
    let marks = &board.marks;
    intersections(marks).find_map(|found| {
        let is_box = found.base / 9 == BOX;
        let technique = if is_box { Technique::Pointing } else { Technique::Claiming };
        let removed = found.removed_from(marks);
        Step::remove_digit(technique, removed, found.digit, found.pattern(marks))
    })
}
