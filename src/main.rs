//! Parses the arguments, runs the command, reports the error, sets the exit code.

#![deny(unsafe_code)]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::caught(|| cli::run().unwrap_or_else(|error| cli::Exit::of_error(&error))).into()
}
