//! Every exit code.

use super::message;
use std::{io, process::ExitCode};
use sudomill::{Error, bench::compare::Verdict};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every puzzle has a solution as asked; every solution is right; a benchmark
    /// is within its limits.
    Success = 0,
    /// The run is complete, but not every puzzle came out as asked, or a benchmark
    /// is beyond its limits.
    Findings = 1,
    /// It could not run, or had nothing to compare with.
    Failure = 2,
    /// Interrupted.
    Interrupted = 130,
}

impl Exit {
    /// The exit for an error, which is told in a line: but not that the reader
    /// of our output has seen enough, nor that we were interrupted.
    pub fn of(error: &anyhow::Error) -> Self {
        match error.downcast_ref::<Error>() {
            Some(Error::Interrupted) => return Self::Interrupted,
            Some(error) if error.is_closed_pipe() => return Self::Success,
            _ => {}
        }
        let io = error.downcast_ref::<io::Error>();
        if io.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
            return Self::Success;
        }
        message::say(format_args!("sudomill: {error:#}"));
        Self::Failure
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Passed | Verdict::Improved | Verdict::New => Self::Success,
            Verdict::Failed => Self::Findings,
            Verdict::NotComparable => Self::Failure,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
