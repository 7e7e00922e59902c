//! Options for opening an input.

use super::{
    source::Encoding,
    table::{Column, Role},
};
use sudomill_core::grid::{Size, Symbols};

/// How to open an input. Anything left as `None` is detected from the first bytes.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::{self, Open};
/// let text = "board\n1...4.....2....3\n";
/// let how = Open { header: Some(false), ..Open::default() };
/// let source = input::read_as("memory", text.as_bytes(), &how)?;
/// assert!(source.layout().table.columns().is_empty());
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Open {
    /// Map a regular file into memory if possible, instead of reading it.
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
}

impl Default for Open {
    fn default() -> Self {
        Self {
            map: true,
            column: None,
            role: Role::Puzzles,
            restore_zeros: false,
            symbols: None,
            size: None,
            delimiter: None,
            header: None,
            comment: None,
            encoding: None,
        }
    }
}
