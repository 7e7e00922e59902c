//! The JSON of a benchmark, version [`VERSION`], as Rust types. `schema/bench.schema.json`
//! describes it for other programs.
//!
//! Fields may be added within a version; readers ignore unknown fields.

pub use sudomill_io::output::Statuses;

use super::distribution::{Distribution, Quantiles};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the JSON. It changes when a field is removed or changes its meaning.
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
    /// True if the run was stopped early. It then holds only the finished rounds.
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
    /// The commit that it was built from, followed by `-dirty` if the sources were modified; `None`
    /// if it was built outside a repository.
    pub commit: Option<String>,
    /// The compiler that built it.
    pub rustc: String,
    /// The target it was built for.
    pub target: String,
    /// The name of the CPU.
    pub cpu: String,
    /// The CPU features that sudomill can use.
    pub cpu_features: Vec<String>,
    /// The number of logical cores available to the process.
    pub cores: usize,
}

/// The options of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The number of solutions after which a search ends.
    pub limit: u64,
    /// The number of worker threads.
    pub threads: usize,
    /// The number of timed rounds.
    pub rounds: u32,
    /// The approximate time for all rounds of one strategy on one set, in seconds. It determines
    /// the size of the samples.
    pub seconds: f64,
    /// The size of the samples, if given in the options.
    pub sample: Option<usize>,
    /// True if the rounds solve from file to file.
    pub end_to_end: bool,
    /// True if the rounds run whole processes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub processes: bool,
    /// The SIMD backend of `lanes`.
    pub backend: String,
    /// The number of guesses after which a search gives up.
    pub max_guesses: u64,
    /// The number of passes after which `electroyou` gives up.
    pub max_passes: u64,
    /// The number of fillings after which `generate-and-test` gives up.
    pub max_fillings: u64,
}

/// A set of puzzles and the measurements on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetRecord {
    /// The name of the file, without its folder.
    pub name: String,
    /// The side of a box: 3 for 9×9.
    pub order: usize,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of bad lines, which are not measured.
    pub invalid: usize,
    /// A hash of all puzzles in order: equal sets have equal fingerprints.
    pub fingerprint: Fingerprint,
    /// One measurement per strategy, in the order of the options.
    pub measurements: Vec<Measurement>,
}

/// A hash in 16 hexadecimal digits.
pub type Fingerprint = String;

/// One strategy on one set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The name of the strategy or the command.
    pub strategy: String,
    /// The number of measured puzzles: the whole set, or a sample spread evenly over it. The size
    /// of a sample is derived from the strategy's counters, not from a clock.
    pub puzzles: usize,
    /// A hash of the measured puzzles.
    pub fingerprint: Fingerprint,
    /// The number of puzzles with each status.
    pub statuses: Statuses,
    /// A hash of every puzzle's status, number of solutions and unique solution: equal answers have
    /// equal fingerprints. For a command, a hash of its numbers of right, wrong and missing
    /// answers.
    pub answers: Fingerprint,
    /// The number of first solutions that were verified. A wrong solution ends the run.
    pub verified: usize,
    /// The number of puzzles that were solved, or proved to have no solution, without a
    /// guess.
    pub without_guess: usize,
    /// The totals of all counters by name, both common ones and those of the strategy.
    pub counters: BTreeMap<String, u64>,
    /// Puzzles per second, including puzzles that were given up. A round solves a short set several
    /// times, so that it takes at least 20 ms.
    pub rate: Spread,
    /// The ratio of the rate to the rate of the first strategy in the same round: the median over
    /// all rounds. `None` if the two measured different puzzles.
    pub ratio: Option<f64>,
    /// The ratio in each round; empty in older records.
    #[serde(default)]
    pub ratios: Vec<f64>,
    /// Smaller samples, largest first; each is part of all larger ones. If a strategy needs more
    /// work than in an earlier run, its sample is smaller; the two runs are then compared on a
    /// common part. Empty in older records, and if the options give the size of the sample.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// The times of single puzzles in nanoseconds. Each is the shortest of three passes in memory,
    /// on one thread, before the rounds. They include the time to read the clock.
    pub ns: Quantiles,
    /// The way these times were measured.
    pub clock: Clock,
    /// The distribution of these times; empty in a brief record.
    pub distribution: Distribution,
    /// The command, if this is not a strategy. The record then has no counters, no statuses and no
    /// times of single puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandRecord>,
}

/// A solver that is not a strategy, and its answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandRecord {
    /// The command line.
    pub line: String,
    /// True if the answers could be checked.
    pub checked: bool,
    /// The number of right answers. For a puzzle without a solution, giving none counts as right.
    pub right: usize,
    /// The number of wrong solutions.
    pub wrong: usize,
    /// The number of puzzles with a solution for which none was given.
    pub missing: usize,
    /// The first wrong solution, or the reason why the answers could not be checked.
    pub message: Option<String>,
}

/// The exact results of a sample. The fields have the same meaning as in [`Measurement`].
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
    /// Returns the exact results of all measured puzzles.
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

/// A value measured in every round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The median.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// All values, in the order of the rounds.
    pub rounds: Vec<f64>,
}

/// A way to measure the times of single puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// A clock around the call of the solver.
    #[default]
    Call,
    /// The time of a call that solves many puzzles, shared among them in proportion to their
    /// sweeps. The slowest puzzles are then the ones with the largest shares.
    SharedBySweeps,
}
