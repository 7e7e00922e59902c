//! The canonical form of a full grid.
//!
//! The first row of the form is 123456789, whichever row of the grid that is, so the search begins with two
//! rows of a band. Where the digit of a column in the second row is in the first row tells which
//! columns make the second row of the form small, and leaves few orders of the columns to try:
//!
//! ```text
//! first row    1 2 3   4 5 6   7 8 9        first row    1 2 3   4 5 6   7 8 9
//! second row   4 5 6   7 8 9   ? ? ?        second row   4 5 7   ? ? ?   ? ? ?
//!
//! whole minirows move to the next box:      two digits of a minirow come from one box, and the
//! the last three are 123, 132 or 231        third from the other
//! ```

/// Columns of a grid, in the order of a form.
type ColumnOrder = [usize; 9];

/// The stack of each column.
const STACK: [usize; 9] = [0, 0, 0, 1, 1, 1, 2, 2, 2];

/// Two rows of a band, from which the search begins.
struct Pair<'a> {
    /// The rows of the side, and the index of the band.
    rows: &'a [[u8; 9]; 9],
    band: usize,
    /// The first two rows of the form, and the third, as indices in the band.
    order: [usize; 3],
    /// For each column, the column in the first row of the digit that it has in the second row.
    source: ColumnOrder,
}

/// Returns the form, and the number of transformations that lead to it.
pub(super) fn minlex(sides: &[[[u8; 9]; 9]; 2]) -> ([u8; 81], u64) {
    let mut pairs = Vec::with_capacity(36);
    for rows in sides {
        for band in 0..3 {
            for first in 0..3 {
                pairs.extend((1..3).map(|next| Pair::new(rows, band, first, next)));
            }
        }
    }
    let mut best = Best { rows: [u64::MAX; 8], count: 0 };
    match pairs.iter().filter_map(Pair::fixed_columns).max() {
        Some(most) => {
            for pair in pairs.iter().filter(|pair| pair.fixed_columns() == Some(most)) {
                pair.orders_of_minirows(most, |columns| best.try_columns(pair, columns));
            }
        }
        None => {
            let mut least = u64::MAX;
            for pair in &pairs {
                pair.orders_of_split_minirows(&mut least, |columns| {
                    best.try_columns(pair, columns);
                });
            }
        }
    }
    let mut form = [0; 81];
    let rows = [0x1_2345_6789].into_iter().chain(best.rows);
    for (row, to) in rows.zip(form.chunks_exact_mut(9)) {
        (0..9).zip(to).for_each(|(position, to)| *to = (row >> (4 * (8 - position)) & 15) as u8);
    }
    (form, best.count)
}

impl<'a> Pair<'a> {
    fn new(rows: &'a [[u8; 9]; 9], band: usize, first: usize, next: usize) -> Self {
        let order = [first, (first + next) % 3, (first + 3 - next) % 3];
        let mut column_of = [0; 10];
        for (column, &digit) in rows[3 * band + first].iter().enumerate() {
            column_of[usize::from(digit)] = column;
        }
        let source = rows[3 * band + order[1]].map(|digit| column_of[usize::from(digit)]);
        Self { rows, band, order, source }
    }

    /// The columns after one step.
    fn sources(&self, [a, b, c]: [usize; 3]) -> [usize; 3] {
        [self.source[a], self.source[b], self.source[c]]
    }

    /// The column after three steps from a column of a stack: another one of the stack if whole
    /// minirows move.
    fn around(&self, column: usize) -> usize {
        self.source[self.source[self.source[column]]]
    }

    /// If whole minirows move to the next box, the number of columns of a stack that return to
    /// themselves: 3, 1 or 0, for second rows that end in 123, 132 and 231.
    fn fixed_columns(&self) -> Option<usize> {
        let [a, b, c] = self.sources([0, 1, 2]);
        let is_whole = STACK[a] == STACK[b] && STACK[b] == STACK[c];
        is_whole.then(|| (0..3).filter(|&column| self.around(column) == column).count())
    }

    /// Calls `each` with every order of the columns that makes the second row smallest, if whole
    /// minirows move and `fixed` columns of a stack return to themselves.
    fn orders_of_minirows(&self, fixed: usize, mut each: impl FnMut(&ColumnOrder)) {
        for first in 0..9 {
            let stack = first / 3 * 3;
            let others = [stack + (first + 1) % 3, stack + (first + 2) % 3];
            for [second, third] in [others, [others[1], others[0]]] {
                let is_smallest = match fixed {
                    3 => true,
                    1 => self.around(first) == first,
                    _ => self.around(first) == second,
                };
                if is_smallest {
                    let stack = [first, second, third];
                    let next = self.sources(stack);
                    each(&joined(stack, next, self.sources(next)));
                }
            }
        }
    }

    /// Calls `each` with every order of the columns that makes the second row at most `least`, if
    /// two digits of each minirow come from one box. Lowers `least` to the smallest row so far.
    fn orders_of_split_minirows(&self, least: &mut u64, mut each: impl FnMut(&ColumnOrder)) {
        for stack in 0..3 {
            let columns = [3 * stack, 3 * stack + 1, 3 * stack + 2];
            let [x, y, z] = self.sources(columns);
            let [odd, a, b] = match (STACK[x] == STACK[y], STACK[x] == STACK[z]) {
                (true, _) => [columns[2], columns[0], columns[1]],
                (_, true) => [columns[1], columns[0], columns[2]],
                _ => columns,
            };
            for [first, second] in [[a, b], [b, a]] {
                let [fourth, fifth] = [self.source[first], self.source[second]];
                // The fourth digit of the row already rules out most orders.
                let digit = match self.source[fourth] {
                    column if column == first => 1,
                    column if column == second => 2,
                    column if column == odd => 3,
                    _ => 8,
                };
                if 0x4570 | digit > *least >> 20 {
                    continue;
                }
                let sixth = 9 * STACK[fourth] + 3 - fourth - fifth;
                let next = [fourth, fifth, sixth];
                // Two of these have digits of the third box: the columns 8 and 9, in this order.
                let seventh = self.source[odd];
                let mut of_last = [seventh; 3];
                let is_of_last = |column: &usize| STACK[*column] == STACK[seventh];
                let others = self.sources(next).into_iter().filter(is_of_last);
                for (to, column) in of_last[1..].iter_mut().zip(others) {
                    *to = column;
                }
                let columns = joined([first, second, odd], next, of_last);
                let mut position = [0; 9];
                for (at, &column) in (1..).zip(&columns) {
                    position[column] = at;
                }
                let digits = columns[3..].iter().map(|&column| position[self.source[column]]);
                let second_row = digits.fold(0x457, |row, digit| row << 4 | digit);
                if second_row <= *least {
                    *least = second_row;
                    each(&columns);
                }
            }
        }
    }
}

fn joined([a, b, c]: [usize; 3], [d, e, f]: [usize; 3], [g, h, i]: [usize; 3]) -> ColumnOrder {
    [a, b, c, d, e, f, g, h, i]
}

/// The smallest grid so far.
struct Best {
    /// The rows of the grid after the first.
    rows: [u64; 8],
    /// The number of ways to obtain it.
    count: u64,
}

impl Best {
    /// Tries an order of the columns, which decides everything else.
    fn try_columns(&mut self, pair: &Pair, columns: &ColumnOrder) {
        let band = pair.rows.as_chunks::<3>().0[pair.band];
        let [first, second, third] = pair.order;
        let first = &band[first];
        let second = &band[second];
        let third = &band[third];
        // Padded so that an index of four bits is in it.
        let mut labels = [0; 16];
        for (label, &column) in (1..).zip(columns) {
            labels[usize::from(first[column]) % 16] = label;
        }
        let labeled = |row: &[u8; 9]| {
            let label = |&column: &usize| labels[usize::from(row[column]) % 16];
            columns.iter().map(label).fold(0, |row: u64, label: u64| row << 4 | label)
        };
        let start = [labeled(second), labeled(third)];
        if start > [self.rows[0], self.rows[1]] {
            return;
        }
        let other_band = |next: usize| {
            let band = pair.rows.as_chunks::<3>().0[(pair.band + next) % 3];
            let mut rows = [labeled(&band[0]), labeled(&band[1]), labeled(&band[2])];
            rows.sort_unstable();
            rows
        };
        let one = other_band(1);
        let other = other_band(2);
        let [d, e, f] = one.min(other);
        let [g, h, i] = one.max(other);
        let rows = [start[0], start[1], d, e, f, g, h, i];
        if rows < self.rows {
            *self = Self { rows, count: 0 };
        }
        self.count += u64::from(rows == self.rows);
    }
}
