//! The errors of a run. A malformed line does not end one: it is a [`BadLine`](crate::BadLine).
//!
//! The messages do not mention command-line options; the command line adds them.

use crate::InputError;
use std::{error, fmt::Display, io, path::PathBuf};
use sudomill_puzzle::{RunError, error::NeedsClues, grid::Size};

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
    /// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_io::*}; }
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
    #[error(transparent)]
    Candidates(#[from] NeedsClues),
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
