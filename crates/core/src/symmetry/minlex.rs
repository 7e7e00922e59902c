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
    /// The label of every digit; 0 for no digit.
    labels: [u8; 10],
    /// The number of ways that are the same but for the order of rows without clues.
    ways: u64,
}

/// Returns the form, and the number of transformations that lead to it.
pub(super) fn minlex(sides: &[[[u8; 9]; 9]; 2]) -> ([u8; 81], u64) {
    let mut labels = [NEW; 10];
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
    let (mut partials, mut longer) = (vec![start(0), start(1)], Vec::new());
    let (mut best_rows, mut form, mut labeled) = (Vec::new(), [0; 81], 0);
    for to in form.chunks_exact_mut(9) {
        let mut least = u64::MAX;
        for (at, partial) in partials.iter().enumerate() {
            let side = usize::from(partial.side);
            for (row, ways) in next_rows(partial.rows_left, empty_rows[side]) {
                let key = key(&partial.arranged(&sides[side][row]));
                if key < least {
                    least = key;
                    best_rows.clear();
                }
                if key == least {
                    best_rows.push((at, row, ways));
                }
            }
        }
        longer.clear();
        for &(at, row, ways) in &best_rows {
            let partial = Partial { ways: partials[at].ways * ways, ..partials[at] };
            partial.with(row, &sides[usize::from(partial.side)][row], labeled, &mut longer);
        }
        std::mem::swap(&mut partials, &mut longer);
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

/// The rows that may come next, each with the number of rows that it stands for: rows without a
/// clue are the same, and so are bands without a clue.
fn next_rows(left: u16, empty: u16) -> impl Iterator<Item = (usize, u64)> {
    let of_band = |mask: u16, band: usize| mask >> (3 * band) & 7;
    let begun = (0..3).find(|&band| !matches!(of_band(left, band), 0 | 7));
    let is_empty = move |band: &usize| of_band(left, *band) == 7 && of_band(empty, *band) == 7;
    let bands = (0..3).filter(move |&band| begun.is_none_or(|begun| begun == band));
    let empty_bands = (0..3).filter(is_empty).count() as u64;
    let first_empty = (0..3).find(is_empty);
    bands.flat_map(move |band| {
        let rows = of_band(left, band);
        let empty = rows & of_band(empty, band);
        let stands_for = match begun.is_none() && is_empty(&band) {
            true if first_empty == Some(band) => empty_bands,
            true => 0,
            false => 1,
        };
        (0..3).filter_map(move |row| match (rows >> row & 1, empty >> row & 1) {
            (0, _) => None,
            (_, 0) => Some((3 * band + row, 1)),
            // The first of the empty rows stands for all.
            _ if empty & ((1 << row) - 1) != 0 || stands_for == 0 => None,
            _ => Some((3 * band + row, stands_for * u64::from(empty.count_ones()))),
        })
    })
}

/// A column with the label of its digit in a row, the label in the high bits.
type Labeled = u8;

fn label(labeled: Labeled) -> u8 {
    labeled >> 4
}

/// The labels of a row in one number that is ordered as they are.
fn key(row: &[Labeled; 9]) -> u64 {
    row.iter().fold(0, |key, &labeled| key << 4 | u64::from(label(labeled)))
}

impl Partial {
    /// Arranges a row so that its labels are as small as possible.
    fn arranged(&self, row: &[u8; 9]) -> [Labeled; 9] {
        let mut all = self
            .columns
            .map(|column| self.labels[usize::from(row[usize::from(column)])] << 4 | column);
        for (stack, open) in all.as_chunks_mut::<3>().0.iter_mut().zip(self.open) {
            match open {
                3 => stack.sort_unstable(),
                2 if stack[0] > stack[1] => stack.swap(0, 1),
                _ => {}
            }
        }
        let stacks = all.as_chunks_mut::<3>().0;
        if self.open_stacks() > 1 {
            stacks[..self.open_stacks()].sort_unstable_by_key(|stack| stack.map(label));
        }
        all
    }

    /// The number of stacks without a clue so far.
    fn open_stacks(&self) -> usize {
        self.open.iter().filter(|&&open| open == 3).count()
    }

    /// Adds what a row leads to. `labeled` is the number of labels in use.
    fn with(&self, number: usize, row: &[u8; 9], labeled: u8, to: &mut Vec<Self>) {
        let arranged = self.arranged(row);
        let mut open = self.open;
        for (stack, open) in arranged.as_chunks::<3>().0.iter().zip(&mut open) {
            *open = stack[..usize::from(*open)].iter().filter(|&&it| label(it) == 0).count() as u8;
        }
        let from = to.len();
        let rows_left = self.rows_left & !(1 << number);
        to.push(Self { rows_left, columns: arranged.map(|it| it & 15), open, ..*self });
        // New digits in open columns, each of which may come first.
        for stack in 0..3 {
            let ends = usize::from(self.open[stack]);
            let begins = (0..ends).find(|&at| label(arranged[3 * stack + at]) == NEW);
            permute(to, from, 3 * stack + begins.unwrap_or(ends), 1, ends - begins.unwrap_or(ends));
        }
        // Open stacks with equal labels.
        let stacks = arranged.as_chunks::<3>().0;
        let is_same = |a: usize, b: usize| stacks[a].map(label) == stacks[b].map(label);
        let is_empty = |at: usize| stacks[at].map(label) == [0; 3];
        let mut first = 0;
        while first < self.open_stacks() {
            let same = (first..self.open_stacks()).filter(|&at| is_same(first, at)).count();
            if !is_empty(first) {
                permute(to, from, 3 * first, 3, same);
            }
            first += same;
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
                let (part, other_part) = (at + part * width, at + other_part * width);
                other.columns[part..part + width]
                    .copy_from_slice(&to[one].columns[other_part..other_part + width]);
            }
            to.push(other);
        }
    }
}

fn factorial(n: u8) -> u64 {
    (1..=u64::from(n)).product()
}
