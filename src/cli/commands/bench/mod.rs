//! `sudomill bench`: measures strategies on sets of puzzles.

mod notes;
mod sets;
mod table;

use crate::cli::{
    error_text,
    exit::Exit,
    inputs::Inputs,
    message::say,
    progress::Progress,
    same_file::{self, Role},
    shared_args::{BackendArgs, ProgressArgs, StrategyLimitArgs, TableArgs, at_least_1},
    table::Style,
};
use anyhow::anyhow;
use clap::ValueEnum;
use std::{path::PathBuf, time::Duration};
use sudomill::{
    Error,
    bench::{self, Benchmark, Distribution, LIMITS, Options, Step, TUNING},
    output::Sink,
    solver::registry::{self, Strategy},
};

/// Measure strategies on sets of puzzles
///
/// Strategies take turns, round by round, so that a slow moment of the machine affects all
/// of them. The table shows the median rate, its spread, and the median ratio to the first
/// strategy on the same puzzles. Sets are read before the clock starts, and the first
/// solution of every puzzle is verified outside it. A short set is solved several times per
/// round. A set too large for --seconds is sampled evenly; the table says so.
///
/// The times of single puzzles (mean to max) come from one pass in memory on one thread
/// before the rounds. Counters are exact and repeatable. Sets are listed from easy to hard,
/// by the guesses per puzzle of the first strategy.
///
/// Exit code: 0 everything was measured; 2 the run failed, a set could not be read, or a
/// solution was wrong.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("max_guesses", |arg| {
        arg.help(format!("Give up after N guesses [default: {}]", LIMITS.max_guesses))
    }),
    mut_arg("max_fillings", |arg| {
        let default = TUNING.max_fillings;
        arg.help(format!("Give up after N fillings of `generate-and-test` [default: {default}]"))
    }),
    after_help = "Example:\n  sudomill bench datasets/minimal.txt datasets/hard.txt --strategy lanes,mrv"
)]
pub struct BenchArgs {
    /// Sets: files of puzzles in any format that `solve` reads, or folders of such files
    ///
    /// Among several, a file of full grids is left out: these are the solutions of another.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Measure these strategies; ratios are to the first
    ///
    /// `all` stands for all whole strategies, `combinations` for all combinations of parts;
    /// `sudomill strategies` lists both.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = bench::STRATEGIES)]
    strategy: Vec<String>,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    limits: StrategyLimitArgs,
    /// Use N worker threads
    #[arg(long, short = 'j', value_name = "N", default_value_t = bench::THREADS as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1024))]
    threads: u64,
    /// Spend about S seconds per strategy and set
    ///
    /// The size of a sample follows from this time and from the work counted.
    #[arg(long, value_name = "S", default_value_t = bench::SECONDS, value_parser = seconds)]
    seconds: f64,
    /// Time R rounds
    #[arg(long, value_name = "R", default_value_t = bench::ROUNDS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Sample N puzzles of every set, whatever --seconds says
    ///
    /// Counters are then the same on every machine.
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    sample: Option<u64>,
    /// Time from file to file instead of in memory
    #[arg(long)]
    end_to_end: bool,
    #[command(flatten)]
    table: TableArgs,
    /// Sort all rows by this column instead of by set
    ///
    /// One of set, strategy, rate, spread, ratio, mean, median, p90, p99, max, guesses or
    /// no-guess. Rates, ratios and no-guess are sorted in descending order.
    #[arg(long, value_name = "COLUMN", hide_possible_values = true)]
    order_by: Option<SortKey>,
    /// Write in this format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: BenchFormat,
    /// With --format json: omit the times of single puzzles
    ///
    /// A baseline does not need them.
    #[arg(long)]
    brief: bool,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// What `bench` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// A table for a terminal
    Table,
    /// A table in Markdown
    Markdown,
    /// A row per set and strategy
    Csv,
    /// Everything measured, as described by schema/bench.schema.json
    Json,
}

/// A column of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum SortKey {
    Set,
    Strategy,
    /// Puzzles per second, in descending order
    Rate,
    Spread,
    /// In descending order
    Ratio,
    Mean,
    Median,
    P90,
    P99,
    Max,
    Guesses,
    /// The share solved without a guess, in descending order
    NoGuess,
}

/// Measures and writes the result.
pub fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let mut inputs = Inputs::of(&args.files, |_| Ok(None))?;
    refuse_same_files(args, &inputs)?;
    let options = options(args)?;
    let mut output = Sink::create(&args.output)?;
    let sets = sets::read(&mut inputs, &args.table.open(true))?;
    if sets.is_empty() {
        return Ok(Exit::Failure);
    }
    let bar = Progress::over_steps(&args.progress);
    let benchmark = bench::run(&sets, &options, &|Step { set, what, done, of }| {
        bar.step(done, of, format!("{set}, {what}"));
    });
    bar.clear();
    output.write(&render(benchmark?, args)?)?;
    output.finish()?;
    Ok(if inputs.failed > 0 { Exit::Failure } else { Exit::Success })
}

/// No set may be named twice or be the output.
fn refuse_same_files(args: &BenchArgs, inputs: &Inputs) -> Result<(), Error> {
    let mut roles: Vec<_> = inputs.paths().map(|path| Role::input(path, "set")).collect();
    roles.push(Role::output(&args.output, "output"));
    same_file::refuse(&roles)?;
    inputs.refuse_outputs(vec![Role::output(&args.output, "output")])
}

fn options(args: &BenchArgs) -> anyhow::Result<Options<'static>> {
    Ok(Options {
        strategies: strategies(&args.strategy)?,
        backend: args.backend.backend(),
        limits: args.limits.resolve(LIMITS),
        tuning: args.limits.tuning(TUNING),
        threads: args.threads.try_into()?,
        rounds: args.rounds,
        time: Duration::from_secs_f64(args.seconds),
        sample: args.sample.map(usize::try_from).transpose()?,
        end_to_end: args.end_to_end,
    })
}

fn seconds(text: &str) -> Result<f64, String> {
    let fits = |seconds: &f64| *seconds > 0.0 && Duration::try_from_secs_f64(*seconds).is_ok();
    let seconds = text.parse().ok().filter(fits);
    seconds.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// The named strategies in their order, each once.
fn strategies(names: &[String]) -> anyhow::Result<Vec<Strategy>> {
    let mut strategies: Vec<Strategy> = Vec::new();
    let mut add = |strategy: Strategy| {
        if strategies.iter().all(|known| known.name() != strategy.name()) {
            strategies.push(strategy);
        }
    };
    for name in names {
        match name.as_str() {
            "all" => registry::STRATEGIES.iter().map(Strategy::from).for_each(&mut add),
            "combinations" => registry::all_combinations().for_each(&mut add),
            name => add(registry::find(name)
                .map_err(|e| anyhow!("{e}{}", error_text::similar_strategy(name)))?),
        }
    }
    Ok(strategies)
}

fn render(mut benchmark: Benchmark, args: &BenchArgs) -> anyhow::Result<Vec<u8>> {
    let order = args.order_by;
    match args.format {
        BenchFormat::Table => Ok(table::render(&benchmark, order, Style::Terminal).into_bytes()),
        BenchFormat::Markdown => Ok(table::render(&benchmark, order, Style::Markdown).into_bytes()),
        BenchFormat::Csv => table::csv(&benchmark, order),
        BenchFormat::Json => {
            if order.is_some() {
                say("sudomill: --order-by is ignored for JSON, which keeps sets together");
            }
            if args.brief {
                for measured in benchmark.sets.iter_mut().flat_map(|set| &mut set.measurements) {
                    measured.distribution = Distribution::default();
                }
            }
            let mut json = serde_json::to_vec_pretty(&benchmark)?;
            json.push(b'\n');
            Ok(json)
        }
    }
}
