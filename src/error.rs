//! Why a run could not be done. A bad line is none of these: see
//! [`crate::input::BadLine`].

use crate::input::{BadLine, NoColumn};
use std::{
    io,
    path::{Path, PathBuf},
};

/// Why a run ended without its results.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file could not be opened, read, written or moved into its place.
    #[error("{path}: {action}: {cause}")]
    Io {
        /// The file as the user named it; `<stdin>` and `<stdout>` for pipes.
        path: String,
        /// What was tried: `cannot open`, `cannot read`, …
        action: &'static str,
        /// What the system said.
        cause: io::Error,
    },
    /// The input is no text.
    #[error("{path}: found {found}, expected lines of text; {remedy}")]
    NotText {
        /// The input.
        path: String,
        /// What it is.
        found: &'static str,
        /// What makes text of it.
        remedy: String,
    },
    /// The input has no column of that name or number.
    #[error("{path}: {missing}")]
    NoColumn {
        /// The input.
        path: String,
        /// What was asked for, and what there is.
        missing: NoColumn,
    },
    /// The input has no column of solutions beside that of the puzzles.
    #[error(
        "{path}: found no column of solutions; name it with --solution-column, or name a file \
         of solutions{}",
        listed(columns)
    )]
    NoSolutions {
        /// The input.
        path: String,
        /// The names of its columns; empty if it names none.
        columns: Vec<String>,
    },
    /// No line of the input is a puzzle.
    #[error("{path}: no puzzle in {lines} {}", if *lines == 1 { "line" } else { "lines" })]
    NoPuzzles {
        /// The input.
        path: String,
        /// How many lines it has.
        lines: u64,
    },
    /// The input lost bytes while it was read, mapped or not.
    #[error("{path}: the file shrank while it was being read{}", hint(*mapped))]
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
        /// What it is already.
        first: &'static str,
        /// What it should be, too.
        second: &'static str,
    },
    /// The first bad line of a strict run.
    #[error("{path}:{line}:{bad} (--strict)")]
    Strict {
        /// The input.
        path: String,
        /// The line, from 1.
        line: u64,
        /// What is wrong with it, with its column.
        bad: BadLine,
    },
    /// Two files that belong line by line do not.
    #[error("{path}:{line}: found {found}, expected {expected}")]
    Mismatch {
        /// The file that goes wrong.
        path: String,
        /// The line, from 1.
        line: u64,
        /// What is there.
        found: &'static str,
        /// What should be.
        expected: &'static str,
    },
    /// A file that another program or an earlier run wrote is not as it should be.
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
    /// What was asked for cannot be generated.
    #[error("{0}")]
    Impossible(String),
    /// The thread pool could not be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
    /// Somebody asked the run to end.
    #[error("interrupted")]
    Interrupted,
    /// There is nothing to measure in a file.
    #[error("{path}: found no puzzle, expected at least one{first}")]
    NoPuzzle {
        /// The file.
        path: String,
        /// The first line that was meant as one, worded; empty where there is none.
        first: String,
    },
    /// A strategy's solution is none.
    #[error("{path}:{line}: strategy {strategy}: wrong solution: {fault}")]
    Wrong {
        /// The strategy.
        strategy: String,
        /// The set.
        path: String,
        /// The puzzle's line, from 1.
        line: u64,
        /// What is wrong.
        fault: String,
    },
    /// Two strategies say unlike things of a puzzle.
    #[error("{path}:{line}: strategies {first} and {second} disagree")]
    Disagree {
        /// The set.
        path: String,
        /// The puzzle's line, from 1.
        line: u64,
        /// One of them.
        first: String,
        /// The other.
        second: String,
    },
}

impl Error {
    /// Wraps what the system said of a file.
    pub(crate) fn io(path: &str, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io { path: path.to_owned(), action, cause }
    }

    /// Whether the reader of our output went away: no failure of ours.
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { cause, .. } if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// A path as people know it.
fn shown(path: &Path) -> String {
    match path.to_str() {
        Some("-") => "standard input or output".to_owned(),
        _ => path.display().to_string(),
    }
}

fn hint(mapped: bool) -> &'static str {
    if mapped { " (mapped; --no-mmap reads it instead)" } else { "" }
}

fn listed(columns: &[String]) -> String {
    match columns {
        [] => String::new(),
        columns => format!("; the columns are: {}", columns.join(", ")),
    }
}
