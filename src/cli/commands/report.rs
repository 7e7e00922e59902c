//! `sudomill report`: draws results as one HTML page.

use crate::cli::{exit::Exit, shared_args::ProgressArgs};
use std::path::PathBuf;

/// Draw results as one HTML page
///
/// Show throughput, solve times, guesses against time, the rate along the file, the slowest
/// puzzles as grids, and the environment, in one file that needs no network. Read results of
/// `sudomill bench`, summaries of `sudomill solve`, or both.
///
/// Requires a build with the feature `report`: cargo install sudomill --features report
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill report bench.json --summary summary.json -o report.html"
)]
// A build without the feature reads none of these fields.
#[cfg_attr(not(feature = "report"), allow(dead_code))]
pub struct ReportArgs {
    /// Results of `sudomill bench --format json`
    #[arg(value_name = "RESULT.json", required_unless_present = "summary")]
    results: Vec<PathBuf>,
    /// Read summaries of `sudomill solve --summary`
    #[arg(long, value_name = "SUMMARY.json", num_args = 1..)]
    summary: Vec<PathBuf>,
    /// Set the title of the page
    #[arg(long, value_name = "TEXT", default_value = "sudomill report")]
    title: String,
    /// Write the page to FILE; - for standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Writes the page. The file appears only when it is complete.
#[cfg(feature = "report")]
pub fn run(args: &ReportArgs) -> anyhow::Result<Exit> {
    use crate::cli::{
        message::{count, say},
        same_file,
    };
    use sudomill::{
        bench,
        output::Sink,
        report::{self, Report},
    };
    let results = args.results.iter().map(|path| (&**path, "result"));
    let inputs = results.chain(args.summary.iter().map(|path| (&**path, "summary")));
    same_file::refuse(inputs, true, &[(&args.output, "page")])?;
    let mut sink = Sink::create(&args.output)?;
    let mut report = Report::new(&args.title);
    for path in &args.results {
        report.add_result(&path.display().to_string(), bench::load(path)?);
    }
    for path in &args.summary {
        report.add_run(report::load(path)?);
    }
    let page = report.page();
    sink.write(page.as_bytes())?;
    sink.finish()?;
    if !args.progress.quiet && args.output.as_os_str() != "-" {
        let bytes = count(page.len() as u64, "byte");
        say(format_args!("{}: {bytes}", args.output.display()));
    }
    Ok(Exit::Success)
}

/// Every build has the command; without the feature, it explains how to get it.
#[cfg(not(feature = "report"))]
pub fn run(_: &ReportArgs) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this sudomill was built without the feature `report`; \
         install it with: cargo install sudomill --features report"
    )
}
