//! The types behind the JSON of a benchmark, version [`VERSION`]. For other programs,
//! `schema/bench.schema.json` describes it.
//!
//! Fields may be added within a version; readers ignore unknown fields.

pub use crate::output::Statuses;

use super::distribution::{Distribution, Quantiles};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the JSON. It changes when a field changes its meaning or is removed.
pub const VERSION: u32 = 1;

/// One run of `bench`: what was measured, how and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Benchmark {
    /// [`VERSION`].
    pub version: u32,
    /// The machine and the program.
    pub environment: Environment,
    /// The options of the run.
    pub settings: Settings,
    /// Whether the run was stopped before its end. It then holds the finished rounds only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub interrupted: bool,
    /// The measurements, set by set, from easy to hard.
    pub sets: Vec<SetRecord>,
}

/// The machine and the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// The start of the run, RFC 3339, UTC.
    pub date: String,
    /// The version of sudomill.
    pub sudomill: String,
    /// The commit it was built from, followed by `-dirty` if the sources were changed;
    /// `None` if it was built outside a repository.
    pub commit: Option<String>,
    /// The compiler that built it.
    pub rustc: String,
    /// The target it was built for.
    pub target: String,
    /// The CPU's name.
    pub cpu: String,
    /// The CPU features that sudomill can use.
    pub cpu_features: Vec<String>,
    /// The logical cores that the process may use.
    pub cores: usize,
}

/// The options of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The number of solutions after which a search ends.
    pub limit: u64,
    /// Worker threads.
    pub threads: usize,
    /// Timed rounds.
    pub rounds: u32,
    /// The approximate time for all rounds of one strategy on one set. It determines the
    /// size of the samples.
    pub seconds: f64,
    /// The size of the samples, if it was named.
    pub sample: Option<usize>,
    /// Whether the rounds solve from file to file.
    pub end_to_end: bool,
    /// Whether the rounds run whole processes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub processes: bool,
    /// The SIMD backend of `lanes`.
    pub backend: String,
    /// The guesses after which a puzzle is given up.
    pub max_guesses: u64,
    /// The passes after which `electroyou` gives a puzzle up.
    pub max_passes: u64,
    /// The fillings after which `generate-and-test` gives a puzzle up.
    pub max_fillings: u64,
}

/// A set of puzzles and the measurements on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetRecord {
    /// The file's name, without its folder.
    pub name: String,
    /// The side of a box: 3 for 9×9.
    pub order: usize,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of bad lines, which are not measured.
    pub invalid: usize,
    /// A hash of all puzzles in their order: equal sets have equal fingerprints.
    pub fingerprint: Fingerprint,
    /// One for each strategy, in the order in which they were named.
    pub measurements: Vec<Measurement>,
}

/// A hash in 16 hexadecimal digits.
pub type Fingerprint = String;

/// One strategy on one set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The name of the strategy or the command.
    pub strategy: String,
    /// The number of measured puzzles: the whole set, or a sample spread evenly over it.
    /// Its size depends on the work that the strategy counts, not on the clock.
    pub puzzles: usize,
    /// A hash of the measured puzzles.
    pub fingerprint: Fingerprint,
    /// The number of puzzles with each status.
    pub statuses: Statuses,
    /// A hash of every puzzle's status, number of solutions and unique solution: equal
    /// answers have equal fingerprints. Of a command, a hash of the numbers of its answers.
    pub answers: Fingerprint,
    /// The number of first solutions that were verified. A wrong one ends the run.
    pub verified: usize,
    /// The number of puzzles that were solved, or proved to have no solution, without a
    /// guess.
    pub without_guess: usize,
    /// The sums of the counters, common and the strategy's own, by name.
    pub counters: BTreeMap<String, u64>,
    /// Puzzles per second. A round solves a short set several times, so that it takes at
    /// least 20 ms. Puzzles that were given up count.
    pub rate: Spread,
    /// The rate divided by the rate of the first strategy in the same round: the median
    /// over the rounds. `None` if the two measured different puzzles.
    pub ratio: Option<f64>,
    /// That ratio in every round; empty in older records.
    #[serde(default)]
    pub ratios: Vec<f64>,
    /// Smaller samples, the largest first; each is part of all larger ones. If a strategy
    /// works more than in an earlier run, its sample is smaller; the runs are then
    /// compared on a common part. Empty if the size of the sample was named, and in
    /// older records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// The times of single puzzles in nanoseconds: of each, the least of three passes in memory
    /// on one thread before the rounds. They include the time to read the clock.
    pub ns: Quantiles,
    /// How these times were measured.
    pub clock: Clock,
    /// The distribution of these times; empty in a brief record.
    pub distribution: Distribution,
    /// The command, if it is not a strategy. The record then has no counters, no statuses and
    /// no times of single puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandRecord>,
}

/// A solver that is not a strategy, and its answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandRecord {
    /// Its command line.
    pub line: String,
    /// Whether its answers could be checked.
    pub checked: bool,
    /// The number of right answers. No answer to a puzzle without a solution is right.
    pub right: usize,
    /// The number of wrong solutions.
    pub wrong: usize,
    /// The number of puzzles that have a solution and got none.
    pub missing: usize,
    /// The first wrong solution, or why the answers could not be checked.
    pub message: Option<String>,
}

/// The exact results of a sample. The fields are those of [`Measurement`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// The number of puzzles.
    pub puzzles: usize,
    /// A hash of the puzzles.
    pub fingerprint: Fingerprint,
    /// The number of puzzles with each status.
    pub statuses: Statuses,
    /// A hash of the answers.
    pub answers: Fingerprint,
    /// The number of puzzles decided without a guess.
    pub without_guess: usize,
    /// The sums of the counters.
    pub counters: BTreeMap<String, u64>,
}

impl Measurement {
    /// The exact results of all measured puzzles.
    pub fn whole(&self) -> Part {
        Part {
            puzzles: self.puzzles,
            fingerprint: self.fingerprint.clone(),
            statuses: self.statuses,
            answers: self.answers.clone(),
            without_guess: self.without_guess,
            counters: self.counters.clone(),
        }
    }
}

/// A value of every round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// All, in the order of the rounds.
    pub rounds: Vec<f64>,
}

/// How the times of single puzzles were measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// A clock around the solver's call.
    #[default]
    Call,
    /// A puzzle's share, by its sweeps, of the time of a call that solves many. The slowest
    /// puzzles are then those with the largest shares.
    SharedBySweeps,
}
