//! A glance at a line: whether it may be a row at all. What does not depend on the style and size of rows is
//! found only once, and most lines have another number of cells than a row.

use super::{
    super::{
        lines::{MAX_LINE, symbols::table},
        list,
    },
    around::{before_comment, before_dot, in_quotes},
    row::{SEPARATES, Words, box_count, candidates, characters, gap_before, has_text, lists},
    rows::{RowStyle, Rows},
};
use std::{borrow::Cow, cell::OnceCell, iter, ops::Range};
use sudomill_core::{grid::Size, puzzle_line::word::trimmed};

/// What a line may be, each part of which is found once, when it is asked for.
pub(in crate::input) struct Glance<'t> {
    /// All of it.
    pub(super) line: &'t [u8],
    /// The line, or the item of a list in it.
    pub(super) all: Part<'t>,
    /// The text in the quotes of the line, which may be a row of symbols.
    quoted: OnceCell<Option<Part<'t>>>,
    before_comment: OnceCell<Option<Part<'t>>>,
    /// True if the line has a bar, or the first byte of one.
    may_have_bars: OnceCell<bool>,
}

/// All of a line, or the part of it that may be a row.
pub(super) struct Part<'t> {
    /// Where it begins in the line.
    pub start: usize,
    pub text: &'t [u8],
    /// The first characters that may be cells, one more than a row has.
    characters: OnceCell<Vec<Character>>,
    /// False if the words are no numbers.
    may_be_numbers: OnceCell<bool>,
    words: OnceCell<Words<'t>>,
    /// The number of boxes between bars; 0 if they are not as wide as each other.
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
    fn new(line: &'t [u8], place: Range<usize>) -> Self {
        Self {
            start: place.start,
            text: &line[place],
            characters: OnceCell::new(),
            may_be_numbers: OnceCell::new(),
            words: OnceCell::new(),
            boxes: OnceCell::new(),
        }
    }

    fn characters(&self) -> &[Character] {
        let first = || characters(self.text).take(LARGEST.side() + 1);
        let character = |cell: Range<usize>| Character {
            byte: self.text[cell.start],
            gap: gap_before(self.text, cell.start),
        };
        self.characters.get_or_init(|| first().map(character).collect())
    }

    fn may_be_numbers(&self) -> bool {
        let has_signs = || self.text.iter().any(|&byte| SIGNS[usize::from(byte)]);
        let are_numbers = || {
            let words = self.text.split(|&byte| SEPARATES[usize::from(byte)]);
            words.filter(|word| !word.is_empty()).all(may_be_number)
        };
        *self.may_be_numbers.get_or_init(|| are_numbers() || has_signs())
    }

    /// The words that may be numbers.
    pub fn words(&self) -> &Words<'t> {
        self.words.get_or_init(|| Words::of(self.text))
    }

    fn boxes(&self) -> usize {
        *self.boxes.get_or_init(|| box_count(self.text))
    }
}

impl<'t> Glance<'t> {
    pub fn of(line: &'t [u8]) -> Self {
        Self::of_part(line, 0..line.len())
    }

    /// A glance at a line, of which an item is read if lines are items of lists.
    pub fn of_item(line: &'t [u8], is_list: bool) -> Self {
        let item = if is_list { list::item(line) } else { None };
        Self::of_part(line, item.unwrap_or(0..line.len()))
    }

    fn of_part(line: &'t [u8], place: Range<usize>) -> Self {
        Self {
            line,
            all: Part::new(line, place),
            quoted: OnceCell::new(),
            before_comment: OnceCell::new(),
            may_have_bars: OnceCell::new(),
        }
    }

    /// All of the line.
    pub fn line(&self) -> &'t [u8] {
        self.line
    }

    /// The row without the dot of LaTeX, if it has one.
    pub(super) fn before_dot(&self, width: usize) -> Option<Self> {
        let Part { start, text, .. } = self.all;
        let row = before_dot(text, width);
        (row.len() < text.len()).then(|| Self::of_part(self.line, start..start + row.len()))
    }

    /// The words that may be numbers, of the whole line.
    pub(super) fn words(&self) -> Cow<'_, Words<'t>> {
        match self.all.text.len() == self.line.len() {
            true => Cow::Borrowed(self.all.words()),
            false => Cow::Owned(Words::of(self.line)),
        }
    }

    fn part(&self, place: Range<usize>) -> Part<'t> {
        let start = self.all.start;
        Part::new(self.line, start + place.start..start + place.end)
    }

    pub(super) fn quoted(&self) -> Option<&Part<'t>> {
        let quoted = || in_quotes(self.all.text).map(|place| self.part(place));
        self.quoted.get_or_init(quoted).as_ref()
    }

    pub(super) fn before_comment(&self) -> Option<&Part<'t>> {
        let part = || before_comment(self.all.text).map(|text| self.part(0..text.len()));
        self.before_comment.get_or_init(part).as_ref()
    }

    fn may_have_bars(&self) -> bool {
        let has_bars = || memchr::memchr2(b'|', FIRST_OF_BARS, self.all.text).is_some();
        *self.may_have_bars.get_or_init(has_bars)
    }

    /// The parts of the line that may be a row without quotes.
    fn parts(&self) -> impl Iterator<Item = &Part<'t>> {
        iter::once(&self.all).chain(iter::once_with(|| self.before_comment()).flatten())
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
        let width = self.width();
        let row = glance.all.text;
        // Each cell takes a character, or the separator before it. No row has more than so many bytes.
        if row.len() + 1 < width || row.len() > MAX_LINE {
            return false;
        }
        if before_dot(row, width).len() < row.len() {
            return true;
        }
        let mut parts = glance.parts();
        match self.style {
            RowStyle::Symbols { .. } => {
                let parts = parts.chain(iter::once_with(|| glance.quoted()).flatten());
                parts.into_iter().any(|part| self.may_be_symbols(part))
            }
            // Boxes have bars around them.
            RowStyle::Blanks { .. } if !glance.may_have_bars() => false,
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
        let within = || row.iter().skip(1).map(|it| it.gap);
        behind.first().is_none_or(|next| has_text(within(), next.gap))
            && row.iter().all(|it| self.is_symbol(it.byte))
    }

    /// Returns true if a text has as many numbers as a row has cells; or, if a line is a whole puzzle, as
    /// many symbols, in a word or in one for each row.
    fn may_be_numbers(&self, part: &Part) -> bool {
        let width = self.width();
        if !part.may_be_numbers() {
            return false;
        }
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
