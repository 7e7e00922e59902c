//! The binary's own rooms: the library never sees clap or indicatif.

mod args;
mod ask;
mod bench;
mod bug;
mod candidates;
mod check;
mod compare;
mod docs;
mod draw;
mod exit;
mod generate;
mod given;
mod hint;
mod interrupt;
mod message;
mod progress;
mod report;
mod same_file;
mod single;
mod solve;
mod strategies;
mod table;
mod trace;

pub use args::Args;
pub use bug::caught;
pub use exit::Exit;

use anyhow::Context;
use args::Command;
use std::thread;

/// Runs the command that was asked for.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    match args.command {
        Command::Solve(args) => solve::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Candidates(args) => candidates::run(&args),
        Command::Verify(args) => check::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Strategies(args) => strategies::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Completions { shell } => docs::completions(shell),
        Command::Man { command } => docs::man(command.as_deref()),
    }
}

/// The number of worker threads: as named, or one a core.
fn threads(named: Option<u64>) -> anyhow::Result<usize> {
    let cores =
        || thread::available_parallelism().context("cannot count the cores; name --threads");
    match named {
        Some(threads) => Ok(threads.try_into()?),
        None => Ok(cores()?.get()),
    }
}
