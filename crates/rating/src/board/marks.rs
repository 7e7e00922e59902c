//! The candidates of a grid, in three views that always agree.

use super::{Candidate, Cells, Places, TABLES, UNITS, cell_set, count, each};

/// A set of digits: bit `i` is the digit `i + 1`.
pub type Digits = u16;

/// Candidates that a cell loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Removed {
    pub cell: u8,
    pub digits: Digits,
}

impl Removed {
    #[inline(always)]
    pub fn of(cell: usize, digits: Digits) -> Self {
        Self { cell: cell as u8, digits }
    }
}

#[derive(Clone, PartialEq)]
pub struct Marks {
    /// The candidates of a cell.
    pub cell: [Digits; 81],
    /// The places of a digit in a unit.
    pub places: [[Places; 9]; UNITS],
    /// The cells of a digit.
    pub digit: [Cells; 9],
}

impl Marks {
    /// Every digit in every cell.
    pub fn all() -> Self {
        Self { cell: [511; 81], places: [[511; 9]; UNITS], digit: [super::ALL; 9] }
    }

    /// All candidates, by cell.
    pub fn candidates(&self) -> impl Iterator<Item = Candidate> {
        self.cell.iter().enumerate().flat_map(|(cell, &digits)| {
            each(digits).map(move |digit| super::candidate(cell, digit))
        })
    }

    /// The number of candidates of a cell.
    #[inline(always)]
    pub fn count(&self, cell: usize) -> usize {
        count(self.cell[cell])
    }

    #[inline]
    pub fn remove(&mut self, cell: usize, digit: usize) {
        self.cell[cell] &= !(1 << digit);
        self.digit[digit] &= !(1 << cell);
        for kind in 0..3 {
            let unit = usize::from(TABLES.units_of[cell][kind]);
            self.places[unit][digit] &= !(1 << TABLES.place[cell][kind]);
        }
    }

    pub fn remove_all(&mut self, removed: Removed) {
        let cell = usize::from(removed.cell);
        for digit in each(removed.digits & self.cell[cell]) {
            self.remove(cell, digit);
        }
    }

    /// Which of some digits cells have, without cells that have none.
    pub fn of_cells(
        &self,
        cells: impl Iterator<Item = usize>,
        digits: Digits,
    ) -> impl Iterator<Item = Removed> {
        let of_cell = move |cell| Removed::of(cell, self.cell[cell] & digits);
        cells.map(of_cell).filter(|removed| removed.digits != 0)
    }

    /// The cells with a number of candidates for which `wanted` holds.
    pub fn cells_with(&self, wanted: impl Fn(usize) -> bool) -> Cells {
        cell_set((0..81).filter(|&cell| wanted(self.count(cell))))
    }

    /// The cells with exactly two candidates.
    pub fn pairs(&self) -> Cells {
        self.cells_with(|count| count == 2)
    }
}
