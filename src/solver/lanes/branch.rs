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

/// The peers of every cell: all bits of word `c` set for a peer `c`, else none.
static PEERS: [[u16; 96]; 81] = {
    let mut peers = [[0; 96]; 81];
    let mut cell = 0;
    while cell < 81 {
        let at = Cell::new(cell);
        let (row, column, box_) = (at.row::<Order3>(), at.column::<Order3>(), at.box_::<Order3>());
        let units = UNITS[row] | UNITS[9 + column] | UNITS[18 + box_];
        let mut other = 0;
        while other < 81 {
            if other != cell && units >> other & 1 == 1 {
                peers[cell][other] = u16::MAX;
            }
            other += 1;
        }
        cell += 1;
    }
    peers
};

/// Where a stuck node branches; `None` if no cell has two candidates.
#[inline(always)]
pub(super) fn choose<V: Vector>(proof: V::Proof, node: &Node) -> Option<Branch> {
    let (weights, bivalue) = weigh(node);
    let bivalue = V::nonzero(proof, &bivalue) & ((1 << 81) - 1);
    match bivalue {
        0 => bilocal::<V>(proof, node).or_else(|| fewest(node)),
        _ => Some(Branch::lowest(node, most_touching::<V>(proof, node, &weights, bivalue))),
    }
}

/// What touching each cell is worth, and which cells are bivalue.
#[inline(always)]
fn weigh(node: &Node) -> ([u16; 96], [u16; 96]) {
    let (mut weights, mut bivalue) = ([0; 96], [0; 96]);
    for ((weight, two), word) in weights.iter_mut().zip(&mut bivalue).zip(&node.words) {
        let second = word & word.wrapping_sub(1);
        let third = second & second.wrapping_sub(1);
        *two = if third == 0 { second } else { 0 };
        *weight = u16::from(second != 0) + if *two != 0 { 2 } else { 0 };
    }
    (weights, bivalue)
}

/// The one of the bivalue cells that touches most.
#[inline(always)]
fn most_touching<V: Vector>(
    proof: V::Proof,
    node: &Node,
    weights: &[u16; 96],
    mut bivalue: u128,
) -> usize {
    // Score and cell in one number: the best is the largest, without a branch.
    // Of equal ones the first cell.
    let mut best = 0;
    for _ in 0..SCORED {
        if bivalue == 0 {
            break;
        }
        let cell = bivalue.trailing_zeros() as usize;
        bivalue &= bivalue - 1;
        best = best.max((score::<V>(proof, node, weights, cell) + 1) << 7 | (127 - cell));
    }
    127 - best % 128
}

/// The weights of the peers that share a digit with a cell, added up.
#[inline(always)]
fn score<V: Vector>(proof: V::Proof, node: &Node, weights: &[u16; 96], cell: usize) -> usize {
    let digits = V::splat(proof, node.words[cell]);
    let mut sum = V::splat(proof, 0);
    for at in (0..96).step_by(V::LANES) {
        let load = |words: &[u16; 96]| V::load(proof, &words[at..at + V::LANES]);
        let peers = load(weights).and(load(&PEERS[cell]));
        sum = sum.add(peers.where_sharing(load(&node.words), digits));
    }
    let mut score = 0;
    for &lane in V::words(&[sum]) {
        score += lane;
    }
    score.into()
}

/// A digit with two cells left in a unit: the one whose two cells have the
/// fewest candidates together. Of equal ones the first: digits ascending, then
/// rows, columns, boxes.
#[inline(always)]
fn bilocal<V: Vector>(proof: V::Proof, node: &Node) -> Option<Branch> {
    let (mut best, mut fewest) = (None, u32::MAX);
    for digit in (0..9).map(|i| 1 << i) {
        let places = V::nonzero(proof, &node.words.map(|word| word & digit));
        for pair in UNITS.map(|unit| unit & places) {
            if pair.count_ones() != 2 {
                continue;
            }
            let (first, second) = (pair.trailing_zeros(), 127 - pair.leading_zeros());
            let (first, second) = (first as usize, second as usize);
            let candidates = [first, second].map(|cell| node.words[cell].count_ones());
            if candidates[0] > 1 && candidates[0] + candidates[1] < fewest {
                fewest = candidates[0] + candidates[1];
                best = Some(Branch { cell: first, digit });
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
