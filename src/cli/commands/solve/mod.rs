//! `sudomill solve`: reads files of puzzles, and writes one result per line.

mod config;
mod files;
mod resume;
mod single;
mod summary;

use crate::cli::{
    exit::Exit,
    inputs::{ARGUMENT, GivenLine, Input},
    shared_args::{
        BackendArgs, IncludeArgs, ProgressArgs, ReadArgs, StrategyLimitArgs, StrategyParser,
        ThreadArgs, UnitArgs, at_least_1, in_units, seconds,
    },
    terminal::ColorArgs,
};
use clap::{
    ArgMatches,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};
use config::Config;
use std::{
    ffi::OsStr,
    path::PathBuf,
    time::{Duration, Instant},
};
use sudomill::{
    input::{Column, Shard},
    output::{Format, Only},
    rating::Tenths,
    solver::{
        Counters,
        registry::{self, Strategy},
    },
};

/// Solve files of puzzles, or one puzzle
///
/// Read one puzzle per line, or grids with one row per line, and write one result line per
/// puzzle, in the order of the input. A digit or letter is a clue; . or 0 is an empty cell. 9×9
/// puzzles may also be given by candidates, nine symbols for each cell. The format is detected
/// from the first rows of the file; see docs/formats.md. A malformed puzzle is reported with line
/// and column and gives an empty result line.
///
/// A single puzzle on the command line, or typed on a terminal, is drawn as a grid if results
/// go to a terminal and no option selects an output.
///
/// Exit code: 0 every puzzle has a solution (with --limit 2, the default: exactly one); 1 the
/// run is complete, but some puzzles have no solution, several, are invalid or were given up, or
/// a solution in the input is wrong (column agrees); 2 the run failed, or an input cannot be read
/// or holds no puzzle; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("backend", |arg| arg.hide_short_help(true)),
    mut_arg("restore_zeros", |arg| arg.hide_short_help(true)),
    after_help = "Example:\n  sudomill solve puzzles.txt -o solutions.txt --timing timing.csv\n  \
    zcat puzzles.gz | sudomill solve --format csv > results.csv\n  sudomill solve 1...4.....2....3"
)]
pub struct SolveArgs {
    /// Files or folders of puzzles, or one puzzle [default: stdin]
    ///
    /// Files may be plain, .gz or .zst; - is standard input. FILE:LINE is the puzzle in that line. The files in a folder are read by
    /// name, subfolders too, hidden ones not. With several inputs or a folder, csv, jsonl and
    /// timing rows begin with the name of the file; an input that cannot be read is reported,
    /// and the others are solved. If INPUT is omitted and standard input is a terminal, prompt
    /// for a puzzle row by row. A file in a folder in which no line resembles a puzzle is named
    /// and left out.
    #[arg(value_name = "INPUT")]
    inputs: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeArgs,
    /// Write results to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Write a CSV row per puzzle: status, counters, time
    #[arg(long, value_name = "FILE")]
    timing: Option<PathBuf>,
    /// Resume a run that was killed or interrupted
    ///
    /// Requires --output, and the inputs, options and version of that run. Continue after the
    /// last result that it saved, or start from the beginning if it saved none. The outputs are
    /// those of an uninterrupted run.
    #[arg(long)]
    resume: bool,
    /// Save the progress for --resume every SECONDS
    ///
    /// A resumed run continues from the last point saved. The default is a thousandth of the
    /// elapsed time, but at least a second and at most a minute.
    #[arg(long, value_name = "SECONDS", hide_short_help = true, value_parser = seconds)]
    record_every: Option<Duration>,
    /// Write the summary as JSON
    #[arg(long, value_name = "FILE")]
    summary: Option<PathBuf>,
    /// Write results in this format
    #[arg(long, value_name = "FORMAT", default_value = "solution", value_parser = format())]
    format: Format,
    /// Write these columns, in this order
    #[arg(long, value_name = "NAMES", value_delimiter = ',', long_help = columns_help())]
    columns: Option<Vec<String>>,
    /// Rate no puzzle above N
    ///
    /// For the columns of ratings, hardest_technique and path, path_reasons, path_text, which then are empty
    /// for puzzles that rate higher. Ratings above 9.0 can take a second each.
    #[arg(long, value_name = "N", hide_short_help = true)]
    max_rating: Option<Tenths>,
    /// Copy columns of the input to the results
    ///
    /// Copy all columns, or those named, in front of the columns of results. The input must be a
    /// table with a header, or JSON Lines. A column of results with the name of a copied one
    /// gets the prefix sudomill_.
    #[arg(long, value_name = "all|NAMES", value_delimiter = ',')]
    keep: Option<Vec<String>>,
    /// Write only results with these statuses
    ///
    /// Statuses are solved, unique, multiple, none, invalid and gave-up; wrong selects puzzles
    /// whose solution in the input is wrong (column agrees); rating:7.0..8.4 selects puzzles with these
    /// ratings (column rating). Of several, a result needs to fit only one. Every puzzle is solved and
    /// counted in the summary. Line numbers of results and puzzles then differ; use csv or jsonl, which
    /// give the line of the puzzle.
    #[arg(long, value_name = "STATUS,…", value_delimiter = ',', value_parser = OnlyParser)]
    #[arg(hide_possible_values = true)]
    only: Option<Vec<Only>>,
    /// Read only the first N records
    ///
    /// Of several inputs together. The rest is not read.
    #[arg(long, value_name = "N", value_parser = at_least_1(), conflicts_with = "shard")]
    head: Option<u64>,
    /// Compare the solutions in this column [default: detected]
    ///
    /// A name in the header, a key of JSON Lines or a path below it, or a column number from 1. The
    /// column `agrees` of the results (--columns) shows which are right.
    #[arg(long, value_name = "NAME|N", hide_short_help = true)]
    solution_column: Option<Column>,
    /// Solve with this strategy
    ///
    /// `sudomill strategies` lists the strategies, and the parts that make up others, such as
    /// locked/mrv+degree/descending.
    #[arg(long, value_name = "NAME", default_value = registry::DEFAULT)]
    #[arg(default_value_ifs = in_units(registry::REGION_LANES))]
    #[arg(value_parser = StrategyParser { has_explainer: false }, hide_possible_values = true)]
    strategy: Strategy,
    #[command(flatten)]
    backend: BackendArgs,
    #[command(flatten)]
    limits: StrategyLimitArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Fail at the first bad puzzle or unreadable input
    ///
    /// Exit with code 2 and write no output.
    #[arg(long)]
    strict: bool,
    /// Solve only the I-th of N parts of the input
    ///
    /// The results of all parts, concatenated, are those of the whole: of a file, or of all
    /// files one after the other. The inputs must be uncompressed files.
    #[arg(long, value_name = "I/N", conflicts_with = "no_mmap", requires = "inputs")]
    shard: Option<Shard>,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    units: UnitArgs,
    #[command(flatten)]
    color: ColorArgs,
    /// Read the input instead of memory-mapping it
    #[arg(long)]
    no_mmap: bool,
    // Deprecated, but tests use it to check that results do not depend on where chunks end.
    #[arg(long, value_name = "BYTES", hide = true, value_parser = at_least_1())]
    chunk_size: Option<u64>,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Solves the inputs. Outputs get their names only when the run is complete.
pub fn run(args: SolveArgs, matches: &ArgMatches) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let mut config = Config::new(args, matches)?;
    if let Some(puzzle) = single::typed(&config)? {
        config.inputs.list = vec![Input::of_puzzle(ARGUMENT, puzzle, None)];
    }
    let lines = config.inputs.list.iter().map(|input| input.line.as_ref());
    match &lines.collect::<Vec<_>>()[..] {
        [Some(GivenLine { puzzle: Some(puzzle), .. })] if config.is_drawn => {
            single::solve(puzzle, &config)
        }
        _ => files::solve(&config, begun),
    }
}

/// Parses a selection. Completions offer its names.
#[derive(Clone)]
struct OnlyParser;

impl TypedValueParser for OnlyParser {
    type Value = Only;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<Only, clap::Error> {
        let parse = |name: String| name.parse::<Only>();
        StringValueParser::new().try_map(parse).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Only::names().map(PossibleValue::new)))
    }
}

/// Lists the columns and what they hold.
fn columns_help() -> String {
    let line = |(name, column): &(&str, sudomill_output::Column)| {
        format!("\n- {name}: {}", column.about().trim_end_matches('.'))
    };
    let lines: String = sudomill_output::Column::NAMED.iter().map(line).collect();
    let counters: Vec<_> = Counters::COMMON.iter().map(|counter| counter.name).collect();
    format!(
        "Write these columns, in this order\n\nA format with a row for each solution has file, line, puzzle, index \
         and solution; any other all but index, and a column for each counter: {}, and those of the strategy \
         (`sudomill strategies --counters`).\n{lines}",
        counters.join(", ")
    )
}

fn format() -> impl TypedValueParser<Value = Format> {
    let names = Format::ALL.iter().map(|format| format.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Format>())
}
