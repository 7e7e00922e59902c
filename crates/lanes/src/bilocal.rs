//! Chooses a branching where no cell is bivalue: on a digit with two places in a unit.

use super::{
    grid::{Grid, Register},
    node::{BranchCell, CELLS, Node, PEERS, WORDS, words_by_digit},
    vector::Vector,
};
use sudomill_puzzle::grid::SetBits;

/// Chooses where a grid without bivalue cells branches. `None` if no cell is open.
///
/// Weighs every digit with exactly two places in a unit at both places, by the peers of the place
/// that have the digit: 3 for a peer with three candidates, 1 for four. The heaviest wins; ties go
/// to the place with fewer candidates, then to the lower digit, then to the first position.
///
/// If there is no such digit, picks the first cell with the fewest candidates.
#[inline(always)]
pub fn choose(grid: &Grid<impl Register>) -> Option<BranchCell> {
    let node = grid.node();
    let with_digit = words_by_digit(&node.words);
    // The cells with at least so many candidates.
    let mut at_least = [0; 6];
    for places in with_digit {
        for count in (1..5).rev() {
            at_least[count + 1] |= at_least[count] & places;
        }
        at_least[1] |= places;
    }
    let open = at_least[2];
    let three = at_least[3] & !at_least[4];
    let four = at_least[4] & !at_least[5];
    let bilocal = words_by_digit(&bilocal(*grid).node().words);
    let mut best = None;
    let mut most = 0;
    for i in 0..9 {
        for at in SetBits(bilocal[i] & open) {
            let peers = PEERS[at % WORDS] & with_digit[i];
            let weight = 3 * (three & peers).count_ones() + (four & peers).count_ones();
            let key = 16 * weight + 16 - node.words[at % WORDS].count_ones();
            if key > most {
                most = key;
                best = Some(BranchCell { at: at as u16, digit: 1 << i });
            }
        }
    }
    match best {
        None => fewest(&node),
        best => best,
    }
}

/// For every cell, its digits that have two places in one of its units.
#[inline(always)]
fn bilocal<R: Register>(mut grid: Grid<R>) -> Grid<R> {
    let cells = grid.0;
    let mut box_ = Places::none(cells[0]);
    let mut rows = [box_; 3];
    let mut columns = [box_; 3];
    for line in 0..3 {
        for i in 0..3 {
            let in_row = cells[3 * line + i];
            let in_column = cells[3 * i + line];
            box_.add(in_row);
            for cell in [in_row, in_row.next_stack(), in_row.stack_after_next()] {
                rows[line].add(cell);
            }
            for cell in [in_column, in_column.next_band(), in_column.band_after_next()] {
                columns[line].add(cell);
            }
        }
    }
    for (i, cell) in grid.0.iter_mut().enumerate() {
        *cell = cell.and(box_.two().or3(rows[i / 3].two(), columns[i % 3].two()));
    }
    grid
}

/// The digits of a unit by the number of their places, for the units of every word.
#[derive(Clone, Copy)]
struct Places<V> {
    at_least_one: V,
    at_least_two: V,
    more: V,
}

impl<V: Vector> Places<V> {
    #[inline(always)]
    fn none(any: V) -> Self {
        let zero = any.splat(0);
        Self { at_least_one: zero, at_least_two: zero, more: zero }
    }

    #[inline(always)]
    fn add(&mut self, cell: V) {
        self.more = self.more.or(self.at_least_two.and(cell));
        self.at_least_two = self.at_least_two.or(self.at_least_one.and(cell));
        self.at_least_one = self.at_least_one.or(cell);
    }

    /// The digits with exactly two places.
    #[inline(always)]
    fn two(self) -> V {
        self.at_least_two.without(self.more)
    }
}

/// The first open cell with the fewest candidates.
#[cold]
fn fewest(node: &Node) -> Option<BranchCell> {
    let open = SetBits(CELLS).filter(|&at| node.words[at].count_ones() > 1);
    let at = open.min_by_key(|&at| node.words[at].count_ones())?;
    Some(BranchCell::lowest(at, node.words[at]))
}
