//! The techniques without chains: one file for each family. Each takes a grid, and returns the first
//! step in the order of the original.

pub mod aligned;
pub mod bug;
pub mod fish;
pub mod intersections;
pub mod loops;
pub mod sets;
pub mod singles;
pub mod wings;

use crate::board::*;

/// All units in the order in which the original visits them: boxes, columns, rows.
fn units() -> impl Iterator<Item = usize> {
    [BOX, COLUMN, ROW].into_iter().flat_map(units_of_kind)
}

fn units_of_kind(kind: usize) -> std::ops::Range<usize> {
    kind * 9..kind * 9 + 9
}

/// What the members of `sets` at the positions `of` have together.
fn union(sets: &[u16; 9], of: u16) -> u16 {
    each(of).fold(0, |all, i| all | sets[i])
}

/// The positions of `sets` with 2 to `size` members: what a set of this size can be made of.
fn eligible(sets: &[u16; 9], size: usize) -> u16 {
    cell_set((0..9).filter(|&i| (2..=size).contains(&count(sets[i])))) as u16
}
