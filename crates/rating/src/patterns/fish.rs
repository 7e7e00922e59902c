//! Fish: lines that have all places of a digit in as many crossing lines.
//!
//! ```text
//! X-wing (3.2), 7 in columns 2 and 6                 swordfish 3.8, jellyfish 5.2
//!  - 7 - │ - - 7 │ - - -   row 1: the rest loses 7
//!  · · · │ · · · │ · · ·
//!  · · · │ · · · │ · · ·   columns 2 and 6 have no other 7
//!  ──────┼───────┼──────
//!  - 7 - │ - - 7 │ - - -   row 4: the rest loses 7
//! ```

use super::{eligible, union};
use crate::{
    Technique,
    board::*,
    step::{Pattern, Step},
};

/// A digit whose places in the base lines are all in the cover lines, which are as many. Bit `i` of a
/// set of lines is the line `i` of its kind.
#[derive(Clone, Copy)]
pub struct Fish {
    pub digit: usize,
    base_kind: usize,
    base: u16,
    cover: u16,
}

impl Fish {
    /// The numbers of the base lines as units.
    pub fn base_lines(self) -> impl Iterator<Item = usize> {
        each(self.base).map(move |line| self.base_kind * 9 + line)
    }

    /// The numbers of the cover lines as units.
    pub fn cover_lines(self) -> impl Iterator<Item = usize> {
        each(self.cover).map(move |line| (ROW + COLUMN - self.base_kind) * 9 + line)
    }

    /// The cells of the cover lines.
    pub fn covered(self) -> Cells {
        self.cover_lines().fold(0, |cells, line| cells | TABLES.unit[line])
    }

    /// The cells that lose the digit.
    pub fn removed_from(self, marks: &Marks) -> Cells {
        marks.digit[self.digit] & self.covered() & !self.base_cells()
    }

    fn base_cells(self) -> Cells {
        self.base_lines().fold(0, |cells, line| cells | TABLES.unit[line])
    }

    fn pattern(self, marks: &Marks) -> Pattern {
        let cells = marks.digit[self.digit] & self.base_cells();
        let lines = self.base_lines().chain(self.cover_lines());
        lines.fold(Pattern::of_cells(cells, 1 << self.digit), Pattern::in_unit)
    }
}

/// All fish of a size, whether they remove something or not: first those with columns as base lines. A
/// digit that is in the grid more than 9 − 2 · size times (`entered`) has none.
pub fn fishes<'a>(
    marks: &'a Marks,
    entered: &'a [u8; 9],
    size: usize,
) -> impl Iterator<Item = Fish> + 'a {
    [COLUMN, ROW].into_iter().flat_map(move |base_kind| {
        let lines: [[u16; 9]; 9] = std::array::from_fn(|digit| {
            std::array::from_fn(|line| marks.places[base_kind * 9 + line][digit])
        });
        let able: [u16; 9] = std::array::from_fn(|digit| {
            let able = eligible(&lines[digit], size);
            let fits = usize::from(entered[digit]) + size * 2 <= 9 && count(able) >= size;
            if fits { able } else { 0 }
        });
        let any = able.iter().fold(0, |any, able| any | able);
        let digits =
            (0..9).filter(|&digit| able[digit] != 0).fold(0, |all, digit| all | 1 << digit);
        subsets(any, size).flat_map(move |base| {
            each::<Digits>(digits).filter(move |&digit| base & !able[digit] == 0).filter_map(
                move |digit| {
                    let cover = union(&lines[digit], base);
                    (count(cover) == size).then_some(Fish { digit, base_kind, base, cover })
                },
            )
        })
    })
}

/// A fish that takes its digit from the rest of the cover lines.
pub fn fish(board: &Board, size: usize) -> Option<Step> {
    let technique = [Technique::XWing, Technique::Swordfish, Technique::Jellyfish][size - 2];
    let marks = &board.marks;
    fishes(marks, &board.entered, size).find_map(|fish| {
        let removed = fish.removed_from(marks);
        Step::remove_digit(technique, removed, fish.digit, fish.pattern(marks))
    })
}
