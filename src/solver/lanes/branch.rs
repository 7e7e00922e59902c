//! Where to branch: a cell and a digit, tried against all else.
//!
//! The cell: of the bivalue cells the one that touches most, counted as
//! unsolved peers that share a digit with it, plus twice the bivalue ones. With
//! no bivalue cell, a digit with two places in a unit; without that, a cell with
//! the fewest candidates.

use super::{node::Node, vector::Vector};
use crate::grid::{Cell, Order3};

/// Bivalue cells that are scored, the first ones: more cost more than they save.
const SCORED: usize = 8;

/// A cell and the digit to try in it first; the alternative is the cell without
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    pub cell: usize,
    /// One bit.
    pub digit: u16,
}

impl Branch {
    fn lowest(node: &Node, cell: usize) -> Self {
        Self { cell, digit: node.words[cell] & node.words[cell].wrapping_neg() }
    }
}

/// The cells of every unit, bit `c` for cell `c`.
const UNITS: [u128; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < 81 {
        let at = Cell::new(cell);
        units[at.row::<Order3>()] |= 1 << cell;
        units[9 + at.column::<Order3>()] |= 1 << cell;
        units[18 + at.box_::<Order3>()] |= 1 << cell;
        cell += 1;
    }
    units
};

/// The peers of every cell, bit `c` for cell `c`.
static PEERS: [u128; 81] = {
    let mut peers = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let at = Cell::new(cell);
        let (row, column, box_) = (at.row::<Order3>(), at.column::<Order3>(), at.box_::<Order3>());
        peers[cell] = (UNITS[row] | UNITS[9 + column] | UNITS[18 + box_]) & !(1 << cell);
        cell += 1;
    }
    peers
};

/// Where a stuck node branches; `None` if no cell has two candidates.
#[inline(always)]
pub(super) fn choose<V: Vector>(proof: V::Proof, node: &Node) -> Option<Branch> {
    let (unsolved, bivalue) = V::unsolved_and_bivalue(proof, node);
    let mut left = bivalue & ((1 << 81) - 1);
    // Score and cell in one number: the best is the largest, without a branch.
    // Of equal ones the first cell.
    let mut best = 0;
    for _ in 0..SCORED {
        if left == 0 {
            break;
        }
        let cell = left.trailing_zeros();
        left &= left - 1;
        let touched = V::sharing(proof, node, node.words[cell as usize]) & PEERS[cell as usize];
        let score = (touched & unsolved).count_ones() + 2 * (touched & bivalue).count_ones();
        best = best.max((score + 1) << 7 | (127 - cell));
    }
    if best == 0 {
        return bilocal::<V>(proof, node).or_else(|| fewest(node));
    }
    Some(Branch::lowest(node, 127 - best as usize % 128))
}

/// A digit with two cells left in a unit: the one whose two cells have the
/// fewest candidates together. Of equal ones the first: digits ascending, then
/// rows, columns, boxes.
#[inline(always)]
fn bilocal<V: Vector>(proof: V::Proof, node: &Node) -> Option<Branch> {
    let (mut best, mut fewest) = (None, u32::MAX);
    for digit in (0..9).map(|i| 1 << i) {
        let places = V::sharing(proof, node, digit);
        let candidates = |cell: u32| node.words[cell as usize].count_ones();
        for pair in UNITS.map(|unit| unit & places) {
            let (first, second) = (pair.trailing_zeros(), 127 - pair.leading_zeros());
            if pair.count_ones() == 2 && candidates(first) + candidates(second) < fewest {
                fewest = candidates(first) + candidates(second);
                best = Some(Branch { cell: first as usize, digit });
            }
        }
    }
    best
}

/// The first open cell with the fewest candidates.
#[cold]
fn fewest(node: &Node) -> Option<Branch> {
    let open = (0..81).filter(|&cell| node.words[cell].count_ones() > 1);
    let cell = open.min_by_key(|&cell| node.words[cell].count_ones())?;
    Some(Branch::lowest(node, cell))
}
