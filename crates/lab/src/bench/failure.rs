//! Why a measurement ended without a result.

use sudomill_input::Error;

/// The failure of a measurement. An [`Error::Other`].
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("command {name}: {reason}")]
    Command { name: String, reason: String },
    #[error("{set}:{line}: strategies {first} and {second} disagree")]
    Disagreement { set: String, line: u64, first: String, second: String },
    #[error("{set}:{line}: strategy {strategy}: wrong solution: {fault}")]
    WrongSolution { set: String, line: u64, strategy: String, fault: String },
    #[error("a browser has no files to solve")]
    NoFiles,
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self::Other(Box::new(failure))
    }
}
