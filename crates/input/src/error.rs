//! The errors of a run, and of an input as a whole or of one of its lines. A malformed line does not end a
//! run: it is a [`BadLine`].
//!
//! The messages do not mention command-line options; the command line adds them.

use std::{
    error,
    fmt::{self, Display},
    io,
    path::PathBuf,
};
use sudomill_puzzle::{
    BadLine, Problem, RunError,
    error::{NeedsBoxes, NeedsClues},
    grid::{Size, UnitsError},
};

/// An error that ends a run without a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be opened, read, written or renamed.
    #[error("{path}: {action}: {cause}")]
    Io {
        /// The file as the user named it; `<stdin>` and `<stdout>` for pipes.
        path: String,
        /// The failed action: `cannot open`, `cannot read`, …
        action: &'static str,
        /// The operating system's error.
        cause: io::Error,
    },
    /// An input cannot be used, or one of its lines.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The options do not fit together, or not the input.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// An earlier run left a part of its output.
    #[error(transparent)]
    Leftover(#[from] Leftover),
    /// The run was stopped on request, its threads could not be started, or no puzzle follows the
    /// recipe.
    #[error(transparent)]
    Run(#[from] RunError),
    /// An error of the caller, such as of a listener. [`Self::other`] finds it again.
    #[error(transparent)]
    Other(Box<dyn error::Error + Send + Sync>),
}

/// Where an input is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorPosition<'a> {
    /// The input as the user named it.
    pub path: &'a str,
    /// The line, from 1; `None` for the input as a whole.
    pub line: Option<u64>,
    /// The column, from 1; `None` for the whole line.
    pub column: Option<usize>,
}

impl Error {
    /// Where an input is wrong; `None` for an error that is in no input.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
    /// use sudomill::{grid::Order2, input::read_from};
    /// let source = read_from("memory", "44..............\n".as_bytes())?;
    /// let error = source.puzzles::<Order2>().next().unwrap().unwrap_err();
    /// let position = error.position().unwrap();
    /// assert_eq!((position.path, position.line, position.column), ("memory", Some(1), Some(2)));
    /// # Ok::<(), sudomill::Error>(())
    /// ```
    #[must_use]
    pub fn position(&self) -> Option<ErrorPosition<'_>> {
        match self {
            Self::Io { path, .. } => Some(ErrorPosition { path, line: None, column: None }),
            Self::Input(InputError { path, line, column, .. }) => {
                Some(ErrorPosition { path, line: *line, column: *column })
            }
            _ => None,
        }
    }

    /// The error of the caller, if it is of this type.
    #[must_use]
    pub fn other<E: error::Error + 'static>(&self) -> Option<&E> {
        if let Self::Other(other) = self { other.downcast_ref() } else { None }
    }

    /// Returns true if the run was stopped on request.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        matches!(self, Self::Run(RunError::Interrupted))
    }

    /// Returns true if the reader of the output closed the pipe, which is not a failure.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { cause, .. } if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The partial output of an earlier run, which can be resumed: an [`Error::Leftover`].
#[derive(Debug, thiserror::Error)]
#[error("{path}: an interrupted run left partial results in {}", partial.display())]
#[non_exhaustive]
pub struct Leftover {
    /// The output.
    pub path: String,
    /// The file with the partial output.
    pub partial: PathBuf,
}

impl Leftover {
    /// Creates the error for an output and the file with its part.
    #[must_use]
    pub fn new(path: String, partial: PathBuf) -> Self {
        Self { path, partial }
    }
}

impl From<NeedsBoxes> for Error {
    fn from(error: NeedsBoxes) -> Self {
        Self::Options(error.into())
    }
}

impl From<NeedsClues> for Error {
    fn from(error: NeedsClues) -> Self {
        Self::Options(error.into())
    }
}

/// Returns what wraps an error of the operating system.
pub fn io_error(path: impl Display, action: &'static str) -> impl FnOnce(io::Error) -> Error {
    move |cause| Error::Io { path: path.to_string(), action, cause }
}

/// The message of an error in JSON, without the place at its end.
#[cfg(feature = "files")]
pub fn json_words(error: &serde_json::Error) -> String {
    let words = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    words.strip_suffix(&place).unwrap_or(&words).to_owned()
}

/// Options that do not fit together, or not the input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs)] // The messages say it.
pub enum OptionsError {
    /// The results have no such column.
    #[error("unknown column '{wanted}'; expected {}", known.join(", "))]
    UnknownColumn { wanted: String, known: Vec<String> },
    #[error("column '{column}' is chosen twice")]
    ColumnTwice { column: String },
    #[error("column '{column}' is for 9×9, not for {size}")]
    ColumnOfNine { column: String, size: Size },
    #[error("{path}: column '{column}' would be kept twice")]
    KeptTwice { path: String, column: String },
    #[error("the format '{format}' has no columns")]
    NoColumns { format: &'static str },
    /// A format that lists every solution cannot select results.
    #[error("the format '{format}' cannot select results")]
    CannotSelect { format: &'static str },
    #[error("cannot select wrong solutions without the column 'agrees'")]
    WrongWithoutAgrees,
    #[error("column '{column}' knows only rows, columns and boxes")]
    ColumnOfBoxes { column: String },
    #[error(transparent)]
    Candidates(#[from] NeedsClues),
    #[error(transparent)]
    Units(#[from] NeedsBoxes),
    /// Puzzles are compared by a form that exists only for clues of 9×9.
    #[error("{path}: found {found}; the canonical form is for 9×9 clues")]
    NoCanonicalForm { path: String, found: String },
    #[error(
        "{path}: cannot be split into shards; expected a file that can be mapped: pipes and \
         compressed or encoded data must be read from the start"
    )]
    NoShards { path: String },
    #[error("{path}: found puzzles of {found}; expected {expected}")]
    OtherSize { path: String, found: Size, expected: Size },
    /// A slice has not one entry for each row or cell.
    #[error("found {found} {what}; expected {expected}")]
    Length { what: &'static str, found: usize, expected: usize },
    #[error("there are too many solutions for memory")]
    TooManySolutions,
    /// A strategy of the caller counts solutions that it does not report.
    #[error("the strategy reported only {reported} of its solutions")]
    UnreportedSolutions { reported: u64 },
}

/// An error that ends the reading of an input: where it is, and what: an [`Error::Input`].
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
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
    /// The regions or extra units do not fit its puzzles.
    #[error("{0}")]
    Units(UnitsError),
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
