//! The errors that all crates share; those of a crate above this one are in [`Error::Other`]. A
//! malformed line does not end a run: it is a [`BadLine`].
//!
//! The messages do not mention command-line options; the command line adds them.

mod bad_line;

pub use bad_line::{BadLine, Problem};

use std::{
    fmt::Display,
    io,
    sync::atomic::{AtomicBool, Ordering},
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
    /// What was asked for cannot be done, for the reason in the message.
    #[error("{0}")]
    Impossible(String),
    /// The thread pool could not be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
    /// The run was stopped on request.
    #[error("interrupted")]
    Interrupted,
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
    /// An error of a crate above this one, which [`Self::other`] finds again.
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Wraps an operating system error.
    #[doc(hidden)]
    pub fn io(path: impl Display, action: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::Io { path: path.to_string(), action, cause }
    }

    /// Fails once `stop` is set.
    #[doc(hidden)]
    pub fn check_stop(stop: Option<&AtomicBool>) -> Result<(), Self> {
        match stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            true => Err(Self::Interrupted),
            false => Ok(()),
        }
    }

    /// The error of a crate above this one, if it is of this type.
    #[must_use]
    pub fn other<E: std::error::Error + 'static>(&self) -> Option<&E> {
        if let Self::Other(other) = self { other.downcast_ref() } else { None }
    }

    /// Returns true if the reader of the output closed the pipe, which is not a failure.
    #[must_use]
    pub fn is_closed_pipe(&self) -> bool {
        matches!(self, Self::Io { cause, .. } if cause.kind() == io::ErrorKind::BrokenPipe)
    }
}
