//! One puzzle in nine registers: parsing it, entering digits, and sweeping it.

use super::watch::Watch;
use crate::{
    grid::{Candidates, Cell, Digit},
    solver::lanes::{
        node::{ALL_DIGITS, Branch, Node, POSITIONS},
        progress::LaneCounters,
        vector::{
            Vector, minicolumns, naked_single, sweep_band, unions_of_columns, unions_of_rows,
        },
    },
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

    /// Parses a line into a grid: a clue's digit, or all nine digits for any byte but `one` and the
    /// eight that follow it.
    #[inline(always)]
    fn parse(proof: Self::Proof, line: &[u8; 81], one: u8) -> [Self; 9] {
        let mut grid = [Self::splat(proof, 0); 9];
        let words = Self::groups_mut(&mut grid).as_flattened_mut();
        for (&place, &byte) in PLACES.iter().zip(line) {
            words[usize::from(place)] = CANDIDATES[usize::from(byte.wrapping_sub(one))];
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

/// The candidates of a cell by the distance of its byte from that of 1.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [ALL_DIGITS; 256];
    let mut digit = 0;
    while digit < 9 {
        candidates[digit] = 1 << digit;
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

/// All bits of one word.
static WORD: [[u16; 16]; 12] = {
    let mut masks = [[0; 16]; 12];
    let mut word = 0;
    while word < 12 {
        masks[word][word] = u16::MAX;
        word += 1;
    }
    masks
};

/// All bits of the boxes of a band.
static ROWS: [[u16; 16]; 3] = {
    let mut masks = [[0; 16]; 3];
    let mut band = 0;
    while band < 3 {
        let mut stack = 0;
        while stack < 3 {
            masks[band][4 * band + stack] = u16::MAX;
            stack += 1;
        }
        band += 1;
    }
    masks
};

/// The register and the word of a position in a node.
#[inline(always)]
fn place(at: u16) -> (usize, usize) {
    let at = usize::from(at) % 108;
    (at / 12, at % 12)
}

/// The highest bit of the words that are boxes.
static NEGATIVE: [u16; 16] = {
    let high = 1 << 15;
    [high, high, high, 0, high, high, high, 0, high, high, high, 0, 0, 0, 0, 0]
};

impl<R: Register> Grid<R> {
    /// Parses a line; see [`Register::parse`].
    #[inline(always)]
    pub fn parse(proof: R::Proof, line: &[u8; 81], one: u8) -> Self {
        Self(R::parse(proof, line, one))
    }

    /// Copies the candidates of the cells, row-major, into a grid.
    #[inline(always)]
    pub fn of_candidates(proof: R::Proof, cells: &[Candidates; 81]) -> Self {
        let mut grid = Self([R::splat(proof, 0); 9]);
        let words = R::groups_mut(&mut grid.0).as_flattened_mut();
        for (&place, candidates) in PLACES.iter().zip(cells) {
            words[usize::from(place)] = candidates.bits() as u16 & ALL_DIGITS;
        }
        grid
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

    /// Enters digits in a cell, and removes `lost` from the others of its row. Whole registers are
    /// written, because they are read next.
    #[inline(always)]
    fn enter(&mut self, proof: R::Proof, at: u16, digits: u16, lost: u16) {
        let (register, word) = place(at);
        let row = R::load(proof, &ROWS[word / 4]).and(R::splat(proof, lost));
        for cell in &mut self.0.as_chunks_mut::<3>().0[register / 3] {
            *cell = cell.without(row);
        }
        let only = R::load(proof, &WORD[word]);
        let digits = R::splat(proof, digits).and(only);
        self.0[register] = self.0[register].without(only).or(digits);
    }

    /// Removes a digit from a cell.
    #[inline(always)]
    pub fn remove(&mut self, proof: R::Proof, cell: Cell, digit: Digit) {
        let (register, word) = place(POSITIONS[cell.index() % 81].into());
        let only = R::load(proof, &WORD[word]);
        let digit = R::splat(proof, Candidates::from(digit).bits() as u16);
        self.0[register] = self.0[register].without(only.and(digit));
    }

    /// The digits left in a cell.
    #[inline(always)]
    pub fn cell(&self, at: u16) -> u16 {
        let (register, word) = place(at);
        R::groups(&self.0).as_flattened()[16 * register + word]
    }

    /// Enters the guess of a branching.
    #[inline(always)]
    pub fn assume(&mut self, proof: R::Proof, Branch { at, digit }: Branch) {
        self.enter(proof, at, digit, digit);
    }

    /// Enters the alternative of a branching, as [`Node::exclude`] does.
    #[inline(always)]
    pub fn exclude(&mut self, proof: R::Proof, Branch { at, digit }: Branch) {
        let left = self.cell(at) & !digit;
        let is_single = left & left.wrapping_sub(1) == 0;
        self.enter(proof, at, left, if is_single { left } else { 0 });
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
    counters: &mut LaneCounters,
    watch: &mut impl Watch,
) -> Verdict {
    let mut cells = grid.0;
    let (all, minus_one) = (R::load(proof, &BOXES), R::splat(proof, u16::MAX));
    // No live grid has this sum.
    let mut last = R::splat(proof, 0);
    loop {
        counters.sweeps += 1;
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
        watch.swept(&cells, counters);
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
