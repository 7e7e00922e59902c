//! A glance at a line: whether it may be a row at all. Most lines of a text without grids are ruled out
//! by their first words, long before all their cells are found in each style and size.

use super::{
    super::lines::{
        MAX_LINE,
        symbols::{BLANKS, NONE, table},
    },
    row::{SEPARATES, candidates, characters, lists},
    rows::{RowStyle, Rows},
};
use std::cell::OnceCell;
use sudomill_core::grid::Size;

/// The signs of names, brackets and quotes. Where a row begins behind them, and what between them is a
/// cell, only the reader of rows can tell.
const SIGNS: &[u8] = b"=:[{(\"'";

/// The most cells in a row.
const MOST_CELLS: usize = Size::TwentyFive.cells();

/// The most places in a row at which a number may begin: an array of strings has three for each cell, and a
/// comment may follow it. A longer line would be divided into its words for each style and size.
const MOST_PLACES: usize = 4 * MOST_CELLS;

/// What the words of a line show.
pub(in crate::input) struct Glance<'t> {
    line: &'t [u8],
    /// The length of the longest word.
    longest: usize,
    /// True if the line has a bar, or the first byte of one.
    may_have_bars: bool,
    /// The offset of the last sign of what may follow a row, once it was asked for. Most ways to read a
    /// line ask for it, and each would search all of the line.
    last_sign: OnceCell<Option<usize>>,
    /// The number of fields between tabs, commas, semicolons and bars, once it was asked for.
    fields: OnceCell<[usize; 4]>,
    text: Text,
}

enum Text {
    /// Words without any of [`SIGNS`]: a row begins with the first one.
    Words {
        /// The number of words, up to [`MOST_CELLS`], that may be numbers, before the first that may not.
        numbers: usize,
        /// True if no other words follow.
        are_all: bool,
        /// The number of bytes that separate numbers.
        separators: usize,
    },
    /// Any other text.
    Signs {
        /// The number of places at which a number may begin, or a field may be empty.
        places: usize,
    },
}

/// What a byte means at a glance: a bit for each meaning.
const SEPARATOR: u8 = 1;
const SIGN: u8 = 2;
const BAR: u8 = 4;

/// The first byte of the bars other than `|`.
const FIRST_OF_BARS: usize = 0xE2;

/// The meanings of each byte.
const MEANINGS: [u8; 256] = {
    let signs = table(SIGNS);
    let mut all = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        all[byte] = if SEPARATES[byte] { SEPARATOR } else { 0 }
            | if signs[byte] { SIGN } else { 0 }
            | if byte == b'|' as usize || byte == FIRST_OF_BARS { BAR } else { 0 };
        byte += 1;
    }
    all
};

impl<'t> Glance<'t> {
    pub fn of(line: &'t [u8]) -> Self {
        // No row has so many bytes.
        let line = if line.len() > MAX_LINE { &line[..0] } else { line };
        let mut found = 0;
        let mut separators = 0;
        let mut longest = 0;
        let mut len = 0;
        for &byte in line {
            let meanings = MEANINGS[usize::from(byte)];
            found |= meanings;
            separators += usize::from(meanings & (SEPARATOR | BAR) != 0);
            len = if meanings & SEPARATOR == 0 { len + 1 } else { 0 };
            longest = longest.max(len);
        }
        let may_have_bars = found & BAR != 0;
        let with = |text| Self {
            line,
            longest,
            may_have_bars,
            last_sign: OnceCell::new(),
            fields: OnceCell::new(),
            text,
        };
        if found & SIGN != 0 {
            let separates = |byte: u8| SEPARATES[usize::from(byte)] || !byte.is_ascii();
            let is_place = |at: &usize| {
                let (before, rest) = (line[at - 1], &line[*at..]);
                let begins = separates(before) || b"=:".contains(&before);
                begins && may_begin_number(rest[0]) && !is_text(rest)
                    || b"\t,;|\"".contains(&before)
                    || !before.is_ascii()
            };
            // A number may also begin at the start, and a field be empty at the end.
            let places = 2 + (1..line.len()).filter(is_place).count();
            return with(Text::Signs { places });
        }
        let all = line.split(|&byte| SEPARATES[usize::from(byte)]);
        let mut words = all.filter(|word| !word.is_empty()).peekable();
        let mut numbers = 0;
        while numbers <= MOST_CELLS && words.next_if(|word| may_be_number(word)).is_some() {
            numbers += 1;
        }
        let are_all = words.peek().is_none();
        with(Text::Words { numbers, are_all, separators })
    }

    /// Returns true if a separator may divide the line into as many fields as a row has cells, with or
    /// without bars around them.
    fn may_have_fields(&self, width: usize) -> bool {
        let count = |separator| memchr::memchr_iter(separator, self.line).count() + 1;
        let fields = self.fields.get_or_init(|| b"\t,;|".map(count));
        // There are other bars than this one.
        !self.line.is_ascii() || fields.iter().any(|it| [width, width + 2].contains(it))
    }

    /// Returns true if what stands at an offset may follow the cells of a row: it has a bracket that closes
    /// an array, or what begins a comment, or it ends with a dot, as a row of LaTeX does.
    fn may_follow_row(&self, from: usize) -> bool {
        let end = self.line[from..].trim_ascii_end();
        let last_sign = self.last_sign.get_or_init(|| {
            let brackets = memchr::memrchr3(b']', b')', b'}', self.line);
            let comment = memchr::memrchr3(b'/', b'#', b'%', self.line);
            // A comment has letters: without them, dashes are cells or a ruler.
            let text = self.line.iter().rposition(u8::is_ascii_alphabetic).unwrap_or(0);
            let dashes = memchr::memmem::rfind(&self.line[..text], b"--");
            brackets.max(comment).max(dashes)
        });
        end.ends_with(b"|.") || end == b"." || last_sign.is_some_and(|last| last >= from)
    }
}

/// Returns true for the first byte of what may be a number, an empty cell or a row of symbols.
fn may_begin_number(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'<' || BLANKS.contains(&byte)
}

/// Returns true if a word with two letters begins here that is neither a missing value nor symbols of
/// empty cells.
fn is_text(rest: &[u8]) -> bool {
    matches!(rest, [first, second, ..] if first.is_ascii_alphabetic()
        && second.is_ascii_alphabetic()
        && !b"nNmM".contains(first)
        && !BLANKS.contains(first))
}

/// Returns true for what may be a number, a symbol, several symbols, −1, or `null` and the like.
fn may_be_number(word: &[u8]) -> bool {
    let may_be_in = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-_*?".contains(byte);
    word.len() == 1
        || b"nNmM<".contains(&word[0])
        || Size::ALL.iter().any(|size| [size.side(), size.cells()].contains(&word.len()))
        || (word[0].is_ascii_digit() || word[0] == b'-') && word.iter().all(may_be_in)
}

impl Rows {
    /// Returns false only if [`Self::is_row`] does. Far faster for lines that are no rows.
    pub fn may_be_row(&self, glance: &Glance) -> bool {
        let line = glance.line;
        let count = |is_cell: &dyn Fn(&u8) -> bool| line.iter().filter(|it| is_cell(it)).count();
        match (self.style, &glance.text) {
            // Boxes have bars around them.
            (RowStyle::Blanks { .. }, _) => glance.may_have_bars,
            (RowStyle::Symbols { .. }, Text::Words { .. }) => self.may_begin_with_symbols(glance),
            (RowStyle::Symbols { .. }, Text::Signs { .. }) => {
                count(&|byte| self.values[usize::from(*byte)] != NONE) >= self.width()
            }
            (RowStyle::Candidates, Text::Words { .. }) => may_begin_with_candidates(glance),
            (RowStyle::Candidates, Text::Signs { .. }) => {
                count(&|byte| byte.is_ascii_digit() || b"[{(".contains(byte)) >= CANDIDATE_LISTS
            }
            (RowStyle::Numbers { .. }, Text::Words { numbers, are_all, separators }) => {
                self.may_be_numbers(glance, *numbers, *are_all, *separators)
            }
            (RowStyle::Numbers { .. }, Text::Signs { places }) => {
                // Symbols that the user chose may be any characters.
                let side = self.size.side();
                let may_be_numbers = *places <= MOST_PLACES;
                // A row of symbols may be a word, which begins with letters only on a large size.
                let longest_word = if self.size > Size::Nine { side } else { self.width() };
                self.alphabet.custom().is_some()
                    || may_be_numbers && *places >= self.width().min(side)
                    || self.are_whole() && glance.longest >= longest_word
            }
        }
    }

    fn may_begin_with_symbols(&self, glance: &Glance) -> bool {
        let text = glance.line;
        let mut count = 0;
        for cell in characters(text) {
            if count == self.width() {
                return text[..cell.start].ends_with(b"  ") || glance.may_follow_row(cell.start);
            }
            if self.values[usize::from(text[cell.start])] == NONE {
                return false;
            }
            count += 1;
        }
        count == self.width()
    }

    fn may_be_numbers(
        &self,
        glance: &Glance,
        numbers: usize,
        are_all: bool,
        separators: usize,
    ) -> bool {
        let width = self.width();
        let side = self.size.side();
        // Between separators, empty fields may be cells.
        let may_have_empty_fields = width > 1 && separators + 1 >= width;
        if !are_all || numbers > width {
            return (numbers >= width.min(side) || may_have_empty_fields)
                && glance.may_follow_row(0);
        }
        // A line may also hold all cells in a word, or a row in each.
        let may_be_words = || match numbers {
            1 => glance.longest == width,
            _ => numbers == side && glance.longest == side,
        };
        numbers == width
            || self.are_whole() && may_be_words()
            || may_have_empty_fields && (glance.may_have_fields(width) || glance.may_follow_row(0))
    }
}

/// The number of cells in a row of candidates.
const CANDIDATE_LISTS: usize = Size::Nine.side();

fn may_begin_with_candidates(glance: &Glance) -> bool {
    let text = glance.line;
    let mut count = 0;
    for cell in lists(text) {
        if count == CANDIDATE_LISTS {
            return glance.may_follow_row(cell.start);
        }
        if candidates(&text[cell]).is_err() {
            return false;
        }
        count += 1;
    }
    count == CANDIDATE_LISTS
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use sudomill_core::grid::Alphabet;

    /// Parts of rows and of what may stand around them.
    const PARTS: [&str; 33] = [
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
            let symbols = [false, true].map(|dashes| RowStyle::Symbols { dashes });
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
                if rows.is_row(line.as_bytes()) {
                    prop_assert!(rows.may_be_row(&glance), "{line:?} in {:?}", rows.style);
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
