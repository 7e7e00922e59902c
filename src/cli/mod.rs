//! The command line; the library never sees clap or indicatif. `commands` has a file or folder for
//! each command; the modules here are shared by several.

mod advice;
#[cfg(unix)]
mod closed_stdout;
mod commands;
mod driver;
mod exit;
mod file_lines;
mod inputs;
mod listener;
mod message;
mod progress;
mod puzzle;
mod same_file;
mod sets;
mod shared_args;
mod table;
mod terminal;

pub use commands::run;
pub use exit::{Exit, caught};
