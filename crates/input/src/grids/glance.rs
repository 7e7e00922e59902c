//! A glance at a line: whether it may be a row at all. What does not depend on the style and size of rows is
//! found only once, and most lines have another number of cells than a row.

use super::{
    super::{lines::MAX_LINE, list::enclosed_item, sample::scan},
    around::{before_comment, before_dot, before_separator, in_quotes},
    row::{
        FIRST_OF_BARS, box_count, candidates, characters, collected, gap_before, has_text, lists,
    },
    rows::{RowStyle, Rows},
    tokens::Tokens,
};
use memchr::memchr2;
use std::{cell::OnceCell, iter, ops::Range};
use sudomill_puzzle::{grid::Size, puzzle_line::word::trimmed};

/// What a line may be, each part of which is found once, when it is asked for.
pub struct Glance<'t> {
    /// All of it.
    pub line: &'t [u8],
    /// The line, or the list or string that is an item of a list.
    pub(super) all: Part<'t>,
    /// The text in the quotes of the line, which may be a row of symbols.
    quoted: OnceCell<Option<Part<'t>>>,
    before_comment: OnceCell<Option<Part<'t>>>,
}

/// All of a line, or the part of it that may be a row.
pub(super) struct Part<'t> {
    /// Where it begins in the line.
    pub start: usize,
    pub text: &'t [u8],
    /// The first characters that may be cells: a dash in front of a row, and one more than it has.
    characters: OnceCell<Vec<Character>>,
    tokens: OnceCell<Tokens<'t>>,
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

impl<'t> Part<'t> {
    fn new(start: usize, text: &'t [u8]) -> Self {
        let (characters, tokens, boxes) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { start, text, characters, tokens, boxes }
    }

    fn characters(&self) -> &[Character] {
        const MOST: usize = Size::TwentyFive.side() + 2;
        let character = |cell: Range<usize>| Character {
            byte: self.text[cell.start],
            gap: gap_before(self.text, cell.start),
        };
        let first = || characters(self.text).take(MOST).map(character);
        self.characters.get_or_init(|| collected(first(), MOST))
    }

    pub fn tokens(&self) -> &Tokens<'t> {
        self.tokens.get_or_init(|| Tokens::of(self.text))
    }

    fn boxes(&self) -> usize {
        *self.boxes.get_or_init(|| box_count(self.text))
    }
}

impl<'t> Glance<'t> {
    /// A glance at all of a line but the dashes in front of a list or string that is an item of a list.
    pub fn of(line: &'t [u8]) -> Self {
        let start = enclosed_item(line).unwrap_or(0);
        Self::of_part(line, start, &line[start..])
    }

    /// A glance at a line of which only the text from an offset on is read.
    pub(super) fn of_part(line: &'t [u8], start: usize, text: &'t [u8]) -> Self {
        scan();
        let (quoted, before_comment) = (OnceCell::new(), OnceCell::new());
        Self { line, all: Part::new(start, text), quoted, before_comment }
    }

    /// The row without the dot of LaTeX, if it has one.
    pub(super) fn before_dot(&self, width: usize) -> Option<Self> {
        let Part { start, text, .. } = self.all;
        let row = before_dot(text, width);
        (row.len() < text.len()).then(|| Self::of_part(self.line, start, row))
    }

    /// The line without the separator behind its last cell, if it has one.
    pub fn before_separator(&self) -> Option<Self> {
        let Part { start, text, .. } = self.all;
        let row = before_separator(text);
        (row.len() < text.len()).then(|| Self::of_part(self.line, start, row))
    }

    pub(super) fn quoted(&self) -> Option<&Part<'t>> {
        let Part { start, text, .. } = self.all;
        let part = |place: Range<usize>| Part::new(start + place.start, &text[place]);
        self.quoted.get_or_init(|| in_quotes(text).map(part)).as_ref()
    }

    pub(super) fn before_comment(&self) -> Option<&Part<'t>> {
        let Part { start, text, .. } = self.all;
        let part = || before_comment(text).map(|text| Part::new(start, text));
        self.before_comment.get_or_init(part).as_ref()
    }

    /// The parts of the line that may be a row without quotes.
    fn parts(&self) -> impl Iterator<Item = &Part<'t>> {
        iter::once(&self.all).chain(iter::once_with(|| self.before_comment()).flatten())
    }
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
        // So few rows end with a dot of LaTeX that they need not be told apart faster.
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
            RowStyle::Blanks if memchr2(b'|', FIRST_OF_BARS, row).is_none() => false,
            RowStyle::Blanks => {
                parts.any(|part| part.boxes() == self.size.stacks() || self.may_be_symbols(part))
            }
            RowStyle::Candidates => parts.any(|part| may_be_candidates(part.text)),
            RowStyle::Numbers { .. } => parts.any(|part| self.may_be_numbers(part)),
        }
    }

    /// Returns true if the characters of a text are symbols, and as many as a row has cells, in front of other
    /// text or of nothing.
    fn may_be_symbols(&self, part: &Part) -> bool {
        let characters = &part.characters()[usize::from(self.is_marked(part.text))..];
        let Some((row, behind)) = characters.split_at_checked(self.width()) else { return false };
        let within = || row.iter().skip(1).map(|it| it.gap);
        behind.first().is_none_or(|next| has_text(within(), next.gap))
            && row.iter().all(|it| self.is_symbol(it.byte))
    }

    /// Returns true if a text has as many numbers as a row has cells; or, if a line is a whole puzzle, as
    /// many symbols, in a word or in one for each row.
    fn may_be_numbers(&self, part: &Part) -> bool {
        let width = self.width();
        let tokens = part.tokens();
        let count = tokens.count(width);
        let may_be_symbols = || {
            let len = trimmed(part.text, 0..part.text.len()).len();
            // A word, or one for each row, also between slashes.
            count == self.size.side() || len == width || len + 1 == width + self.size.side()
        };
        count == width || tokens.may_be_fields(width) || self.are_whole() && may_be_symbols()
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
