//! One puzzle in nine registers: parsing it, entering digits, and sweeping it.

use crate::{
    grid::{Candidates, Cell, Digit},
    solver::lanes::{
        node::{ALL_DIGITS, BranchCell, NODE_WORD, Node},
        progress::LaneCounters,
        vector::{Vector, columns_and_singles, sweep_band, unions_of_columns},
    },
};
use std::ops::ControlFlow;

/// A register of sixteen words: the boxes of band 1, 2 and 3 in a group each, and a spare group
/// of zeros. So steps along a stack rotate the first three groups.
pub(in crate::solver::lanes) trait Register: Vector {
    /// Loads sixteen words.
    fn load(self, words: &[u16; 16]) -> Self;
    /// Joins the boxes of three bands.
    fn of_bands(self, bands: [[u16; 4]; 3]) -> Self;
    /// Every box receives the word of the box in the next band of its stack.
    fn next_band(self) -> Self;
    /// Every box receives the word of the box two bands on.
    fn band_after_next(self) -> Self;
    /// Returns true if every word is 0.
    fn is_zero(self) -> bool;
}

/// The word of every cell in nine registers of sixteen, the cells row-major.
pub(in crate::solver::lanes) const REGISTER_WORD: [u8; 81] = {
    let (mut words, mut cell) = ([0; 81], 0);
    while cell < 81 {
        // A register of a node has no spare group.
        let at = NODE_WORD[cell];
        words[cell] = at / 12 * 16 + at % 12;
        cell += 1;
    }
    words
};

/// What happens in a search.
pub(in crate::solver::lanes) enum Seen {
    /// A sweep.
    Sweep,
    /// A guess; the grid contains it.
    Guess(BranchCell),
    /// Everything below a guess has been searched; the grid is that of the alternative.
    Undo(BranchCell),
    /// The grid has no solution.
    Contradiction,
    /// The grid is a solution.
    Solution,
}

/// `Break` ends the search.
pub(super) type Flow = ControlFlow<()>;

/// Follows a search in nine registers. `()` does not.
pub(in crate::solver::lanes) trait Watch {
    /// Called for everything that happens, with the grid after it.
    fn event<R: Register>(&mut self, seen: Seen, grid: &[R; 9], work: &LaneCounters) -> Flow;
}

impl Watch for () {
    #[inline(always)]
    fn event<R: Register>(&mut self, _: Seen, _: &[R; 9], _: &LaneCounters) -> Flow {
        ControlFlow::Continue(())
    }
}

/// The candidates of a puzzle. The spare words are 0.
#[derive(Clone, Copy)]
pub(in crate::solver::lanes) struct Grid<R>(pub [R; 9]);

/// This word where a mask has a bit, else 0.
const fn words(mask: u16, word: u16) -> [u16; 16] {
    let (mut words, mut i) = ([0; 16], 0);
    while i < 16 {
        words[i] = if mask >> i & 1 == 1 { word } else { 0 };
        i += 1;
    }
    words
}

/// All digits in the words that are boxes.
static BOXES: [u16; 16] = words(0x777, ALL_DIGITS);
/// The highest bit of the words that are boxes.
static NEGATIVE: [u16; 16] = words(0x777, 1 << 15);
/// All bits of the boxes of a band.
static ROWS: [[u16; 16]; 3] = [words(0x7, !0), words(0x70, !0), words(0x700, !0)];
/// All bits of one word.
static WORD: [[u16; 16]; 12] = {
    let (mut masks, mut word) = ([[0; 16]; 12], 0);
    while word < 12 {
        masks[word] = words(1 << word, !0);
        word += 1;
    }
    masks
};

/// The register of a position in a node, and the word in it.
#[inline(always)]
fn register_word(at: u16) -> (usize, usize) {
    let at = usize::from(at) % 108;
    (at / 12, at % 12)
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

    /// Copies a node into a grid.
    #[inline(always)]
    pub fn of_node(zero: R, node: &Node) -> Self {
        let mut grid = Self([zero; 9]);
        let groups = node.words.as_chunks().0.as_chunks().0;
        for (cell, bands) in grid.0.iter_mut().zip(groups) {
            *cell = zero.of_bands(*bands);
        }
        grid
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
    /// row. It remains to check that each column holds nine digits, and that no cell is empty, because
    /// then none holds two.
    #[inline(always)]
    pub fn is_solution(&self) -> bool {
        let (boxes, minus_one) = (self.0[0].load(&BOXES), self.0[0].splat(u16::MAX));
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
        wrong.is_zero()
    }

    /// Enters digits in a cell, and removes `lost` from the others of its row. Whole registers are
    /// written, because they are read next.
    #[inline(always)]
    fn enter(&mut self, at: u16, digits: u16, lost: u16) {
        let ((register, word), any) = (register_word(at), self.0[0]);
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
        let (register, word) = register_word(NODE_WORD[cell.index() % 81].into());
        let cell = &mut self.0[register];
        let digit = cell.splat(Candidates::from(digit).bits() as u16);
        *cell = cell.without(cell.load(&WORD[word]).and(digit));
    }

    /// The digits left in a cell.
    #[inline(always)]
    pub fn cell(&self, at: u16) -> u16 {
        let (register, word) = register_word(at);
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

/// The state of a grid after its sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::lanes) enum Verdict {
    /// No solution is left.
    Dead,
    /// Every digit has one cell left in every box.
    Settled,
    /// Another sweep would change nothing.
    Stuck,
}

/// Sweeps until nothing changes, or until the end. Counts the sweeps.
#[inline(always)]
pub(super) fn settle<R: Register>(
    grid: &mut Grid<R>,
    counters: &mut LaneCounters,
    watch: &mut impl Watch,
) -> Verdict {
    let mut cells = grid.0;
    let (all, minus_one) = (cells[0].load(&BOXES), cells[0].splat(u16::MAX));
    // No live grid has this sum.
    let mut last = cells[0].splat(0);
    loop {
        counters.sweeps += 1;
        let (left, singles) = columns_and_singles(&cells, 0, minus_one);
        let swept = sweep_band(&cells, 0, permutations(left), singles);
        cells = swept.cells;
        let _ = watch.event(Seen::Sweep, &cells, counters);
        if !swept.placeable.xor(all).is_zero() {
            return Verdict::Dead;
        }
        let mut sum = cells[0];
        for cell in &cells[1..] {
            sum = sum.add(*cell);
        }
        let is_settled = swept.open.is_zero();
        if is_settled || sum.xor(last).is_zero() {
            grid.0 = cells;
            return if is_settled { Verdict::Settled } else { Verdict::Stuck };
        }
        last = sum;
    }
}

/// The [`permutations`](crate::solver::lanes::vector::permutations) of the stacks, whose boxes share
/// registers, so that one row of the matrix stands for all: the minicolumns of a box. The first row
/// of the general one would do, but is 2 to 6 % slower (`avx2`), 12 % with arrays: without logic of
/// three inputs it has more operations.
#[inline(always)]
fn permutations<R: Register>([a, b, c]: [R; 3]) -> [R; 3] {
    let next = [a.next_band(), b.next_band(), c.next_band()];
    let last = [a.band_after_next(), b.band_after_next(), c.band_after_next()];
    [
        a.and(next[1].and(last[2]).or(next[2].and(last[1]))),
        b.and(next[2].and(last[0]).or(next[0].and(last[2]))),
        c.and(next[0].and(last[1]).or(next[1].and(last[0]))),
    ]
}
