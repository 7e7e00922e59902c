//! The sweep over many puzzles at a time, a bit of a register for each. The rules are those of
//! [`Quads::sweep`](crate::quads::Quads::sweep).
//!
//! Cells are read again rather than kept: 729 registers exceed every CPU's. `again` hides that they
//! have not changed, or the compiler would keep them on the stack.

use super::ymm::again;
use crate::{
    prefetch::prefetch,
    vector::{Vector, excluded, permutations},
    x86::{Generation, Ymm},
};
use sudomill_puzzle::solving::Batch;

/// The candidates of as many puzzles as a register has bits.
pub struct Bits<G> {
    /// The puzzles with a candidate, by box, digit, and cell of the box.
    pub cells: [[[Ymm<G>; 9]; 9]; 9],
    /// The puzzles with more than one candidate, by box and cell.
    several: [[Ymm<G>; 9]; 9],
    /// The puzzles in which a cell of the box does not fix its digits in its minicolumn.
    vague: [Ymm<G>; 9],
    /// The minilines left in a chute, by digit, box of the chute, and line.
    chute: [[[Ymm<G>; 3]; 3]; 9],
    /// The minicolumns left, by box, digit, and column.
    columns: [[[Ymm<G>; 3]; 9]; 9],
    /// The puzzles with more than one cell left, by digit of the box.
    open: [Ymm<G>; 9],
}

/// The puzzles that need attention after a sweep.
pub struct Swept<V> {
    /// No solution is left.
    pub dead: V,
    /// Every digit has one cell left in every box. Meaningless for dead puzzles.
    pub settled: V,
    /// The sweep changed nothing. Meaningless for dead or settled puzzles, and after the first sweep.
    pub stuck: V,
}

/// The results of a sweep so far.
struct Found<V> {
    /// The puzzles in which every digit has a permutation left in every band.
    placeable: V,
    /// The puzzles with a digit that has more than one cell left in a box.
    open: V,
    changed: V,
}

impl<G: Generation> Bits<G> {
    /// Creates the sets of a batch from a register of zeros.
    pub fn new(zero: Ymm<G>) -> Box<Self> {
        Box::new(Self {
            cells: [[[zero; 9]; 9]; 9],
            several: [[zero; 9]; 9],
            vague: [zero; 9],
            chute: [[[zero; 3]; 3]; 9],
            columns: [[[zero; 3]; 9]; 9],
            open: [zero; 9],
        })
    }

    /// Sweeps once over all puzzles of a batch. In the `FIRST` sweep, a cell has one candidate or all.
    #[inline(always)]
    pub fn sweep<const FIRST: bool>(&mut self, batch: &mut Batch) -> Swept<Ymm<G>> {
        let any = self.cells[0][0][0];
        let zero = any.splat(0);
        let ones = any.ones();
        // Written out, so that what depends on the last box of a chute is decided where it is inlined.
        for stack in 0..3 {
            prefetch_upcoming(batch);
            self.columns_of_box::<FIRST>(0, stack);
            self.columns_of_box::<FIRST>(1, stack);
            self.columns_of_box::<FIRST>(2, stack);
        }
        let mut found = Found { placeable: ones, open: zero, changed: zero };
        for band in 0..3 {
            self.rows_of_box(band, 0, &mut found);
            self.rows_of_box(band, 1, &mut found);
            self.rows_of_box(band, 2, &mut found);
            for stack in 0..3 {
                prefetch_upcoming(batch);
                self.narrow_box::<FIRST>(band, stack, &mut found);
            }
        }
        let Found { placeable, open, changed } = found;
        Swept {
            dead: ones.without(placeable),
            settled: ones.without(open),
            stuck: ones.without(changed),
        }
    }

    /// Narrows the minicolumns of the box in a band of a stack; after the last one, keeps those with
    /// a permutation.
    ///
    /// A digit is fixed in a minicolumn if a cell there has no other candidate, or if the minicolumn
    /// has at most three. So it is fixed by each of its cells that is not `vague`.
    #[inline(always)]
    fn columns_of_box<const FIRST: bool>(&mut self, band: usize, stack: usize) {
        let Self { cells, several, vague, chute, columns, .. } = self;
        let cells = &cells[3 * band + stack];
        let several = &mut several[3 * band + stack];
        if FIRST {
            for at in 0..9 {
                several[at] = cells[0][at].and(cells[1][at]);
                vague[at] = several[at];
            }
        } else {
            count_column(cells, 0, several, vague);
            count_column(cells, 1, several, vague);
            count_column(cells, 2, several, vague);
        }
        let vague = *vague;
        let zero = cells[0][0].splat(0);
        for digit in 0..9 {
            let cells = &again(cells)[digit];
            let mut unions = [zero; 3];
            let mut fixed = [zero; 3];
            for column in 0..3 {
                let [a, b, c] = [column, 3 + column, 6 + column];
                unions[column] = cells[a].or3(cells[b], cells[c]);
                fixed[column] = cells[a].without(vague[a]).or_without(cells[b], vague[b]);
                fixed[column] = fixed[column].or_without(cells[c], vague[c]);
            }
            let left = excluded(unions, fixed);
            if band < 2 {
                chute[digit][band] = left;
                continue;
            }
            let left = permutations([chute[digit][0], chute[digit][1], left]);
            for (band, left) in left.into_iter().enumerate() {
                columns[3 * band + stack][digit] = left;
            }
        }
    }

    /// Narrows the minirows of the box in a stack of a band; after the last one, keeps those with a
    /// permutation.
    #[inline(always)]
    fn rows_of_box(&mut self, band: usize, stack: usize, found: &mut Found<Ymm<G>>) {
        let at = 3 * band + stack;
        let chute = &mut self.chute;
        let cells = &self.cells[at];
        let columns = &self.columns[at];
        let several = self.several[at];
        for digit in 0..9 {
            let cells = &again(cells)[digit];
            let columns = columns[digit];
            let mut unions = columns;
            let mut fixed = columns;
            for row in 0..3 {
                let [a, b, c] = [cells[3 * row], cells[3 * row + 1], cells[3 * row + 2]];
                unions[row] = a.and(columns[0]).or_and(b, columns[1]).or_and(c, columns[2]);
                fixed[row] = a.without(several[3 * row]).or_without(b, several[3 * row + 1]);
                fixed[row] = fixed[row].or_without(c, several[3 * row + 2]);
            }
            let left = excluded(unions, fixed);
            if stack < 2 {
                chute[digit][stack] = left;
                continue;
            }
            chute[digit] = permutations([chute[digit][0], chute[digit][1], left]);
            let [a, b, c] = chute[digit][0];
            found.placeable = found.placeable.and(a.or3(b, c));
        }
    }

    /// Narrows the cells of a box to minicolumns, minirows and hidden singles.
    // Three arrays have these rows and columns.
    #[allow(clippy::needless_range_loop)]
    #[inline(always)]
    fn narrow_box<const FIRST: bool>(
        &mut self,
        band: usize,
        stack: usize,
        found: &mut Found<Ymm<G>>,
    ) {
        let hidden = self.hidden_singles(band, stack, found);
        let at = 3 * band + stack;
        let Self { cells, chute, columns, open, .. } = self;
        let cells = &mut cells[at];
        let columns = &columns[at];
        // 32 registers hold `hidden` of nine cells, 16 registers that of a row.
        let at_once = if G::IS_ICE_LAKE { 3 } else { 1 };
        for from in (0..3).step_by(at_once) {
            for digit in 0..9 {
                let columns = columns[digit];
                let open = open[digit];
                for row in from..from + at_once {
                    let rows = chute[digit][stack][row];
                    for column in 0..3 {
                        let at = 3 * row + column;
                        let before = cells[digit][at];
                        let left =
                            before.and3(columns[column], rows).without_both(hidden[at], open);
                        if !FIRST {
                            found.changed = found.changed.or_xor(before, left);
                        }
                        cells[digit][at] = left;
                    }
                }
            }
        }
    }

    /// The puzzles with a hidden single, for each cell of a box. Finds the digits that are `open`.
    #[inline(always)]
    fn hidden_singles(
        &mut self,
        band: usize,
        stack: usize,
        found: &mut Found<Ymm<G>>,
    ) -> [Ymm<G>; 9] {
        let at = 3 * band + stack;
        let Self { cells, chute, columns, open, .. } = self;
        let cells = &cells[at];
        let columns = &columns[at];
        let mut hidden = [cells[0][0].splat(0); 9];
        for digit in 0..9 {
            let cells = &again(cells)[digit];
            let columns = columns[digit];
            let rows = chute[digit][stack];
            let mut left = columns;
            for column in 0..3 {
                let [a, b, c] = [cells[column], cells[column + 3], cells[column + 6]];
                let union = a.and(rows[0]).or_and(b, rows[1]).or_and(c, rows[2]);
                left[column] = union.and(columns[column]);
            }
            let more = rows[0].in_two(rows[1], rows[2]).or(left[0].in_two(left[1], left[2]));
            open[digit] = more;
            found.open = found.open.or(more);
            // A digit that is not open has at most one row and one column.
            for row in 0..3 {
                let row_of_one = rows[row].without(more);
                for column in 0..3 {
                    let cell = &mut hidden[3 * row + column];
                    *cell = cell.or_and(row_of_one, left[column]);
                }
            }
        }
        hidden
    }
}

/// Counts the candidates of the cells of a minicolumn, and those of the minicolumn.
#[inline(always)]
fn count_column<G: Generation>(
    cells: &[[Ymm<G>; 9]; 9],
    column: usize,
    several: &mut [Ymm<G>; 9],
    vague: &mut [Ymm<G>; 9],
) {
    let zero = cells[0][0].splat(0);
    // By three digits: the puzzles with one of them, and with two, for each cell.
    let mut one = [[zero; 3]; 3];
    let mut two = [[zero; 3]; 3];
    // The same for the union of the cells: the number of digits is 2 × `carry` + `odd`.
    let mut odd = [zero; 3];
    let mut carry = [zero; 3];
    for (i, three) in again(cells).as_chunks::<3>().0.iter().enumerate() {
        let mut unions = [zero; 3];
        for row in 0..3 {
            let at = 3 * row + column;
            let [a, b, c] = [three[0][at], three[1][at], three[2][at]];
            one[row][i] = a.or3(b, c);
            two[row][i] = a.in_two(b, c);
            unions = [unions[0].or(a), unions[1].or(b), unions[2].or(c)];
        }
        let [a, b, c] = unions;
        odd[i] = a.xor3(b, c);
        carry[i] = a.in_two(b, c);
    }
    let [a, b, c] = carry;
    let two_more = odd[0].in_two(odd[1], odd[2]);
    let four = a.in_two(b, c).or_and(two_more, a.or3(b, c));
    for row in 0..3 {
        let at = 3 * row + column;
        let [a, b, c] = one[row];
        let [d, e, f] = two[row];
        several[at] = a.in_two(b, c).or(d.or3(e, f));
        vague[at] = several[at].and(four);
    }
}

/// Prefetches a part of what will be read after this batch. All at once, it would have to wait.
#[inline(always)]
fn prefetch_upcoming(batch: &mut Batch) {
    for _ in 0..2 {
        batch.next_upcoming().into_iter().for_each(prefetch);
    }
}
