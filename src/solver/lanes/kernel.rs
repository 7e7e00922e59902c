//! The sweep: every conclusion of one round, for all puzzles of a group at
//! once, without a branch. See README.md for the drawings.
//!
//! In: the cells' candidates, a register a cell. Out: the candidates that are
//! left, and which lanes are dead, settled or stuck. Called by the scheduler.

use super::{node::ALL_DIGITS, vector::Vector};

/// Lanes, one bit each, whose puzzles need the scheduler.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Verdict {
    /// No solution is left.
    pub dead: u32,
    /// Settled: every digit has one place left in every box. The grid may still break a
    /// rule, see `Node::is_solution`.
    pub settled: u32,
    /// Stuck: the sweep changed nothing, so the puzzle needs a guess.
    pub stuck: u32,
}

/// The candidates of many puzzles.
#[derive(Clone)]
pub(super) struct Cells<V> {
    /// A register a cell, row-major; a puzzle is one lane of all of them.
    pub cells: [V; 81],
    /// The sum of a lane's cells after the last sweep. Candidates only ever
    /// go, so an equal sum means equal cells.
    pub sum: V,
}

/// The constants of a sweep, kept in registers.
#[derive(Clone, Copy)]
pub(super) struct Constants<V> {
    pub minus_one: V,
}

/// What a sweep gathers on its way.
struct Findings<V> {
    /// The least cell, as a number: 0 where a cell is empty.
    least: V,
    /// Digits that have a permutation left in every chute.
    placeable: V,
    /// Digits that have one cell left in every box.
    settled: V,
    sum: V,
}

/// Sweeps once over all lanes.
#[inline(always)]
pub(super) fn sweep<V: Vector>(proof: V::Proof, state: &mut Cells<V>) -> Verdict {
    let constants = Constants { minus_one: V::splat(proof, u16::MAX) };
    let all = V::splat(proof, ALL_DIGITS);
    let zero = V::splat(proof, 0);
    let mut found = Findings { least: all, placeable: all, settled: all, sum: zero };
    for stack in 0..3 {
        let cells = state.cells[3 * stack..].first_chunk_mut().expect("75 cells");
        sweep_stack(cells, constants, &mut found);
    }
    for band in 0..3 {
        let cells = state.cells[27 * band..].first_chunk_mut().expect("27 cells");
        sweep_band(cells, constants, &mut found);
    }
    let stuck = found.sum.equal_lanes(state.sum);
    state.sum = found.sum;
    Verdict {
        dead: !found.placeable.equal_lanes(all) | found.least.equal_lanes(zero),
        settled: found.settled.equal_lanes(all),
        stuck,
    }
}

/// A stack: nine minicolumns. The slice starts at its first cell; rows are nine
/// apart.
#[inline(always)]
fn sweep_stack<V: Vector>(cells: &mut [V; 75], constants: Constants<V>, found: &mut Findings<V>) {
    let minicols = lines::<V, 75, 1, 27, 9>(cells, constants, found);
    for (band, minicols) in minicols.iter().enumerate() {
        for row in 0..3 {
            let at = 27 * band + 9 * row;
            cells[at] = cells[at].and(minicols[0]);
            cells[at + 1] = cells[at + 1].and(minicols[1]);
            cells[at + 2] = cells[at + 2].and(minicols[2]);
        }
    }
}

/// A band: nine minirows, in which its 27 cells stand row by row. The hidden
/// singles of its boxes follow at once.
#[inline(always)]
fn sweep_band<V: Vector>(cells: &mut [V; 27], constants: Constants<V>, found: &mut Findings<V>) {
    let minirows = lines::<V, 27, 9, 3, 1>(cells, constants, found);
    for (index, minirows) in minirows.iter().enumerate() {
        let mut box_cells = [[minirows[0]; 3]; 3];
        for row in 0..3 {
            for column in 0..3 {
                box_cells[row][column] = cells[9 * row + 3 * index + column].and(minirows[row]);
            }
        }
        let single = hidden_singles(&box_cells, minirows);
        found.settled = found.settled.and(single);
        for row in 0..3 {
            for column in 0..3 {
                let cell = box_cells[row][column].narrow(single);
                found.sum = found.sum.add(cell);
                found.least = found.least.min(cell);
                cells[9 * row + 3 * index + column] = cell;
            }
        }
    }
}

/// The digits with one cell left in a box: one row of it and one column.
#[inline(always)]
pub(super) fn hidden_singles<V: Vector>(rows: &[[V; 3]; 3], minirows: &[V; 3]) -> V {
    let column = |i: usize| rows[0][i].or3(rows[1][i], rows[2][i]);
    let one_column = column(0).exactly_one(column(1), column(2));
    one_column.and(minirows[0].exactly_one(minirows[1], minirows[2]))
}

/// The digits that each miniline of a chute may still hold, `[box][line]`.
///
/// The strides say how far apart neighbours are in `cells`: from line to line,
/// from box to box, from cell to cell of a miniline.
#[inline(always)]
fn lines<V: Vector, const N: usize, const LINE: usize, const BOX: usize, const CELL: usize>(
    cells: &[V; N],
    constants: Constants<V>,
    found: &mut Findings<V>,
) -> [[V; 3]; 3] {
    let mut boxes = [[constants.minus_one; 3]; 3];
    for (index, minilines) in boxes.iter_mut().enumerate() {
        let mut fixed = *minilines;
        for line in 0..3 {
            let at = index * BOX + line * LINE;
            let cells = [cells[at], cells[at + CELL], cells[at + 2 * CELL]];
            minilines[line] = or_of(cells);
            fixed[line] = fixed_digits(cells, minilines[line], constants);
        }
        *minilines = excluded(*minilines, fixed);
    }
    let boxes = permutations(boxes);
    let placeable = or_of([boxes[0][0], boxes[1][0], boxes[2][0]]);
    found.placeable = found.placeable.and(placeable);
    boxes
}

/// The digits known to stand in a miniline: its naked singles; and where three
/// digits are left for its three cells, those (the triad rule).
#[inline(always)]
fn fixed_digits<V: Vector>([a, b, c]: [V; 3], union: V, constants: Constants<V>) -> V {
    let a = naked_single(a, constants);
    let b = naked_single(b, constants);
    let c = naked_single(c, constants);
    a.or3(b, c).or(triad(union, constants))
}

/// The cell's digit where it has one candidate, else nothing.
#[inline(always)]
pub(super) fn naked_single<V: Vector>(cell: V, constants: Constants<V>) -> V {
    let less = cell.add(constants.minus_one);
    // `cell ^ less` is the lowest digit and the bits below it. Where that is the
    // only digit, the bits below are `less`, and the difference is the digit; where
    // there are more, `less` has the others, too, and is greater. An empty cell
    // has all bits set in both.
    cell.xor(less).subtract(less)
}

/// The digits where there are at most three, else nothing.
#[inline(always)]
pub(super) fn triad<V: Vector>(digits: V, constants: Constants<V>) -> V {
    let without_lowest = |digits: V| digits.and(digits.add(constants.minus_one));
    digits.where_zero(without_lowest(without_lowest(without_lowest(digits))))
}

/// Each miniline without what is known to stand in the other two of its box.
#[inline(always)]
pub(super) fn excluded<V: Vector>(lines: [V; 3], fixed: [V; 3]) -> [V; 3] {
    [
        lines[0].in_neither(fixed[1], fixed[2]),
        lines[1].in_neither(fixed[2], fixed[0]),
        lines[2].in_neither(fixed[0], fixed[1]),
    ]
}

/// For each digit, boxes × lines of a chute is a permutation matrix: what
/// belongs to none of the six permutations goes. Locked candidates, and every
/// elimination along a line, are cases of it.
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
