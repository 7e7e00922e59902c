//! The candidates of one puzzle in nine registers.

use super::register::{PLACES, Register};
use crate::solver::lanes::{
    LaneInput,
    node::{ALL_DIGITS, Branch, Node, WORDS, groups_of_row},
    sweep::unions_of_columns,
};

/// The candidates of a puzzle. The spare words are 0.
#[derive(Clone, Copy)]
pub(in crate::solver::lanes) struct Grid<R>(pub [R; 9]);

/// All digits in the words that are boxes.
pub(super) static BOXES: [u16; 16] = {
    let all = ALL_DIGITS;
    [all, all, all, 0, all, all, all, 0, all, all, all, 0, 0, 0, 0, 0]
};

/// The highest bit of the words that are boxes.
static NEGATIVE: [u16; 16] = {
    let high = 1 << 15;
    [high, high, high, 0, high, high, high, 0, high, high, high, 0, 0, 0, 0, 0]
};

impl<R: Register> Grid<R> {
    /// Parses a puzzle.
    #[inline(always)]
    pub fn parse(proof: R::Proof, given: LaneInput) -> Self {
        match given {
            LaneInput::Clues(line) => Self(R::parse(proof, line)),
            LaneInput::Candidates(cells) => {
                let mut grid = Self([R::splat(proof, 0); 9]);
                let words = R::groups_mut(&mut grid.0).as_flattened_mut();
                for (&place, candidates) in PLACES.iter().zip(cells) {
                    words[usize::from(place)] = candidates.bits() as u16 & ALL_DIGITS;
                }
                grid
            }
        }
    }

    /// Copies the grid into a node.
    #[inline(always)]
    pub fn node(&self) -> Node {
        let mut node = Node::EMPTY;
        let registers = R::groups(&self.0).as_chunks::<4>().0;
        for (i, [a, b, c, _]) in registers.iter().enumerate() {
            node.words[12 * i..][..12].copy_from_slice([*a, *b, *c].as_flattened());
        }
        node
    }

    /// Returns true if a settled grid is a solution.
    ///
    /// In a settled grid each digit has one cell in each box, and after a sweep one box in each
    /// row. What remains to check is that each column holds nine digits, and that no cell is empty,
    /// because then none holds two.
    #[inline(always)]
    pub fn is_solution(&self, proof: R::Proof) -> bool {
        let (boxes, minus_one) = (R::load(proof, &BOXES), R::splat(proof, u16::MAX));
        // The words of an empty cell become negative, so that they have the highest bit.
        let mut less = self.0;
        for cell in &mut less {
            *cell = cell.add(minus_one);
        }
        let [a, b, c] = unions_of_columns(&less);
        let mut wrong = a.or3(b, c).and(R::load(proof, &NEGATIVE));
        for column in unions_of_columns(&self.0) {
            let union = column.or3(column.next_band(), column.band_after_next());
            wrong = wrong.or(union.xor(boxes));
        }
        wrong.is_zero()
    }

    /// Enters a digit in a cell, and removes `lost` from the others of its row.
    #[inline(always)]
    fn enter(&mut self, at: u16, digits: u16, lost: u16) {
        let at = usize::from(at) % WORDS;
        let registers = R::groups_mut(&mut self.0);
        for group in groups_of_row(at) {
            registers[group / 3 * 4 + group % 3].iter_mut().for_each(|word| *word &= !lost);
        }
        registers[at / 12 % 9 * 4 + at / 4 % 3][at % 4] = digits;
    }

    /// Enters the guess of a branching.
    #[inline(always)]
    pub fn assume(&mut self, Branch { at, digit }: Branch) {
        self.enter(at, digit, digit);
    }

    /// Enters the alternative of a branching, as [`Node::exclude`] does.
    #[inline(always)]
    pub fn exclude(&mut self, Branch { at, digit }: Branch) {
        let word = usize::from(at) % WORDS;
        let left = R::groups(&self.0)[word / 12 % 9 * 4 + word / 4 % 3][word % 4] & !digit;
        let is_single = left & left.wrapping_sub(1) == 0;
        self.enter(at, left, if is_single { left } else { 0 });
    }
}
