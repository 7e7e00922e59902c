//! The canonical form of a grid, by a plain search.

use rayon::prelude::*;

/// The orders of three things.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// Every order of nine lines: of the bands, and of the lines of each.
fn orders_of_lines() -> Vec<[usize; 9]> {
    let mut orders = Vec::new();
    for number in 0..6usize.pow(4) {
        let [bands, lines @ ..] = [1, 6, 36, 216].map(|place| ORDERS[number / place % 6]);
        orders.push(std::array::from_fn(|at| 3 * bands[at / 3] + lines[bands[at / 3]][at % 3]));
    }
    orders
}

/// The least grid so far, and the number of transformations that lead to it.
struct Least {
    grid: [u8; 81],
    count: u64,
}

impl Least {
    /// Compares with a grid in another order of columns, up to the first difference, with digits labeled as
    /// they appear.
    fn meet(&mut self, values: &[u8; 81], columns: &[usize; 9]) {
        let (mut labels, mut used, mut is_less) = ([0; 10], 0, false);
        let mut grid = [0; 81];
        for (at, to) in grid.iter_mut().enumerate() {
            let digit = usize::from(values[at / 9 * 9 + columns[at % 9]]);
            if digit > 0 && labels[digit] == 0 {
                used += 1;
                labels[digit] = used;
            }
            *to = labels[digit];
            is_less |= *to < self.grid[at];
            if !is_less && *to > self.grid[at] {
                return;
            }
        }
        if is_less {
            *self = Self { grid, count: 0 };
        }
        self.count += 1;
    }
}

/// The number of rows before the first clue.
fn open_rows(values: &[u8; 81]) -> usize {
    values.iter().take_while(|value| **value == 0).count() / 9
}

/// Tries all orders of the rows and columns of a 9×9 grid, with digits labeled as they appear: the smallest
/// grid, and the number of transformations that lead to it.
pub fn smallest(values: &[u8]) -> (Vec<u8>, u64) {
    let orders = orders_of_lines();
    let turned: Vec<u8> = (0..81).map(|at| values[at % 9 * 9 + at / 9]).collect();
    let ways =
        [values, &turned].into_iter().flat_map(|it| orders.iter().map(move |rows| (it, rows)));
    let try_rows = |mut least: Least, (values, rows): (&[u8], &[usize; 9])| {
        let values = std::array::from_fn(|at| values[9 * rows[at / 9] + at % 9]);
        // The more open rows come first, the less is the grid, whatever the order of its columns.
        if open_rows(&values) < open_rows(&least.grid) {
            return least;
        }
        orders.iter().for_each(|columns| least.meet(&values, columns));
        least
    };
    let any = || Least { grid: [u8::MAX; 81], count: 0 };
    let found: Vec<_> = ways.collect::<Vec<_>>().into_par_iter().fold(any, try_rows).collect();
    let least = found.iter().map(|it| it.grid).min().unwrap();
    let count: u64 = found.iter().filter(|it| it.grid == least).map(|it| it.count).sum();
    let used = u64::from(*least.iter().max().unwrap());
    (least.to_vec(), count * (1..=9 - used).product::<u64>())
}
