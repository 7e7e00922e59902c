//! A run of rows, and the places where their results go.

use super::{Problem, Row, Texts};
use crate::{
    grid::{Alphabet, Order, Puzzle},
    solver::Status,
};

/// A run of rows of a column.
pub(super) struct Block<'a> {
    /// The number of its first row in the column.
    pub first: usize,
    /// Symbols of a solution.
    pub cells: usize,
    /// A slot a row.
    pub symbols: &'a mut [u8],
    pub rows: &'a mut [Row],
    /// Why a row is no puzzle, by its number in the column.
    pub bad: Vec<(usize, Problem)>,
}

impl Block<'_> {
    /// The slot of a row, counted from the first of the block.
    pub fn slot(&mut self, index: usize) -> &mut [u8] {
        &mut self.symbols[index * self.cells..][..self.cells]
    }

    /// The text and the puzzle of a row; `None`, and why is noted, if it is none.
    pub fn puzzle<'t, O: Order>(
        &mut self,
        texts: &'t dyn Texts,
        index: usize,
        alphabet: Alphabet,
    ) -> Option<(&'t [u8], Puzzle<O>)> {
        let read = super::puzzle(texts.text(self.first + index), alphabet);
        read.map_err(|problem| self.refuse(index, problem)).ok()
    }

    /// Notes why a row is no puzzle.
    pub fn refuse(&mut self, index: usize, problem: Problem) {
        self.bad.push((self.first + index, problem));
        self.rows[index].status = Status::Invalid;
    }
}
