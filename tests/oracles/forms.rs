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

/// Tries all orders of the rows and columns of a 9×9 grid, with digits labeled as they appear: the smallest
/// grid, and the number of transformations that lead to it.
pub fn smallest(values: &[u8]) -> (Vec<u8>, u64) {
    let orders = orders_of_lines();
    let try_rows = |(transposes, rows): (bool, &[usize; 9])| {
        let (mut least, mut count) = ([u8::MAX; 81], 0);
        for columns in &orders {
            let (mut labels, mut used, mut is_less) = ([0; 10], 0, false);
            let mut grid = [0; 81];
            let mut is_greater = false;
            for (at, to) in grid.iter_mut().enumerate() {
                let (row, column) = (rows[at / 9], columns[at % 9]);
                let from = if transposes { 9 * column + row } else { 9 * row + column };
                let digit = usize::from(values[from]);
                if digit > 0 && labels[digit] == 0 {
                    used += 1;
                    labels[digit] = used;
                }
                *to = labels[digit];
                is_less |= *to < least[at];
                is_greater = !is_less && *to > least[at];
                if is_greater {
                    break;
                }
            }
            if is_less {
                (least, count) = (grid, 0);
            }
            count += u64::from(!is_greater);
        }
        (least, count)
    };
    let ways = [false, true].iter().flat_map(|&it| orders.iter().map(move |rows| (it, rows)));
    let found: Vec<_> = ways.collect::<Vec<_>>().into_par_iter().map(try_rows).collect();
    let least = found.iter().map(|(grid, _)| grid).min().unwrap();
    let count: u64 = found.iter().filter(|(grid, _)| grid == least).map(|(_, count)| count).sum();
    let used = u64::from(*least.iter().max().unwrap());
    (least.to_vec(), count * (1..=9 - used).product::<u64>())
}
