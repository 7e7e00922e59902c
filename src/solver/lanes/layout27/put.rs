//! Nodes into lanes.

use super::{GROUPS, Group, STEP, wide::Wide, words_of};
use crate::solver::lanes::{
    layout::{Lanes, Slots},
    node::Node,
};

/// For every column, where the words of a puzzle stand in the third of a node: word
/// `3 p + b` is that of band `b`.
static PLACES: [[u16; 32]; 9] = {
    let mut places = [[0; 32]; 9];
    let mut at = 0;
    while at < 9 * 32 {
        places[at / 32][at % 32] = (9 * (at % 32 % 3) + at / 32) as u16;
        at += 1;
    }
    places
};

/// Puts the nodes of some slots into their lanes, up to four of a group at once: the
/// registers of the group are written once for all of them.
#[inline(always)]
pub(super) fn put<W: Wide>(
    proof: W::Proof,
    groups: &mut [Group<W>; GROUPS],
    lanes: Lanes,
    slots: &Slots,
) {
    for (index, group) in groups.iter_mut().enumerate() {
        let mut puzzles = Lanes(lanes.0 >> (STEP * index) & 0x03FF);
        while puzzles.0 != 0 {
            // Where there are fewer, the last one is put more than once.
            let first = puzzles.next().unwrap_or_default();
            let second = puzzles.next().unwrap_or(first);
            let node = |puzzle: usize| (puzzle, slots[(STEP * index + puzzle) % 64].node());
            let two = [node(first), node(second)];
            match puzzles.next() {
                None => W::put(proof, group, two),
                Some(third) => {
                    let fourth = puzzles.next().unwrap_or(third);
                    W::put(proof, group, [two[0], two[1], node(third), node(fourth)]);
                }
            }
        }
    }
}

/// Puts some nodes into a group, two with each permutation.
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
        // The words of the second are in the second register.
        let more = zero.select(words_of(second), W::splat(proof, 32));
        *pair = (mask, more, thirds(proof, one), thirds(proof, other));
    }
    // No band that is alive has this sum.
    group.sums = group.sums.select(all, W::splat(proof, u16::MAX));
    for (column, places) in PLACES.iter().enumerate() {
        let places = W::load(proof, places);
        for i in 0..3 {
            let mut cell = group.cells[9 * i + column];
            for &(mask, more, one, other) in &pairs[..N / 2] {
                cell = cell.select(mask, one[i].permute_both(other[i], places.or(more)));
            }
            // Not a masked store: the sweep loads the whole register.
            group.cells[9 * i + column] = cell.pin();
        }
    }
}

/// The registers of a node.
#[inline(always)]
fn thirds<W: Wide>(proof: W::Proof, node: &Node) -> [W; 3] {
    let [a, b, c] = node.words.as_chunks::<32>().0 else { unreachable!("96 words") };
    [W::load(proof, a), W::load(proof, b), W::load(proof, c)]
}
