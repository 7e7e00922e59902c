//! A glance at a line: whether it may be a row at all. Most lines of a text without grids are ruled out
//! by their first words, long before all their cells are found in each style and size.

use super::{
    super::lines::{MAX_LINE, symbols::NONE},
    row::{SEPARATES, candidates, characters, is_ruler, lists},
    rows::{RowStyle, Rows},
};
use sudomill_core::grid::Size;

/// What the first words of a line show.
pub(in crate::input) struct Glance<'t> {
    /// The texts in which a row may begin: the line, and what stands behind a name with `=` or `:`, a
    /// bracket or a quote.
    texts: [Option<Start<'t>>; SIGNS.len() + 1],
    /// The number of bytes that separate numbers.
    separators: usize,
}

/// What may stand in front of the cells of a row ends with one of these.
const SIGNS: &[u8] = b"=:[{(\"'";

/// The most cells in a row.
const MOST_CELLS: usize = Size::TwentyFive.cells();

/// A text in which a row may begin.
#[derive(Clone, Copy)]
struct Start<'t> {
    text: &'t [u8],
    /// The number of words, up to [`MOST_CELLS`], that may be numbers, before the first that may not.
    numbers: usize,
    /// True if no other words follow.
    are_all: bool,
}

impl<'t> Start<'t> {
    fn of(text: &'t [u8]) -> Self {
        let mut numbers = 0;
        let mut are_all = true;
        let mut end = 0;
        for word in text.split(|&byte| SEPARATES[usize::from(byte)]) {
            end += word.len();
            // The name of a bracket is passed over: `arrayOf(`, `vec![`.
            let names_bracket = || {
                let opens = |text: &[u8]| text.first().is_some_and(|byte| b"([{".contains(byte));
                // With a space behind it, `x` may be an empty cell, and `null` is one.
                let is_long = word.len() > 1 && !b"nNmM".contains(&word[0]);
                word[0].is_ascii_alphabetic()
                    && (opens(&text[end..]) || is_long && opens(text[end..].trim_ascii_start()))
            };
            if !word.is_empty() && !names_bracket() {
                are_all = numbers <= MOST_CELLS && may_be_number(word);
                if !are_all {
                    break;
                }
                numbers += 1;
            }
            // The separator.
            end += 1;
        }
        Self { text, numbers, are_all }
    }
}

/// Returns true for what may be a number, a symbol, several symbols, −1, or `null` and the like.
fn may_be_number(word: &[u8]) -> bool {
    let may_be_in = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-_*?".contains(byte);
    word.len() == 1
        || b"nNmM<".contains(&word[0])
        || Size::ALL.iter().any(|size| [size.side(), size.cells()].contains(&word.len()))
        || (word[0].is_ascii_digit() || word[0] == b'-') && word.iter().all(may_be_in)
}

impl<'t> Glance<'t> {
    pub fn of(line: &'t [u8]) -> Self {
        // No row has so many bytes.
        let line = if line.len() > MAX_LINE { &line[..0] } else { line };
        let mut texts = [None; SIGNS.len() + 1];
        texts[0] = Some(Start::of(line));
        for (text, &sign) in texts[1..].iter_mut().zip(SIGNS) {
            *text = memchr::memchr(sign, line).map(|at| Start::of(&line[at + 1..]));
        }
        let separates = |byte: &&u8| SEPARATES[usize::from(**byte)] || !byte.is_ascii();
        Self { texts, separators: line.iter().filter(separates).count() }
    }
}

impl Rows {
    /// Returns false only if [`Self::is_row`] does. Far faster for lines that are no rows.
    pub fn may_be_row(&self, glance: &Glance) -> bool {
        // What stands in front of a row, or between its cells, is left to the reader of rows.
        if glance.texts[1..].iter().any(Option::is_some) {
            return true;
        }
        let mut texts = glance.texts.iter().flatten();
        match self.style {
            RowStyle::Symbols { .. } => texts.any(|start| self.may_begin_with_symbols(start.text)),
            // Boxes have bars around them.
            RowStyle::Blanks { .. } => {
                texts.any(|start| start.text.iter().any(|byte| *byte == b'|' || !byte.is_ascii()))
            }
            RowStyle::Candidates => texts.any(|start| may_begin_with_candidates(start.text)),
            RowStyle::Numbers { .. } => {
                texts.any(|start| self.may_begin_with_numbers(start, glance.separators))
            }
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
                let (row, rest) = text.split_at(cell.start);
                return row.ends_with(b"  ") || may_follow_row(rest);
            }
            if self.values[usize::from(text[cell.start])] == NONE {
                return false;
            }
            count += 1;
        }
        count == self.width()
    }

    fn may_begin_with_numbers(&self, start: &Start, separators: usize) -> bool {
        let (width, side) = (self.width(), self.size.side());
        let Start { text, numbers, are_all } = *start;
        // In an array, an empty string is an empty cell.
        if [&b"\"\""[..], b"\" \""].iter().any(|it| memchr::memmem::find(text, it).is_some()) {
            return true;
        }
        match are_all && numbers <= width {
            // Between separators, empty fields may be cells. A line may also hold all cells in a word,
            // or a row in each.
            true => {
                numbers == width
                    || self.are_whole() && [1, side].contains(&numbers)
                    || width > 1 && separators + 1 >= width
            }
            false => {
                let may_have_empty_fields = || width > 1 && separators + 1 >= width;
                (numbers >= width.min(side) || may_have_empty_fields()) && may_follow_row(text)
            }
        }
    }
}

/// The number of cells in a row of candidates.
const CANDIDATE_LISTS: usize = Size::Nine.side();

fn may_begin_with_candidates(text: &[u8]) -> bool {
    let mut count = 0;
    for cell in lists(text) {
        if count == CANDIDATE_LISTS {
            return may_follow_row(&text[cell.start..]);
        }
        if candidates(&text[cell]).is_err() {
            return false;
        }
        count += 1;
    }
    count == CANDIDATE_LISTS
}

/// Returns true if a text may follow the cells of a row: it has a bracket that closes the array, a quote,
/// or a comment, or it ends with a dot, as a row of LaTeX does.
fn may_follow_row(text: &[u8]) -> bool {
    text.trim_ascii_end().ends_with(b"|.")
        || text.trim_ascii_end() == b"."
        || memchr::memchr3(b']', b')', b'}', text).is_some()
        || memchr::memchr3(b'/', b'#', b'%', text).is_some()
        || memchr::memchr2(b'"', b'\'', text).is_some()
        || memchr::memmem::find(text, b"--").is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sudomill_core::grid::Alphabet;

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
