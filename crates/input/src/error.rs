//! The errors of an input as a whole, or of one of its lines.

use super::source::is_for_people;
use crate::Error;
use std::fmt;
use sudomill_puzzle::{BadLine, Problem};

/// An error that ends the reading of an input: where it is, and what: an [`Error::Input`].
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_io::*}; }
/// use sudomill::{Error, grid::Order2, input::{InputError, InputErrorKind, read_from}};
/// let source = read_from("memory", "44..............\n".as_bytes())?;
/// let error = source.puzzles::<Order2>().next().unwrap().unwrap_err();
/// let Error::Input(InputError { line, column, kind, .. }) = error else { panic!() };
/// assert_eq!((line, column), (Some(1), Some(2)));
/// assert!(matches!(kind, InputErrorKind::BadLine(_)));
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[error("{path}{}{}: {kind}", after_colon(*line), after_colon(*column))]
#[non_exhaustive]
pub struct InputError {
    /// The input as the user named it.
    pub path: String,
    /// The line, from 1; `None` for the input as a whole.
    pub line: Option<u64>,
    /// The column, from 1; `None` for the whole line.
    pub column: Option<usize>,
    /// The problem.
    pub kind: InputErrorKind,
}

fn after_colon(number: Option<impl fmt::Display>) -> String {
    number.map_or_else(String::new, |number| format!(":{number}"))
}

impl InputError {
    /// An error of an input as a whole.
    #[must_use]
    pub fn new(path: impl Into<String>, kind: InputErrorKind) -> Self {
        Self { path: path.into(), line: None, column: None, kind }
    }

    /// The error, in this line and column, both from 1.
    #[must_use]
    pub fn at(self, line: u64, column: usize) -> Self {
        Self { line: Some(line), column: Some(column), ..self }
    }
}

/// What is wrong with an input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// It does not contain lines of text.
    #[error("found {found}; expected lines of text")]
    NotText {
        /// The format that was recognized: `a Parquet file`.
        found: &'static str,
        /// How to convert the input.
        remedy: String,
    },
    /// It holds puzzles of another kind than those that are read.
    #[error("{0}")]
    OtherKind(Problem),
    /// It lacks the requested column.
    #[error("{0}")]
    NoColumn(NoColumn),
    /// Its columns have no names.
    #[error("found no header; expected one with the names of the columns")]
    NoHeader,
    /// A column of it was named, but its columns have no names.
    #[error("found no header; expected the number of a column, not its name")]
    NoNames,
    /// Text that has to be copied to JSON is not UTF-8.
    #[error("found bytes that are not UTF-8; expected text for JSON")]
    NotUtf8,
    /// Its columns have to be copied to the results, but their names differ from those of an earlier
    /// input.
    #[error("its columns differ from those of the earlier inputs")]
    OtherColumns,
    /// It has no solution column beside the puzzles. Holds the names of its columns; none if it has
    /// no header.
    #[error("found no column of solutions{}", listed(.0))]
    NoSolutions(Vec<String>),
    /// It shrank while it was being read.
    #[error("the file shrank while it was being read")]
    Shrunk {
        /// True if the input was memory-mapped.
        mapped: bool,
    },
    /// A malformed line, in a run that stops at the first one.
    #[error("{0}")]
    BadLine(Problem),
    /// A file of answers ends too early.
    #[error("found the end of the file; expected a line for each further puzzle")]
    FewAnswers,
    /// A file of answers goes on after the last puzzle.
    #[error("found a line; expected the end: there are no more puzzles")]
    ManyAnswers,
    /// A file of another program or an earlier run is malformed, or its encoding is. Holds what was
    /// found and what was expected.
    #[error("{0}")]
    Malformed(String),
}

impl InputErrorKind {
    /// The kind of an error, if it is one of an input.
    #[must_use]
    pub fn find(error: &Error) -> Option<&Self> {
        if let Error::Input(input) = error { Some(&input.kind) } else { None }
    }

    /// Returns true for an image or a PDF document: in a folder of puzzles it is there for people.
    #[must_use]
    pub fn is_for_people(&self) -> bool {
        matches!(self, Self::NotText { found, .. } if is_for_people(found))
    }

    /// The error for an input as a whole.
    pub fn of(self, path: &str) -> Error {
        self.error(path, None, None)
    }

    /// The error for a line, from 1, or for a column of it.
    pub fn at(self, path: &str, line: u64, column: impl Into<Option<usize>>) -> Error {
        self.error(path, Some(line), column.into())
    }

    /// The error of a bad line or grid that begins on this line.
    pub fn of_line(path: &str, first: u64, bad: BadLine) -> Error {
        Self::BadLine(bad.problem).at(path, first + bad.line_offset, bad.column)
    }

    fn error(self, path: &str, line: Option<u64>, column: Option<usize>) -> Error {
        InputError { path: path.to_owned(), line, column, kind: self }.into()
    }
}

/// A column that an input does not have.
#[derive(Debug, thiserror::Error)]
#[error("found no column {wanted:?}{}", existing(names, *count))]
#[non_exhaustive]
pub struct NoColumn {
    /// The requested column.
    pub wanted: String,
    /// The names of the columns; empty if the input has no header.
    pub names: Vec<String>,
    /// The number of columns.
    pub count: usize,
}

impl NoColumn {
    pub(super) fn new(wanted: impl fmt::Display, names: &[String], count: usize) -> Self {
        Self { wanted: wanted.to_string(), names: names.to_vec(), count }
    }
}

fn existing(names: &[String], count: usize) -> String {
    match (names, count) {
        ([], 0) => ": the file has grids, and no columns".to_owned(),
        ([], 1) => ": the file has one column, without a name".to_owned(),
        ([], _) => format!(": the file names none of its columns; give a number, 1 to {count}"),
        (names, _) => listed(names),
    }
}

fn listed(columns: &[String]) -> String {
    match columns {
        [] => String::new(),
        columns => format!("; the columns are: {}", columns.join(", ")),
    }
}
