//! Every exit code, and which results give which.

use super::{error_text, message};
use std::{io, process::ExitCode};
use sudomill::{Error, bench::compare::Verdict, solver::Status};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every puzzle has the solutions asked for; every solution is right; a benchmark is
    /// within its limits.
    Success = 0,
    /// The run is complete, but some puzzle, solution or benchmark failed.
    Findings = 1,
    /// The run failed, or had nothing to work on.
    Failure = 2,
    /// Interrupted.
    Interrupted = 130,
}

impl Exit {
    /// Success if nothing was found wrong.
    pub fn success_if(is_right: bool) -> Self {
        if is_right { Self::Success } else { Self::Findings }
    }

    /// The exit for puzzles with these statuses. Limit 1 asks for a solution, limit 2 for
    /// exactly one, a higher limit for at least one.
    pub fn of_statuses(statuses: impl IntoIterator<Item = Status>, limit: u64) -> Self {
        Self::success_if(statuses.into_iter().all(|status| match status {
            Status::Solved | Status::Unique => true,
            Status::Multiple => limit != 2,
            Status::None | Status::Invalid | Status::GaveUp => false,
        }))
    }

    /// The exit for an error. Reports it, unless the run was interrupted or the reader of
    /// the output went away.
    pub fn of_error(error: &anyhow::Error) -> Self {
        match error.downcast_ref::<Error>() {
            Some(Error::Interrupted) => return Self::Interrupted,
            Some(error) if error.is_closed_pipe() => return Self::Success,
            _ => {}
        }
        let io = error.downcast_ref::<io::Error>();
        if io.is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
            return Self::Success;
        }
        message::say(format_args!("sudomill: {}", error_text::worded(error)));
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

#[cfg(test)]
mod tests {
    use super::*;
    use Status::*;

    #[test]
    fn several_solutions_fail_only_limit_2() {
        for (limit, multiple) in [(1, Exit::Success), (2, Exit::Findings), (3, Exit::Success)] {
            assert_eq!(Exit::of_statuses([], limit), Exit::Success);
            assert_eq!(Exit::of_statuses([Solved, Unique], limit), Exit::Success);
            assert_eq!(Exit::of_statuses([Unique, Multiple], limit), multiple);
            for failed in [Status::None, Invalid, GaveUp] {
                assert_eq!(Exit::of_statuses([Unique, failed], limit), Exit::Findings);
            }
        }
    }
}
