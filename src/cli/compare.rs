//! `sudomill compare`: a benchmark against its baseline.

mod report;

use super::{
    exit::Exit,
    message::{plain, say},
    same_file,
};
use clap::ValueEnum;
use serde::Deserialize;
use std::{
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};
use sudomill::{
    Error,
    bench::{
        self, Benchmark, VERSION,
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

/// How to show the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// A table for a terminal
    Table,
    /// Markdown for GitHub, with a headline and the reasons
    Markdown,
}

/// Shows the comparison, tells every complaint.
pub fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let both = args.base == args.new && args.base.as_os_str() == "-";
    anyhow::ensure!(!both, "the two runs cannot both come from standard input");
    refuse_same_files(args)?;
    let (base, new) = match (read(&args.base), read(&args.new)) {
        (Ok(base), Ok(new)) => (base, new),
        (base, new) => return Ok(unreadable(base.err().into_iter().chain(new.err()))),
    };
    let CompareArgs { max_slower, max_more_guesses, .. } = *args;
    let tolerance = Tolerance { max_slower, max_more_guesses };
    let comparison = compare::compare(&base, &new, &tolerance);
    let shown = write(&args.output, &report::render(&comparison, &tolerance, args.format));
    for complaint in &comparison.complaints {
        say(plain(&format!("{}: {complaint}", complaint.reason.outcome())));
    }
    match shown {
        // Who has seen enough of the table still wants the verdict.
        Err(error) if !error.is_closed_pipe() => Err(error.into()),
        _ => Ok(comparison.outcome().into()),
    }
}

/// The output may be neither of the runs; the runs may be one.
fn refuse_same_files(args: &CompareArgs) -> Result<(), Error> {
    for (path, role) in [(&args.base, "baseline"), (&args.new, "new run")] {
        let roles =
            [same_file::Role::input(path, role), same_file::Role::output(&args.output, "output")];
        same_file::refuse(&roles)?;
    }
    Ok(())
}

/// Tells what is wrong with each of the files.
fn unreadable(errors: impl Iterator<Item = anyhow::Error>) -> Exit {
    errors.for_each(|error| {
        Exit::of_error(&error);
    });
    Exit::Failure
}

/// What every version of the JSON has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

fn read(path: &Path) -> anyhow::Result<Benchmark> {
    let name = if path.as_os_str() == "-" { "<stdin>".into() } else { path.to_string_lossy() };
    let json = bytes(path).map_err(|cause| Error::Io {
        path: name.to_string(),
        action: "cannot read",
        cause,
    })?;
    // First of all: another version has other fields.
    let Versioned { version } = bench::parse(&name, &json)?;
    anyhow::ensure!(
        version == VERSION,
        "{name}: not comparable: version {version} of the JSON, expected {VERSION}"
    );
    Ok(bench::parse(&name, &json)?)
}

fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path);
    }
    let mut bytes = Vec::new();
    io::stdin().lock().read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    let mut sink = Sink::create(path)?;
    sink.write(text.as_bytes())?;
    sink.finish()
}
