//! The sweeps of one puzzle in nine registers.

use super::watch::{Seen, Watch};
use crate::solver::lanes::{
    grid::{BOXES, Grid, Register},
    progress::LaneCounters,
    vector::{columns_and_singles, sweep_band},
};

/// The state of a grid after its sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No solution is left.
    Dead,
    /// Every digit has one cell left in every box.
    Settled,
    /// Another sweep would change nothing.
    Stuck,
}

/// Sweeps until nothing changes, or until the end. Counts the sweeps.
#[inline(always)]
pub(super) fn settle<R: Register>(
    grid: &mut Grid<R>,
    counters: &mut LaneCounters,
    watch: &mut impl Watch,
) -> Verdict {
    let mut cells = grid.0;
    let all = cells[0].load(&BOXES);
    let minus_one = cells[0].splat(u16::MAX);
    // No live grid has this sum.
    let mut last = cells[0].splat(0);
    loop {
        counters.sweeps += 1;
        let minilines = columns_and_singles(&cells, 0, minus_one);
        let swept = sweep_band(&cells, 0, permutations(minilines.columns), minilines.singles);
        cells = swept.cells;
        let _ = watch.event(Seen::Sweep, &cells, counters);
        if !swept.placeable.xor(all).is_zero() {
            return Verdict::Dead;
        }
        let mut sum = cells[0];
        for cell in &cells[1..] {
            sum = sum.add(*cell);
        }
        let is_settled = swept.open.is_zero();
        if is_settled || sum.xor(last).is_zero() {
            grid.0 = cells;
            return if is_settled { Verdict::Settled } else { Verdict::Stuck };
        }
        last = sum;
    }
}

/// The [`permutations`](crate::solver::lanes::vector::permutations) of the stacks, whose boxes share
/// registers, so that one row of the matrix stands for all: the minicolumns of a box. The first row
/// of the general one would do, but is 2 to 6 % slower (`avx2`), 12 % with arrays: without logic of
/// three inputs it has more operations.
#[inline(always)]
fn permutations<R: Register>([a, b, c]: [R; 3]) -> [R; 3] {
    let next = [a.next_band(), b.next_band(), c.next_band()];
    let last = [a.band_after_next(), b.band_after_next(), c.band_after_next()];
    [
        a.and(next[1].and(last[2]).or(next[2].and(last[1]))),
        b.and(next[2].and(last[0]).or(next[0].and(last[2]))),
        c.and(next[0].and(last[1]).or(next[1].and(last[0]))),
    ]
}
