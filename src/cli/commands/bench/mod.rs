//! `sudomill bench`: measures strategies on sets of puzzles.

mod table;

use crate::cli::{
    advice,
    driver::{Driver, DriverOptions, InputEnd, Reading},
    exit::{self, Exit},
    inputs::Inputs,
    message::{and_more, count, say, visible},
    progress::{self, Progress},
    same_file,
    shared_args::{
        BackendArgs, IncludeArgs, ProgressArgs, StrategyLimitArgs, TableArgs, at_least_1,
        bounded_threads,
    },
    table::Style,
    terminal,
};
use anyhow::Context;
use clap::ValueEnum;
use std::{collections::HashSet, env, path::PathBuf, sync::atomic::Ordering, time::Duration};
use sudomill::{
    bench::{self, Benchmark, LIMITS, Measurement, Options, Processes, Set, Step, TUNING},
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
/// The times of single puzzles (mean to max) are the least of three passes in memory on one
/// thread before the rounds. Counters are exact and repeatable. Sets are listed from easy to hard,
/// by the guesses per puzzle of the first strategy.
///
/// Columns: puzzles/s, the median of the rounds; ±, half the difference between the fastest
/// and the slowest round, relative to the median; × first, the median of the ratios to the
/// first strategy; mean to max, the times of single puzzles; guesses, per puzzle; no guess,
/// the share of puzzles decided without one; outcomes, the puzzles by their status. A table
/// is as wide as the terminal, or 80 columns elsewhere: columns that do not fit are left out
/// and named below it. The other formats have all columns.
///
/// Exit code: 0 everything was measured; 2 the run or a command failed, a set could not be
/// read, or a solution was wrong; 130 interrupted: the finished rounds are written.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("backend", |arg| arg.hide_short_help(true)),
    mut_arg("restore_zeros", |arg| arg.hide_short_help(true)),
    mut_arg("max_guesses", |arg| {
        arg.help(format!("Give up after N guesses [default: {}]", LIMITS.max_guesses))
    }),
    mut_arg("max_fillings", |arg| {
        let default = TUNING.max_fillings;
        arg.help(format!("Give up after N fillings of `generate-and-test` [default: {default}]"))
    }),
    after_help = "Example:\n  sudomill bench datasets/minimal.txt datasets/hard.txt --strategy lanes,mrv\n  \
        sudomill bench datasets/hard.txt --format json -o run.json\n  \
        sudomill bench datasets/hard.txt --command 'fast=fast-solver {input}'"
)]
pub struct BenchArgs {
    /// Sets: files of puzzles in any format that `solve` reads, or folders of such files
    ///
    /// Among several files, one of full grids is left out: it has the solutions of another.
    #[arg(value_name = "FILE", required_unless_present = "from")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeArgs,
    /// Write the results of an earlier run in another format
    ///
    /// RUN.json is a file that --format json wrote. Nothing is measured.
    #[arg(long, value_name = "RUN.json", conflicts_with_all = MEASURING)]
    from: Option<PathBuf>,
    /// Measure these strategies
    ///
    /// Ratios are to the first. `all` selects all named strategies, `combinations` all
    /// combinations of parts; `sudomill strategies` lists both.
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = bench::STRATEGIES)]
    strategy: Vec<String>,
    /// Also measure a command that solves {input}
    ///
    /// For example --command fast='fast-solver {input}'; may be repeated. The shell runs LINE:
    /// sh -c, on Windows cmd /C. {input} is replaced by the path of a file with one puzzle per
    /// line: the sample of the first strategy. Strategies are then timed as whole processes, too:
    /// the same shell runs `sudomill solve`. Solutions on standard output are checked if
    /// `verify` can read them.
    #[arg(long = "command", value_name = "NAME=LINE", value_parser = command)]
    #[arg(conflicts_with = "end_to_end")]
    commands: Vec<bench::Command>,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    limits: StrategyLimitArgs,
    /// Use N worker threads
    ///
    /// N is limited to four threads per core or 16, whichever is larger.
    #[arg(long, short = 'j', value_name = "N", default_value_t = bench::THREADS as u64)]
    #[arg(value_parser = at_least_1())]
    threads: u64,
    /// Take about S seconds per strategy
    ///
    /// The time is for one set. The size of a sample follows from it and from the work counted.
    #[arg(long, value_name = "S", default_value_t = bench::SECONDS, value_parser = seconds)]
    seconds: f64,
    /// Time R rounds
    #[arg(long, value_name = "R", default_value_t = bench::ROUNDS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Sample N puzzles of every set
    ///
    /// By default, the size of a sample follows from --seconds.
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    sample: Option<u64>,
    /// Time from file to file instead of in memory
    #[arg(long)]
    end_to_end: bool,
    #[command(flatten)]
    table: TableArgs,
    /// Write in this format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: BenchFormat,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// The arguments, and structs of arguments, that affect a measurement. `--backend` is not one of
/// them, because the environment may set it.
const MEASURING: [&str; 12] = [
    "files",
    "strategy",
    "commands",
    "threads",
    "seconds",
    "rounds",
    "sample",
    "end_to_end",
    "IncludeArgs",
    "LimitArgs",
    "StrategyLimitArgs",
    "TableArgs",
];

/// Output formats of a benchmark.
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

/// Measures and writes the results, or writes those of an earlier run.
pub fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    let inputs = Inputs::of(&args.files, &args.include)?;
    refuse_same_files(args, &inputs)?;
    if let Some(path) = &args.from {
        let benchmark = bench::load(path)?;
        args.write(Sink::create(&args.output)?, &benchmark)?;
        return Ok(Exit::Success);
    }
    let options = options(args)?;
    let sink = Sink::create(&args.output)?;
    let (sets, failed) = read_sets(&inputs, args)?;
    if sets.is_empty() {
        return Ok(Exit::Failure);
    }
    let Some(benchmark) = measured(args, &sets, &options)? else { return Ok(Exit::Interrupted) };
    args.write(sink, &benchmark)?;
    let is_any_wrong = reports_wrong_answers(&benchmark);
    Ok(match benchmark.interrupted {
        true => Exit::Interrupted,
        false if failed > 0 || is_any_wrong => Exit::Failure,
        false => Exit::Success,
    })
}

/// Reads the sets, and counts those that cannot be read. If there are several, files of solutions
/// are skipped.
fn read_sets(inputs: &Inputs, args: &BenchArgs) -> anyhow::Result<(Vec<Set>, u64)> {
    let how = args.table.open(true);
    let mut driver = Driver::new(inputs, DriverOptions::new(&how, &args.progress));
    let mut sets: Vec<Set> = Vec::new();
    driver.each(&mut |Reading { input, source, messages, .. }| {
        match Set::of(input.path(), source) {
            Ok(set) => sets.push(set),
            Err(error) => match error.other() {
                // Lines without a solution, like the answers to puzzles that have none.
                Some(bench::NoPuzzle { path, first }) if first.is_empty() && inputs.are_several => {
                    messages.say(format_args!("{path}: left out: no line of it is a puzzle"));
                }
                _ => return Ok(error.into()),
            },
        }
        Ok(InputEnd { is_part: true, ..InputEnd::default() })
    })?;
    driver.say_rest();
    let is_any_open = sets.iter().any(|set| set.has_empty_cells);
    sets.retain(|set| {
        let is_kept = set.has_empty_cells || !is_any_open;
        if !is_kept {
            say(format_args!("{}: left out: every puzzle is a full grid", set.path));
        }
        is_kept
    });
    sets.iter().for_each(report_set);
    bench::make_names_unique(&mut sets);
    Ok((sets, driver.totals.failed))
}

/// Reports the bad lines of a set, and its probable problems.
fn report_set(set: &Set) {
    let path = &set.path;
    for (line, bad) in &set.bad_lines {
        say(format_args!("{path}:{line}:{bad}"));
    }
    if let Some(more) = and_more(set.invalid as u64, Some("bad line")) {
        say(format_args!("{path}: {more}"));
    }
    advice::on_set(path, set);
}

/// Reports the wrong answers of commands; returns true if there are any.
fn reports_wrong_answers(benchmark: &Benchmark) -> bool {
    let commands =
        table::rows(benchmark).filter_map(|(set, m)| Some((set, m, m.command.as_ref()?)));
    let mut is_any_wrong = false;
    for (set, Measurement { strategy, .. }, command) in commands.filter(|it| it.2.wrong > 0) {
        is_any_wrong = true;
        let wrong = count(command.wrong as u64, "wrong solution");
        let first = command.message.as_deref().unwrap_or_default();
        say(format_args!("sudomill: {}: command {strategy}: {wrong}; {first}", set.name));
    }
    is_any_wrong
}

/// Measures, with a progress bar. `None` if interrupted before any round was complete.
fn measured(
    args: &BenchArgs,
    sets: &[Set],
    options: &Options,
) -> anyhow::Result<Option<Benchmark>> {
    // An interrupted run still writes the rounds that are complete.
    exit::NEEDS_TIME.store(true, Ordering::Relaxed);
    exit::on_interrupt(|| {
        progress::clear_latest();
        say("sudomill: interrupted before a round was finished; nothing is written");
    });
    let bar = Progress::new(None, progress::STEPS, &args.progress);
    let benchmark = bench::run(sets, options, &|Step { set, what, done, of }| {
        bar.step(done, of, format!("{}, {what}", visible(set)));
    });
    bar.clear();
    match benchmark {
        Err(error) if error.is_interrupted() => {
            exit::say_interrupted();
            Ok(None)
        }
        Ok(benchmark) if benchmark.interrupted => {
            let words = "sudomill: interrupted; the results are those of the finished rounds";
            exit::on_interrupt(move || say(words));
            exit::say_interrupted();
            Ok(Some(benchmark))
        }
        other => Ok(Some(other?)),
    }
}

/// Fails if a set is given twice or is also an output.
fn refuse_same_files(args: &BenchArgs, inputs: &Inputs) -> anyhow::Result<()> {
    let sets = inputs.paths().map(|path| (path, "set"));
    let from = args.from.iter().map(|path| (&**path, "earlier run"));
    let output = &[(&*args.output, "output")];
    same_file::refuse(sets.chain(from), false, output)?;
    inputs.refuse_outputs(output)
}

fn options(args: &BenchArgs) -> anyhow::Result<Options<'static>> {
    let strategies = strategies(&args.strategy)?;
    let mut names: Vec<_> = strategies.iter().map(Strategy::name).collect();
    for command in &args.commands {
        anyhow::ensure!(!names.contains(&command.name), "{} is named twice", command.name);
        names.push(command.name.clone());
    }
    let program = || env::current_exe().context("cannot find the program sudomill");
    let processes = |commands| Ok::<_, anyhow::Error>(Processes { program: program()?, commands });
    let commands = (!args.commands.is_empty()).then(|| args.commands.clone());
    Ok(Options {
        strategies,
        processes: commands.map(processes).transpose()?,
        backend: args.backend.backend,
        limits: args.limits.resolve(LIMITS),
        tuning: args.limits.tuning(TUNING),
        threads: bounded_threads(args.threads),
        rounds: args.rounds,
        time: Duration::from_secs_f64(args.seconds),
        sample: args.sample.map(usize::try_from).transpose()?,
        end_to_end: args.end_to_end,
    })
}

fn command(text: &str) -> Result<bench::Command, String> {
    let named = text
        .split_once('=')
        .filter(|(name, line)| !name.trim().is_empty() && line.contains(bench::INPUT));
    let (name, line) = named.ok_or("expected NAME=LINE with {input} in LINE, the file to solve")?;
    Ok(bench::Command { name: name.trim().to_owned(), line: line.to_owned() })
}

fn seconds(text: &str) -> Result<f64, String> {
    let fits = |seconds: &f64| *seconds > 0.0 && Duration::try_from_secs_f64(*seconds).is_ok();
    let seconds = text.parse().ok().filter(fits);
    seconds.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

/// Resolves names to strategies in the given order, without duplicates.
fn strategies(names: &[String]) -> anyhow::Result<Vec<Strategy>> {
    let mut strategies = Vec::<Strategy>::new();
    let mut known = HashSet::new();
    for name in names {
        match name.as_str() {
            "all" => strategies.extend(registry::STRATEGIES.iter().map(Strategy::from)),
            "combinations" => strategies.extend(registry::all_combinations()),
            name => strategies.push(advice::find_strategy(name).map_err(anyhow::Error::msg)?),
        }
    }
    strategies.retain(|strategy| known.insert(strategy.name()));
    Ok(strategies)
}

/// The width of a table that is not written to a terminal.
const USUAL_WIDTH: usize = 80;

impl BenchArgs {
    /// Writes the results to a file that was created before anything was measured, so that a wrong
    /// path is reported at once.
    fn write(&self, mut sink: Sink, benchmark: &Benchmark) -> anyhow::Result<()> {
        sink.write(&self.render(benchmark)?)?;
        Ok(sink.finish()?)
    }

    fn render(&self, benchmark: &Benchmark) -> anyhow::Result<Vec<u8>> {
        let table = |style| Ok(table::render(benchmark, style).into_bytes());
        match self.format {
            BenchFormat::Table => table(Style::Terminal { width: self.width() }),
            BenchFormat::Markdown => table(Style::Markdown),
            BenchFormat::Csv => table::csv(benchmark),
            BenchFormat::Json => Ok((serde_json::to_string_pretty(benchmark)? + "\n").into_bytes()),
        }
    }

    fn width(&self) -> usize {
        let columns = terminal::columns().filter(|_| self.output.as_os_str() == "-");
        columns.unwrap_or(USUAL_WIDTH)
    }
}
