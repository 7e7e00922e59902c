//! The sweep over 81 registers: applies every rule once, for all puzzles at once, without a branch.
//! See README.md for the drawings.
//!
//! Updates the candidates, one register per cell, and returns the lanes that are dead, settled or
//! stuck. Called by the scheduler.

use super::{Cells, vector::Vector};
use crate::solver::lanes::{layout::Verdict, node::ALL_DIGITS};

/// The constants of a sweep, kept in registers.
#[derive(Clone, Copy)]
pub(in crate::solver::lanes) struct Constants<V> {
    pub minus_one: V,
}

/// Reductions over all cells, lane by lane, gathered during a sweep.
struct Findings<V> {
    /// The minimum of all cells, as numbers: 0 if any cell is empty.
    least: V,
    /// The digits with a permutation left in every band.
    placeable: V,
    /// The digits with one cell left in every box.
    settled: V,
    sum: V,
}

/// The naked singles of the three minirows of every row, from before the sweep.
type Singles<V> = [[V; 3]; 9];

/// Sweeps once over all lanes.
#[inline(always)]
pub(super) fn sweep<V: Vector>(proof: V::Proof, state: &mut Cells<V>) -> Verdict {
    let constants = Constants { minus_one: V::splat(proof, u16::MAX) };
    let all = V::splat(proof, ALL_DIGITS);
    let zero = V::splat(proof, 0);
    let mut found = Findings { least: all, placeable: all, settled: all, sum: zero };
    let mut singles = [[zero; 3]; 9];
    for stack in 0..3 {
        let cells = state.cells[3 * stack..].first_chunk_mut().expect("75 cells");
        sweep_stack(cells, stack, constants, &mut singles);
    }
    for band in 0..3 {
        let cells = state.cells[27 * band..].first_chunk_mut().expect("27 cells");
        let singles = singles[3 * band..].first_chunk().expect("3 rows");
        sweep_band(cells, singles, constants, &mut found);
    }
    let stuck = found.sum.equal_lanes(state.sum);
    state.sum = found.sum;
    let mut dead = !found.placeable.equal_lanes(all) | found.least.equal_lanes(zero);
    let settled = found.settled.equal_lanes(all);
    if settled != 0 {
        dead |= settled & !columns_hold(proof, &state.cells);
    }
    Verdict { dead: dead.into(), settled: settled.into(), stuck: stuck.into() }
}

/// Lanes in which every column holds nine digits.
#[inline(always)]
fn columns_hold<V: Vector>(proof: V::Proof, cells: &[V; 81]) -> u32 {
    let all = V::splat(proof, ALL_DIGITS);
    let mut held = all;
    for column in 0..9 {
        let three = |row: usize| {
            let at = 9 * row + column;
            or_of([cells[at], cells[at + 9], cells[at + 18]])
        };
        held = held.and(or_of([three(0), three(3), three(6)]));
    }
    held.equal_lanes(all)
}

/// Sweeps a stack: nine minicolumns. `cells` starts at its first cell; rows are nine apart.
#[inline(always)]
fn sweep_stack<V: Vector>(
    cells: &mut [V; 75],
    stack: usize,
    constants: Constants<V>,
    singles: &mut Singles<V>,
) {
    // Unrolled by hand, because the compiler does not unroll loops over boxes.
    let minicolumns = permutations([
        minicolumns::<V, 0>(cells, stack, constants, singles),
        minicolumns::<V, 1>(cells, stack, constants, singles),
        minicolumns::<V, 2>(cells, stack, constants, singles),
    ]);
    for (band, minicolumns) in minicolumns.iter().enumerate() {
        for row in 0..3 {
            let at = 27 * band + 9 * row;
            cells[at] = cells[at].and(minicolumns[0]);
            cells[at + 1] = cells[at + 1].and(minicolumns[1]);
            cells[at + 2] = cells[at + 2].and(minicolumns[2]);
        }
    }
}

/// The remaining digits of the minicolumns of a stack's box, after the exclusion in the box.
#[inline(always)]
fn minicolumns<V: Vector, const BAND: usize>(
    cells: &[V; 75],
    stack: usize,
    constants: Constants<V>,
    singles: &mut Singles<V>,
) -> [V; 3] {
    let at = 27 * BAND;
    let row = |row: usize| [cells[at + 9 * row], cells[at + 9 * row + 1], cells[at + 9 * row + 2]];
    let rows = [row(0), row(1), row(2)];
    let single = |cells: [V; 3]| {
        let [a, b, c] = cells;
        [naked_single(a, constants), naked_single(b, constants), naked_single(c, constants)]
    };
    let single = [single(rows[0]), single(rows[1]), single(rows[2])];
    singles[3 * BAND][stack] = or_of(single[0]);
    singles[3 * BAND + 1][stack] = or_of(single[1]);
    singles[3 * BAND + 2][stack] = or_of(single[2]);
    let column = |of: &[[V; 3]; 3], i: usize| or_of([of[0][i], of[1][i], of[2][i]]);
    let unions = [column(&rows, 0), column(&rows, 1), column(&rows, 2)];
    let singles = [column(&single, 0), column(&single, 1), column(&single, 2)];
    excluded(unions, fixed(unions, singles, constants))
}

/// Sweeps a band: nine minirows, and the hidden singles of its boxes. `cells` is row-major.
#[inline(always)]
fn sweep_band<V: Vector>(
    cells: &mut [V; 27],
    singles: &[[V; 3]; 3],
    constants: Constants<V>,
    found: &mut Findings<V>,
) {
    let minirows = permutations([
        minirows::<V, 0>(cells, singles, constants),
        minirows::<V, 1>(cells, singles, constants),
        minirows::<V, 2>(cells, singles, constants),
    ]);
    let placeable = or_of([minirows[0][0], minirows[1][0], minirows[2][0]]);
    found.placeable = found.placeable.and(placeable);
    narrow_box::<V, 0>(cells, minirows[0], found);
    narrow_box::<V, 1>(cells, minirows[1], found);
    narrow_box::<V, 2>(cells, minirows[2], found);
}

/// The remaining digits of the minirows of a band's box, after the exclusion in the box.
#[inline(always)]
fn minirows<V: Vector, const STACK: usize>(
    cells: &[V; 27],
    singles: &[[V; 3]; 3],
    constants: Constants<V>,
) -> [V; 3] {
    let union = |row: usize| {
        let at = 9 * row + 3 * STACK;
        or_of([cells[at], cells[at + 1], cells[at + 2]])
    };
    let unions = [union(0), union(1), union(2)];
    let singles = [singles[0][STACK], singles[1][STACK], singles[2][STACK]];
    excluded(unions, fixed(unions, singles, constants))
}

/// Narrows the cells of a band's box to its minirows and to its hidden singles.
#[inline(always)]
fn narrow_box<V: Vector, const STACK: usize>(
    cells: &mut [V; 27],
    minirows: [V; 3],
    found: &mut Findings<V>,
) {
    let mut rows = [minirows; 3];
    for row in 0..3 {
        for column in 0..3 {
            rows[row][column] = cells[9 * row + 3 * STACK + column].and(minirows[row]);
        }
    }
    let single = hidden_singles(&rows, &minirows);
    found.settled = found.settled.and(single);
    for row in 0..3 {
        for column in 0..3 {
            let cell = rows[row][column].narrow(single);
            found.sum = found.sum.add(cell);
            found.least = found.least.min(cell);
            cells[9 * row + 3 * STACK + column] = cell;
        }
    }
}

/// The digits with one cell left in a box: in exactly one of its rows and one of its columns.
#[inline(always)]
pub(in crate::solver::lanes) fn hidden_singles<V: Vector>(
    rows: &[[V; 3]; 3],
    minirows: &[V; 3],
) -> V {
    let column = |i: usize| rows[0][i].or3(rows[1][i], rows[2][i]);
    let one_column = column(0).exactly_one(column(1), column(2));
    one_column.and(minirows[0].exactly_one(minirows[1], minirows[2]))
}

/// The digits that each miniline is known to hold: its naked singles and, if at most three digits
/// are left for its three cells, all of these (the triad rule).
#[inline(always)]
pub(in crate::solver::lanes) fn fixed<V: Vector>(
    unions: [V; 3],
    singles: [V; 3],
    constants: Constants<V>,
) -> [V; 3] {
    [
        singles[0].or(triad(unions[0], constants)),
        singles[1].or(triad(unions[1], constants)),
        singles[2].or(triad(unions[2], constants)),
    ]
}

/// The digit of cells with one candidate, else 0.
#[inline(always)]
pub(in crate::solver::lanes) fn naked_single<V: Vector>(cell: V, constants: Constants<V>) -> V {
    let less = cell.add(constants.minus_one);
    // `cell ^ less` is the lowest digit and the bits below it. If that is the only digit, the bits
    // below are `less`, and the difference is the digit; if there are more, `less` has the others,
    // too, and is greater, so the difference saturates to 0. For an empty cell both have all bits
    // set.
    cell.xor(less).subtract(less)
}

/// The digits if there are at most three, else 0.
#[inline(always)]
pub(super) fn triad<V: Vector>(digits: V, constants: Constants<V>) -> V {
    let without_lowest = |digits: V| digits.and(digits.add(constants.minus_one));
    digits.where_zero(without_lowest(without_lowest(without_lowest(digits))))
}

/// Each miniline without the digits that the other two of its box are known to hold.
#[inline(always)]
pub(in crate::solver::lanes) fn excluded<V: Vector>(lines: [V; 3], fixed: [V; 3]) -> [V; 3] {
    [
        lines[0].in_neither(fixed[1], fixed[2]),
        lines[1].in_neither(fixed[2], fixed[0]),
        lines[2].in_neither(fixed[0], fixed[1]),
    ]
}

/// For each digit, boxes × lines of a chute is a permutation matrix: keeps only entries that belong
/// to one of the six permutations. Locked candidates, and every elimination along a line, are
/// special cases.
#[inline(always)]
pub(super) fn permutations<V: Vector>(m: [[V; 3]; 3]) -> [[V; 3]; 3] {
    let even = |j: usize| m[0][j].and3(m[1][(j + 1) % 3], m[2][(j + 2) % 3]);
    let odd = |j: usize| m[0][j].and3(m[1][(j + 2) % 3], m[2][(j + 1) % 3]);
    let (e, o) = ([even(0), even(1), even(2)], [odd(0), odd(1), odd(2)]);
    [
        [e[0].or(o[0]), e[1].or(o[1]), e[2].or(o[2])],
        [e[2].or(o[1]), e[0].or(o[2]), e[1].or(o[0])],
        [e[1].or(o[2]), e[2].or(o[0]), e[0].or(o[1])],
    ]
}

#[inline(always)]
fn or_of<V: Vector>([a, b, c]: [V; 3]) -> V {
    a.or3(b, c)
}
