//! What can be asked for; no logic.

use clap::{
    Arg, Parser, Subcommand, ValueEnum,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};
use std::{ffi::OsStr, path::PathBuf, time::Duration};
use sudomill::{
    bench::{self, compare::Percent},
    generate::Kind,
    grid::Size,
    input::{Column, Open, Shard},
    output::Format,
    solver::{lanes::Backend, registry},
};

/// Solves Sudoku puzzles by the million.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, arg_required_else_help = true)]
#[command(
    after_help = "Example:\n  sudomill solve puzzles.txt -o solutions.txt --timing timing.csv"
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(SolveArgs),
    Trace(TraceArgs),
    Candidates(CandidatesArgs),
    Verify(VerifyArgs),
    Generate(GenerateArgs),
    Strategies(StrategiesArgs),
    Bench(BenchArgs),
    Compare(CompareArgs),
    Report(ReportArgs),
    /// Print a completion script for a shell
    #[command(after_help = "Example:\n  sudomill completions bash > \
        ~/.local/share/bash-completion/completions/sudomill")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, of the program or of one command
    #[command(after_help = "Example:\n  sudomill man solve | man -l -")]
    Man {
        /// The command; the program itself where none is named
        command: Option<String>,
    },
}

/// When to show the progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowProgress {
    /// If standard error is a terminal
    #[default]
    Auto,
    /// Even if it is none
    Always,
    /// Not at all
    Never,
}

#[derive(Debug, clap::Args)]
pub struct Chatter {
    /// When to show the progress, on standard error
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub progress: ShowProgress,
    /// Neither progress nor summary; errors are still told
    #[arg(long, short)]
    pub quiet: bool,
}

/// Solve a file of puzzles: lines or grids
///
/// Writes one result line for each puzzle, in the order of the input. A
/// puzzle line holds 81 symbols (16 for 4×4, 256 for 16×16, 625 for 25×25): digits
/// for clues, any of . 0 - _ * ? x X for an empty cell. In CSV and JSON Lines the
/// column of the puzzles is chosen once per file, by its header or the first rows, or
/// by --column. Blank lines, # comments, a header and a first line that is a number are
/// skipped and counted. A bad puzzle is reported and gives an empty line.
///
/// Grids: as many lines as the grid has rows, spaces and rulers (| + - = │ ─ …)
/// wherever they like; a blank line, a comment or a name may stand between grids.
///
/// 16×16 is written 1-9 A-G or 0-9 A-F (25×25: A-P, A-O), in either case. The
/// first puzzle with a G (P), or with a 0 that no row, column or box repeats, tells
/// which for the whole file; where none does, 0 is an empty cell.
///
/// One puzzle, given instead of a file or typed, is drawn as a grid where the
/// results go to a terminal and no option says what to write.
///
/// Exit code: 0 every puzzle has a solution as asked (limit 2: exactly one);
/// 1 the run is complete, but some have none, several, are invalid or were given
/// up; 2 it could not run, or no line of the input is a puzzle; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill solve puzzles.txt -o solutions.txt --timing timing.csv\n  \
    zcat puzzles.gz | sudomill solve --format csv > results.csv\n  sudomill solve 1...4.....2....3"
)]
pub struct SolveArgs {
    /// The puzzles: a file, plain, .gz or .zst, or - for standard input; or one
    /// puzzle itself. Where there is none, a terminal is asked for one row by row,
    /// and anything else on standard input is read
    #[arg(value_name = "INPUT")]
    pub input: Option<PathBuf>,
    /// Where the results go; standard output where none is named
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Write a CSV row for each puzzle: its status, counters and solve time
    #[arg(long, value_name = "FILE")]
    pub timing: Option<PathBuf>,
    /// Write the summary as JSON
    #[arg(long, value_name = "FILE")]
    pub summary: Option<PathBuf>,
    /// How to solve: one of these, or parts such as locked/mrv+degree/descending;
    /// `sudomill strategies` lists them and says what each does
    #[arg(long, value_name = "NAME", default_value = registry::DEFAULT, value_parser = StrategyName)]
    pub strategy: registry::Strategy,
    /// The SIMD instructions of the `lanes` strategy; auto takes the best that
    /// this CPU has. The results do not depend on it
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = backend())]
    #[arg(env = "SUDOMILL_BACKEND")]
    pub backend: Backend,
    /// Solutions after which a puzzle's search ends: 1 = the first one,
    /// 2 = prove that it is the only one, N = count up to N
    #[arg(long, value_name = "N", default_value = "2", value_parser = at_least_1())]
    pub limit: u64,
    /// Worker threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = at_least_1())]
    pub threads: Option<u64>,
    /// What a result line holds [default: solution]
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    pub format: Option<Format>,
    /// Give a puzzle up that needs more guesses than this; without it one larger than
    /// 9×9 that needs more than ten million
    #[arg(long, value_name = "N")]
    pub max_guesses: Option<u64>,
    /// Give a puzzle up that needs more passes (electroyou)
    #[arg(long, value_name = "N", default_value = "10000", hide_short_help = true)]
    pub max_passes: u64,
    /// Give a puzzle up that needs more fillings (generate-and-test)
    #[arg(long, value_name = "N", default_value = "16777216", hide_short_help = true)]
    pub max_fillings: u64,
    /// End at the first bad line, with exit code 2 and no output file
    #[arg(long)]
    pub strict: bool,
    /// Solve the I-th of N parts of the input only: the results of all parts, one after
    /// the other, are those of the whole. The input must be a plain file
    #[arg(long, value_name = "I/N", conflicts_with = "no_mmap", requires = "input")]
    pub shard: Option<Shard>,
    #[command(flatten)]
    pub table: TableArgs,
    /// Read the input instead of memory-mapping it
    #[arg(long)]
    pub no_mmap: bool,
    /// Bytes of input a worker takes at once; the results do not depend on it
    #[arg(long, value_name = "BYTES", hide_short_help = true, value_parser = at_least_1())]
    pub chunk_size: Option<u64>,
    #[command(flatten)]
    pub chatter: Chatter,
}

/// Which part of a line is the puzzle.
#[derive(Debug, Default, clap::Args)]
pub struct TableArgs {
    /// Read the puzzles from this column: a name of the header, a key of JSON Lines, or a
    /// number from 1 [default: found by its name, or by the first rows]
    #[arg(long, value_name = "NAME|N")]
    pub column: Option<Column>,
    /// Put back zeros that puzzles have lost at their start, as in a spreadsheet
    #[arg(long)]
    pub restore_zeros: bool,
}

impl TableArgs {
    /// How to open a file with that column.
    pub fn open(&self, map: bool) -> Open {
        let Self { column, restore_zeros } = self;
        Open { map, column: column.clone(), restore_zeros: *restore_zeros, ..Open::default() }
    }
}

/// Show how a strategy solves one puzzle, step by step
///
/// Lists what happens in every step, then draws the grid, with the candidates of
/// the open cells: clues blue, guesses cyan, what follows from them green, the
/// single about to be entered red; letters stand for the colours off a terminal.
///
/// A step is an event that changes the grid or ends a branch: a value entered, a
/// guess taken back, locked candidates removed, a contradiction; of `moler` the
/// steps of Moler's article, two screen refreshes each. Step 0 are the clues.
///
/// Exit code: as of `solve`; 0 where the search was shown in part.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill trace puzzles.txt:3 --strategy moler --at 22\n  \
    sudomill trace 1...4.....2....3 --strategy moler --delay 300")]
pub struct TraceArgs {
    /// The puzzle: its text, or a file of puzzles, plain, .gz or .zst, and the line
    /// that it is in; without a line the first of the file. - for standard input
    #[arg(value_name = "PUZZLE|FILE[:LINE]")]
    pub puzzle: PathBuf,
    #[command(flatten)]
    pub table: TableArgs,
    /// How to solve; `sudomill strategies` lists the names. Of `lanes` nothing but
    /// the clues and the solution can be seen
    #[arg(long, value_name = "NAME", default_value = "mrv", value_parser = StrategyName)]
    pub strategy: registry::Strategy,
    /// Draw the grid as it is after this step, and end there
    #[arg(long, value_name = "STEP", conflicts_with_all = ["from", "to", "delay"])]
    pub at: Option<u64>,
    /// Show the steps from this one on [default: 0]
    #[arg(long, value_name = "STEP")]
    pub from: Option<u64>,
    /// Show the steps up to this one, and end there
    #[arg(long, value_name = "STEP")]
    pub to: Option<u64>,
    /// Play: draw the grid of every step, with so many milliseconds between two
    #[arg(long, value_name = "MS")]
    pub delay: Option<u64>,
    /// Draw the last grid shown as an SVG file, too; - for standard output, alone
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How to show it: ansi on a terminal, else text
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
    /// Solutions after which the search ends
    #[arg(long, value_name = "N", default_value = "1", value_parser = at_least_1())]
    pub limit: u64,
    #[command(flatten)]
    pub caps: Caps,
}

/// When to give a puzzle up.
#[derive(Debug, clap::Args)]
pub struct Caps {
    /// Give up after so many guesses
    #[arg(long, value_name = "N")]
    pub max_guesses: Option<u64>,
    /// Give up after so many passes (electroyou)
    #[arg(long, value_name = "N", default_value = "10000", hide_short_help = true)]
    pub max_passes: u64,
    /// Give up after so many fillings (generate-and-test)
    #[arg(long, value_name = "N", default_value = "16777216", hide_short_help = true)]
    pub max_fillings: u64,
}

/// How one puzzle is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Box lines and colours
    Ansi,
    /// Box lines; letters stand for the colours
    Text,
    /// For programs: a JSON object a line
    #[value(alias = "json")]
    Jsonl,
}

/// Draw one puzzle with its candidates, and say how hard it is
///
/// The candidates of a cell are the digits that no other cell of its row, column
/// and box holds. Easy is a puzzle that naked singles alone finish: cells with one
/// candidate. Beyond that it is told what hidden singles and locked candidates do,
/// and whether a search is needed; then, by search, whether there is no solution,
/// one, or several.
///
/// Exit code: as of `solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill candidates puzzles.txt:3 --svg puzzle.svg")]
pub struct CandidatesArgs {
    /// The puzzle: its text, or a file of puzzles, plain, .gz or .zst, and the line
    /// that it is in; without a line the first of the file. - for standard input
    #[arg(value_name = "PUZZLE|FILE[:LINE]")]
    pub puzzle: PathBuf,
    #[command(flatten)]
    pub table: TableArgs,
    /// Count solutions up to this many
    #[arg(long, value_name = "N", default_value = "2", value_parser = at_least_1())]
    pub limit: u64,
    /// Give up counting after so many guesses
    #[arg(long, value_name = "N")]
    pub max_guesses: Option<u64>,
    /// Draw it as an SVG file, too; - for standard output, alone
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How to show it: ansi on a terminal, else text
    #[arg(long, value_name = "FORMAT")]
    pub format: Option<PictureFormat>,
}

/// Check solutions against their puzzles
///
/// With SOLUTIONS its n-th answer is that of the n-th puzzle, in any format that `solve`
/// writes: solutions, counts, CSV, JSON Lines; or in grids. Without it PUZZLES has a column
/// of solutions of its own, as Kaggle's files do. The first ten answers that are wrong are
/// told, each with the place where it goes wrong; all are counted. The answer to a bad
/// puzzle is wrong, and so is a missing one. A line of counts may hold no solution, as
/// `PUZZLE:2:` does: it is counted as not given.
///
/// Exit code: 0 every puzzle has a right answer; 1 some answers are wrong or not given;
/// 2 the files could not be read, do not belong together or hold no puzzle; 130
/// interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill verify puzzles.txt solutions.txt\n  \
    sudomill verify kaggle.csv --column quizzes --solution-column solutions")]
pub struct VerifyArgs {
    /// The puzzles, in any form that `solve` reads
    pub puzzles: PathBuf,
    /// Their solutions; - for standard input. Where no file is named they are a column of
    /// PUZZLES
    pub solutions: Option<PathBuf>,
    #[command(flatten)]
    pub table: TableArgs,
    /// Read the solutions from this column, as --column does for puzzles
    #[arg(long, value_name = "NAME|N")]
    pub solution_column: Option<Column>,
    /// Worker threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = at_least_1())]
    pub threads: Option<u64>,
    /// Read the files instead of memory-mapping them
    #[arg(long)]
    pub no_mmap: bool,
    #[command(flatten)]
    pub chatter: Chatter,
}

/// Make puzzles out of a seed
///
/// The same seed makes the same puzzles on every machine, whatever the number
/// of threads; the first N of a longer run are those of a shorter one.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill generate --kind minimal --count 1000 --seed 7 -o minimal.txt"
)]
pub struct GenerateArgs {
    /// What to make
    #[arg(long, value_name = "KIND", value_parser = kind())]
    pub kind: Kind,
    /// The side of a box: 2 for 4×4 grids, 3 for 9×9, 4 for 16×16, 5 for 25×25
    #[arg(long, default_value = "3", value_parser = order())]
    pub order: Size,
    /// How many
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    pub count: u64,
    /// The seed
    #[arg(long, value_name = "S", default_value = "0")]
    pub seed: u64,
    /// Exactly this many clues
    #[arg(long, value_name = "N")]
    pub clues: Option<usize>,
    /// With --kind hard: at least this many guesses of `mrv`
    #[arg(long, value_name = "N")]
    pub min_guesses: Option<u64>,
    /// Where the puzzles go; standard output where none is named
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Worker threads [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = at_least_1())]
    pub threads: Option<u64>,
    #[command(flatten)]
    pub chatter: Chatter,
}

/// List the strategies: what each does and where it comes from
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill strategies --counters")]
pub struct StrategiesArgs {
    /// List what each counts, too
    #[arg(long)]
    pub counters: bool,
}

/// Measure strategies on sets of puzzles
///
/// Sets are read before the clock starts; the first solution of every puzzle is
/// verified outside it. Strategies take turns, round by round, so that a moment in
/// which the machine is slow meets all of them; the table gives the median rate, its
/// spread, and the median ratio to the first strategy named, on the same puzzles. A
/// short set is solved several times over in a round. What does not fit into the
/// time is measured on a sample, evenly spread, which is told. The times of single
/// puzzles (mean to max) are those of one pass in memory on one thread before the
/// rounds. Counters are exact and repeatable. Sets come out from easy to hard: by
/// the guesses that the first strategy makes a puzzle.
///
/// Exit code: 0 all was measured; 2 it could not be, or a solution was wrong.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill bench datasets/minimal.txt datasets/hard.txt --strategy lanes,mrv"
)]
pub struct BenchArgs {
    /// The sets: files of puzzles in any form that `solve` reads
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub table: TableArgs,
    /// What to measure: strategies; `all` that are listed; all `combinations` of
    /// parts. Ratios are to the first
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = bench::STRATEGIES)]
    pub strategy: Vec<String>,
    /// The SIMD instructions of the `lanes` strategy
    #[arg(long, value_name = "NAME", default_value = "auto", value_parser = backend())]
    #[arg(env = "SUDOMILL_BACKEND")]
    pub backend: Backend,
    /// Solutions after which a puzzle's search ends: 1 = the first one,
    /// 2 = prove that it is the only one, N = count up to N
    #[arg(long, value_name = "N", default_value_t = bench::LIMITS.solutions)]
    #[arg(value_parser = at_least_1())]
    pub limit: u64,
    /// Worker threads
    #[arg(long, short = 'j', value_name = "N", default_value_t = bench::THREADS as u64)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1024))]
    pub threads: u64,
    /// The time that the rounds of one strategy on one set may take, very roughly:
    /// the size of a sample follows from it and from the work that is counted
    #[arg(long, value_name = "S", default_value_t = bench::SECONDS, value_parser = seconds)]
    pub seconds: f64,
    /// Timed rounds
    #[arg(long, value_name = "R", default_value_t = bench::ROUNDS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub rounds: u32,
    /// Take so many puzzles of every set, whatever the time: for figures that
    /// are the same on every machine
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    pub sample: Option<u64>,
    /// Time from file to file instead of in memory
    #[arg(long)]
    pub end_to_end: bool,
    /// Give a puzzle up that needs more guesses than this
    #[arg(long, value_name = "N", default_value_t = bench::LIMITS.max_guesses)]
    pub max_guesses: u64,
    /// Give a puzzle up that needs more passes (electroyou)
    #[arg(long, value_name = "N", default_value_t = bench::LIMITS.max_passes)]
    #[arg(hide_short_help = true)]
    pub max_passes: u64,
    /// Give a puzzle up that needs more fillings (generate-and-test)
    #[arg(long, value_name = "N", default_value_t = bench::LIMITS.max_fillings)]
    #[arg(hide_short_help = true)]
    pub max_fillings: u64,
    /// With --format json: leave the times of single puzzles out, as a baseline
    /// needs none of them
    #[arg(long)]
    pub brief: bool,
    /// Order all rows by a column instead of by set
    #[arg(long, value_name = "COLUMN")]
    pub order_by: Option<SortKey>,
    /// What comes out
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: BenchFormat,
    /// Where it goes; standard output where none is named
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    #[command(flatten)]
    pub chatter: Chatter,
}

/// What `bench` writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BenchFormat {
    /// For a terminal
    Table,
    /// For a page
    Markdown,
    /// A row for each set and strategy
    Csv,
    /// All that was measured; schema/bench.schema.json describes it
    Json,
}

/// A column of `bench`'s table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SortKey {
    Set,
    Strategy,
    /// Puzzles a second, the fastest first
    Rate,
    Spread,
    /// The largest first
    Ratio,
    Mean,
    Median,
    P90,
    P99,
    Max,
    Guesses,
    /// The share decided without a guess, the largest first
    NoGuess,
}

/// Compare a benchmark with its baseline
///
/// Guesses are compared as they are. Times are compared only as ratios to the
/// first strategy of the same run, so that another or a busy machine is no
/// difference; that strategy's own ratio is 1 by definition. Changed statuses or
/// answers always fail, other counters are shown.
///
/// Exit code: 0 within the limits; 1 beyond them; 2 the runs cannot be read or are
/// too unlike to be compared. Every reason is told on standard error.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill compare baseline.json new.json --max-slower 20%\n  \
    sudomill compare baseline.json new.json --format markdown >> \"$GITHUB_STEP_SUMMARY\"")]
pub struct CompareArgs {
    /// The baseline: the JSON of `bench`; - for standard input
    #[arg(value_name = "BASE.json")]
    pub base: PathBuf,
    /// The new run, likewise
    #[arg(value_name = "NEW.json")]
    pub new: PathBuf,
    /// How far a strategy's ratio may fall
    #[arg(long, value_name = "PERCENT", default_value = "10%")]
    pub max_slower: Percent,
    /// How many more guesses a strategy may need on a set
    #[arg(long, value_name = "PERCENT", default_value = "0%")]
    pub max_more_guesses: Percent,
    /// How to show the comparison
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    pub format: TableFormat,
    /// Where it goes; standard output where none is named
    #[arg(long, short, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
}

/// How to show a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For a terminal
    Table,
    /// For GitHub, with a headline and the reasons
    Markdown,
}

/// Draw results as one HTML page
///
/// Throughput, solve times, guesses against time, the rate along the file, the
/// slowest puzzles as grids and the environment, in one file that needs no
/// network. Takes results of `sudomill bench`, rows of `solve --timing`, or both.
///
/// Needs a sudomill that was built with the feature `report`:
/// cargo install sudomill --features report
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill report --timing timing.csv --puzzles puzzles.txt -o report.html"
)]
// Without the feature nothing but the refusal is left.
#[cfg_attr(not(feature = "report"), allow(dead_code))]
pub struct ReportArgs {
    /// Results that `sudomill bench` wrote as JSON
    #[arg(value_name = "RESULT.json", required_unless_present = "timing")]
    pub results: Vec<PathBuf>,
    /// Rows that `sudomill solve --timing` wrote; plain, .gz or .zst
    #[arg(long, value_name = "TIMING.csv", num_args = 1..)]
    pub timing: Vec<PathBuf>,
    /// The puzzles of the timing files, in their order: for the slowest's grids
    #[arg(long, value_name = "PUZZLES.txt", num_args = 1.., requires = "timing")]
    pub puzzles: Vec<PathBuf>,
    #[command(flatten)]
    pub table: TableArgs,
    /// The title of the page
    #[arg(long, value_name = "TEXT", default_value = "sudomill report")]
    pub title: String,
    /// Where the page goes; - for standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    #[command(flatten)]
    pub chatter: Chatter,
}

fn seconds(text: &str) -> Result<f64, String> {
    let fits = |seconds: &f64| *seconds > 0.0 && Duration::try_from_secs_f64(*seconds).is_ok();
    let seconds = text.parse().ok().filter(fits);
    seconds.ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

fn at_least_1() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..)
}

/// Any name that the registry finds. The listed ones are shown and completed;
/// there are too many combinations of parts for that.
#[derive(Clone)]
struct StrategyName;

impl TypedValueParser for StrategyName {
    type Value = registry::Strategy;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let find = StringValueParser::new().try_map(|name| registry::find(&name));
        find.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(registry::STRATEGIES.iter().map(|entry| PossibleValue::new(entry.name))))
    }
}

fn backend() -> impl TypedValueParser<Value = Backend> {
    PossibleValuesParser::new(["auto", "avx512", "avx2", "neon", "portable"])
        .try_map(|name| if name == "auto" { Ok(Backend::best()) } else { Backend::find(&name) })
}

fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().map(|(name, _)| *name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}

/// The side of a box, of every order that exists.
fn order() -> impl TypedValueParser<Value = Size> {
    PossibleValuesParser::new(["2", "3", "4", "5"])
        .try_map(|order| order.parse().ok().and_then(Size::from_order).ok_or("expected 2 to 5"))
}

fn kind() -> impl TypedValueParser<Value = Kind> {
    let value = |(name, kind): (&'static str, Kind)| PossibleValue::new(name).help(kind.summary());
    PossibleValuesParser::new(Kind::ALL.map(value)).try_map(|name| name.parse::<Kind>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_definition_holds_and_every_command_has_an_example() {
        let mut command = Args::command();
        command.build();
        command.clone().debug_assert();
        for command in command.get_subcommands().filter(|c| c.get_name() != "help") {
            let example = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(example.contains("Example:\n  sudomill"), "{}", command.get_name());
        }
    }
}
