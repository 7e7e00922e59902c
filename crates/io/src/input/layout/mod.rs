//! The format of an input: lines or grids, the size and alphabet of the puzzles, their column, and
//! the lines before the first puzzle. [`detect`] finds it from the first bytes.

mod detect;
mod shape;

pub use detect::find_column;
pub(super) use detect::{Detection, Start};
pub use shape::Shape;

use super::{
    answers::AnswerFormat,
    chunk::PlainLines,
    format::Format,
    grids::RowFormat,
    lines::{Notation, Preamble},
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
    /// The arrangement of the puzzles: lines or grids.
    pub shape: Shape,
    /// True if puzzles are given by candidates rather than clues. 9×9 only.
    pub candidates: bool,
    /// The columns of the lines, and which one holds the puzzles.
    pub table: Arc<Table>,
    /// True if the column names are not UTF-8 in the input. Then each of their characters stands
    /// for one byte.
    pub(crate) names_are_bytes: bool,
    /// The format that reads the input.
    pub(super) format: &'static dyn Format,
    /// The rows of grids; `None` if puzzles are lines.
    pub(super) rows: Option<RowFormat>,
    /// True if the cells of a puzzle are separated: arrays in JSON Lines, or `5 3 . . 7 …` in a
    /// field.
    pub(super) spread: bool,
    pub(super) preamble: Option<Preamble>,
    /// The place of the solution in each line, if solutions are read.
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
        is_usual.then_some(Self::of_lines(size, alphabet))
    }

    /// Like [`Self::lines`], for any alphabet.
    pub(super) fn of_lines(size: Size, alphabet: Alphabet) -> Self {
        Self {
            size,
            alphabet,
            shape: Shape::Lines,
            candidates: false,
            table: Arc::default(),
            names_are_bytes: false,
            format: &PlainLines,
            rows: None,
            spread: false,
            preamble: None,
            solutions: None,
        }
    }

    /// The notation of the puzzles.
    pub(crate) fn notation(&self) -> Notation {
        Notation { alphabet: self.alphabet, candidates: self.candidates }
    }
}
