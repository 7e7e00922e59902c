//! A glance at a line: whether it may be a row at all. Most lines of a text without grids are ruled out
//! by their first words, long before all their cells are found in each style and size.

use super::{
    super::lines::{MAX_LINE, symbols::NONE},
    row::{SEPARATES, candidates, characters, is_ruler, lists},
    rows::{RowStyle, Rows},
};
use std::ops::Range;

/// A line, and where the cells of a row may begin in it.
pub(in crate::input) struct Glance<'t> {
    line: &'t [u8],
    /// The start of the line, and the places behind what may stand in front of a row: a name with
    /// `=` or `:`, a bracket, a quote.
    starts: Vec<usize>,
}

impl<'t> Glance<'t> {
    pub fn of(line: &'t [u8]) -> Self {
        let behind = |sign: u8| memchr::memchr(sign, line).map(|at| at + 1);
        let mut starts = vec![0];
        starts.extend(b"=:[{(\"'".iter().filter_map(|&sign| behind(sign)));
        Self { line, starts }
    }
}

impl Rows {
    /// Returns false only if [`Self::is_row`] does. Far faster for lines that are no rows.
    pub fn may_be_row(&self, glance: &Glance) -> bool {
        let line = glance.line;
        let mut texts = glance.starts.iter().map(|&start| &line[start..]);
        line.len() <= MAX_LINE
            && match self.style {
                RowStyle::Symbols { .. } => texts.any(|text| self.may_begin_with_symbols(text)),
                // Boxes have bars around them.
                RowStyle::Blanks { .. } => {
                    line.iter().any(|byte| *byte == b'|' || !byte.is_ascii())
                }
                RowStyle::Candidates => texts.any(may_begin_with_candidates),
                RowStyle::Numbers { .. } => texts.any(|text| self.may_begin_with_numbers(text)),
            }
    }

    /// Returns false only if a line is no ruler. Far faster than [`Self::kind`].
    pub fn may_be_ruler(&self, line: &[u8]) -> bool {
        line.len() <= MAX_LINE && is_ruler(line)
    }

    fn may_begin_with_symbols(&self, text: &[u8]) -> bool {
        let mut count = 0;
        for cell in characters(text) {
            if count == self.width() {
                // Behind a row stands other text or nothing.
                return text[..cell.start].ends_with(b"  ") || may_end_row(&text[cell.start..]);
            }
            if self.values[usize::from(text[cell.start])] == NONE {
                return false;
            }
            count += 1;
        }
        count == self.width()
    }

    fn may_begin_with_numbers(&self, text: &[u8]) -> bool {
        let (width, mut count) = (self.width(), 0);
        let is_symbol = |byte: &u8| self.values[usize::from(*byte)] != NONE;
        for word in text.split(|&byte| SEPARATES[usize::from(byte)]) {
            let Some(&first) = word.first() else { continue };
            // A line may hold all cells in a word, or a row in each.
            let is_all = self.are_whole() && [width, self.size.side()].contains(&word.len());
            let is_cell = match word {
                [byte] => is_symbol(byte),
                _ if is_all && word.iter().all(is_symbol) => true,
                // A number, −1, or `null` and the like.
                _ => first.is_ascii_digit() || b"-nNmM<".contains(&first),
            };
            if count >= width || !is_cell {
                return count >= width.min(self.size.side()) && may_end_row(text);
            }
            count += 1;
        }
        // Between separators, empty fields may be cells.
        let separates = |byte: &&u8| SEPARATES[usize::from(**byte)] || !byte.is_ascii();
        count == width
            || self.are_whole() && [1, self.size.side()].contains(&count)
            || width > 1 && text.iter().filter(separates).count() + 1 >= width
    }
}

fn may_begin_with_candidates(text: &[u8]) -> bool {
    let mut count = 0;
    for cell in lists(text) {
        let Range { start, .. } = cell;
        if count == CANDIDATE_LISTS {
            return may_end_row(&text[start..]);
        }
        if candidates(&text[cell]).is_err() {
            return false;
        }
        count += 1;
    }
    count == CANDIDATE_LISTS
}

/// The number of cells in a row of candidates.
const CANDIDATE_LISTS: usize = 9;

/// Returns true if what follows the cells of a row may be something else: a bracket that closes the
/// array, a comment, or the dot that ends a row in LaTeX.
fn may_end_row(text: &[u8]) -> bool {
    text.iter().any(|byte| b"])}/#%".contains(byte))
        || memchr::memmem::find(text, b"--").is_some()
        || text.trim_ascii_end().ends_with(b".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sudomill_core::grid::{Alphabet, Size};

    /// Parts of rows and of what may stand around them.
    const PARTS: [&str; 30] = [
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
            let symbols = [false, true].map(|dashes| RowStyle::Symbols { dashes });
            let heights = [1, size.side(), size.cells()].map(numbers);
            symbols.into_iter().chain(heights)
        };
        let rows = |size| styles(size).map(move |it| Rows::new(size, Alphabet::FromOne, it));
        let candidates = Rows::new(Size::Nine, Alphabet::FromOne, RowStyle::Candidates);
        Size::ALL.into_iter().flat_map(rows).chain([candidates]).collect()
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
                if rows.is_row(line.as_bytes()) {
                    prop_assert!(rows.may_be_row(&glance), "{line:?} in {:?}", rows.style);
                }
                if rows.kind(line.as_bytes(), &mut Vec::new()) == super::super::Kind::Ruler {
                    let is_drawn = rows.may_be_ruler(line.as_bytes());
                    prop_assert!(is_drawn || rows.are_numbers(), "{line:?}");
                }
            }
        }

        #[test]
        fn no_row_of_parts_is_missed(parts in prop::collection::vec(0..PARTS.len(), 0..40)) {
            let line: String = parts.iter().map(|&it| PARTS[it]).collect();
            let glance = Glance::of(line.as_bytes());
            for rows in ways().into_iter().filter(|rows| rows.is_row(line.as_bytes())) {
                prop_assert!(rows.may_be_row(&glance), "{line:?} in {:?}", rows.style);
            }
        }
    }
}
