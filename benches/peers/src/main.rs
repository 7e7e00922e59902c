//! Times sudomill's strategies against other solvers on the same puzzles, and checks that
//! all of them agree. See README.md.

mod check;
mod contender;
mod latency;
mod load;
mod markdown;
mod pipeline;
mod record;
mod report;
mod row;
mod timing;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use contender::Contender;
use load::Set;
use pipeline::Pipeline;
use rayon::ThreadPool;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};
use sudomill::{
    bench::SetRecord,
    report::Report,
    solver::{
        Limits,
        registry::{self, Strategy, Tuning},
    },
};

/// Times sudomill's strategies against the crates `sudoku` and `msolve`, and against any
/// solver in a shared library
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
    /// Also time the solver in this shared library; see benches/field/adapters/field.h
    #[arg(long = "library", value_name = "NAME=FILE")]
    libraries: Vec<contender::Named>,
    /// Time single puzzles, a call each, and not all puzzles of a file
    #[arg(long, conflicts_with = "pipeline")]
    latency: bool,
    /// Also write the results of all files as a Markdown table
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Also write the results as JSON, as `sudomill bench` does
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Also draw the results, as `sudomill report` does
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
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
    // The number of passes is not limited, because the peers finish every puzzle, too.
    let tuning = Tuning::DEFAULT.with_max_passes(u64::MAX);
    let strategies = args.strategies.iter().map(|name| Ok(registry::find(name)?.tuned(tuning)));
    let strategies = strategies.collect::<Result<Vec<_>>>()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.into())
        .build()
        .context("cannot start the threads")?;
    let mut sets = Vec::new();
    for path in &args.files {
        let set = load::read(path, args.sample)?;
        ensure!(!set.puzzles.is_empty(), "{}: holds no puzzle", set.name);
        let record = compare(args, &strategies, &set, &pool);
        sets.push(record.with_context(|| format!("{}: no timing", set.name))?);
    }
    export(args, sets)
}

/// Checks the answers of one file's puzzles, then times them and prints a table.
fn compare(
    args: &Args,
    strategies: &[Strategy],
    set: &Set,
    pool: &ThreadPool,
) -> Result<SetRecord> {
    let limits = Limits::default().with_solutions(args.limit);
    let mut contenders = contenders(args, strategies, set, limits)?;
    // The check also warms up caches and threads.
    let answers = check::all_agree(&contenders, &set.puzzles, args.limit, pool)?;
    if args.limit == 2 && !answers.all_unique() && !set.has_candidates() {
        contenders.push(contender::counting_peer(&set.puzzles)?);
    }
    print!("{}", report::heading(set, args, &answers));
    let puzzles = set.puzzles.len();
    if args.latency {
        let rows = row::of_times(&contenders, latency::times(&contenders, puzzles, args.rounds));
        println!("{}", report::latencies(&rows, latency::of_clock()));
        return Ok(record::set(set, &rows));
    }
    let file_to_file = match args.pipeline {
        true => Some(Pipeline::checked(strategies[0], set, limits, args.threads.into())?),
        false => None,
    };
    let laps = timing::rounds(&contenders, puzzles, pool, args.rounds, file_to_file.as_ref())?;
    let rows = row::of_laps(&contenders, &laps, puzzles);
    print!("{}", report::table(&rows));
    if file_to_file.is_some() {
        // `lanes` runs on the fastest backend, which comes first.
        print!("{}", report::overhead(&laps.pipeline, &rows[0], puzzles));
    }
    println!();
    Ok(record::set(set, &rows))
}

/// Returns the solvers that support these puzzles, those of sudomill first.
fn contenders<'a>(
    args: &Args,
    strategies: &[Strategy],
    set: &'a Set,
    limits: Limits<'a>,
) -> Result<Vec<Box<dyn Contender + 'a>>> {
    let mut contenders = Vec::new();
    for &strategy in strategies {
        if args.latency && strategy.backend().is_some() {
            contenders.push(match args.limit {
                2 => contender::library_call(&set.puzzles),
                _ => contender::lanes_alone(&set.puzzles, limits),
            });
            continue;
        }
        for strategy in contender::on_each_backend(strategy) {
            contenders.push(contender::strategy(strategy, &set.rows, limits));
        }
    }
    contenders.extend(contender::peers(&set.puzzles, args.limit)?);
    for named in &args.libraries {
        let (limit, threads) = (usize::try_from(args.limit)?, args.threads.into());
        match contender::Library::new(named, &set.puzzles, limit, threads)? {
            Some(library) => contenders.push(Box::new(library)),
            None => println!("{}: does not solve {} at this limit", named.name, set.name),
        }
    }
    Ok(contenders)
}

/// Writes the files given in the options.
fn export(args: &Args, sets: Vec<SetRecord>) -> Result<()> {
    let write = |path: &Path, text: String| {
        fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
    };
    if let Some(path) = &args.markdown {
        write(path, markdown::tables(&sets))?;
    }
    let benchmark = record::benchmark(args, sets);
    if let Some(path) = &args.json {
        write(path, serde_json::to_string_pretty(&benchmark)? + "\n")?;
    }
    if let Some(path) = &args.page {
        let mut report = Report::new("sudomill and other solvers");
        let json = args.json.as_deref().unwrap_or(Path::new("benches/field"));
        report.add_result(&json.display().to_string(), benchmark);
        write(path, report.page())?;
    }
    Ok(())
}
