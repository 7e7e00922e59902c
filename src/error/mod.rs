//! The errors of the library. A malformed line does not end a run: it is a [`BadLine`].
//!
//! The messages name no command line options; the command line adds those.

mod bad_line;
mod file_format;
mod no_column;

pub(crate) use bad_line::ZERO_IS_A_DIGIT;
pub use bad_line::{BadLine, Problem};
pub use file_format::FileFormat;
pub use no_column::NoColumn;

use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a run ended without a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be opened, read, written or moved into its place.
    #[error("{path}: {action}: {cause}")]
    Io {
        /// The file as the user named it; `<stdin>` and `<stdout>` for pipes.
        path: String,
        /// The failed action: `cannot open`, `cannot read`, …
        action: &'static str,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The input does not hold lines of text.
    #[error("{path}: found {found}; expected lines of text")]
    NotText {
        /// The input.
        path: String,
        /// Its format.
        found: FileFormat,
        /// The command that unpacks the input, if it is compressed: `gzip -dc`.
        unpack: Option<&'static str>,
    },
    /// The input lacks the column that was asked for.
    #[error("{path}: {missing}")]
    NoColumn {
        /// The input.
        path: String,
        /// The column, and the columns of the input.
        missing: NoColumn,
    },
    /// The columns of the input have no names.
    #[error("{path}: found no header; expected one with the names of the columns")]
    NoHeader {
        /// The input.
        path: String,
    },
    /// Text of the input is to be copied to JSON, which is UTF-8, and is not UTF-8.
    #[error("{path}:{line}:{column}: found bytes that are not UTF-8; expected text for JSON")]
    NotUtf8 {
        /// The input.
        path: String,
        /// The line, from 1.
        line: u64,
        /// The column, from 1.
        column: usize,
    },
    /// Columns of the input are to be kept, and those of an earlier input have other names.
    #[error("{path}: its columns are not those that the results have from the inputs before")]
    OtherColumns {
        /// The input.
        path: String,
    },
    /// The results have no such column.
    #[error("unknown column '{wanted}'; expected {}", known.join(", "))]
    UnknownColumn {
        /// The column that was asked for.
        wanted: String,
        /// The columns that there are.
        known: Vec<String>,
    },
    /// The input has no column of solutions beside the puzzles.
    #[error("{path}: found no column of solutions{}", listed(columns))]
    NoSolutions {
        /// The input.
        path: String,
        /// The names of its columns; empty if it has no header.
        columns: Vec<String>,
    },
    /// The input holds no puzzle.
    #[error("{path}: no puzzle in {lines} {}", if *lines == 1 { "line" } else { "lines" })]
    NoPuzzles {
        /// The input.
        path: String,
        /// The number of its lines.
        lines: u64,
    },
    /// The input became shorter while it was read.
    #[error("{path}: the file shrank while it was being read")]
    Shrunk {
        /// The input.
        path: String,
        /// Whether it was memory-mapped.
        mapped: bool,
    },
    /// An output would overwrite the input or another output.
    #[error("{}: is the {first} and the {second}; name another file", shown(path))]
    SameFile {
        /// The file.
        path: PathBuf,
        /// Its first use.
        first: &'static str,
        /// Its second use.
        second: &'static str,
    },
    /// An earlier run has left a part of the output, which can be taken up.
    #[error("{path}: an earlier run has left a part of it in {}", partial.display())]
    Leftover {
        /// The output.
        path: String,
        /// The file that holds the part.
        partial: PathBuf,
    },
    /// A malformed line in a run that stops at the first.
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
        /// What was found.
        found: &'static str,
        /// What was expected.
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
        /// What was found and what was expected.
        reason: String,
    },
    /// The request cannot be fulfilled, for the reason in the message.
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
    /// A command that is measured failed.
    #[error("command {name}: {reason}")]
    Command {
        /// Its name.
        name: String,
        /// How it ended, and the last line that it wrote to standard error.
        reason: String,
    },
    /// A strategy returned a wrong solution.
    #[error("{path}:{line}: strategy {strategy}: wrong solution: {fault}")]
    Wrong {
        /// The strategy.
        strategy: String,
        /// The set.
        path: String,
        /// The puzzle's line, from 1.
        line: u64,
        /// The violated rule.
        fault: String,
    },
    /// Two strategies disagree about a puzzle.
    #[error("{path}:{line}: strategies {first} and {second} disagree")]
    Disagree {
        /// The set.
        path: String,
        /// The puzzle's line, from 1.
        line: u64,
        /// One strategy.
        first: String,
        /// The other strategy.
        second: String,
    },
}

impl Error {
    /// Wraps an error of the operating system.
    pub(crate) fn io(path: &str, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io { path: path.to_owned(), action, cause }
    }

    /// Whether the reader of the output closed the pipe, which is not a failure.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { cause, .. } if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// The path, or the stream that `-` stands for.
fn shown(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input or output".to_owned(),
        _ => path.display().to_string(),
    }
}

fn listed(columns: &[String]) -> String {
    match columns {
        [] => String::new(),
        columns => format!("; the columns are: {}", columns.join(", ")),
    }
}
