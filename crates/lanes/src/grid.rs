//! One puzzle in nine registers: entering digits in it, and checking whether it is solved. `one/`
//! sweeps it; the lanes read puzzles into it, and check settled ones in it.

use super::{
    node::{ALL_DIGITS, BranchCell, NODE_WORD, Node},
    vector::{Vector, unions_of_columns},
};
use sudomill_puzzle::grid::{Candidates, Cell, Digit};

/// A register of sixteen words for each of its grids: the boxes of band 1, 2 and 3 in a group each, and a
/// spare group of zeros. So steps along a stack rotate the first three groups of a grid.
pub trait Register: Vector {
    /// Loads sixteen words, for every grid the same.
    fn load(self, words: &[u16; 16]) -> Self;
    /// Every box receives the word of the box in the next band of its stack.
    fn next_band(self) -> Self;
    /// Every box receives the word of the box two bands on.
    fn band_after_next(self) -> Self;
    /// Returns a mask with bit `g` set if every word of grid `g` is 0.
    fn zero_grids(self) -> u8;

    /// Joins the boxes of three bands.
    #[inline(always)]
    fn of_bands(self, [a, b, c]: [[u16; 4]; 3]) -> Self {
        let mut joined = [self];
        for grid in Self::groups_mut(&mut joined).as_chunks_mut().0 {
            *grid = [a, b, c, [0; 4]];
        }
        joined[0]
    }
    /// The words for which the other has a digit, else 0.
    #[inline(always)]
    fn where_any(self, other: Self) -> Self {
        self.without(other.zeros())
    }
    /// The words of the other where the mask has all bits, else these. It has all bits of a word, or none.
    #[inline(always)]
    fn or_where(self, mask: Self, other: Self) -> Self {
        self.without(mask).or(other.and(mask))
    }
    /// The word of the first, second or third line. Masks have all bits where it is the first, and the third.
    #[inline(always)]
    fn picked([a, b, c]: [Self; 3], [first, last]: [Self; 2]) -> Self {
        // A second choice among the same lines shares two operations with this one.
        b.xor(b.xor(a).and(first)).xor(b.xor(c).and(last))
    }
}

/// The word of every cell in nine registers of sixteen, the cells row-major.
pub const REGISTER_WORD: [u8; 81] = {
    let mut words = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        // A register of a node has no spare group.
        let at = NODE_WORD[cell];
        words[cell] = at / 12 * 16 + at % 12;
        cell += 1;
    }
    words
};

/// The candidates of a puzzle. The spare words are 0.
#[derive(Clone, Copy)]
pub struct Grid<R>(pub [R; 9]);

/// This word where a mask has a bit, else 0.
const fn words(mask: u16, word: u16) -> [u16; 16] {
    let mut words = [0; 16];
    let mut i = 0;
    while i < 16 {
        words[i] = if mask >> i & 1 == 1 { word } else { 0 };
        i += 1;
    }
    words
}

/// All digits in the words that are boxes.
pub static BOXES: [u16; 16] = words(0x777, ALL_DIGITS);
/// The highest bit of the words that are boxes.
pub static NEGATIVE: [u16; 16] = words(0x777, 1 << 15);
/// All bits of the boxes of a band.
static ROWS: [[u16; 16]; 3] = [words(0x7, !0), words(0x70, !0), words(0x700, !0)];
/// All bits of one word.
static WORD: [[u16; 16]; 12] = {
    let mut masks = [[0; 16]; 12];
    let mut word = 0;
    while word < 12 {
        masks[word] = words(1 << word, !0);
        word += 1;
    }
    masks
};

/// The place of a cell in a grid.
struct Place {
    register: usize,
    word: usize,
}

impl Place {
    /// The place of the cell at a position in a node.
    #[inline(always)]
    fn of(at: u16) -> Self {
        let at = usize::from(at) % 108;
        Self { register: at / 12, word: at % 12 }
    }
}

impl<R: Register> Grid<R> {
    /// Copies the candidates of the cells, row-major, into a grid.
    #[inline(always)]
    pub fn of_cells(zero: R, cell: impl Fn(usize) -> u16) -> Self {
        let mut grid = [zero; 9];
        let words = R::groups_mut(&mut grid).as_flattened_mut();
        for (i, &word) in REGISTER_WORD.iter().enumerate() {
            words[usize::from(word)] = cell(i);
        }
        Self(grid)
    }

    /// Loads a node. The spare groups hold what follows in it, which is meaningless there. Not a constructor:
    /// of registers of 128 bits, the grid would be copied when it is returned.
    #[inline(always)]
    pub fn overlap(&mut self, node: &Node) {
        for (i, cell) in self.0.iter_mut().enumerate() {
            *cell = cell.load(node.words[12 * i..].first_chunk().expect("16 words"));
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

    /// Returns true if a settled grid is a solution. The registers hold no other.
    ///
    /// In a settled grid each digit has one cell in each box, and after a sweep one box in each
    /// row. It remains to check that each column holds nine digits, and that no cell is empty, because
    /// then none holds two.
    #[inline(always)]
    pub fn is_solution(&self) -> bool {
        let boxes = self.0[0].load(&BOXES);
        let minus_one = self.0[0].splat(u16::MAX);
        // The words of an empty cell become negative, so that they have the highest bit.
        let mut less = self.0;
        for cell in &mut less {
            *cell = cell.add(minus_one);
        }
        let [a, b, c] = unions_of_columns(&less);
        let mut wrong = a.or3(b, c).and(boxes.load(&NEGATIVE));
        for column in unions_of_columns(&self.0) {
            let union = column.or3(column.next_band(), column.band_after_next());
            wrong = wrong.or(union.xor(boxes));
        }
        wrong.zero_grids() == 1
    }

    /// Enters digits in a cell, and removes `lost` from the others of its row. Whole registers are
    /// written, because they are read next.
    #[inline(always)]
    fn enter(&mut self, at: u16, digits: u16, lost: u16) {
        let Place { register, word } = Place::of(at);
        let any = self.0[0];
        let row = any.load(&ROWS[word / 4]).and(any.splat(lost));
        for cell in &mut self.0.as_chunks_mut::<3>().0[register / 3] {
            *cell = cell.without(row);
        }
        let only = any.load(&WORD[word]);
        self.0[register] = self.0[register].without(only).or(any.splat(digits).and(only));
    }

    /// Removes a digit from a cell.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell, digit: Digit) {
        let Place { register, word } = Place::of(NODE_WORD[cell.index() % 81].into());
        let cell = &mut self.0[register];
        let digit = cell.splat(Candidates::from(digit).bits() as u16);
        *cell = cell.without(cell.load(&WORD[word]).and(digit));
    }

    /// The digits left in a cell.
    #[inline(always)]
    pub fn cell(&self, at: u16) -> u16 {
        let Place { register, word } = Place::of(at);
        R::groups(&self.0).as_flattened()[16 * register + word]
    }

    /// Enters the guess of a branching.
    #[inline(always)]
    pub fn assume(&mut self, BranchCell { at, digit }: BranchCell) {
        self.enter(at, digit, digit);
    }

    /// Enters the alternative of a branching, as [`Node::exclude`] does.
    #[inline(always)]
    pub fn exclude(&mut self, BranchCell { at, digit }: BranchCell) {
        let left = self.cell(at) & !digit;
        let is_single = left & left.wrapping_sub(1) == 0;
        self.enter(at, left, if is_single { left } else { 0 });
    }
}
