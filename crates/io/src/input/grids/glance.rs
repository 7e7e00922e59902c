//! A glance at a line: whether it may be a row at all. What does not depend on the style and size of rows is
//! found only once, and most lines have another number of cells than a row.

use super::{
    super::lines::{MAX_LINE, symbols::table},
    around::{before_comment, before_dot, in_quotes},
    row::{SEPARATES, Words, box_count, candidates, characters, gap_before, has_text, lists},
    rows::{RowStyle, Rows},
};
use std::{cell::OnceCell, ops::Range};
use sudomill_core::{grid::Size, puzzle_line::word::trimmed};

/// What a line may be.
pub(in crate::input) struct Glance<'t> {
    line: &'t [u8],
    all: Part<'t>,
    /// The text in the quotes of the line, which may be a row of symbols.
    quoted: Option<Part<'t>>,
    before_comment: Option<Part<'t>>,
    /// True if the line has a bar, or the first byte of one.
    may_have_bars: bool,
    /// True if the line may end with the dot of LaTeX.
    may_have_dot: bool,
}

/// All of a line, or the part of it that may be a row.
struct Part<'t> {
    text: &'t [u8],
    /// The first characters that may be cells, one more than a row has, once they were asked for.
    characters: OnceCell<Vec<Character>>,
    /// The words that may be numbers, once they were asked for.
    words: OnceCell<Words<'t>>,
    /// The number of boxes between bars, once it was asked for; 0 if they are not as wide as each other.
    boxes: OnceCell<usize>,
}

/// A character that may be a cell.
struct Character {
    /// Its first byte.
    byte: u8,
    /// The number of blanks in front of it.
    gap: usize,
}

/// The largest size.
const LARGEST: Size = Size::TwentyFive;

/// The first byte of the bars other than `|`.
const FIRST_OF_BARS: u8 = 0xE2;

/// The signs of names and brackets: what between them is a number, only [`Words`] tells.
const SIGNS: [bool; 256] = table(b"=:[](){}");

impl<'t> Part<'t> {
    fn new(text: &'t [u8]) -> Self {
        let (characters, words, boxes) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { text, characters, words, boxes }
    }

    fn characters(&self) -> &[Character] {
        let first = || characters(self.text).take(LARGEST.side() + 1);
        let character = |cell: Range<usize>| Character {
            byte: self.text[cell.start],
            gap: gap_before(self.text, cell.start),
        };
        self.characters.get_or_init(|| first().map(character).collect())
    }

    fn words(&self) -> &Words<'t> {
        let has_signs = || self.text.iter().any(|&byte| SIGNS[usize::from(byte)]);
        let may_be_words = || {
            let words = self.text.split(|&byte| SEPARATES[usize::from(byte)]);
            words.filter(|word| !word.is_empty()).all(may_be_number)
        };
        let found = || may_be_words() || has_signs();
        self.words.get_or_init(|| if found() { Words::of(self.text) } else { Words::default() })
    }

    fn boxes(&self) -> usize {
        *self.boxes.get_or_init(|| box_count(self.text))
    }
}

impl<'t> Glance<'t> {
    pub fn of(line: &'t [u8]) -> Self {
        // No row has so many bytes.
        let line = if line.len() > MAX_LINE { &line[..0] } else { line };
        Self {
            line,
            all: Part::new(line),
            quoted: in_quotes(line).map(|quoted| Part::new(&line[quoted])),
            before_comment: before_comment(line).map(Part::new),
            may_have_bars: memchr::memchr2(b'|', FIRST_OF_BARS, line).is_some(),
            may_have_dot: line.trim_ascii_end().ends_with(b"."),
        }
    }

    /// The parts of the line that may be a row without quotes.
    fn parts(&self) -> impl Iterator<Item = &Part<'t>> {
        [&self.all].into_iter().chain(&self.before_comment)
    }
}

/// Returns true for what may be a number, a symbol, several symbols, −1, or `null` and the like.
fn may_be_number(word: &[u8]) -> bool {
    let may_be_in = |byte: &u8| byte.is_ascii_alphanumeric() || b".+-_*?".contains(byte);
    word.len() == 1
        || (word[0].is_ascii_digit() || word[0] == b'-') && word.iter().all(may_be_in)
        || b"nNmM<".contains(&word[0])
        || Size::ALL.iter().any(|size| [size.side(), size.cells()].contains(&word.len()))
}

impl Rows {
    /// Returns false only if [`Self::is_row`] does. Far faster for lines that are no rows.
    pub fn may_be_row(&self, glance: &Glance) -> bool {
        // Each cell takes a character, or the separator before it.
        if glance.line.len() + 1 < self.width() {
            return false;
        }
        if glance.may_have_dot && before_dot(glance.line, self.width()).len() < glance.line.len() {
            return true;
        }
        let mut parts = glance.parts();
        match self.style {
            RowStyle::Symbols { .. } => {
                parts.chain(&glance.quoted).any(|part| self.may_be_symbols(part))
            }
            // Boxes have bars around them.
            RowStyle::Blanks { .. } if !glance.may_have_bars => false,
            RowStyle::Blanks { .. } => {
                parts.any(|part| part.boxes() == self.size.stacks() || self.may_be_symbols(part))
            }
            RowStyle::Candidates => parts.any(|part| may_be_candidates(part.text)),
            RowStyle::Numbers { .. } => parts.any(|part| self.may_be_numbers(part)),
        }
    }

    /// Returns true if the characters of a text are symbols, and as many as a row has cells, in front of other
    /// text or of nothing.
    fn may_be_symbols(&self, part: &Part) -> bool {
        let Some((row, behind)) = part.characters().split_at_checked(self.width()) else {
            return false;
        };
        row.iter().all(|it| self.is_symbol(it.byte))
            && behind
                .first()
                .is_none_or(|next| has_text(row.iter().skip(1).map(|it| it.gap), next.gap))
    }

    /// Returns true if a text has as many numbers as a row has cells; or, if a line is a whole puzzle, as
    /// many symbols, in a word or in one for each row.
    fn may_be_numbers(&self, part: &Part) -> bool {
        let width = self.width();
        let words = part.words();
        let count = words.count(width);
        let may_be_symbols =
            || count == self.size.side() || trimmed(part.text, 0..part.text.len()).len() == width;
        count == width || words.may_be_fields(width) || self.are_whole() && may_be_symbols()
    }
}

/// The number of cells in a row of candidates.
const CANDIDATE_LISTS: usize = Size::Nine.side();

/// Returns true if a text is as many lists of candidates as a row has cells.
fn may_be_candidates(text: &[u8]) -> bool {
    let mut count = 0;
    for cell in lists(text) {
        if count == CANDIDATE_LISTS || candidates(&text[cell]).is_err() {
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
