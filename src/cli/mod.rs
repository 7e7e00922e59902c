//! The command line; the library never sees clap or indicatif. `commands` has one file or
//! folder per command, this folder what commands share.

#[cfg(unix)]
mod closed_stdout;
mod commands;
mod draw;
mod error_text;
mod exit;
mod hint;
mod inputs;
mod interrupt;
mod message;
mod panic;
mod progress;
mod puzzle;
mod same_file;
mod shared_args;
mod table;

pub use commands::{Args, run};
pub use exit::Exit;
pub use panic::caught;
