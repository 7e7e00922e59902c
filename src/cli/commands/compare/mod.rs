//! `sudomill compare`: compares a benchmark with its baseline.

mod json;
mod table;

use crate::cli::{
    exit::Exit,
    message::say,
    same_file::{self, Role},
};
use clap::ValueEnum;
use std::path::PathBuf;
use sudomill::{
    Error,
    bench::{
        self,
        compare::{self, Percent, Tolerance},
    },
    output::Sink,
};

/// Compare a benchmark with its baseline
///
/// Compare guesses, and the speed of each strategy as its ratio to the first strategy of the
/// same run, so that a different or busy machine makes no difference. The ratio of the
/// first strategy is 1 by definition. Changed statuses or answers always fail; other counters
/// are only shown. Every failure is reported on standard error.
///
/// Exit code: 0 within the limits; 1 beyond the limits; 2 the runs cannot be read or compared.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill compare baseline.json new.json --max-slower 20%\n  \
    sudomill compare baseline.json new.json --format markdown >> \"$GITHUB_STEP_SUMMARY\"")]
pub struct CompareArgs {
    /// The baseline, as JSON of `bench`; - for standard input
    #[arg(value_name = "BASE.json")]
    base: PathBuf,
    /// The new run, as JSON of `bench`; - for standard input
    #[arg(value_name = "NEW.json")]
    new: PathBuf,
    /// Let the ratio of a strategy fall by this much
    #[arg(long, value_name = "PERCENT", default_value = "10%")]
    max_slower: Percent,
    /// Let a strategy need this many more guesses on a set
    #[arg(long, value_name = "PERCENT", default_value = "0%")]
    max_more_guesses: Percent,
    /// Write in this format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: TableFormat,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
}

/// The format of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// A table for a terminal
    Table,
    /// Markdown for GitHub, with a headline and the reasons
    Markdown,
    /// Every figure and difference, as described by schema/compare.schema.json
    Json,
}

/// Writes the comparison, and reports every difference on standard error.
pub fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let both = args.base == args.new && args.base.as_os_str() == "-";
    anyhow::ensure!(!both, "the two runs cannot both come from standard input");
    refuse_same_files(args)?;
    let (base, new) = match (bench::load(&args.base), bench::load(&args.new)) {
        (Ok(base), Ok(new)) => (base, new),
        (base, new) => {
            // Report what is wrong with each of the files.
            for error in base.err().into_iter().chain(new.err()) {
                Exit::of_error(&error.into());
            }
            return Ok(Exit::Failure);
        }
    };
    let CompareArgs { max_slower, max_more_guesses, .. } = *args;
    let tolerance = Tolerance { max_slower, max_more_guesses };
    let comparison = compare::compare(&base, &new, &tolerance);
    let text = match args.format {
        TableFormat::Table => table::terminal(&comparison),
        TableFormat::Markdown => table::markdown(&comparison, &tolerance),
        TableFormat::Json => json::render(&comparison, &tolerance)?,
    };
    let written = Sink::write_all(&args.output, text.as_bytes());
    for difference in &comparison.differences {
        say(format_args!("{}: {difference}", difference.verdict));
    }
    match written {
        // If the reader closes the table early, the exit code still tells the result.
        Err(error) if !error.is_closed_pipe() => Err(error.into()),
        _ => Ok(comparison.verdict().into()),
    }
}

/// Fails if the output is one of the runs; both runs may be the same file.
fn refuse_same_files(args: &CompareArgs) -> Result<(), Error> {
    for (path, role) in [(&args.base, "baseline"), (&args.new, "new run")] {
        same_file::refuse(&[Role::input(path, role), Role::output(&args.output, "output")])?;
    }
    Ok(())
}
