//! The layout of an input: its format, the size and alphabet of its puzzles, its columns.

use super::{
    answer_format::AnswerFormat,
    grids::Rows,
    lines::{Notation, Preamble},
    table::{Column, Role, RowFormat, Table},
};
use std::sync::Arc;
use sudomill_bytes::Encoding;
use sudomill_puzzle::{
    grid::{Alphabet, Drawing, Extra, Size, Symbols, Units, UnitsError},
    setters,
};

/// How to open an input. Anything left as `None` is detected from the first bytes.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::input::{self, ReadOptions};
/// let text = "board\n1...4.....2....3\n";
/// let how = ReadOptions::default().with_header(false);
/// let source = input::read_as("memory", text.as_bytes(), &how)?;
/// assert!(source.layout().table.columns().is_empty());
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ReadOptions {
    /// Map a regular file into memory instead of reading it.
    ///
    /// On Unix, mapping the first file installs a handler for SIGBUS, the signal raised when a
    /// mapped file shrinks, for the life of the process. It turns the loss of our pages into an
    /// error and passes every other fault to the handler that was installed before. Without maps,
    /// there is no handler.
    pub map: bool,
    /// The column to read.
    pub column: Option<Column>,
    /// The role of that column: puzzles or solutions.
    pub role: Role,
    /// Restore the leading zeros that a spreadsheet removed, by padding fields that are a few
    /// digits short.
    pub restore_zeros: bool,
    /// The symbols of the puzzles, which also imply their size.
    pub symbols: Option<Symbols>,
    /// The size of the puzzles.
    pub size: Option<Size>,
    /// The separator of delimited text: one of `,`, `;`, tab and `|`.
    pub delimiter: Option<u8>,
    /// `Some(true)` if the first line that is neither blank nor a comment names the columns.
    pub header: Option<bool>,
    /// The byte that begins a comment, on any line. The default is `#`, in delimited text only
    /// above the first record, because fields such as `#17` and `#N/A` are not comments.
    pub comment: Option<u8>,
    /// The encoding of the text. `None` for UTF-8 or another superset of ASCII, whose bytes are
    /// read unchanged, and for UTF-16 with a byte-order mark. Text that needs decoding is not
    /// mapped.
    pub encoding: Option<Encoding>,
    /// The regions of the puzzles, which replace the boxes, and imply the size.
    pub regions: Option<Drawing>,
    /// The extra units of the puzzles.
    pub extra: Vec<Extra>,
}

setters!(ReadOptions {
    with_map: map, bool;
    with_column: column, impl Into<Option<Column>>;
    with_role: role, Role;
    with_restore_zeros: restore_zeros, bool;
    with_symbols: symbols, impl Into<Option<Symbols>>;
    with_size: size, impl Into<Option<Size>>;
    with_delimiter: delimiter, impl Into<Option<u8>>;
    with_header: header, impl Into<Option<bool>>;
    with_comment: comment, impl Into<Option<u8>>;
    with_encoding: encoding, impl Into<Option<Encoding>>;
    with_regions: regions, impl Into<Option<Drawing>>;
    with_extra: extra, Vec<Extra>;
});

impl ReadOptions {
    /// The size of the puzzles, if these options tell it.
    pub(super) fn known_size(&self) -> Option<Size> {
        let drawn = || self.regions.as_ref().map(Drawing::size);
        self.symbols.map(|symbols| symbols.size()).or(self.size).or_else(drawn)
    }

    /// The options that say what a puzzle is, for one that stands by itself: without those that divide a file into
    /// lines and fields.
    #[must_use]
    pub fn of_one_puzzle(&self) -> Self {
        let Self { role, symbols, regions, extra, .. } = self.clone();
        Self { role, symbols, regions, extra, ..Self::default() }
    }

    /// The units of puzzles of this size.
    pub(super) fn units(&self, size: Size) -> Result<Units, UnitsError> {
        Units::new(size, self.regions.as_ref(), &self.extra)
    }
}

/// The format of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The size of the puzzles.
    pub size: Size,
    /// The symbols of the digits. Up to 9×9 this is the default unless the user gave symbols.
    pub alphabet: Alphabet,
    /// True if puzzles are given by candidates rather than clues. 9×9 only.
    pub candidates: bool,
    /// The units of the puzzles.
    pub units: Units,
    /// The columns of the lines, and which one holds the puzzles.
    pub table: Arc<Table>,
    /// True if the column names are not UTF-8 in the input. Then each of their characters stands
    /// for one byte.
    pub names_are_bytes: bool,
    /// Restore the leading zeros that a spreadsheet removed.
    pub(super) restore_zeros: bool,
    pub(super) preamble: Preamble,
    /// The place of the solution in each line, if solutions are read.
    pub solutions: Option<Arc<AnswerFormat>>,
}

impl Layout {
    /// The layout for one puzzle per line; `None` if puzzles of that size are never written in that
    /// alphabet.
    pub fn lines(size: Size, alphabet: Alphabet) -> Option<Self> {
        let is_usual = match alphabet {
            Alphabet::FromOne => true,
            Alphabet::FromZero => size > Size::Nine,
            Alphabet::Custom(symbols) => size == symbols.size(),
        };
        is_usual.then(|| Self { size, alphabet, ..Self::default() })
    }

    /// The columns of which that of the solutions is read; `None` if solutions are not read.
    pub fn solutions(&self) -> Option<&Table> {
        self.solutions.as_ref().map(|format| &*format.table)
    }

    /// The notation of the puzzles.
    pub fn notation(&self) -> Notation {
        let Self { alphabet, candidates, units, .. } = *self;
        Notation { alphabet, candidates, units }
    }

    /// The rows of grids; `None` if puzzles are lines.
    pub(super) fn rows(&self) -> Option<&Rows> {
        if let RowFormat::Grids(rows) = &self.table.format { Some(rows) } else { None }
    }
}
