//! Where to branch: a cell and a digit, tried against all else.
//!
//! The cell: of the bivalue cells the one that touches most, counted as
//! unsolved peers that share a digit with it, plus twice the bivalue ones. With
//! no bivalue cell, the first cell with the fewest candidates.

use super::{
    node::Node,
    vector::{ALL_DIGITS, Vector},
};
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

/// The peers of every cell, bit `c` for cell `c`.
static PEERS: [u128; 81] = {
    let mut peers = [0; 81];
    let mut a = 0;
    while a < 81 {
        let mut b = 0;
        while b < 81 {
            let (i, j) = (Cell::new(a), Cell::new(b));
            let together = i.row::<Order3>() == j.row::<Order3>()
                || i.column::<Order3>() == j.column::<Order3>()
                || i.box_::<Order3>() == j.box_::<Order3>();
            if together && a != b {
                peers[a] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
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
    let cell = match best {
        0 => fewest(node)?,
        best => 127 - best as usize % 128,
    };
    Some(Branch { cell, digit: node.words[cell] & node.words[cell].wrapping_neg() })
}

/// The first open cell with the fewest candidates.
#[cold]
fn fewest(node: &Node) -> Option<usize> {
    let open = (0..81).filter(|&cell| (node.words[cell] & ALL_DIGITS).count_ones() > 1);
    open.min_by_key(|&cell| node.words[cell].count_ones())
}
