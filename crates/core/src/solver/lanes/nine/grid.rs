//! One puzzle in nine registers: parsing it, entering digits, and sweeping it.

use crate::solver::lanes::{
    LaneInput,
    node::{ALL_DIGITS, Branch, Node, POSITIONS, WORDS, groups_of_row},
    vector::{Vector, minicolumns, naked_single, sweep_band, unions_of_columns, unions_of_rows},
};

/// A register of sixteen words: the boxes of band 1, 2 and 3 in a group each, and a spare group
/// of zeros. So steps along a stack rotate the first three groups.
pub(in crate::solver::lanes) trait Register: Vector {
    /// Loads sixteen words.
    fn load(proof: Self::Proof, words: &[u16; 16]) -> Self;

    /// Joins the boxes of three bands.
    fn of_bands(proof: Self::Proof, bands: [[u16; 4]; 3]) -> Self;

    /// Every box receives the word of the box in the next band of its stack.
    fn next_band(self) -> Self;
    /// Every box receives the word of the box two bands on.
    fn band_after_next(self) -> Self;

    /// Returns true if every word is 0.
    fn is_zero(self) -> bool;

    /// Parses a line into a grid: a clue's digit, or all nine digits for a byte other than `1` to
    /// `9`.
    #[inline(always)]
    fn parse(proof: Self::Proof, line: &[u8; 81]) -> [Self; 9] {
        let mut grid = [Self::splat(proof, 0); 9];
        let words = Self::groups_mut(&mut grid).as_flattened_mut();
        for (&place, &byte) in PLACES.iter().zip(line) {
            words[usize::from(place)] = CANDIDATES[usize::from(byte)];
        }
        grid
    }

    /// Writes the digits of a solved grid, in ASCII.
    #[inline(always)]
    fn write_digits(grid: &[Self; 9], digits: &mut [u8; 81]) {
        let words = Self::groups(grid).as_flattened();
        for (&place, digit) in PLACES.iter().zip(digits) {
            *digit = b'1' + words[usize::from(place)].trailing_zeros() as u8;
        }
    }
}

/// The words of the cells in nine registers of sixteen, row-major.
pub(in crate::solver::lanes) const PLACES: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        // A register of a node has no spare group.
        let at = POSITIONS[cell];
        places[cell] = at / 12 * 16 + at % 12;
        cell += 1;
    }
    places
};

/// The candidates of a cell by its character.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [ALL_DIGITS; 256];
    let mut digit = 0;
    while digit < 9 {
        candidates[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    candidates
};

/// The candidates of a puzzle. The spare words are 0.
#[derive(Clone, Copy)]
pub(in crate::solver::lanes) struct Grid<R>(pub [R; 9]);

/// All digits in the words that are boxes.
static BOXES: [u16; 16] = {
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

    /// Writes the digits of a solved grid, in ASCII.
    #[inline(always)]
    pub fn write_digits(&self, digits: &mut [u8; 81]) {
        R::write_digits(&self.0, digits);
    }

    /// Copies a node into a grid.
    #[inline(always)]
    pub fn of_node(proof: R::Proof, node: &Node) -> Self {
        let mut grid = Self([R::splat(proof, 0); 9]);
        let groups = node.words.as_chunks().0.as_chunks().0;
        for (cell, bands) in grid.0.iter_mut().zip(groups) {
            *cell = R::of_bands(proof, *bands);
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
    proof: R::Proof,
    grid: &mut Grid<R>,
    sweeps: &mut u64,
) -> Verdict {
    let mut cells = grid.0;
    let (all, minus_one) = (R::load(proof, &BOXES), R::splat(proof, u16::MAX));
    // No live grid has this sum.
    let mut last = R::splat(proof, 0);
    loop {
        *sweeps += 1;
        let mut single = cells;
        for cell in &mut single {
            *cell = naked_single(*cell, minus_one);
        }
        // Each of these has one entry per column of a box.
        let left = minicolumns(unions_of_columns(&cells), unions_of_columns(&single), minus_one);
        let next = [left[0].next_band(), left[1].next_band(), left[2].next_band()];
        let last_band =
            [left[0].band_after_next(), left[1].band_after_next(), left[2].band_after_next()];
        let columns = permutations(left, next, last_band);
        for row in cells.as_chunks_mut::<3>().0 {
            *row = [row[0].and(columns[0]), row[1].and(columns[1]), row[2].and(columns[2])];
        }
        let swept = sweep_band(cells, unions_of_rows(&single));
        cells = swept.cells;
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

/// The permutations of [`permutations`](crate::solver::lanes::vector::permutations) with the boxes of
/// a stack in one register: `left` are the minicolumns of a box, `next` those of the next box of the
/// stack, `last` those of the box after that. The first line of the general one would do, but takes
/// more operations without logic of three inputs: 0.94 to 0.98 with `avx2`, 0.88 with arrays.
#[inline(always)]
fn permutations<R: Register>(left: [R; 3], next: [R; 3], last: [R; 3]) -> [R; 3] {
    [
        left[0].and(next[1].and(last[2]).or(next[2].and(last[1]))),
        left[1].and(next[2].and(last[0]).or(next[0].and(last[2]))),
        left[2].and(next[0].and(last[1]).or(next[1].and(last[0]))),
    ]
}
