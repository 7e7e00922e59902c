//! `sudomill solve`: a file of puzzles in, one result per line out.

mod ask;
mod single;
mod summary;

pub use single::solutions;

use crate::cli::{
    exit::Exit,
    hint,
    message::{and_more, say},
    progress::Progress,
    puzzle,
    same_file::{self, Role},
    shared_args::{
        BackendArgs, ProgressArgs, StrategyLimitArgs, StrategyName, TableArgs, ThreadArgs,
        at_least_1, default_limits,
    },
};
use anyhow::bail;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use std::{
    io::Cursor,
    path::{Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};
use sudomill::{
    Error,
    batch::{self, Listener, Options, Outputs},
    grid::Size,
    input::{self, AnyPuzzle, BadLine, Shard, Source},
    output::{Columns, Format, Keep, Sink, Summary},
    solver::{
        Limits, Status,
        registry::{self, Strategy, Tuning},
    },
};

/// How many bad lines are shown.
const SHOWN: u64 = 10;

/// Solve a file of puzzles, or one puzzle
///
/// Read one puzzle per line, or grids with one row per line, and write one result line per
/// puzzle, in the order of the input. A digit or letter is a clue; . or 0 is an empty cell. The
/// format is detected from the first rows of the file; see docs/formats.md. A malformed puzzle
/// is reported with line and column and gives an empty result line.
///
/// A single puzzle on the command line, or typed on a terminal, is drawn as a grid if results
/// go to a terminal and no option selects an output.
///
/// Exit code: 0 every puzzle has a solution (with --limit 2, the default: exactly one); 1 the
/// run is complete, but some puzzles have no solution, several, are invalid or were given up;
/// 2 the run failed, or the input holds no puzzle; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill solve puzzles.txt -o solutions.txt --timing timing.csv\n  \
    zcat puzzles.gz | sudomill solve --format csv > results.csv\n  sudomill solve 1...4.....2....3"
)]
pub struct SolveArgs {
    /// A file of puzzles, or one puzzle [default: stdin]
    ///
    /// The file may be plain, .gz or .zst; - is standard input. If INPUT is omitted and
    /// standard input is a terminal, prompt for a puzzle row by row.
    #[arg(value_name = "INPUT")]
    input: Option<PathBuf>,
    /// Write results to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Write a CSV row per puzzle: status, counters, time
    #[arg(long, value_name = "FILE")]
    timing: Option<PathBuf>,
    /// Write the summary as JSON
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Write results in this format [default: solution]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    format: Option<Format>,
    /// Write these columns, in this order
    ///
    /// For csv and jsonl: line, puzzle, status, message, solutions, solution, solve_ns, the
    /// counters of the strategy (`sudomill strategies --counters`), or counters for all of
    /// them. For solutions-csv and solutions-jsonl: line, puzzle, index, solution.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    columns: Option<Vec<String>>,
    /// Put columns of the input before them: all, or their names
    ///
    /// The input must be a table with a header, or JSON Lines. If a column of the results has
    /// the name of one of these, it gets the prefix sudomill_.
    #[arg(long, value_name = "all|NAMES", value_delimiter = ',')]
    keep: Option<Vec<String>>,
    /// Solve with this strategy
    ///
    /// `sudomill strategies` lists the strategies, and the parts that make up others, such as
    /// locked/mrv+degree/descending.
    #[arg(long, value_name = "NAME", default_value = registry::DEFAULT, value_parser = StrategyName)]
    #[arg(hide_possible_values = true)]
    strategy: Strategy,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    limits: StrategyLimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Fail at the first malformed puzzle
    ///
    /// Exit with code 2 and write no output.
    #[arg(long)]
    strict: bool,
    /// Solve only the I-th of N parts of the input
    ///
    /// The results of all parts, concatenated, are those of the whole file. The input must be
    /// an uncompressed file.
    #[arg(long, value_name = "I/N", conflicts_with = "no_mmap", requires = "input")]
    shard: Option<Shard>,
    #[command(flatten)]
    table: TableArgs,
    /// Read the input instead of memory-mapping it
    #[arg(long)]
    no_mmap: bool,
    /// Give a worker this many bytes of input at a time
    ///
    /// Results do not depend on it.
    #[arg(long, value_name = "BYTES", hide_short_help = true, value_parser = at_least_1())]
    chunk_size: Option<u64>,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Solves the input. Outputs get their names only when the run is complete.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    args.refuse_same_files()?;
    args.refuse_columns()?;
    let puzzle = single::read(args)?;
    if let Some(puzzle) = puzzle.as_ref().filter(|_| single::is_drawn(args)) {
        return single::solve(puzzle, args);
    }
    let source = args.open(puzzle.as_ref())?;
    let mut outputs = Outputs {
        results: Sink::create(&args.output)?,
        timing: args.timing.as_deref().map(Sink::create).transpose()?,
    };
    let summary_file = args.summary.as_deref().map(Sink::create).transpose()?;
    let options = args.options(&source)?;
    let (input, side) = (source.name().to_owned(), source.layout().size.side());
    let table = source.layout().table.clone();
    let messages = Messages::new(&source, &args.progress);
    let tally = batch::run(source, &options, &mut outputs, &messages);
    messages.progress.clear();
    let tally = tally?;
    if let Some(more) = and_more(tally.of(Status::Invalid), SHOWN, Some("bad line")) {
        say(format_args!("{input}: {more}"));
    }
    let is_whole = args.shard.is_none() && puzzle.is_none();
    if is_whole && tally.lines() > 0 && tally.valid() == 0 {
        hint::of_run(&input, &tally, &table);
        return Err(Error::NoPuzzles { path: input, lines: tally.lines() }.into());
    }
    let summary = summary::summary(&tally, &options, input, side, begun.elapsed());
    finish(outputs, summary_file, &summary)?;
    if is_whole {
        hint::of_run(&summary.input, &tally, &table);
    }
    if !args.progress.quiet {
        summary::print(&summary);
    }
    let statuses = Status::ALL.into_iter().filter(|&status| tally.of(status) > 0);
    Ok(Exit::of_statuses(statuses, options.limits.solutions))
}

impl SolveArgs {
    /// The input: standard input by default.
    fn input(&self) -> &Path {
        self.input.as_deref().unwrap_or(Path::new("-"))
    }

    /// Opens the input; a single puzzle is a file of one line.
    fn open(&self, puzzle: Option<&AnyPuzzle>) -> Result<Source, Error> {
        let source = match puzzle {
            Some(puzzle) => {
                let line = puzzle::as_line(puzzle, self.input.as_deref().and_then(Path::to_str));
                input::read_from("<argument>", Cursor::new(line))?
            }
            None => input::open(self.input(), &self.table.open(!self.no_mmap))?,
        };
        match self.shard {
            Some(shard) => source.shard(shard),
            None => Ok(source),
        }
    }

    fn options(&self, source: &Source) -> anyhow::Result<Options<'static>> {
        let (size, threads) = (source.layout().size, self.threads.count()?);
        Ok(Options {
            strategy: self.strategy(size).on(self.backend.backend()),
            limits: self.limits(size),
            threads,
            chunk: match self.chunk_size {
                Some(size) => size.try_into()?,
                None => chunk_size(source, threads),
            },
            format: self.format(),
            columns: self.columns()?,
            strict: self.strict,
        })
    }

    fn format(&self) -> Format {
        self.format.unwrap_or(Format::Solution)
    }

    /// Fails if columns are chosen and the format has none.
    fn refuse_columns(&self) -> anyhow::Result<()> {
        let options = [("--columns", &self.columns), ("--keep", &self.keep)];
        match options.into_iter().find(|(_, value)| value.is_some()) {
            Some((option, _)) if !self.format().has_columns() => bail!(
                "{option} needs a format with columns: --format csv, jsonl, solutions-csv or \
                 solutions-jsonl"
            ),
            _ => Ok(()),
        }
    }

    fn columns(&self) -> anyhow::Result<Columns> {
        let keep = match self.keep.as_deref() {
            None => Keep::Nothing,
            Some([all]) if all == "all" => Keep::All,
            Some(names) => {
                let columns: Result<_, _> = names.iter().map(|name| name.trim().parse()).collect();
                Keep::Named(columns?)
            }
        };
        let trimmed = |names: &Vec<String>| names.iter().map(|it| it.trim().to_owned()).collect();
        Ok(Columns { names: self.columns.as_ref().map(trimmed), keep })
    }

    fn strategy(&self, size: Size) -> Strategy {
        let strategy = match self.format().lists_all() {
            true => self.strategy.listing(size.order()),
            false => self.strategy.for_order(size.order()),
        };
        strategy.tuned(self.limits.tuning(Tuning::default()))
    }

    fn limits(&self, size: Size) -> Limits<'static> {
        self.limits.resolve(default_limits(size))
    }

    /// Fails if an output is the input or another output.
    fn refuse_same_files(&self) -> Result<(), Error> {
        let mut roles =
            vec![Role::input(self.input(), "input"), Role::output(&self.output, "output")];
        for (path, role) in [(&self.timing, "timing file"), (&self.summary, "summary file")] {
            roles.extend(path.as_ref().map(|path| Role::output(path, role)));
        }
        same_file::refuse(&roles)
    }
}

/// Small files are cut into smaller chunks, so that every thread gets a share.
pub fn chunk_size(source: &Source, threads: usize) -> usize {
    let size = source.size().map_or(usize::MAX, |size| size.try_into().unwrap_or(usize::MAX));
    (size / (threads * 16)).clamp(1 << 10, batch::CHUNK)
}

/// Writes the summary, then gives every output its name, the results last: if they exist,
/// everything does.
fn finish(
    outputs: Outputs,
    mut summary_file: Option<Sink>,
    summary: &Summary,
) -> anyhow::Result<()> {
    if let Some(sink) = &mut summary_file {
        let mut json = serde_json::to_vec_pretty(summary)?;
        json.push(b'\n');
        sink.write(&json)?;
    }
    let further = outputs.timing.into_iter().chain(summary_file);
    further.chain([outputs.results]).try_for_each(Sink::finish)?;
    Ok(())
}

/// Shows progress and the first bad lines.
struct Messages {
    input: String,
    progress: Progress,
    bad_lines: AtomicU64,
}

impl Messages {
    fn new(source: &Source, args: &ProgressArgs) -> Self {
        Self {
            input: source.name().to_owned(),
            progress: Progress::over_bytes(source.size(), args),
            bad_lines: AtomicU64::new(0),
        }
    }
}

impl Listener for Messages {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.progress.at(bytes_done, puzzles);
    }

    fn renamed(&self, column: &str, name: &str) {
        self.progress.say(format_args!(
            "{}: has a column '{column}', too: that of the results is called '{name}'",
            self.input
        ));
    }

    fn bad_line(&self, line: u64, bad: &BadLine) {
        if self.bad_lines.fetch_add(1, Ordering::Relaxed) < SHOWN {
            self.progress.say(format_args!("{}:{line}:{bad}", self.input));
        }
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}
