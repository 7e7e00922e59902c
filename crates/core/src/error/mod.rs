//! The errors of the library. A malformed line does not end a run: it is a [`BadLine`].
//!
//! The messages do not mention command-line options; the command line adds them.

mod bad_line;

pub use bad_line::{BadLine, Problem};

use std::{fmt, io};

/// The error for a column that a file does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found no column {wanted:?}{}", existing(names, *count))]
#[non_exhaustive]
pub struct NoColumn {
    /// The requested column.
    pub wanted: String,
    /// The names of the columns; empty if the file has no header.
    pub names: Vec<String>,
    /// The number of columns.
    pub count: usize,
}

impl NoColumn {
    /// The error for a column of a file that has `count` columns with these names.
    #[doc(hidden)]
    pub fn new(wanted: impl fmt::Display, names: &[String], count: usize) -> Self {
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
    /// The input does not contain lines of text.
    #[error("{path}: found {found}; expected lines of text")]
    NotText {
        /// The input.
        path: String,
        /// The format that was recognized: `a Parquet file`.
        found: &'static str,
        /// How to convert the input.
        remedy: String,
    },
    /// The input lacks the requested column.
    #[error("{path}: {missing}")]
    NoColumn {
        /// The input.
        path: String,
        /// The requested column and the columns of the input.
        missing: NoColumn,
    },
    /// The columns of the input have no names.
    #[error("{path}: found no header; expected one with the names of the columns")]
    NoHeader {
        /// The input.
        path: String,
    },
    /// Input text that has to be copied to JSON is not UTF-8.
    #[error("{path}:{line}:{column}: found bytes that are not UTF-8; expected text for JSON")]
    NotUtf8 {
        /// The input.
        path: String,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
    },
    /// Input columns have to be copied to the results, but their names differ from those of an
    /// earlier input.
    #[error("{path}: its columns differ from those of the earlier inputs")]
    OtherColumns {
        /// The input.
        path: String,
    },
    /// The results have no such column.
    #[error("unknown column '{wanted}'; expected {}", known.join(", "))]
    UnknownColumn {
        /// The requested column.
        wanted: String,
        /// The existing columns.
        known: Vec<String>,
    },
    /// The input has no solution column beside the puzzles.
    #[error("{path}: found no column of solutions{}", listed(columns))]
    NoSolutions {
        /// The input.
        path: String,
        /// The names of the columns; empty if the input has no header.
        columns: Vec<String>,
    },
    /// The input holds no puzzle.
    #[error("{path}: no puzzle in {lines} {}", if *lines == 1 { "line" } else { "lines" })]
    NoPuzzles {
        /// The input.
        path: String,
        /// The number of lines in the input.
        lines: u64,
    },
    /// The input shrank while it was being read.
    #[error("{path}: the file shrank while it was being read")]
    Shrunk {
        /// The input.
        path: String,
        /// True if the input was memory-mapped.
        mapped: bool,
    },
    /// A malformed line in a run that stops at the first one.
    #[error("{path}:{line}:{bad}")]
    BadLine {
        /// The input.
        path: String,
        /// The line, from 1.
        line: u64,
        /// The problem, with its column.
        bad: BadLine,
    },
    /// Two files do not correspond line by line.
    #[error("{path}:{line}: found {found}; expected {expected}")]
    Mismatch {
        /// The file with the unexpected line.
        path: String,
        /// The line, from 1.
        line: u64,
        /// A description of the line.
        found: &'static str,
        /// A description of the expected line.
        expected: &'static str,
    },
    /// A file of another program or an earlier run is malformed.
    #[error("{path}:{line}:{column}: {reason}")]
    Malformed {
        /// The file.
        path: String,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
        /// The message: what was found and what was expected.
        reason: String,
    },
    /// What was asked for cannot be done, for the reason in the message.
    #[error("{0}")]
    Impossible(String),
    /// The thread pool could not be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
    /// The run was stopped on request.
    #[error("interrupted")]
    Interrupted,
    /// A file holds no puzzle to solve or measure.
    #[error("{path}: found no puzzle; expected at least one{first}")]
    NoPuzzle {
        /// The file.
        path: String,
        /// The first malformed line as a message; empty if there is none.
        first: String,
    },
    /// The puzzles are given by candidates, and the strategy works on clues.
    #[error(
        "{path}: found puzzles given by candidates; expected clues: strategy {strategy} solves \
         no others"
    )]
    Candidates {
        /// The input.
        path: String,
        /// The strategy.
        strategy: String,
    },
    /// An error that only a crate above this one knows.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Wraps an operating system error.
    #[doc(hidden)]
    pub fn io(path: &str, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io { path: path.to_owned(), action, cause }
    }

    /// Returns true if the reader of the output closed the pipe, which is not a failure.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { cause, .. } if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}

fn listed(columns: &[String]) -> String {
    match columns {
        [] => String::new(),
        columns => format!("; the columns are: {}", columns.join(", ")),
    }
}
