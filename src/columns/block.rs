//! A run of rows, and the places where their results go.

use super::Problem;
use crate::solver::Status;

/// What became of a row: a field for each of the results' columns.
pub(super) struct Row {
    pub status: Status,
    pub solutions: u64,
    pub guesses: u64,
    pub solve_ns: u64,
}

/// A run of rows of a column: of every vector of the results the part that is theirs.
pub(super) struct Block<'a> {
    /// The number of its first row in the column.
    pub first: usize,
    /// Symbols of a solution.
    pub cells: usize,
    pub symbols: &'a mut [u8],
    pub statuses: &'a mut [Status],
    pub solutions: &'a mut [u64],
    pub guesses: &'a mut [u64],
    pub solve_ns: &'a mut [u64],
    /// Why a row is no puzzle, by its number in the column.
    pub bad: Vec<(usize, Problem)>,
}

impl Block<'_> {
    pub fn len(&self) -> usize {
        self.statuses.len()
    }

    /// The symbols of a row, counted from the first of the block.
    pub fn slot(&mut self, index: usize) -> &mut [u8] {
        &mut self.symbols[index * self.cells..][..self.cells]
    }

    /// Notes what became of a row.
    pub fn set(&mut self, index: usize, row: Row) {
        self.statuses[index] = row.status;
        self.solutions[index] = row.solutions;
        self.guesses[index] = row.guesses;
        self.solve_ns[index] = row.solve_ns;
    }

    /// Notes why a row is no puzzle.
    pub fn refuse(&mut self, index: usize, problem: Problem) {
        self.bad.push((self.first + index, problem));
        self.set(index, Row { status: Status::Invalid, solutions: 0, guesses: 0, solve_ns: 0 });
    }
}
