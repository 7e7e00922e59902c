//! The canonical form of a puzzle with an empty cell.
//!
//! The rows of the form are chosen one after the other. A [`Partial`] is a way to obtain the rows
//! so far; all those that lead to the smallest rows so far are kept, and there are few of them,
//! because nothing is decided before a clue depends on it:
//!
//! ```text
//! stack 1    stack 2    stack 3       columns without a clue so far may still be swapped, and so
//! · · ·      · · ·      · · 1         may stacks without a clue; in each stack, and among the
//! · · ·      · · 2      · 3 ·         stacks, they come first
//! ╰─┬─╯      ╰┬╯        ↑
//!  open: 3    2         1
//! ```
//!
//! A new row is arranged to be as small as possible: open columns are sorted by their digits, open
//! stacks by their columns. Digits that have no label yet come last, because each gets the next
//! free label. Where two of them could be swapped, both ways are followed.

use std::mem;
use sudomill_puzzle::grid::SetBits;

/// Stands for a digit without a label.
const NEW: u8 = 10;

/// A way to obtain the rows of the form so far.
#[derive(Clone, Copy)]
struct Partial {
    /// 0 for the puzzle, 1 for the transposed puzzle.
    side: u8,
    /// The rows of that side that are not in the form yet; bit `r` is row `r`.
    rows_left: u16,
    /// The column of that side at each position.
    columns: [u8; 9],
    /// For each stack of the form, the number of columns without a clue so far.
    open: [u8; 3],
    /// The label of every digit; 0 for no digit. Padded so that an index of four bits is in it.
    labels: [u8; 16],
    /// The number of ways that are the same but for the order of rows without clues.
    ways: u64,
}

/// Returns the form, and the number of transformations that lead to it.
pub(super) fn minlex(sides: &[[[u8; 9]; 9]; 2]) -> ([u8; 81], u64) {
    let mut labels = [NEW; 16];
    labels[0] = 0;
    let start = |side| Partial {
        side,
        rows_left: 0x1FF,
        columns: [0, 1, 2, 3, 4, 5, 6, 7, 8],
        open: [3; 3],
        labels,
        ways: 1,
    };
    let empty_rows = sides.map(|rows| {
        let empty = rows.iter().enumerate().filter(|(_, row)| **row == [0; 9]);
        empty.fold(0, |mask, (row, _)| mask | 1 << row)
    });
    // More than most puzzles need.
    let mut partials = Vec::with_capacity(16);
    let mut longer = Vec::with_capacity(16);
    let mut best_rows = Vec::with_capacity(16);
    partials.extend([start(0), start(1)]);
    let mut form = [0; 81];
    let mut labeled = 0;
    for to in form.chunks_exact_mut(9) {
        let mut least = u64::MAX;
        for (at, partial) in partials.iter().enumerate() {
            let side = usize::from(partial.side);
            for row in SetBits(next_rows(partial.rows_left, empty_rows[side])) {
                let Some(key) = partial.key(&sides[side][row], least) else { continue };
                if key < least {
                    least = key;
                    best_rows.clear();
                }
                best_rows.push((at, row));
            }
        }
        longer.clear();
        for &(at, row) in &best_rows {
            let side = usize::from(partials[at].side);
            partials[at].with(row, &sides[side][row], empty_rows[side], labeled, &mut longer);
        }
        mem::swap(&mut partials, &mut longer);
        for (position, to) in (0..9).zip(to) {
            *to = (least >> (4 * (8 - position)) & 15) as u8;
            if *to == NEW {
                labeled += 1;
                *to = labeled;
            }
        }
    }
    let ways = partials.iter().map(|partial| partial.ways * partial.orders_of_open_columns());
    (form, ways.sum::<u64>() * factorial(9 - labeled))
}

/// The rows that may come next; bit `r` is row `r`. Of the rows without a clue in a band, and of
/// the bands without a clue, only the first.
fn next_rows(left: u16, empty: u16) -> u16 {
    let mut next = left;
    let mut has_empty_band = false;
    for band in BANDS {
        // The band is begun: it has to be finished first.
        if left & band != 0 && left & band != band {
            next = left & band;
        }
    }
    for band in BANDS {
        let empty = next & empty & band;
        let is_repeated = empty == band && mem::replace(&mut has_empty_band, empty == band);
        next &= !if is_repeated { band } else { empty & empty.wrapping_sub(1) };
    }
    next
}

/// The number of rows that a row of [`next_rows`] stands for.
fn stands_for(row: usize, left: u16, empty: u16) -> u64 {
    if empty >> row & 1 == 0 {
        return 1;
    }
    let empty = left & empty;
    let band = BANDS[row / 3];
    let rows = u64::from((empty & band).count_ones());
    let bands = BANDS.iter().filter(|&&band| empty & band == band).count() as u64;
    rows * if empty & band == band { bands } else { 1 }
}

/// The rows of each band, one bit each.
const BANDS: [u16; 3] = [0o7, 0o70, 0o700];

/// A column with the label of its digit in a row, the label in the high bits.
type Labeled = u8;

fn label(labeled: Labeled) -> u8 {
    labeled >> 4
}

/// The labels of a stack in one number that is ordered as they are.
fn key(stack: &[Labeled; 3]) -> u64 {
    stack.iter().fold(0, |key, &labeled| key << 4 | u64::from(label(labeled)))
}

impl Partial {
    /// The columns of a stack, arranged so that their labels in a row are as small as possible.
    #[inline(always)]
    fn stack(&self, row: &[u8; 9], stack: usize) -> [Labeled; 3] {
        let mut all = [0, 1, 2].map(|at| {
            let column = self.columns[3 * stack + at];
            self.labels[usize::from(row[usize::from(column)]) % 16] << 4 | column
        });
        sort(&mut all, self.open[stack].into(), |&labeled| labeled);
        all
    }

    /// The smallest labels that a row can have, in one number that is ordered as they are; `None`
    /// if they are more than `most`.
    #[inline(always)]
    fn key(&self, row: &[u8; 9], most: u64) -> Option<u64> {
        let first = key(&self.stack(row, 0));
        let open_stacks = self.open_stacks();
        if open_stacks > 1 {
            let mut keys = [first, key(&self.stack(row, 1)), key(&self.stack(row, 2))];
            sort(&mut keys, open_stacks, |&key| key);
            let key = keys[0] << 24 | keys[1] << 12 | keys[2];
            return (key <= most).then_some(key);
        }
        if first > most >> 24 {
            return None;
        }
        let key = first << 24 | key(&self.stack(row, 1)) << 12 | key(&self.stack(row, 2));
        (key <= most).then_some(key)
    }

    /// Arranges a row so that its labels are as small as possible.
    fn arranged(&self, row: &[u8; 9]) -> [[Labeled; 3]; 3] {
        let mut stacks = [self.stack(row, 0), self.stack(row, 1), self.stack(row, 2)];
        sort(&mut stacks, self.open_stacks(), key);
        stacks
    }

    /// The number of stacks without a clue so far.
    fn open_stacks(&self) -> usize {
        self.open.iter().filter(|&&open| open == 3).count()
    }

    /// Adds what a row leads to. `labeled` is the number of labels in use.
    fn with(&self, number: usize, row: &[u8; 9], empty_rows: u16, labeled: u8, to: &mut Vec<Self>) {
        let stacks = self.arranged(row);
        let mut open = self.open;
        for (stack, open) in stacks.iter().zip(&mut open) {
            *open = stack[..usize::from(*open)].iter().filter(|&&it| label(it) == 0).count() as u8;
        }
        let from = to.len();
        let mut columns = [0; 9];
        columns.iter_mut().zip(stacks.as_flattened()).for_each(|(to, labeled)| *to = labeled & 15);
        let rows_left = self.rows_left & !(1 << number);
        let ways = self.ways * stands_for(number, self.rows_left, empty_rows);
        to.push(Self { rows_left, columns, open, ways, ..*self });
        // New digits in open columns, each of which may come first.
        for (at, stack) in stacks.iter().enumerate() {
            let open = usize::from(self.open[at]);
            let new = stack[..open].iter().filter(|&&it| label(it) == NEW).count();
            permute(to, from, 3 * at + open - new, 1, new);
        }
        // Open stacks with equal labels.
        let mut first = 0;
        for same in stacks[..self.open_stacks()].chunk_by(|a, b| key(a) == key(b)) {
            if key(&same[0]) > 0 {
                permute(to, from, 3 * first, 3, same.len());
            }
            first += same.len();
        }
        for partial in &mut to[from..] {
            let mut labeled = labeled;
            for &column in &partial.columns {
                let label = &mut partial.labels[usize::from(row[usize::from(column)])];
                if *label == NEW {
                    labeled += 1;
                    *label = labeled;
                }
            }
        }
    }

    /// The number of orders of the columns and stacks without a clue.
    fn orders_of_open_columns(&self) -> u64 {
        let of_columns: u64 = self.open.iter().map(|&open| factorial(open)).product();
        of_columns * factorial(self.open_stacks() as u8)
    }
}

/// Replaces each of `to[from..]` by all permutations of `count` parts of its columns, each of them
/// `width` wide, the first of them at `at`.
fn permute(to: &mut Vec<Partial>, from: usize, at: usize, width: usize, count: usize) {
    const ORDERS: [[usize; 3]; 6] =
        [[0, 1, 2], [1, 0, 2], [0, 2, 1], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let others: &[_] = match count {
        2 => &ORDERS[1..2],
        3 => &ORDERS[1..],
        _ => return,
    };
    for one in from..to.len() {
        for order in others {
            let mut other = to[one];
            for (part, &other_part) in order.iter().enumerate().take(count) {
                let part = at + part * width;
                let other_part = at + other_part * width;
                other.columns[part..part + width]
                    .copy_from_slice(&to[one].columns[other_part..other_part + width]);
            }
            to.push(other);
        }
    }
}

/// Sorts the first two or three things: faster than sorting any number.
fn sort<T, K: Ord>(all: &mut [T], count: usize, key: impl Fn(&T) -> K) {
    let mut order = |a: usize, b: usize| {
        if key(&all[a]) > key(&all[b]) {
            all.swap(a, b);
        }
    };
    if count > 1 {
        order(0, 1);
    }
    if count > 2 {
        order(1, 2);
        order(0, 1);
    }
}

fn factorial(n: u8) -> u64 {
    (1..=u64::from(n)).product()
}
