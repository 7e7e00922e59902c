//! The grid during a rating: the candidates by cell, by unit and by digit.
//!
//! ```text
//!    cell[r1c1] = {2, 5}            places[row 1][5] = {1, 4, 9}
//!   ┌───────┐                      ┌───┬───┬───┬───┬───┬───┬───┬───┬───┐
//!   │   2   │                      │ 5 │   │   │ 5 │   │   │   │   │ 5 │
//!   │   5   │                      └───┴───┴───┴───┴───┴───┴───┴───┴───┘
//!   └───────┘                      digit[5] = the cells of the whole grid with a 5
//! ```
//!
//! A filled cell has no candidates. Nothing is removed but what a step removes: a cell or a digit with
//! one candidate left stays as it is until a single is found there.

mod marks;
mod tables;

pub use marks::{Digits, Marks, Removed};
pub use tables::{
    BOX, COLUMN, ROW, TABLES, UNITS, cell_set, cells_at, common_units, count, each, first_cell,
    lowest, sees, subsets,
};

use sudomill_puzzle::grid::{Cell, Digit, Order3, Puzzle};

/// A set of cells: bit `i` is the cell with index `i`.
pub type Cells = u128;

/// A set of places in a unit: bit `i` is the place `i`.
pub type Places = u16;

/// All 81 cells.
const ALL: Cells = (1 << 81) - 1;

/// A candidate as a number: nine times the cell, plus the digit from 0.
pub type Candidate = u16;

/// The number of candidates of an empty grid.
pub const CANDIDATES: usize = 729;

#[inline(always)]
pub fn candidate(cell: usize, digit: usize) -> Candidate {
    (cell * 9 + digit) as Candidate
}

#[inline(always)]
pub fn cell_of(candidate: Candidate) -> usize {
    usize::from(candidate) / 9
}

#[inline(always)]
pub fn digit_of(candidate: Candidate) -> usize {
    usize::from(candidate) % 9
}

/// The cell and the digit of a candidate.
pub fn place_of(candidate: Candidate) -> Option<(Cell, Digit)> {
    Some((Cell::new(cell_of(candidate)), Digit::new(digit_of(candidate) as u8 + 1)?))
}

#[derive(Clone)]
pub struct Board {
    pub marks: Marks,
    pub empty: Cells,
    /// The number of empty cells of each unit.
    pub empty_in: [u8; UNITS],
    /// How often each digit is in the grid.
    pub entered: [u8; 9],
}

impl Board {
    pub fn new(puzzle: &Puzzle<Order3>) -> Self {
        let mut marks = Marks::all();
        if puzzle.has_candidates() {
            for cell in 0..81 {
                let given = puzzle.candidates(Cell::new(cell)).bits() as Digits;
                marks.remove_all(Removed::of(cell, marks.cell[cell] & !given));
            }
        }
        let mut board = Self { marks, empty: ALL, empty_in: [9; UNITS], entered: [0; 9] };
        for (cell, digit) in puzzle.clues() {
            board.enter(cell.index(), digit.index());
        }
        board
    }

    /// Fills a cell, and removes the digit from the cells that it sees.
    pub fn enter(&mut self, cell: usize, digit: usize) {
        if self.empty >> cell & 1 == 0 {
            return;
        }
        self.empty &= !(1 << cell);
        self.entered[digit] += 1;
        self.marks.remove_all(Removed::of(cell, self.marks.cell[cell]));
        for unit in TABLES.units_of[cell] {
            self.empty_in[usize::from(unit)] -= 1;
        }
        for other in each(TABLES.peers[cell] & self.marks.digit[digit]) {
            self.marks.remove(other, digit);
        }
    }
}
