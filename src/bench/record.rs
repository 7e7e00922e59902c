//! What a benchmark writes down: the types behind its JSON, version
//! [`VERSION`], which `schema/bench.schema.json` describes for other programs.
//!
//! Fields may be added within a version; a reader ignores those it does not know.

pub use crate::output::Statuses;

use super::Distribution;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the JSON: raised when a field changes its meaning or goes.
pub const VERSION: u32 = 1;

/// One run of `bench`: what was measured, how and where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Benchmark {
    /// [`VERSION`].
    pub version: u32,
    /// Where.
    pub environment: Environment,
    /// How.
    pub settings: Settings,
    /// What, set by set, from easy to hard.
    pub sets: Vec<SetRecord>,
}

/// The machine and the program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// The start of the run, RFC 3339, UTC.
    pub date: String,
    /// The version of sudomill.
    pub sudomill: String,
    /// The commit it was built from, with `-dirty` behind it where the sources were
    /// changed since; `None` outside a repository.
    pub commit: Option<String>,
    /// The compiler that built it.
    pub rustc: String,
    /// The target it was built for.
    pub target: String,
    /// The CPU's name.
    pub cpu: String,
    /// What the CPU can do of what sudomill looks for.
    pub cpu_features: Vec<String>,
    /// Logical cores that this process may use.
    pub cores: usize,
}

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// Solutions after which a search ends.
    pub limit: u64,
    /// Worker threads.
    pub threads: usize,
    /// Timed rounds.
    pub rounds: u32,
    /// What the size of a sample follows from: the time that the rounds of one
    /// strategy on one set may take, very roughly.
    pub seconds: f64,
    /// Puzzles taken of every set, if so many were named.
    pub sample: Option<usize>,
    /// Whether the rounds go from file to file.
    pub end_to_end: bool,
    /// The body of the `lanes` kernel.
    pub backend: String,
    /// A puzzle that needs more guesses is given up.
    pub max_guesses: u64,
    /// `electroyou` gives a puzzle up that needs more passes.
    pub max_passes: u64,
    /// `generate-and-test` gives a puzzle up that needs more fillings.
    pub max_fillings: u64,
}

/// A set of puzzles and how every strategy did on it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SetRecord {
    /// The file's name, without its folder.
    pub name: String,
    /// The side of a box: 3 for 9×9.
    pub order: usize,
    /// Puzzles in it.
    pub puzzles: usize,
    /// Lines that are no puzzle; they are not measured.
    pub invalid: usize,
    /// Of all its puzzles in their order: equal sets have equal fingerprints.
    pub fingerprint: Fingerprint,
    /// In the order in which the strategies were named.
    pub measurements: Vec<Measurement>,
}

/// A hash in 16 hexadecimal digits.
pub type Fingerprint = String;

/// One strategy on one set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The strategy's name.
    pub strategy: String,
    /// Puzzles measured: all of the set, or a sample spread evenly over it. Its
    /// size follows from the work that the strategy counts, not from the clock.
    pub puzzles: usize,
    /// Of the puzzles measured.
    pub fingerprint: Fingerprint,
    /// How many came out as what.
    pub statuses: Statuses,
    /// Of every puzzle's status, its number of solutions, and its solution where
    /// it has one only: equal answers have equal fingerprints.
    pub answers: Fingerprint,
    /// First solutions that were checked, all of them right: a wrong one ends the run.
    pub verified: usize,
    /// Puzzles decided (solved, or shown to have no solution) without a guess.
    pub without_guess: usize,
    /// The sums of the counters, by name: the common ones and the strategy's own.
    pub counters: BTreeMap<String, u64>,
    /// Puzzles a second. In a round a short set is solved several times over, so
    /// that a round takes at least 20 ms. Puzzles given up count as done.
    pub rate: Spread,
    /// The median over the rounds of its rate to that of the first strategy in
    /// the same round; `None` where the two measured unlike puzzles.
    pub ratio: Option<f64>,
    /// That ratio of every round, in their order; empty in older records.
    #[serde(default)]
    pub ratios: Vec<f64>,
    /// What came of smaller samples, each in all larger ones: where a strategy
    /// works more than it did, its sample is smaller, and a comparison finds the
    /// puzzles of both runs here. The largest first; empty where the sample's size
    /// was named, and in older records.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
    /// The time of single puzzles, nanoseconds: of one pass in memory on one
    /// thread before the rounds, so it has the clock's own time in it.
    pub ns: Quantiles,
    /// How that time was come by.
    pub clock: Clock,
    /// The times, spread out; empty in a brief record.
    pub distribution: Distribution,
}

/// A smaller sample within a sample: what is exact of it. The fields are those of
/// [`Measurement`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Part {
    /// How many puzzles.
    pub puzzles: usize,
    /// Of the puzzles.
    pub fingerprint: Fingerprint,
    /// How many came out as what.
    pub statuses: Statuses,
    /// Of the answers.
    pub answers: Fingerprint,
    /// Puzzles decided without a guess.
    pub without_guess: usize,
    /// The sums of the counters.
    pub counters: BTreeMap<String, u64>,
}

impl Measurement {
    /// What is exact of all the puzzles measured.
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

/// A figure of every round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// The middle one.
    pub median: f64,
    /// The smallest.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// All, in the order of the rounds.
    pub rounds: Vec<f64>,
}

/// The times of single puzzles, nanoseconds; quantiles to three figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: u64,
    /// Nine of ten puzzles take no longer.
    pub p90: u64,
    /// Ninety-nine of a hundred.
    pub p99: u64,
    /// The longest.
    pub max: u64,
}

/// How the time of a single puzzle was come by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clock {
    /// A clock around the solver's call.
    #[default]
    Call,
    /// A lane has no clock: the time of the kernel, divided by the sweeps.
    SharedBySweeps,
}
