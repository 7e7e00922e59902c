//! Lists and runs the subcommands. The arguments of each are next to its code.

mod bench;
mod candidates;
mod compare;
mod dedup;
mod generate;
mod generated;
mod inspect;
mod rating;
mod report;
mod shuffle;
mod solve;
mod strategies;
mod trace;
mod verify;
mod vicinity;

use super::exit::{self, Exit};
use anyhow::Context;
use clap::{CommandFactory, FromArgMatches, Parser};

/// Solve Sudoku puzzles by the million
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Example:\n  sudomill solve puzzles.txt -o solutions.txt --timing timing.csv"
)]
pub struct Args {
    #[command(subcommand)]
    command: Subcommand,
}

#[derive(Debug, clap::Subcommand)]
enum Subcommand {
    Solve(solve::SolveArgs),
    Trace(trace::TraceArgs),
    Candidates(candidates::CandidatesArgs),
    Verify(verify::VerifyArgs),
    Inspect(inspect::InspectArgs),
    Dedup(dedup::DedupArgs),
    Vicinity(vicinity::VicinityArgs),
    Generate(generate::GenerateArgs),
    Shuffle(shuffle::ShuffleArgs),
    Strategies(strategies::StrategiesArgs),
    Bench(bench::BenchArgs),
    Compare(compare::CompareArgs),
    Report(report::ReportArgs),
    Completions(generated::CompletionsArgs),
    Man(generated::ManArgs),
}

/// Parses the arguments and runs the command that they name.
pub fn run() -> anyhow::Result<Exit> {
    let matches = match Args::command().try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return exit::of_arguments(&error),
    };
    let args = Args::from_arg_matches(&matches)?;
    let (_, matches) = matches.subcommand().expect("a command is required");
    exit::listen_for_interrupts().context("cannot start the thread that waits for Ctrl-C")?;
    match args.command {
        Subcommand::Solve(args) => solve::run(args, matches),
        Subcommand::Trace(args) => trace::run(&args),
        Subcommand::Candidates(args) => candidates::run(&args),
        Subcommand::Verify(args) => verify::run(&args),
        Subcommand::Inspect(args) => inspect::run(&args),
        Subcommand::Dedup(args) => dedup::run(&args),
        Subcommand::Vicinity(args) => vicinity::run(&args),
        Subcommand::Generate(args) => generate::run(&args),
        Subcommand::Shuffle(args) => shuffle::run(&args),
        Subcommand::Strategies(args) => strategies::run(&args),
        Subcommand::Bench(args) => bench::run(&args),
        Subcommand::Compare(args) => compare::run(&args),
        Subcommand::Report(args) => report::run(&args),
        Subcommand::Completions(args) => generated::completions(&args, Args::command()),
        Subcommand::Man(args) => generated::man(&args, Args::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definition_is_valid() {
        let mut command = Args::command();
        command.build();
        command.clone().debug_assert();
        for command in command.get_subcommands().filter(|c| c.get_name() != "help") {
            let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(example.contains("Example:\n  sudomill"), "{}", command.get_name());
        }
    }
}
