//! The format of an input, as its first bytes show it, in words.

use super::{
    layout::Shape,
    source::Source,
    table::{Role, column_named},
};
use crate::grid::Alphabet;

/// The format of an input. `sudomill inspect` shows it, and so does the summary of a run.
///
/// ```
/// use sudomill::input;
/// let source = input::read_from("memory", "id;board\n7;1...4.....2....3\n".as_bytes())?;
/// let detected = source.detected();
/// assert_eq!((detected.format, detected.delimiter), ("delimited", Some(';')));
/// assert_eq!((detected.column, detected.side), (Some(2), 4));
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Detected {
    /// `lines`, `delimited`, `json-lines`, `grids` (one row per line) or `numbers` (arrays, one
    /// puzzle or one row per line).
    pub format: &'static str,
    /// The separator of columns.
    pub delimiter: Option<char>,
    /// The header as it stands in the file.
    pub header: Option<String>,
    /// The names of the columns; empty without a header.
    pub columns: Vec<String>,
    /// The column of the puzzles, from 1; `None` if lines have no columns.
    pub column: Option<usize>,
    /// The name of that column.
    pub column_name: Option<String>,
    /// The column of the solutions, from 1, if they are read.
    pub solution_column: Option<usize>,
    /// The side of the grids: 4, 9, 16 or 25.
    pub side: usize,
    /// The symbols of the digits.
    pub alphabet: String,
    /// Whether puzzles are given by candidates, and not by clues.
    pub candidates: bool,
    /// The character that begins a comment, on any line; `None` if `#` begins one, above the
    /// first record only.
    pub comment: Option<char>,
}

impl Detected {
    /// The header, if none of its names is a known one, so that it might be a record.
    #[must_use]
    pub fn guessed_header(&self) -> Option<&str> {
        let is_known = |role| column_named(&self.columns, role).next().is_some();
        let is_certain = is_known(Role::Puzzles) || is_known(Role::Solutions);
        self.header.as_deref().filter(|_| !is_certain)
    }
}

impl Source {
    /// The format of the input, in words.
    #[must_use]
    pub fn detected(&self) -> Detected {
        let layout = self.layout();
        let table = &layout.table;
        let has_columns = table.has_columns();
        Detected {
            format: match layout.shape {
                _ if layout.are_numbers() => "numbers",
                Shape::Grids => "grids",
                Shape::Lines if table.is_json() => "json-lines",
                Shape::Lines if has_columns => "delimited",
                Shape::Lines => "lines",
            },
            delimiter: table.separator().map(char::from),
            header: table.header().map(str::to_owned),
            columns: table.columns().to_vec(),
            column: has_columns.then(|| table.number()),
            column_name: table.column().map(str::to_owned),
            solution_column: layout.solutions.as_ref().map(|format| format.number()),
            side: layout.size.side(),
            alphabet: match layout.alphabet {
                Alphabet::Custom(symbols) => symbols.to_string(),
                alphabet => alphabet.range(layout.size.side()),
            },
            candidates: layout.candidates,
            comment: table.comment.map(char::from),
        }
    }
}
