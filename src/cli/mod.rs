//! The command line. One file or folder per command; the library never sees clap or
//! indicatif.

mod advice;
mod args;
mod bench;
mod candidates;
mod compare;
mod completions;
mod draw;
mod exit;
mod generate;
mod hint;
mod interrupt;
mod man;
mod message;
mod panic;
mod progress;
mod puzzle;
mod report;
mod same_file;
mod solve;
mod strategies;
mod table;
mod trace;
mod verify;

pub use args::Args;
pub use exit::Exit;
pub use panic::caught;

use args::Command;

/// Runs a command.
pub fn run(args: Args) -> anyhow::Result<Exit> {
    interrupt::listen()?;
    match args.command {
        Command::Solve(args) => solve::run(&args),
        Command::Trace(args) => trace::run(&args),
        Command::Candidates(args) => candidates::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Strategies(args) => strategies::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Compare(args) => compare::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Completions(args) => completions::run(&args),
        Command::Man(args) => man::run(&args),
    }
}
