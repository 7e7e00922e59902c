//! A glance at a line rules out no row.

use proptest::prelude::*;
use sudomill_input::grids::{Dash, Glance, RowStyle, Rows};
use sudomill_puzzle::grid::{Alphabet, Size};

/// Parts of rows and of what may stand around them.
const PARTS: [&str; 34] = [
    "- ",
    "5",
    "3",
    ".",
    "0",
    "12",
    "A",
    "null",
    "1.0e+00",
    "-",
    "x",
    " ",
    " ",
    "  ",
    ",",
    ",",
    ";",
    "\t",
    "|",
    "[",
    "]",
    "{",
    "'",
    "a: ",
    "\"",
    "\"\"",
    "=",
    "a = ",
    "np.array(",
    "+",
    "u6",
    "139",
    "# c",
    "é",
];

fn ways() -> Vec<Rows> {
    let styles = |size: Size| {
        let numbers = |height| RowStyle::Numbers { height };
        let symbols =
            [Dash::Cell, Dash::AnyCell, Dash::Item].map(|dash| RowStyle::Symbols { dash });
        let heights = [1, size.side(), size.cells()].map(numbers);
        symbols.into_iter().chain(heights)
    };
    let rows = |size| styles(size).map(move |it| Rows::new(size, Alphabet::FromOne, it));
    let candidates = Rows::new(Size::Nine, Alphabet::FromOne, RowStyle::Candidates);
    Size::ALL.iter().copied().flat_map(rows).chain([candidates]).collect()
}

/// A row in some style, with `between` between its cells.
fn row(side: usize, cells: &[usize], between: &str) -> String {
    let cell = |&at: &usize| ["1", "2", "3", "4", ".", "0", "_", "", "null", "24"][at % 10];
    (0..side).map(|at| cell(&cells[at % cells.len()])).collect::<Vec<_>>().join(between)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 3000 }))]

    #[test]
    fn no_row_is_missed(
        side in prop::sample::select(vec![1, 3, 4, 5, 9, 10, 16, 25, 81, 82, 256]),
        cells in prop::collection::vec(0usize..10, 1..12),
        between in prop::sample::select(vec!["", " ", ",", ", ", "\t", "|", ";", " | ", "\",\""]),
        front in prop::collection::vec(0..PARTS.len(), 0..4),
        behind in prop::collection::vec(0..PARTS.len(), 0..4),
    ) {
        let text = |parts: Vec<usize>| parts.iter().map(|&it| PARTS[it]).collect::<String>();
        let line = text(front) + &row(side, &cells, between) + &text(behind);
        let glance = Glance::of(line.as_bytes());
        for rows in ways() {
            if rows.is_row(&glance) {
                prop_assert!(rows.may_be_row(&glance), "{line:?} in {:?}", rows.style);
            }
        }
    }

    #[test]
    fn no_row_of_parts_is_missed(parts in prop::collection::vec(0..PARTS.len(), 0..40)) {
        let line: String = parts.iter().map(|&it| PARTS[it]).collect();
        let glance = Glance::of(line.as_bytes());
        for rows in ways().into_iter().filter(|rows| rows.is_row(&glance)) {
            prop_assert!(rows.may_be_row(&glance), "{line:?} in {:?}", rows.style);
        }
    }
}
