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
    board::{Board, COLUMN, Cells, Marks, ROW, TABLES, count, each, subsets},
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
/// digit that is in the grid more than 9 − 2 · size times (`entered`) has none. Stops where `visit` returns
/// something.
pub fn fishes<R>(
    marks: &Marks,
    entered: &[u8; 9],
    size: usize,
    mut visit: impl FnMut(Fish) -> Option<R>,
) -> Option<R> {
    for base_kind in [COLUMN, ROW] {
        let lines: [[u16; 9]; 9] = std::array::from_fn(|digit| {
            std::array::from_fn(|line| marks.places[base_kind * 9 + line][digit])
        });
        let able: [u16; 9] = std::array::from_fn(|digit| {
            let fits = usize::from(entered[digit]) + size * 2 <= 9;
            if fits { eligible(&lines[digit], size) } else { 0 }
        });
        if able.iter().all(|&able| count(able) < size) {
            continue;
        }
        for &base in subsets(size) {
            for digit in (0..9).filter(|&digit| base & !able[digit] == 0) {
                let cover = union(&lines[digit], base);
                if count(cover) == size {
                    let found = visit(Fish { digit, base_kind, base, cover });
                    if found.is_some() {
                        return found;
                    }
                }
            }
        }
    }
    None
}

/// A fish that takes its digit from the rest of the cover lines.
pub fn fish(board: &Board, size: usize) -> Option<Step> {
    let technique = match size {
        2 => Technique::XWing,
        3 => Technique::Swordfish,
        _ => Technique::Jellyfish,
    };
    let marks = &board.marks;
    fishes(marks, &board.entered, size, |fish| {
        let removed = fish.removed_from(marks);
        Step::remove_digit(technique, removed, fish.digit, fish.pattern(marks))
    })
}
