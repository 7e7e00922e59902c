//! The steps of a sweep inside a chute, for any number of puzzles. README.md has the drawings.
//!
//! Candidates of the boxes of a chute → candidates that are left. Called by the sweeps of
//! [`quads`](super::quads) and [`nine`](super::nine).
//!
//! Written without closures over registers, which the compiler might not inline: then they would
//! be compiled without the features of the CPU.

use super::vector::Vector;

/// The result for a band: each register holds the boxes of the three stacks.
pub(super) struct Band<V> {
    /// The candidates: cell `3 i + k` is in row `i` and column `k` of its box.
    pub cells: [V; 9],
    /// The digits with a permutation left.
    pub placeable: V,
    /// The digits with more than one cell left in the box.
    pub open: V,
}

/// Narrows the cells of a band to the permutations of its minirows, then to the hidden singles of
/// its boxes. `singles` are the naked singles of the rows of each box.
#[inline(always)]
pub(super) fn sweep_band<V: Vector>(mut cells: [V; 9], singles: [V; 3]) -> Band<V> {
    let [a, b, c] = excluded(unions_of_rows(&cells), singles);
    // The even permutations through row 0 of each stack, and the odd ones; the permutations through
    // the other rows are those of another stack.
    let even = a.and3(b.next_stack(), c.stack_after_next());
    let odd = a.and3(b.stack_after_next(), c.next_stack());
    let rows = [
        even.or(odd),
        even.stack_after_next().or(odd.next_stack()),
        even.next_stack().or(odd.stack_after_next()),
    ];
    for (cells, row) in cells.as_chunks_mut::<3>().0.iter_mut().zip(rows) {
        *cells = [cells[0].and(row), cells[1].and(row), cells[2].and(row)];
    }
    let columns = unions_of_columns(&cells);
    let several_rows = rows[0].in_two(rows[1], rows[2]);
    let open = several_rows.or(columns[0].in_two(columns[1], columns[2]));
    for cell in &mut cells {
        *cell = cell.without_unless_empty(open);
    }
    Band { cells, placeable: rows[0].or3(rows[1], rows[2]), open }
}

/// The union of each column of a box.
#[inline(always)]
pub(super) fn unions_of_columns<V: Vector>(cells: &[V; 9]) -> [V; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(d, g), b.or3(e, h), c.or3(f, i)]
}

/// The union of each row of a box.
#[inline(always)]
pub(super) fn unions_of_rows<V: Vector>(cells: &[V; 9]) -> [V; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(b, c), d.or3(e, f), g.or3(h, i)]
}

/// The digit of cells with one candidate, else 0.
#[inline(always)]
pub(super) fn naked_single<V: Vector>(cell: V, minus_one: V) -> V {
    let less = cell.add(minus_one);
    // `cell ^ less` is the lowest digit and the bits below it. If that is the only digit, the bits
    // below are `less`, and the difference is the digit; if there are more, `less` has the others,
    // too, and is greater, so the difference saturates to 0. For an empty cell both have all bits
    // set.
    cell.xor(less).subtract(less)
}

/// The digits left for the minicolumns of a box: `unions` without the digits that the other two are
/// known to hold. These are their naked singles and, if at most three digits are left for the three
/// cells of a minicolumn, all of them (the triad rule).
#[inline(always)]
pub(super) fn minicolumns<V: Vector>(unions: [V; 3], singles: [V; 3], minus_one: V) -> [V; 3] {
    let fixed = [
        singles[0].or(unions[0].triad(minus_one)),
        singles[1].or(unions[1].triad(minus_one)),
        singles[2].or(unions[2].triad(minus_one)),
    ];
    excluded(unions, fixed)
}

/// Each miniline without the digits that the other two of its box are known to hold.
#[inline(always)]
fn excluded<V: Vector>(lines: [V; 3], fixed: [V; 3]) -> [V; 3] {
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
    let [a, b, c] = m;
    let even = [a[0].and3(b[1], c[2]), a[1].and3(b[2], c[0]), a[2].and3(b[0], c[1])];
    let odd = [a[0].and3(b[2], c[1]), a[1].and3(b[0], c[2]), a[2].and3(b[1], c[0])];
    [
        [even[0].or(odd[0]), even[1].or(odd[1]), even[2].or(odd[2])],
        [even[2].or(odd[1]), even[0].or(odd[2]), even[1].or(odd[0])],
        [even[1].or(odd[2]), even[2].or(odd[0]), even[0].or(odd[1])],
    ]
}
