//! `sudomill report`: draws results as one HTML page.

#[cfg(feature = "report")]
mod draw;

#[cfg(feature = "report")]
pub use draw::run;

#[cfg(not(feature = "report"))]
use crate::cli::exit::Exit;
use crate::cli::shared_args::{ProgressArgs, TableArgs};
use std::path::PathBuf;

/// Draw results as one HTML page
///
/// Show throughput, solve times, guesses against time, the rate along the file, the slowest
/// puzzles as grids, and the environment, in one file that needs no network. Read results of
/// `sudomill bench`, rows of `sudomill solve --timing`, or both.
///
/// Requires a build with the feature `report`: cargo install sudomill --features report
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill report --timing timing.csv --puzzles puzzles.txt -o report.html"
)]
// A build without the feature reads none of these fields.
#[cfg_attr(not(feature = "report"), allow(dead_code))]
pub struct ReportArgs {
    /// Results of `sudomill bench --format json`
    #[arg(value_name = "RESULT.json", required_unless_present = "timing")]
    results: Vec<PathBuf>,
    /// Read rows of `sudomill solve --timing`, plain, .gz or .zst
    #[arg(long, value_name = "TIMING.csv", num_args = 1..)]
    timing: Vec<PathBuf>,
    /// Read the puzzles of each timing file, in the same order
    ///
    /// The slowest puzzles are drawn from them. With one timing file of several inputs (column
    /// file): the files and folders that were solved, named as for solve.
    #[arg(long, value_name = "PUZZLES.txt", num_args = 1.., requires = "timing")]
    puzzles: Vec<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
    /// Set the title of the page
    #[arg(long, value_name = "TEXT", default_value = "sudomill report")]
    title: String,
    /// Write the page to FILE; - for standard output
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Every build has the command; without the feature, it explains how to get it.
#[cfg(not(feature = "report"))]
pub fn run(_: &ReportArgs) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this sudomill was built without the feature `report`; \
         install it with: cargo install sudomill --features report"
    )
}
