//! The errors of generating and solving. A malformed line does not end a run: it is a [`BadLine`].
//!
//! The messages do not mention command-line options; the command line adds them.

mod bad_line;

pub use bad_line::{BadLine, Problem, Role};

use std::fmt::Display;

/// Lists names, of which there is at least one, as in a sentence: `a, b or c`.
pub fn one_of(names: impl IntoIterator<Item = impl Display>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| name.to_string()).collect();
    let (last, others) = names.split_last().expect("there is a name");
    format!("{} or {last}", others.join(", "))
}

/// An error that ends a search or a run without a result, whatever its input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// No puzzle follows the recipe, or none can be found in reasonable time, for the reason in the
    /// message.
    #[error("{0}")]
    Recipe(String),
    /// The thread pool could not be started.
    #[error("cannot start the worker threads: {0}")]
    Threads(String),
    /// The run was stopped on request.
    #[error("interrupted")]
    Interrupted,
}

impl RunError {
    /// The error for a recipe that no puzzle follows, with the reason.
    pub fn recipe(reason: impl Into<String>) -> Self {
        Self::Recipe(reason.into())
    }
}

/// The puzzles have other units than rows, columns and boxes, and the strategy knows no others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "strategy {strategy} knows only rows, columns and boxes; expected regions, mrv or parts such as \
     locked/mrv+degree"
)]
pub struct NeedsBoxes {
    /// The strategy.
    pub strategy: String,
}

/// The puzzles are given by candidates, and the strategy works on clues.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{path}: found puzzles given by candidates; expected clues: strategy {strategy} solves no others"
)]
pub struct NeedsClues {
    /// The input.
    pub path: String,
    /// The strategy.
    pub strategy: String,
}
