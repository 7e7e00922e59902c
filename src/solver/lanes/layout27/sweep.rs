//! The sweep over 27 registers: applies every rule once, for ten puzzles at once, without a branch.
//! See README.md for the drawings. The steps are the same as in `layout81`, except that a rotation
//! of the bands replaces the access to another band's register.
//!
//! Updates the candidates of a group, and returns the bands that are dead, unsettled or changed.
//! Called by the scheduler.

use super::{Group, wide::Wide};
use crate::solver::lanes::node::ALL_DIGITS;

/// The result of a sweep as masks of words: three bits per puzzle, one per band.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver::lanes) struct Found {
    /// A cell is empty, or a digit has no permutation left.
    pub dead: u32,
    /// A digit has more than one cell left in a box.
    pub unsettled: u32,
    /// A candidate was removed.
    pub changed: u32,
}

/// Repeats a block with the constants 0, 1 and 2. Always unrolled, so that arrays in it become
/// registers.
macro_rules! three {
    ($i:ident, $body:block) => {{
        {
            const $i: usize = 0;
            $body
        }
        {
            const $i: usize = 1;
            $body
        }
        {
            const $i: usize = 2;
            $body
        }
    }};
}

/// Sweeps once over a group.
#[inline(always)]
pub(super) fn sweep<W: Wide>(proof: W::Proof, group: &mut Group<W>) -> Found {
    let zero = W::splat(proof, 0);
    let minus_one = W::splat(proof, u16::MAX);
    let mut singles = [zero; 9];
    let columns = sweep_stacks(proof, group, minus_one, &mut singles);
    let rows = sweep_bands(group, &columns, &singles);
    let all = W::splat(proof, ALL_DIGITS);
    let placeable = or_of([rows[0], rows[1], rows[2]]).pin();
    let mut total = Totals { sum: zero, least: all, settled: all };
    three!(STACK, {
        narrow_boxes::<W, STACK>(group, &columns, &rows, &mut total);
    });
    let changed = !total.sum.equal(group.sums);
    group.sums = total.sum;
    Found {
        dead: !placeable.equal(all) | total.least.equal(zero),
        unsettled: !total.settled.equal(all),
        changed,
    }
}

/// Sweeps the stacks: naked singles, triads, exclusion in the box, permutations. Returns the digits
/// that each minicolumn may still hold: register `c` is column `c`, each word a band. Fills
/// `singles[3 i + stack]` with the naked singles of the minirow in row `i`.
#[inline(always)]
fn sweep_stacks<W: Wide>(
    proof: W::Proof,
    group: &Group<W>,
    minus_one: W,
    singles: &mut [W; 9],
) -> [W; 9] {
    let mut left = [minus_one; 9];
    three!(STACK, {
        let mut unions = [minus_one; 3];
        let mut fixed = unions;
        let mut single = [[minus_one; 3]; 3];
        three!(K, {
            let column = |i: usize| group.cells[9 * i + 3 * STACK + K];
            let cells = [column(0), column(1), column(2)];
            three!(I, { single[I][K] = naked_single(cells[I], minus_one) });
            unions[K] = or_of(cells);
            let singles = or_of([single[0][K], single[1][K], single[2][K]]);
            fixed[K] = with_triad(unions[K], singles);
        });
        three!(I, { singles[3 * I + STACK] = or_of(single[I]) });
        let excluded = excluded(unions, fixed);
        three!(K, { left[3 * STACK + K] = excluded[K].pin() });
    });
    let [once, twice] = ROTATIONS.each_ref().map(|places| W::load(proof, places));
    three!(STACK, {
        let [a, b, c] = [left[3 * STACK], left[3 * STACK + 1], left[3 * STACK + 2]];
        let even = and_of([a, b.permute(once), c.permute(twice)]);
        let odd = and_of([a, b.permute(twice), c.permute(once)]);
        left[3 * STACK] = even.or(odd);
        left[3 * STACK + 1] = even.permute(twice).or(odd.permute(once));
        left[3 * STACK + 2] = even.permute(once).or(odd.permute(twice));
    });
    left
}

/// Sweeps the bands: triads, exclusion in the box, permutations. Returns the digits that each
/// minirow may still hold: register `3 i + stack` is row `i` of each word's band.
#[inline(always)]
fn sweep_bands<W: Wide>(group: &Group<W>, columns: &[W; 9], singles: &[W; 9]) -> [W; 9] {
    let mut left = [columns[0]; 9];
    three!(I, {
        let mut unions = [columns[0]; 3];
        let mut fixed = unions;
        three!(STACK, {
            let mut union = group.cells[9 * I + 3 * STACK].and(columns[3 * STACK]);
            union = or_and(union, group.cells[9 * I + 3 * STACK + 1], columns[3 * STACK + 1]);
            union = or_and(union, group.cells[9 * I + 3 * STACK + 2], columns[3 * STACK + 2]);
            unions[STACK] = union;
            fixed[STACK] = with_triad(union, singles[3 * I + STACK]);
        });
        // Along the row instead of in the box: the result after the permutations is the same.
        let excluded = excluded(unions, fixed);
        three!(STACK, { left[3 * I + STACK] = excluded[STACK].pin() });
    });
    let [a, b, c] =
        [[left[0], left[1], left[2]], [left[3], left[4], left[5]], [left[6], left[7], left[8]]];
    let even = [
        and_of([a[0], b[1], c[2]]), //
        and_of([a[1], b[2], c[0]]),
        and_of([a[2], b[0], c[1]]),
    ];
    let odd = [
        and_of([a[0], b[2], c[1]]), //
        and_of([a[1], b[0], c[2]]),
        and_of([a[2], b[1], c[0]]),
    ];
    [
        even[0].or(odd[0]),
        even[1].or(odd[1]),
        even[2].or(odd[2]),
        even[2].or(odd[1]),
        even[0].or(odd[2]),
        even[1].or(odd[0]),
        even[1].or(odd[2]),
        even[2].or(odd[0]),
        even[0].or(odd[1]),
    ]
}

/// Reductions over all cells, word by word, gathered during the last step.
struct Totals<W> {
    sum: W,
    /// The minimum of the cells, as numbers: 0 if any cell is empty.
    least: W,
    /// The digits with one cell left in every box.
    settled: W,
}

/// Narrows the cells of a stack's boxes to their minicolumns, to their minirows and to the hidden
/// singles of the box.
#[inline(always)]
fn narrow_boxes<W: Wide, const STACK: usize>(
    group: &mut Group<W>,
    columns: &[W; 9],
    rows: &[W; 9],
    total: &mut Totals<W>,
) {
    let mut cells = [[rows[0]; 3]; 3];
    let mut minicolumns = [rows[0]; 3];
    three!(K, {
        three!(I, {
            let cell = group.cells[9 * I + 3 * STACK + K];
            cells[I][K] = and_of([cell, columns[3 * STACK + K], rows[3 * I + STACK]]);
        });
        minicolumns[K] = or_of([cells[0][K], cells[1][K], cells[2][K]]);
    });
    let minirows = [rows[STACK], rows[3 + STACK], rows[6 + STACK]];
    let single = exactly_one(minirows).and(exactly_one(minicolumns));
    total.settled = total.settled.and(single).pin();
    three!(I, {
        three!(K, {
            let cell = cells[I][K];
            let cell = cell.select(cell.sharing(single), cell.and(single));
            total.sum = total.sum.add(cell).pin();
            total.least = total.least.min(cell).pin();
            group.cells[9 * I + 3 * STACK + K] = cell;
        });
    });
}

/// For every word, the index of the same puzzle's word for the next band, and for the band after
/// that.
static ROTATIONS: [[u16; 32]; 2] = {
    let mut places = [[0; 32]; 2];
    let mut at = 0;
    while at < 32 {
        // The last two words do not belong to a puzzle.
        places[0][at] = (at / 3 * 3 + (at + 1) % 3) as u16 % 32;
        places[1][at] = (at / 3 * 3 + (at + 2) % 3) as u16 % 32;
        at += 1;
    }
    places
};

/// The digit of cells with one candidate, else 0; see `layout81`.
#[inline(always)]
fn naked_single<W: Wide>(cell: W, minus_one: W) -> W {
    let less = cell.add(minus_one);
    cell.xor(less).subtract(less)
}

/// The digits that a miniline is known to hold: all of them if at most three are left for its three
/// cells (the triad rule), else its naked singles.
#[inline(always)]
fn with_triad<W: Wide>(union: W, singles: W) -> W {
    singles.select(union.at_most_three(), union)
}

/// Each miniline without the digits that the other two are known to hold.
#[inline(always)]
fn excluded<W: Wide>(unions: [W; 3], fixed: [W; 3]) -> [W; 3] {
    let in_neither = |a: W, b: W, c: W| a.logic::<0b0001_0000>(b, c);
    [
        in_neither(unions[0], fixed[1], fixed[2]),
        in_neither(unions[1], fixed[2], fixed[0]),
        in_neither(unions[2], fixed[0], fixed[1]),
    ]
}

#[inline(always)]
fn or_of<W: Wide>([a, b, c]: [W; 3]) -> W {
    a.logic::<0b1111_1110>(b, c)
}

#[inline(always)]
fn and_of<W: Wide>([a, b, c]: [W; 3]) -> W {
    a.logic::<0b1000_0000>(b, c)
}

/// `a | b & c`.
#[inline(always)]
fn or_and<W: Wide>(a: W, b: W, c: W) -> W {
    a.logic::<0b1111_1000>(b, c)
}

#[inline(always)]
fn exactly_one<W: Wide>([a, b, c]: [W; 3]) -> W {
    a.logic::<0b0001_0110>(b, c)
}
