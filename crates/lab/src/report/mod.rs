//! Draws results as one HTML page that loads no other file.
//!
//! [`bench::load`](crate::bench::load) reads what `sudomill bench` wrote, [`load`] what `sudomill
//! solve --summary` wrote; [`Report::page`] draws both.

mod facet;
mod figure;
mod page;
mod plots;
mod sections;

use crate::bench::{
    Benchmark, Distribution, Measurement, Quantiles, Spread, TimedBy, numbers, schema,
};
use serde::{Deserialize, Serialize};
use std::path::Path;
use sudomill_input::Error;
use sudomill_output::{Agreement, Counts};
use sudomill_puzzle::solving::{Difficulty, Status};

/// The largest page in bytes. The page names the parts that were left out.
pub const MAX_BYTES: usize = 1_000_000;

/// The summary of a run of `sudomill solve` with a timing file, as far as it is drawn.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(expecting = "an object")]
pub struct RunSummary {
    #[serde(skip_serializing)]
    input: String,
    files: Option<u64>,
    puzzles: u64,
    #[serde(skip_serializing)]
    statuses: Counts<Status>,
    #[serde(skip_serializing)]
    difficulties: Option<Counts<Difficulty>>,
    #[serde(skip_serializing)]
    agreement: Option<Counts<Agreement>>,
    strategy: String,
    backend: Option<String>,
    threads: usize,
    side: Option<usize>,
    version: String,
    #[serde(skip_serializing)]
    solve_ns: Quantiles,
    #[serde(skip_serializing)]
    distribution: Distribution,
}

/// Reads the summary of a run.
///
/// # Errors
/// The file cannot be read, or is not a summary with the distribution of the times.
pub fn load(path: &Path) -> Result<RunSummary, Error> {
    let (name, json) = schema::text(path)?;
    schema::value(&name, &json, "`sudomill solve --timing FILE --summary FILE`")
}

/// The contents of a page.
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver}, sudomill_input::*, sudomill_batch::*, sudomill_lab::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{bench, report::{self, Report}};
/// let mut report = Report::new("Our machines");
/// report.add_result("result.json", bench::load("result.json".as_ref())?);
/// report.add_run(report::load("summary.json".as_ref())?);
/// std::fs::write("report.html", report.page())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    /// Each result with its path.
    results: Vec<(String, Benchmark)>,
    /// Each run with its times and counts, as if a benchmark had measured them.
    runs: Vec<(RunSummary, Measurement)>,
}

impl Report {
    /// An empty page with that title.
    pub fn new(title: &str) -> Self {
        Self { title: numbers::clip(title, 200), results: Vec::new(), runs: Vec::new() }
    }

    /// Adds a result of `sudomill bench` and its path.
    pub fn add_result(&mut self, path: &str, result: Benchmark) {
        self.results.push((path.to_owned(), result));
    }

    /// Adds a run of `sudomill solve`.
    pub fn add_run(&mut self, run: RunSummary) {
        let by_guesses = run.distribution.by_guesses.first();
        let measured = Measurement {
            strategy: run.strategy.clone(),
            puzzles: run.statuses.sum() as usize,
            statuses: run.statuses,
            without_guess: by_guesses.map_or(0, |it| if it.to == 0 { it.puzzles } else { 0 })
                as usize,
            // Of solve time, in one thread.
            rate: Spread::of(vec![1e9 / run.solve_ns.mean.max(1e-3)]),
            ns: run.solve_ns,
            clock: if run.backend.is_some() { TimedBy::SharedBySweeps } else { TimedBy::Call },
            distribution: run.distribution.clone(),
            ..Measurement::default()
        };
        self.runs.push((run, measured));
    }
}
