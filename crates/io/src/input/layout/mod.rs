//! The format of an input: lines or grids, the size and alphabet of the puzzles, their column, and
//! the lines before the first puzzle. [`detect`] finds it from the first bytes.

mod detect;
mod shape;

pub use detect::find_column;
pub use shape::Shape;

use super::{
    answers::AnswerFormat,
    grids::{Drawing, GridText, NumberRows, RowFormat},
    lines::{COMMENT, Notation, Preamble},
    table::Table,
};
use std::sync::Arc;
use sudomill_core::grid::{Alphabet, Size};

/// The format of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size of the puzzles.
    pub size: Size,
    /// The symbols of the digits. Up to 9×9 this is the default unless the user gave symbols.
    pub alphabet: Alphabet,
    /// How puzzles are laid out: as lines or as grids.
    pub shape: Shape,
    /// True if puzzles are given by candidates rather than clues. 9×9 only.
    pub candidates: bool,
    /// The columns of the lines, and which one holds the puzzles.
    pub table: Arc<Table>,
    /// True if the column names are not UTF-8 in the input. Then each of their characters stands
    /// for one byte.
    pub(crate) names_are_bytes: bool,
    /// True if a dash in a grid can be an empty cell, not only a ruler.
    dashes: bool,
    /// True if grids are drawings whose blank cells are empty cells.
    drawing: Option<Drawing>,
    /// True if the cells of a puzzle are separated: arrays in JSON Lines, or `5 3 . . 7 …` in a
    /// field.
    pub(super) spread: bool,
    /// The format of puzzles written as numbers; `None` if their cells are symbols.
    numbers: Option<NumberRows>,
    pub(super) preamble: Option<Preamble>,
    /// Where the solutions along with the puzzles are, if they are read.
    pub(super) solutions: Option<Arc<AnswerFormat>>,
}

impl Layout {
    /// The layout for one puzzle per line; `None` if puzzles of that size are never written in that
    /// alphabet.
    pub fn lines(size: Size, alphabet: Alphabet) -> Option<Self> {
        let is_usual = match alphabet {
            Alphabet::FromOne => true,
            Alphabet::FromZero => size >= Size::Sixteen,
            Alphabet::Custom(symbols) => size == symbols.size(),
        };
        is_usual.then_some(Self {
            size,
            alphabet,
            shape: Shape::Lines,
            candidates: false,
            table: Arc::default(),
            names_are_bytes: false,
            dashes: false,
            drawing: None,
            spread: false,
            numbers: None,
            preamble: None,
            solutions: None,
        })
    }

    /// Creates the piece of a file of grids that begins at offset `start`; `None` if puzzles are
    /// lines.
    pub(super) fn grid_text<'a>(
        &self,
        bytes: &'a [u8],
        start: u64,
        inside_line: bool,
    ) -> Option<GridText<'a>> {
        Some(GridText::new(self.rows()?, self.preamble, bytes, start, inside_line))
    }

    /// The format of the rows of grids; `None` if puzzles are lines.
    pub(super) fn rows(&self) -> Option<RowFormat> {
        let mut rows = match (self.shape, self.numbers) {
            (Shape::Lines, _) => return None,
            (Shape::Grids, Some(rows)) => RowFormat::of_numbers(self.size, rows),
            (Shape::Grids, None) => RowFormat::new(self.size, self.alphabet),
        };
        (rows.dashes, rows.drawing) = (self.dashes, self.drawing);
        rows.candidates = self.candidates;
        rows.comment = self.table.comment.unwrap_or(COMMENT);
        Some(rows)
    }

    /// Returns true if puzzles are written as numbers, with one puzzle or one row per line.
    pub(super) fn are_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// How puzzles are written.
    pub(crate) fn notation(&self) -> Notation {
        Notation { alphabet: self.alphabet, candidates: self.candidates }
    }
}
