//! Parses the arguments, runs the command, reports the error, sets the exit code.

#![deny(unsafe_code)]

mod cli;

use clap::CommandFactory;
use std::process::ExitCode;

fn main() -> ExitCode {
    let matches = cli::Args::command().get_matches();
    cli::caught(|| cli::run(&matches).unwrap_or_else(|error| cli::Exit::of_error(&error))).into()
}
