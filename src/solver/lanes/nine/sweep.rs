//! The sweep over nine registers: applies every rule once, without a branch.
//!
//! The rules are those of `layout81`, whose steps inside a box it shares. Updates the candidates of
//! one grid, and says how it stands. Called by the search.

use super::{Grid, Verdict, register::Register};
use crate::solver::lanes::{
    layout81::sweep::{Constants, excluded, fixed, hidden_singles, naked_single},
    node::ALL_DIGITS,
};

/// Sweeps until nothing changes, or until the end.
#[inline(always)]
pub(super) fn settle<R: Register>(
    proof: R::Proof,
    grid: &mut Grid<R>,
    sweeps: &mut u64,
) -> Verdict {
    let mut cells = grid.0;
    // No grid with a candidate has this sum.
    let mut sum = R::splat(proof, 0);
    loop {
        *sweeps += 1;
        let found = sweep(proof, &mut cells);
        let is_same = found.sum.xor(sum).is_zero();
        sum = found.sum;
        if !found.dead.is_zero() {
            return Verdict::Dead;
        }
        let is_settled = found.unsettled.is_zero();
        if is_settled || is_same {
            grid.0 = cells;
            return if is_settled { Verdict::Settled } else { Verdict::Stuck };
        }
    }
}

/// The result of a sweep, box by box.
struct Found<R> {
    /// Not 0 if a cell is empty, or a digit has no permutation left in the band.
    dead: R,
    /// The digits with more than one cell left in the box.
    unsettled: R,
    /// The sum of the cells. Candidates are only removed, so equal sums mean equal cells.
    sum: R,
}

/// Sweeps once. Written without closures over registers, which the compiler might not inline: then
/// they would be compiled without the features of the CPU.
#[inline(always)]
fn sweep<R: Register>(proof: R::Proof, cells: &mut [R; 9]) -> Found<R> {
    let constants = Constants { minus_one: R::splat(proof, u16::MAX) };
    let all = R::splat(proof, ALL_DIGITS);
    let mut single = *cells;
    for cell in &mut single {
        *cell = naked_single(*cell, constants);
    }
    // Each of these has one entry per column of a box, or per row.
    let unions = columns(cells);
    let left = excluded(unions, fixed(unions, columns(&single), constants));
    let next = [left[0].next_band(), left[1].next_band(), left[2].next_band()];
    let last = [left[0].band_after_next(), left[1].band_after_next(), left[2].band_after_next()];
    let column = permutations(left, next, last);
    for row in cells.as_chunks_mut::<3>().0 {
        row[0] = row[0].and(column[0]);
        row[1] = row[1].and(column[1]);
        row[2] = row[2].and(column[2]);
    }
    let unions = rows(cells);
    let left = excluded(unions, fixed(unions, rows(&single), constants));
    let next = [left[0].next_stack(), left[1].next_stack(), left[2].next_stack()];
    let last = [left[0].stack_after_next(), left[1].stack_after_next(), left[2].stack_after_next()];
    let row = permutations(left, next, last);
    let mut boxes = [row; 3];
    for (i, cells) in cells.as_chunks::<3>().0.iter().enumerate() {
        boxes[i] = [cells[0].and(row[i]), cells[1].and(row[i]), cells[2].and(row[i])];
    }
    let hidden = hidden_singles(&boxes, &row);
    let (mut sum, mut least) = (R::splat(proof, 0), all);
    for (cell, narrowed) in cells.iter_mut().zip(boxes.as_flattened()) {
        *cell = narrowed.narrow(hidden);
        sum = sum.add(*cell);
        least = least.min(*cell);
    }
    let placeable = row[0].or3(row[1], row[2]);
    Found {
        dead: placeable.xor(all).or(all.where_zero(least)),
        unsettled: hidden.xor(all).and(R::load(proof, &BOXES)),
        sum,
    }
}

/// The union of each column of a box.
#[inline(always)]
fn columns<R: Register>(cells: &[R; 9]) -> [R; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(d, g), b.or3(e, h), c.or3(f, i)]
}

/// The union of each row of a box.
#[inline(always)]
fn rows<R: Register>(cells: &[R; 9]) -> [R; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(b, c), d.or3(e, f), g.or3(h, i)]
}

/// A mask of the words that are boxes.
static BOXES: [u16; 16] = {
    let all = u16::MAX;
    [all, all, all, 0, all, all, all, 0, all, all, all, 0, 0, 0, 0, 0]
};

/// For each digit, boxes × lines of a chute is a permutation matrix: keeps only entries that belong
/// to one of the six permutations, as in `layout81`. `left` are the lines of a box, `next` those of
/// the next box of the chute, `last` those of the box after that.
#[inline(always)]
fn permutations<R: Register>(left: [R; 3], next: [R; 3], last: [R; 3]) -> [R; 3] {
    [
        left[0].and(next[1].and(last[2]).or(next[2].and(last[1]))),
        left[1].and(next[2].and(last[0]).or(next[0].and(last[2]))),
        left[2].and(next[0].and(last[1]).or(next[1].and(last[0]))),
    ]
}
