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
    nine::grid::{Grid, Register},
    node::{ALL_DIGITS, Branch, Node, WORDS, groups_of_row},
    vector::{Vector, minicolumns, naked_single, permutations, sweep_band},
};

/// The candidates of [`Vector::GROUPS`] puzzles. A group without a puzzle holds a stale one, or
/// nothing.
pub(super) struct Quads<V> {
    cells: [V; 27],
    /// The sum of the cells after the last sweep, for each band and stack at most 13,797.
    /// Candidates are only removed, so equal sums mean equal cells.
    sum: V,
}

/// The puzzles that need the scheduler after a sweep; bit `p` is puzzle `p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdict {
    /// No solution is left.
    pub dead: u8,
    /// Every digit has one cell left in every box. Meaningless for dead puzzles.
    pub settled: u8,
    /// The sweep changed nothing. Meaningless for dead or settled puzzles.
    pub stuck: u8,
}

impl<V: Vector> Quads<V> {
    /// Creates registers without puzzles.
    pub fn new(proof: V::Proof) -> Self {
        let zero = V::splat(proof, 0);
        Self { cells: [zero; 27], sum: zero }
    }

    /// Copies a node into the registers.
    #[inline(always)]
    pub fn put(&mut self, puzzle: usize, node: &Node) {
        let puzzle = puzzle % V::GROUPS;
        let registers = V::groups_mut(&mut self.cells).chunks_exact_mut(V::GROUPS);
        for (register, group) in registers.zip(node.words.as_chunks().0) {
            register[puzzle] = *group;
        }
        // No live puzzle has this sum.
        V::groups_mut(std::slice::from_mut(&mut self.sum))[puzzle] = [0; 4];
    }

    /// Copies a grid into the registers.
    #[inline(always)]
    pub fn put_grid<R: Register>(&mut self, puzzle: usize, grid: &Grid<R>) {
        let puzzle = puzzle % V::GROUPS;
        let registers = V::groups_mut(&mut self.cells).chunks_exact_mut(3 * V::GROUPS);
        for (registers, bands) in registers.zip(R::groups(&grid.0).as_chunks::<4>().0) {
            registers[puzzle] = bands[0];
            registers[V::GROUPS + puzzle] = bands[1];
            registers[2 * V::GROUPS + puzzle] = bands[2];
        }
        // No live puzzle has this sum.
        V::groups_mut(std::slice::from_mut(&mut self.sum))[puzzle] = [0; 4];
    }

    /// Copies a puzzle into a node.
    #[inline(always)]
    pub fn take(&self, puzzle: usize, node: &mut Node) {
        let groups = node.words.as_chunks_mut().0.first_chunk_mut().expect("32 groups");
        V::collect(&self.cells, puzzle, groups);
    }

    /// Copies a puzzle into a grid.
    #[inline(always)]
    pub fn grid<R: Register>(&self, puzzle: usize, proof: R::Proof) -> Grid<R> {
        let puzzle = puzzle % V::GROUPS;
        let mut grid = Grid([R::splat(proof, 0); 9]);
        for (i, cell) in grid.0.iter_mut().enumerate() {
            let band = |band: usize| V::groups(&self.cells)[(3 * i + band) * V::GROUPS + puzzle];
            *cell = R::of_bands(proof, [band(0), band(1), band(2)]);
        }
        grid
    }

    /// Enters a digit in a cell, and removes it from the others of its row.
    #[inline(always)]
    pub fn assume(&mut self, puzzle: usize, Branch { at, digit }: Branch) {
        let (puzzle, at) = (puzzle % V::GROUPS, usize::from(at) % WORDS);
        let groups = V::groups_mut(&mut self.cells);
        for group in groups_of_row(at) {
            groups[group * V::GROUPS + puzzle].iter_mut().for_each(|word| *word &= !digit);
        }
        groups[at / 4 % 27 * V::GROUPS + puzzle][at % 4] = digit;
    }

    /// Sweeps once over all puzzles: applies every rule once, without a branch.
    #[inline(always)]
    pub fn sweep(&mut self, proof: V::Proof) -> Verdict {
        let (minus_one, zero) = (V::splat(proof, u16::MAX), V::splat(proof, 0));
        let mut singles = [[zero; 3]; 3];
        let columns = permutations([
            self.minicolumns::<0>(minus_one, &mut singles[0]),
            self.minicolumns::<1>(minus_one, &mut singles[1]),
            self.minicolumns::<2>(minus_one, &mut singles[2]),
        ]);
        // The registers do not suffice for all cells. Now that the compiler does not know that it has
        // read them before, it reads them again, instead of keeping copies on the stack.
        let (Self { cells, .. }, singles) = std::hint::black_box((&mut *self, &singles));
        let mut found = Found { placeable: minus_one, open: zero, sum: zero };
        sweep_band_of::<V, 0>(cells, columns[0], singles[0], &mut found);
        sweep_band_of::<V, 1>(cells, columns[1], singles[1], &mut found);
        sweep_band_of::<V, 2>(cells, columns[2], singles[2], &mut found);
        let all = V::splat_group(proof, [ALL_DIGITS, ALL_DIGITS, ALL_DIGITS, 0]);
        let verdict = Verdict {
            dead: !found.placeable.equal_groups(all) & (u8::MAX >> (8 - V::GROUPS)),
            settled: found.open.equal_groups(zero),
            stuck: found.sum.equal_groups(self.sum),
        };
        self.sum = found.sum;
        verdict
    }

    /// The digits left for the minicolumns of a band. `singles` become the naked singles of the
    /// rows of its boxes.
    #[inline(always)]
    fn minicolumns<const BAND: usize>(&self, minus_one: V, singles: &mut [V; 3]) -> [V; 3] {
        let mut single = self.cells.as_chunks::<3>().0[0];
        let mut unions = single;
        for (row, of_row) in singles.iter_mut().enumerate() {
            for column in 0..3 {
                let cell = self.cells[9 * row + 3 * column + BAND];
                let digit = naked_single(cell, minus_one);
                if row == 0 {
                    (unions[column], single[column]) = (cell, digit);
                } else {
                    unions[column] = unions[column].or(cell);
                    single[column] = single[column].or(digit);
                }
                *of_row = if column == 0 { digit } else { of_row.or(digit) };
            }
        }
        minicolumns(unions, single, minus_one)
    }
}

/// Narrows the cells of a band to the minicolumns, then to the minirows and the hidden singles.
#[inline(always)]
fn sweep_band_of<V: Vector, const BAND: usize>(
    all: &mut [V; 27],
    columns: [V; 3],
    singles: [V; 3],
    found: &mut Found<V>,
) {
    let mut cells = [found.sum; 9];
    for cell in 0..9 {
        cells[cell] = all[3 * cell + BAND].and(columns[cell % 3]);
    }
    let swept = sweep_band(cells, singles);
    found.placeable = found.placeable.and(swept.placeable);
    found.open = found.open.or(swept.open);
    for cell in 0..9 {
        all[3 * cell + BAND] = swept.cells[cell];
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
