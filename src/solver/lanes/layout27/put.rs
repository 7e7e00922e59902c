//! Copies nodes into lanes.

use super::{Group, wide::Wide, words_of};
use crate::solver::lanes::node::{Node, thirds};

/// For every column, the indices of a puzzle's words in a third of its node: word `3 p + b` is band
/// `b`.
static PLACES: [[u16; 32]; 9] = {
    let mut places = [[0; 32]; 9];
    let mut at = 0;
    while at < 9 * 32 {
        places[at / 32][at % 32] = (9 * (at % 32 % 3) + at / 32) as u16;
        at += 1;
    }
    places
};

/// Copies some nodes into a group, two per permutation. Each register of the group is written only
/// once.
#[inline(always)]
pub(super) fn put_together<W: Wide, const N: usize>(
    proof: W::Proof,
    group: &mut Group<W>,
    nodes: [(usize, &Node); N],
) {
    let zero = W::splat(proof, 0);
    let mut all = 0;
    let mut pairs = [(0, zero, [zero; 3], [zero; 3]); N];
    for (pair, nodes) in pairs.iter_mut().zip(nodes.as_chunks::<2>().0) {
        let [(first, one), (second, other)] = *nodes;
        let mask = words_of(first) | words_of(second);
        all |= mask;
        // The words of the second node come from the second operand.
        let more = zero.select(words_of(second), W::splat(proof, 32));
        *pair = (mask, more, registers(proof, one), registers(proof, other));
    }
    // No live band has this sum.
    group.sums = group.sums.select(all, W::splat(proof, u16::MAX));
    for (column, places) in PLACES.iter().enumerate() {
        let places = W::load(proof, places);
        for i in 0..3 {
            let mut cell = group.cells[9 * i + column];
            for &(mask, more, one, other) in &pairs[..N / 2] {
                cell = cell.select(mask, one[i].permute_both(other[i], places.or(more)));
            }
            // Not a masked store, because the sweep loads the whole register.
            group.cells[9 * i + column] = cell.pin();
        }
    }
}

/// The registers of a node.
#[inline(always)]
fn registers<W: Wide>(proof: W::Proof, node: &Node) -> [W; 3] {
    let [a, b, c] = thirds(&node.words);
    [W::load(proof, a), W::load(proof, b), W::load(proof, c)]
}
