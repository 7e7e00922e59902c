//! The layout of an input: its format, the size and alphabet of its puzzles, its columns.

use super::{
    answers::AnswerFormat,
    chunk::Piece,
    grids::Rows,
    lines::{self, Cut, Notation, Preamble},
    records,
    table::Table,
};
use std::sync::Arc;
use sudomill_core::grid::{Alphabet, Size};

/// How the lines of an input are divided into puzzles and fields.
#[expect(clippy::large_enum_variant, reason = "an input has one")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::input) enum Format {
    /// Words, separated by any of `, ; : | tab space`. Spaces around a separator belong to it.
    #[default]
    Lines,
    /// Fields between this separator, outside quotes.
    Delimited(u8),
    /// Each line is a JSON object; its values are the fields.
    JsonLines,
    /// Rows of grids, one per line.
    Grids(Rows),
}

/// The format of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size of the puzzles.
    pub size: Size,
    /// The symbols of the digits. Up to 9×9 this is the default unless the user gave symbols.
    pub alphabet: Alphabet,
    /// True if puzzles are given by candidates rather than clues. 9×9 only.
    pub candidates: bool,
    /// The columns of the lines, and which one holds the puzzles.
    pub table: Arc<Table>,
    /// True if the column names are not UTF-8 in the input. Then each of their characters stands
    /// for one byte.
    pub(crate) names_are_bytes: bool,
    /// Restore the leading zeros that a spreadsheet removed.
    pub(super) restore_zeros: bool,
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
        is_usual.then(|| Self::of_lines(size, alphabet))
    }

    /// Like [`Self::lines`], for any alphabet.
    pub(super) fn of_lines(size: Size, alphabet: Alphabet) -> Self {
        Self {
            size,
            alphabet,
            candidates: false,
            table: Arc::default(),
            names_are_bytes: false,
            restore_zeros: false,
            preamble: None,
            solutions: None,
        }
    }

    /// The notation of the puzzles.
    pub(crate) fn notation(&self) -> Notation {
        Notation { alphabet: self.alphabet, candidates: self.candidates }
    }

    /// The rows of grids; `None` if puzzles are lines.
    pub(super) fn rows(&self) -> Option<&Rows> {
        if let Format::Grids(rows) = &self.table.format { Some(rows) } else { None }
    }

    /// Cuts a chunk of about `target` bytes off the front of a piece. `None` if more bytes are
    /// needed; `last` means that no more will come.
    pub(super) fn cut(&self, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
        match &self.table.format {
            Format::Grids(rows) => rows.cut(piece, self.preamble, target, last),
            Format::Delimited(separator) => records::cut(*separator, piece, target, last),
            _ => lines::cut(piece.bytes, target, last),
        }
    }

    /// Like [`Self::cut`], for the whole text: a larger target never cuts before a smaller one.
    pub(super) fn cut_whole(&self, piece: &Piece, target: usize) -> Option<Cut> {
        match &self.table.format {
            Format::Grids(rows) => rows.cut_forward(piece, self.preamble, target, true),
            _ => self.cut(piece, target, true),
        }
    }

    /// The name of the format, which `inspect` shows.
    pub(super) fn name(&self) -> &'static str {
        match &self.table.format {
            Format::Lines => "lines",
            Format::Delimited(_) if self.table.cells.is_some() => "cells",
            Format::Delimited(_) => "delimited",
            Format::JsonLines => "json-lines",
            Format::Grids(rows) if rows.are_numbers() => "numbers",
            Format::Grids(_) => "grids",
        }
    }
}
