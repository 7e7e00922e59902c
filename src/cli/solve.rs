//! `sudomill solve`: a file of puzzles in, a result a line out.

use super::{
    args::SolveArgs,
    exit::Exit,
    given, hint, interrupt,
    message::{count, nanos, say},
    progress::Progress,
    same_file::{self, Role},
    single, threads,
};
use std::{
    fs,
    io::Cursor,
    path::Path,
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};
use sudomill::{
    Error,
    batch::{self, Listener, Options, Outputs},
    input::{self, BadLine, Source},
    output::{Format, Quantiles, Sink, Skipped, Statuses, Summary, Tally},
    solver::{Limits, Status, lanes::Occupancy},
};

/// Bad lines that are told one by one.
const TOLD: u64 = 10;

/// Solves the input; the outputs get their names only when all is done.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    refuse_same_files(args)?;
    let given = single::puzzle(args)?;
    if let Some(given) = given.as_ref().filter(|_| single::is_drawn(args)) {
        return single::solve(given, args, &limits(args, given.order));
    }
    let is_whole = args.shard.is_none() && given.is_none();
    let source = match &given {
        Some(given) => {
            let written = args.input.as_deref().and_then(Path::to_str);
            let line = given::as_line(given, written);
            input::read_from("<argument>", Cursor::new(line))?
        }
        None => input::open(path(args), &args.table.open(!args.no_mmap))?,
    };
    let source = match args.shard {
        Some(shard) => source.shard(shard)?,
        None => source,
    };
    let mut outputs = Outputs {
        results: Sink::create(&args.output)?,
        timing: args.timing.as_deref().map(Sink::create).transpose()?,
    };
    let summary = args.summary.as_deref().map(Sink::create).transpose()?;
    let options = options(args, source.layout().order)?;
    let (input, side) = (source.name().to_owned(), source.layout().order.pow(2));
    let table = source.layout().table.clone();
    let teller = Teller::new(&source, args);
    let tally = batch::run(source, &options, &mut outputs, &teller);
    teller.progress.clear();
    let tally = tally?;
    teller.tell_rest(tally.of(Status::Invalid));
    if is_whole && tally.lines() > 0 && tally.valid() == 0 {
        hint::of_run(&input, &tally, &table);
        return Err(Error::NoPuzzles { path: input, lines: tally.lines() }.into());
    }
    let report = report(&tally, &options, input, side, begun.elapsed());
    finish(outputs, summary, &report)?;
    if is_whole {
        hint::of_run(&report.input, &tally, &table);
    }
    if !args.chatter.quiet {
        tell(&report);
    }
    Ok(exit(&tally, args.limit))
}

fn options(args: &SolveArgs, order: usize) -> anyhow::Result<Options<'static>> {
    let threads = threads(args.threads)?;
    Ok(Options {
        strategy: args.strategy.for_order(order),
        backend: args.backend,
        limits: limits(args, order),
        threads,
        chunk: match args.chunk_size {
            Some(size) => size.try_into()?,
            None => chunk_size(path(args), threads),
        },
        format: args.format.unwrap_or(Format::Solution),
        strict: args.strict,
    })
}

fn limits(args: &SolveArgs, order: usize) -> Limits<'static> {
    Limits {
        solutions: args.limit,
        max_guesses: args.max_guesses.unwrap_or(Limits::usual_guesses(order)),
        max_passes: args.max_passes,
        max_fillings: args.max_fillings,
        stop: Some(&interrupt::STOP),
    }
}

/// The input: standard input where none is named.
fn path(args: &SolveArgs) -> &Path {
    args.input.as_deref().unwrap_or(Path::new("-"))
}

/// A small file is cut finer, so that every thread gets its share of it.
fn chunk_size(input: &Path, threads: usize) -> usize {
    let size = fs::metadata(input).map_or(u64::MAX, |metadata| metadata.len());
    let share = usize::try_from(size).unwrap_or(usize::MAX) / (threads * 16);
    share.clamp(1 << 10, batch::CHUNK)
}

/// No output may be the input or another output.
fn refuse_same_files(args: &SolveArgs) -> Result<(), Error> {
    let mut roles = vec![Role::input(path(args), "input"), Role::output(&args.output, "output")];
    let further = [(&args.timing, "timing file"), (&args.summary, "summary file")];
    for (path, role) in further {
        roles.extend(path.as_ref().map(|path| Role::output(path, role)));
    }
    same_file::refuse(&roles)
}

/// Writes the summary, then moves every output to its name, the results last:
/// where they are, all is.
fn finish(outputs: Outputs, mut summary: Option<Sink>, report: &Summary) -> anyhow::Result<()> {
    if let Some(sink) = &mut summary {
        let mut json = serde_json::to_vec_pretty(report)?;
        json.push(b'\n');
        sink.write(&json)?;
    }
    let further = outputs.timing.into_iter().chain(summary);
    further.chain([outputs.results]).try_for_each(Sink::finish)?;
    Ok(())
}

/// Passes the run's news on to the terminal.
struct Teller {
    input: String,
    progress: Progress,
    told: AtomicU64,
}

impl Teller {
    fn new(source: &Source, args: &SolveArgs) -> Self {
        Self {
            input: source.name().to_owned(),
            progress: Progress::over_bytes(source.size(), &args.chatter),
            told: AtomicU64::new(0),
        }
    }

    fn tell_rest(&self, bad: u64) {
        if bad > TOLD {
            say(format_args!("{}: and {} more", self.input, count(bad - TOLD, "bad line")));
        }
    }
}

impl Listener for Teller {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.progress.at(bytes_done, puzzles);
    }

    fn bad_line(&self, line: u64, bad: &BadLine) {
        if self.told.fetch_add(1, Ordering::Relaxed) < TOLD {
            self.progress.say(format_args!("{}:{line}:{bad}", self.input));
        }
    }
}

fn report(
    tally: &Tally,
    options: &Options,
    input: String,
    side: usize,
    elapsed: Duration,
) -> Summary {
    let Occupancy { busy, total } = tally.occupancy();
    let occupied = total > 0;
    Summary {
        input,
        puzzles: tally.puzzles(),
        statuses: Statuses::from(tally),
        skipped: Skipped::from(tally),
        lines: tally.lines(),
        elapsed_s: elapsed.as_secs_f64(),
        puzzles_per_s: tally.puzzles() as f64 / elapsed.as_secs_f64().max(1e-9),
        solve_ns: Quantiles::of(tally),
        strategy: options.strategy.name(),
        backend: occupied.then(|| options.backend.name()),
        occupancy: occupied.then(|| busy as f64 / total as f64),
        limit: options.limits.solutions,
        threads: options.threads,
        side,
        version: env!("CARGO_PKG_VERSION"),
    }
}

/// Words the summary.
fn tell(report: &Summary) {
    let statuses = report.statuses.counts().map(|(_, count)| count);
    let Skipped { blank, comment, header, count: counts, name, ruler, continuation } =
        report.skipped;
    let names = Status::ALL.map(Status::name);
    say(format_args!("{}{}", count(report.puzzles, "puzzle"), list(": ", statuses, names)));
    let skipped = [blank, comment, header, counts, name, ruler, continuation];
    let names = ["blank", "comment", "header", "count", "name", "ruler", "continuation"];
    let skipped = list("", skipped, names);
    if !skipped.is_empty() {
        say(format_args!("skipped lines: {skipped}"));
    }
    let elapsed = nanos((report.elapsed_s * 1e9) as u64);
    say(format_args!("{elapsed}, {}/s", count(report.puzzles_per_s as u64, "puzzle")));
    if let Some(Quantiles { min, median, p99, max }) = report.solve_ns {
        let [min, median, p99, max] = [min, median, p99, max].map(nanos);
        say(format_args!("solve time: min {min}, median {median}, p99 {p99}, max {max}"));
    }
    let lanes = report.backend.zip(report.occupancy).map_or_else(String::new, |(name, share)| {
        format!(" ({name}, {:.0} % of the lanes busy)", share * 100.0)
    });
    let (strategy, limit) = (&report.strategy, report.limit);
    let threads = count(report.threads as u64, "thread");
    say(format_args!("strategy {strategy}{lanes}, limit {limit}, {threads}"));
}

/// The numbers that are not zero, with their names.
fn list<const N: usize>(before: &str, numbers: [u64; N], names: [&str; N]) -> String {
    let named = numbers.into_iter().zip(names).filter(|(number, _)| *number > 0);
    let words: Vec<_> =
        named.map(|(number, name)| format!("{} {name}", indicatif::HumanCount(number))).collect();
    if words.is_empty() { String::new() } else { format!("{before}{}", words.join(", ")) }
}

/// Limit 1 asks for a solution, limit 2 for exactly one, a higher one for a
/// count of at least one.
fn exit(tally: &Tally, limit: u64) -> Exit {
    let several = if limit == 2 { tally.of(Status::Multiple) } else { 0 };
    let failed = [Status::None, Status::Invalid, Status::GaveUp].map(|status| tally.of(status));
    match several + failed.iter().sum::<u64>() {
        0 => Exit::Success,
        _ => Exit::Findings,
    }
}
