//! The summary of a run, as JSON. The command line prints it as text.

use super::Tally;
use crate::input::Detected;
use serde::{Deserialize, Serialize};
use sudomill_core::solver::{Difficulty, Status};

/// The summary of a run. The fields are the keys of the JSON.
#[derive(Clone, Debug, Serialize)]
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
    pub statuses: Statuses,
    /// The number of solutions written, if the format lists all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// The number of puzzles with at least as many solutions as the limit, if the format lists all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_limit: Option<u64>,
    /// The number of puzzles of each difficulty, if a column shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulties: Option<Difficulties>,
    /// A comparison of the solutions in the input with those found, if a column shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agreement: Option<Agreement>,
    /// The lines that are not puzzle lines.
    pub skipped: Skipped,
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

/// The number of puzzles with each status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub struct Statuses {
    pub solved: u64,
    pub unique: u64,
    pub multiple: u64,
    pub none: u64,
    /// `None` if only valid puzzles are counted, as in a benchmark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invalid: Option<u64>,
    pub gave_up: u64,
}

impl Statuses {
    /// The numbers in the order of [`Status::ALL`].
    pub fn counts(&self) -> [(Status, u64); Status::ALL.len()] {
        let Self { solved, unique, multiple, none, invalid, gave_up } = *self;
        let counts = [solved, unique, multiple, none, invalid.unwrap_or(0), gave_up];
        std::array::from_fn(|i| (Status::ALL[i], counts[i]))
    }
}

impl From<&Tally> for Statuses {
    fn from(tally: &Tally) -> Self {
        let [solved, unique, multiple, none, invalid, gave_up] = tally.statuses;
        Self { solved, unique, multiple, none, invalid: Some(invalid), gave_up }
    }
}

/// The number of puzzles of each difficulty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub struct Difficulties {
    pub easy: u64,
    pub singles: u64,
    pub locked: u64,
    pub pairs: u64,
    pub search: u64,
}

impl Difficulties {
    /// The numbers in the order of [`Difficulty::ALL`].
    pub fn counts(&self) -> [u64; Difficulty::ALL.len()] {
        let Self { easy, singles, locked, pairs, search } = *self;
        [easy, singles, locked, pairs, search]
    }
}

impl From<&Tally> for Difficulties {
    fn from(tally: &Tally) -> Self {
        let [easy, singles, locked, pairs, search] = tally.difficulties;
        Self { easy, singles, locked, pairs, search }
    }
}

/// A comparison of the solutions in the input with those found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Puzzles whose solution in the input is right.
    pub right: u64,
    /// Puzzles whose solution in the input is wrong.
    pub wrong: u64,
    /// Puzzles without a solution in the input, and puzzles without a solution found.
    pub not_compared: u64,
}

impl From<&Tally> for Agreement {
    fn from(tally: &Tally) -> Self {
        let (right, wrong) = (tally.agreeing(), tally.differing());
        Self { right, wrong, not_compared: tally.puzzles() - right - wrong }
    }
}

/// Skipped lines by reason.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Skipped {
    pub blank: u64,
    pub comment: u64,
    pub header: u64,
    pub count: u64,
    /// Only in a file of grids.
    #[serde(skip_serializing_if = "is_zero")]
    pub name: u64,
    /// Only in a file of grids.
    #[serde(skip_serializing_if = "is_zero")]
    pub ruler: u64,
    /// Only in a file of grids: all rows of a grid but the first.
    #[serde(skip_serializing_if = "is_zero")]
    pub row: u64,
    /// Only in delimited text.
    #[serde(skip_serializing_if = "is_zero")]
    pub continuation: u64,
}

fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl From<&Tally> for Skipped {
    fn from(tally: &Tally) -> Self {
        let [blank, comment, header, count, name, ruler, row, continuation] = tally.skipped;
        Self { blank, comment, header, count, name, ruler, row, continuation }
    }
}

/// The distribution of the solve time in nanoseconds.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)]
pub struct Quantiles {
    pub min: u64,
    pub median: u64,
    pub p99: u64,
    pub max: u64,
}

impl Quantiles {
    /// The quantiles of a tally; `None` if nothing was solved.
    pub fn of(tally: &Tally) -> Option<Self> {
        let times = tally.times();
        Some(Self {
            min: times.min_ns()?,
            median: times.quantile_ns(0.5)?,
            p99: times.quantile_ns(0.99)?,
            max: times.max_ns()?,
        })
    }
}
