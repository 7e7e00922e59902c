//! The summary of a run, as JSON. The command line prints it as text.

use super::{Agreement, Counts, Distribution, Quantiles};
use crate::input::{Detected, Skip};
use serde::Serialize;
use sudomill_core::solver::{Difficulty, Status};

/// The summary of a run. The fields are the keys of the JSON.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Summary {
    /// The name of the input, as given; several are separated by spaces.
    pub input: String,
    /// The number of inputs, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<u64>,
    /// The number of inputs that could not be read to their end, or in which every puzzle is bad,
    /// if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed_files: Option<u64>,
    /// The number of inputs that hold no puzzle, not even a bad one, if there may be several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_without_puzzle: Option<u64>,
    /// The number of puzzle lines; each has a result line.
    pub puzzles: u64,
    /// The number of puzzle lines that an earlier run solved, if this run resumes it. Time and rate
    /// refer to the remaining lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resumed: Option<u64>,
    /// The number of puzzle lines with each status.
    pub statuses: Counts<Status>,
    /// The number of solutions written, if the format lists all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// The number of puzzles with at least as many solutions as the limit, if the format lists all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_limit: Option<u64>,
    /// The number of puzzles of each difficulty, if a column shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulties: Option<Counts<Difficulty>>,
    /// A comparison of the solutions in the input with those found, if a column shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Counts<Agreement>>,
    /// The lines that are not puzzle lines.
    pub skipped: Counts<Skip>,
    /// The number of all lines of the input: the sum of `puzzles` and `skipped`.
    pub lines: u64,
    /// The format detected from the first bytes of the input; null if there are several inputs.
    pub detected: Option<Detected>,
    /// Wall time of the run, from the first byte read to the last written.
    pub elapsed_s: f64,
    /// Puzzle lines per second of wall time.
    pub puzzles_per_s: f64,
    /// The solve time per puzzle in nanoseconds; null if nothing was solved.
    pub solve_ns: Option<Quantiles>,
    /// The distribution of the solve time, if a timing file was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distribution: Option<Distribution>,
    /// The strategy; if inputs differ in size, all strategies that were used.
    pub strategy: String,
    /// The backend of `lanes`; null for other strategies.
    pub backend: Option<&'static str>,
    /// The share of the lanes that held a puzzle, 0 to 1, averaged over all sweeps.
    pub occupancy: Option<f64>,
    /// The number of solutions after which a search ends.
    pub limit: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The side of the grid: 4, 9, 16 or 25; null if the inputs differ.
    pub side: Option<usize>,
    /// The program's version.
    pub version: &'static str,
}
