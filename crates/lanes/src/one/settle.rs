//! The sweeps of one grid, or of two side by side, in nine registers.

use super::watch::{Seen, Watch};
use crate::{
    grid::{BOXES, Grid, Register},
    progress::LaneCounters,
    vector::{Band, columns_and_singles, sweep_band},
};

/// The mask of one grid.
const ONE: u8 = 1;

/// The state of a grid after its sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No solution is left.
    Dead,
    /// Every digit has one cell left in every box.
    Settled,
    /// Another sweep would change nothing.
    Stuck,
}

/// The verdict of a grid, and its sweeps.
#[derive(Clone, Copy)]
pub struct Settled {
    /// The verdict.
    pub verdict: Verdict,
    /// The number of sweeps.
    pub sweeps: u64,
}

/// Sweeps until nothing changes, or until the end. Counts the sweeps.
#[inline(always)]
pub fn settle<R: Register>(
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
        let swept = sweep(&cells, minus_one);
        cells = swept.cells;
        let _ = watch.event(Seen::Sweep, &cells, counters);
        if swept.placeable.xor(all).zero_grids() != ONE {
            return Verdict::Dead;
        }
        let sum = sum(&cells);
        let is_settled = swept.open.zero_grids() == ONE;
        if is_settled || sum.xor(last).zero_grids() == ONE {
            grid.0 = cells;
            return if is_settled { Verdict::Settled } else { Verdict::Stuck };
        }
        last = sum;
    }
}

/// Sweeps two grids in the same registers as [`settle`] does one.
///
/// A grid that is over is swept on until the other is. It stays as it is, or dies if it is settled without
/// being a solution.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub fn settle_both<R: Register>(grids: &mut Grid<R>) -> [Settled; 2] {
    let mut cells = grids.0;
    let all = cells[0].load(&BOXES);
    let minus_one = cells[0].splat(u16::MAX);
    let mut last = cells[0].splat(0);
    let mut sweeps = [0; 2];
    let mut over = 0;
    loop {
        for (grid, sweeps) in sweeps.iter_mut().enumerate() {
            *sweeps += u64::from(!over >> grid & 1);
        }
        let swept = sweep(&cells, minus_one);
        cells = swept.cells;
        let alive = swept.placeable.xor(all).zero_grids();
        let settled = swept.open.zero_grids();
        let sum = sum(&cells);
        over = !alive | settled | sum.xor(last).zero_grids();
        last = sum;
        // The masks of both grids.
        if over & 3 == 3 {
            grids.0 = cells;
            return std::array::from_fn(|grid| {
                let is_in = |mask: u8| mask >> grid & 1 == 1;
                let verdict = match is_in(alive) {
                    false => Verdict::Dead,
                    true if is_in(settled) => Verdict::Settled,
                    true => Verdict::Stuck,
                };
                Settled { verdict, sweeps: sweeps[grid] }
            });
        }
    }
}

/// Sweeps the grids of some registers once.
#[inline(always)]
fn sweep<R: Register>(cells: &[R; 9], minus_one: R) -> Band<R> {
    let minilines = columns_and_singles(cells, 0, minus_one);
    sweep_band(cells, 0, permutations(minilines.columns), minilines.singles)
}

/// The sum of the cells. Sweeps only remove digits, so it is the same only if nothing changes.
#[inline(always)]
fn sum<R: Register>(cells: &[R; 9]) -> R {
    let mut sum = cells[0];
    for cell in &cells[1..] {
        sum = sum.add(*cell);
    }
    sum
}

/// The [`permutations`](crate::vector::permutations) of the stacks, whose boxes share
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
