//! Parses the arguments, runs the command, reports the error, sets the exit code.

#![deny(unsafe_code)]

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = cli::Args::parse();
    cli::caught(|| cli::run(args).unwrap_or_else(|error| cli::Exit::of_error(&error))).into()
}
