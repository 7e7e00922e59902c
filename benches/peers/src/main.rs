//! Times sudomill's strategies against other solvers on the same puzzles, and checks that
//! all of them agree. See README.md.

mod check;
mod contender;
mod load;
mod pipeline;
mod report;
mod timing;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use contender::Contender;
use load::Set;
use pipeline::Pipeline;
use rayon::ThreadPool;
use std::{path::PathBuf, process::ExitCode};
use sudomill::solver::{
    Limits,
    registry::{self, Strategy, Tuning},
};

/// Times sudomill's strategies against the crates `sudoku` and `msolve`
#[derive(Parser)]
struct Args {
    /// Files of 9×9 puzzles in any format that sudomill reads
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of timed rounds; in each round every solver takes its turn
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// End the search of a puzzle after N solutions
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    /// Strategies of sudomill to time; `lanes` runs on every backend of this CPU
    #[arg(long, value_delimiter = ',', default_values = ["lanes", "mrv"])]
    strategies: Vec<String>,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Take N puzzles of each file, evenly spread, for slow strategies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Also time the first strategy from file to file, and compare it with memory
    #[arg(long)]
    pipeline: bool,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("peers: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    // No limit on passes: the peers finish every puzzle, too.
    let tuning = Tuning::DEFAULT.with_max_passes(u64::MAX);
    let strategies = args.strategies.iter().map(|name| Ok(registry::find(name)?.tuned(tuning)));
    let strategies = strategies.collect::<Result<Vec<_>>>()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()
        .context("cannot start the threads")?;
    for path in &args.files {
        let set = load::read(path, args.sample)?;
        ensure!(!set.puzzles.is_empty(), "{}: holds no puzzle", set.name);
        compare(args, &strategies, &set, &pool)
            .with_context(|| format!("{}: no timing", set.name))?;
    }
    Ok(())
}

/// Checks the answers of one file's puzzles, then times them and prints a table.
fn compare(args: &Args, strategies: &[Strategy], set: &Set, pool: &ThreadPool) -> Result<()> {
    let limits = Limits { solutions: args.limit, ..Limits::default() };
    let mut contenders: Vec<Box<dyn Contender>> = contender::peers(&set.puzzles, args.limit)?;
    let ours = contenders.len();
    for strategy in strategies.iter().copied().flat_map(contender::on_each_backend) {
        contenders.push(contender::strategy(strategy, &set.puzzles, &set.lines, limits));
    }
    // This is the warm-up, too.
    let answers = check::all_agree(&contenders, &set.puzzles, args.limit, pool)?;
    if args.limit == 2 && !answers.all_unique() {
        contenders.push(contender::counting_peer(&set.puzzles)?);
    }
    let file_to_file = match args.pipeline {
        true => Some(Pipeline::checked(strategies[0], set, limits, args.threads.into())?),
        false => None,
    };
    print!("{}", report::heading(set, args, &answers));
    let puzzles = set.puzzles.len();
    let laps = timing::rounds(&contenders, puzzles, pool, args.rounds, file_to_file.as_ref())?;
    print!("{}", report::table(&contenders, &laps, puzzles));
    if file_to_file.is_some() {
        // `lanes` runs on the fastest backend, which comes first.
        print!("{}", report::overhead(&laps, ours, puzzles));
    }
    println!();
    Ok(())
}
