//! Many puzzles: a puzzle per group of four words in 27 registers.
//!
//! ```text
//! register 3 r + b = the cells in band b, and row i and column k of their box, r = 3 i + k
//! group p          = puzzle p: its boxes in stacks 1, 2, 3, and a spare word
//!
//!                puzzle 0               puzzle 1               …
//! register 0     box 1, 2, 3: cell 1    box 1, 2, 3: cell 1
//! register 1     box 4, 5, 6: cell 1    box 4, 5, 6: cell 1
//! register 2     box 7, 8, 9: cell 1    box 7, 8, 9: cell 1
//! register 3     box 1, 2, 3: cell 2    …
//! ```
//!
//! Called by the scheduler.

use super::{
    grid::{Grid, Register},
    node::{ALL_DIGITS, BranchCell, Node, WORDS, groups_of_row},
    vector::{Vector, columns_and_singles, permutations, sweep_band},
};

/// The candidates of [`Vector::GROUPS`] puzzles. A group without a puzzle holds a stale one, or
/// nothing.
#[derive(Clone, Copy)]
pub struct Quads<V> {
    cells: [V; 27],
    /// The sum of the cells after the last sweep, for each stack at most 13,797.
    /// Candidates are only removed, so equal sums mean equal cells.
    sum: V,
}

/// The puzzles that need the scheduler after a sweep; bit `p` is puzzle `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// No solution is left.
    pub dead: u32,
    /// Every digit has one cell left in every box. Meaningless for dead puzzles.
    pub settled: u32,
    /// The sweep changed nothing. Meaningless for dead or settled puzzles.
    pub stuck: u32,
}

impl<V: Vector> Quads<V> {
    /// Creates registers without puzzles.
    pub const fn new(zero: V) -> Self {
        Self { cells: [zero; 27], sum: zero }
    }

    /// Copies a puzzle into the registers: the first three of every `N` groups, which are the bands
    /// of a node or a grid.
    #[inline(always)]
    pub fn put<const N: usize>(&mut self, puzzle: usize, groups: &[[u16; 4]]) {
        let puzzle = puzzle % V::GROUPS;
        let registers = V::groups_mut(&mut self.cells);
        // By index: not every adapter of iterators is inlined here.
        for i in 0..9 {
            let bands = &groups[N * i..][..3];
            for band in 0..3 {
                registers[(3 * i + band) * V::GROUPS + puzzle] = bands[band];
            }
        }
        // No live puzzle has this sum.
        V::groups_mut(std::slice::from_mut(&mut self.sum))[puzzle] = [0; 4];
    }

    /// Makes the next sweep compare a puzzle with this node, which it has been put in from: it was
    /// swept elsewhere.
    #[inline(always)]
    pub fn has_swept(&mut self, puzzle: usize, node: &Node) {
        let mut sum = [0_u16; 4];
        for group in &node.words.as_chunks::<4>().0[..27] {
            sum = [sum[0] + group[0], sum[1] + group[1], sum[2] + group[2], sum[3] + group[3]];
        }
        V::groups_mut(std::slice::from_mut(&mut self.sum))[puzzle % V::GROUPS] = sum;
    }

    /// Copies a puzzle into a node.
    #[inline(always)]
    pub fn take(&self, puzzle: usize, node: &mut Node) {
        let groups = node.words.as_chunks_mut().0.first_chunk_mut().expect("32 groups");
        V::collect(&self.cells, puzzle, groups);
    }

    /// Copies a puzzle into a grid.
    #[inline(always)]
    pub fn grid<R: Register>(&self, puzzle: usize, zero: R) -> Grid<R> {
        let puzzle = puzzle % V::GROUPS;
        let mut grid = Grid([zero; 9]);
        for (i, cell) in grid.0.iter_mut().enumerate() {
            let band = |band: usize| V::groups(&self.cells)[(3 * i + band) * V::GROUPS + puzzle];
            *cell = zero.of_bands([band(0), band(1), band(2)]);
        }
        grid
    }

    /// Enters a digit in a cell, and removes it from the others of its row.
    #[inline(always)]
    pub fn assume(&mut self, puzzle: usize, BranchCell { at, digit }: BranchCell) {
        let puzzle = puzzle % V::GROUPS;
        let at = usize::from(at) % WORDS;
        let groups = V::groups_mut(&mut self.cells);
        for group in groups_of_row(at) {
            groups[group * V::GROUPS + puzzle].iter_mut().for_each(|word| *word &= !digit);
        }
        groups[at / 4 % 27 * V::GROUPS + puzzle][at % 4] = digit;
    }

    /// Sweeps once over all puzzles: applies every rule once, without a branch.
    #[inline(always)]
    pub fn sweep(&mut self) -> Verdicts {
        let minus_one = self.sum.splat(u16::MAX);
        let zero = self.sum.splat(0);
        let mut singles = [[zero; 3]; 3];
        // The singles of a band are stored before the next band needs the registers.
        let a = columns_and_singles(&self.cells, 0, minus_one);
        singles[0] = a.singles;
        let b = columns_and_singles(&self.cells, 1, minus_one);
        singles[1] = b.singles;
        let c = columns_and_singles(&self.cells, 2, minus_one);
        singles[2] = c.singles;
        let columns = permutations([a.columns, b.columns, c.columns]);
        // 27 cells exceed the registers; `black_box` forces a reload instead of a spill.
        let (Self { cells, .. }, singles) = std::hint::black_box((&mut *self, &singles));
        let mut found = Found { placeable: minus_one, open: zero, sum: zero };
        sweep_one(cells, 0, columns[0], singles[0], &mut found);
        sweep_one(cells, 1, columns[1], singles[1], &mut found);
        sweep_one(cells, 2, columns[2], singles[2], &mut found);
        let mut all = [zero];
        V::groups_mut(&mut all).fill([ALL_DIGITS, ALL_DIGITS, ALL_DIGITS, 0]);
        let verdict = Verdicts {
            dead: u32::from(found.placeable.equal_groups(all[0])) ^ (u32::MAX >> (32 - V::GROUPS)),
            settled: found.open.equal_groups(zero).into(),
            stuck: found.sum.equal_groups(self.sum).into(),
        };
        self.sum = found.sum;
        verdict
    }
}

/// Sweeps a band of all cells.
#[inline(always)]
fn sweep_one<V: Vector>(
    all: &mut [V; 27],
    band: usize,
    columns: [V; 3],
    singles: [V; 3],
    found: &mut Found<V>,
) {
    let swept = sweep_band(all, band, columns, singles);
    found.placeable = found.placeable.and(swept.placeable);
    found.open = found.open.or(swept.open);
    for cell in 0..9 {
        all[3 * cell + band] = swept.cells[cell];
        found.sum = found.sum.add(swept.cells[cell]);
    }
}

/// The results of a sweep over the bands so far.
struct Found<V> {
    /// The digits with a permutation left in every band.
    placeable: V,
    /// The digits with more than one cell left in a box.
    open: V,
    /// The sum of the cells.
    sum: V,
}
