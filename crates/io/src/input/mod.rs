//! Turns bytes into puzzles. Never imports a solver.
//!
//! ```text
//! source ──► chunk ──► rows of puzzles
//!    └── layout: format, size, alphabet, column, header
//!           └── one of the formats in `format`, which cuts chunks and reads them
//! ```
//!
//! - `source`: mapped or read files, standard input and compressed data, in chunks.
//! - `format`: the list of formats, and what each of them does.
//! - `layout`: the format, detected from the first lines.
//! - `table`: the columns of a file, and the field of each record that holds the puzzle.
//! - `lines`: text as lines. `grids`: grids of several lines, one line of symbols each.
//! - `chunk`: a piece of an input, and the puzzles in it.
//! - `rows`: delimited text with all its fields.
//! - `answers`: files of solutions. `puzzles`: the puzzles of a source, or one from an argument.
//!
//! Which lines are skipped and where text is cut depend on the bytes alone, never on where a chunk
//! ends.

mod answers;
mod cells;
mod chunk;
mod detect;
mod detected;
mod fields;
mod grids;
mod json;
mod layout;
mod lines;
mod plain;
mod puzzles;
mod record;
mod records;
mod source;
mod table;

pub use answers::Answers;
pub(crate) use answers::describe;
pub use chunk::Chunk;
pub(crate) use chunk::{Cursor, Grid};
pub use detected::{Detected, SampleRow};
pub use layout::Layout;
pub use lines::Lines;
pub use puzzles::{AnyLine, AnyPuzzle, read_puzzle, read_puzzle_in};
pub(crate) use record::Record;
pub use source::{Encoding, FileSpan, Shard, Source, open, read_as, read_from};
pub(crate) use sudomill_core::puzzle_line::{
    Notation, candidates::candidate_bits, line_end::without_line_end, position::place,
    symbols::is_usual,
};
pub use sudomill_core::{
    BadLine, NoColumn, Problem,
    puzzle_line::{BLANKS, Line, MAX_LINE, SEPARATORS, Skip, parse_line, parse_line_in},
};
pub use table::{Column, Role, Table, column_named};
pub(crate) use {fields::field_value, fields::quoted, json::whole_values};

// For the other crates of sudomill, and the Python package.
#[doc(hidden)]
pub use lines::{is_missing, without_bom};
#[doc(hidden)]
pub use {
    answers::{Answer, Slice},
    source::{Position, unpacked},
    sudomill_core::puzzle_line::{line_end::count as line_ends, position::column},
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

#[cfg(all(test, feature = "files"))]
mod tests;
