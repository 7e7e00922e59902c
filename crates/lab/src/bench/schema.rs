//! The JSON of a benchmark, version [`VERSION`], as Rust types. `schema/bench.schema.json`
//! describes it for other programs.
//!
//! Fields may be added within a version; readers ignore unknown fields.

use super::{Distribution, Quantiles};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, Error as _},
};
use std::{
    collections::{BTreeMap, HashSet},
    env, fs,
    io::{self, Read},
    path::Path,
    thread,
};
use sudomill_input::{
    Error, InputErrorKind,
    error::{io_error, json_words},
    unpacked,
};
use sudomill_output::Counts;
use sudomill_puzzle::{grid::Size, solving::Status};
use sudomill_solvers::clock;

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
    #[serde(deserialize_with = "sets")]
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
    /// The size, in JSON as the side of a box or its rows and columns: 3 for 9×9, `2x3` for 6×6.
    pub order: Size,
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of bad lines, which are not measured.
    pub invalid: usize,
    /// A hash of all puzzles in order: equal sets have equal fingerprints.
    pub fingerprint: Fingerprint,
    /// The strategy for which a sample was measured instead of the set: the one that would have
    /// taken longest. `None` if all puzzles were measured, or if the options gave the size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limited_by: Option<String>,
    /// One measurement per strategy, in the order of the options.
    #[serde(deserialize_with = "measurements")]
    pub measurements: Vec<Measurement>,
}

/// Reads measurements of different strategies.
fn measurements<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<Measurement>, D::Error> {
    distinct(json, |measured: &Measurement| &measured.strategy)
}

/// Reads sets with different names.
fn sets<'de, D: Deserializer<'de>>(json: D) -> Result<Vec<SetRecord>, D::Error> {
    distinct(json, |set: &SetRecord| &set.name)
}

/// Reads items with different names: with two of a name, it would not be clear which one is the
/// baseline.
fn distinct<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    json: D,
    name: fn(&T) -> &String,
) -> Result<Vec<T>, D::Error> {
    let all = Vec::<T>::deserialize(json)?;
    let mut names = HashSet::new();
    match all.iter().map(name).find(|name| !names.insert(*name)) {
        Some(name) => Err(D::Error::custom(format!("found '{}' twice", name.escape_debug()))),
        None => Ok(all),
    }
}

/// A hash in 16 hexadecimal digits.
pub type Fingerprint = String;

/// One strategy on one set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// The name of the strategy or the command.
    pub strategy: String,
    /// The number of measured puzzles: the whole set, or a sample spread evenly over it, the same for
    /// all strategies.
    pub puzzles: usize,
    /// A hash of the measured puzzles.
    pub fingerprint: Fingerprint,
    /// The number of puzzles with each status; only valid ones are measured.
    #[serde(serialize_with = "valid")]
    pub statuses: Counts<Status>,
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
    /// all rounds. `None` for a run of `solve` in a report.
    pub ratio: Option<f64>,
    /// The ratio in each round.
    pub ratios: Vec<f64>,
    /// The times of single puzzles in nanoseconds. Each is the shortest of three passes in memory,
    /// on one thread, before the rounds. They include the time to read the clock.
    pub ns: Quantiles,
    /// The way these times were measured.
    pub clock: TimedBy,
    /// The distribution of these times; empty in a brief record.
    pub distribution: Distribution,
    /// The command, if this is not a strategy. The record then has no counters, no statuses and no
    /// times of single puzzles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<CommandRecord>,
}

fn valid<S: Serializer>(statuses: &Counts<Status>, to: S) -> Result<S::Ok, S::Error> {
    let valid = statuses.iter().filter(|(status, _)| *status != Status::Invalid);
    to.collect_map(valid.map(|(status, puzzles)| (status.name(), puzzles)))
}

/// A solver that is not a strategy, and its answers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CommandRecord {
    /// The command line.
    pub line: String,
    /// True if the answers could be checked.
    pub checked: bool,
    /// The number of right answers. For a puzzle without a solution, giving none counts as right; for
    /// one that the strategy gave up, it does not count.
    pub right: usize,
    /// The number of wrong solutions.
    pub wrong: usize,
    /// The number of puzzles with a solution for which none was given.
    pub missing: usize,
    /// The first wrong solution, or the reason why the answers could not be checked.
    pub message: Option<String>,
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
    /// The ± of every table: half the difference between the largest and the smallest value,
    /// relative to the median. `None` for a single round.
    pub plus_minus: Option<f64>,
    /// All values, in the order of the rounds.
    pub rounds: Vec<f64>,
}

impl Spread {
    /// Summarizes the rounds; all zero without any.
    pub fn of(rounds: Vec<f64>) -> Self {
        let mut sorted = rounds.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let (Some(&min), Some(&max)) = (sorted.first(), sorted.last()) else {
            return Self::default();
        };
        let median = f64::midpoint(sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
        let plus_minus = Some((max - min) / 2.0 / median);
        let plus_minus = plus_minus.filter(|it| rounds.len() > 1 && it.is_finite());
        Self { median, min, max, plus_minus, rounds }
    }
}

/// A way to measure the times of single puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimedBy {
    /// A clock around the call of the solver.
    #[default]
    Call,
    /// The time of a call that solves many puzzles, shared among them in proportion to their
    /// sweeps. The slowest puzzles are then the ones with the largest shares.
    SharedBySweeps,
}

/// Reads a benchmark from a file, plain or compressed with gzip or Zstandard; `-` is standard
/// input.
///
/// # Errors
/// The file cannot be read, or [`parse`] fails.
pub fn load(path: &Path) -> Result<Benchmark, Error> {
    let (name, json) = text(path)?;
    parse(&name, &json)
}

/// The name and the text of a file.
pub(crate) fn text(path: &Path) -> Result<(String, Vec<u8>), Error> {
    let (name, read) = match path.as_os_str() == "-" {
        true => ("<stdin>".to_owned(), io::stdin().lock().bytes().collect()),
        false => (path.display().to_string(), fs::read(path)),
    };
    let json = read.and_then(unpacked).map_err(io_error(&name, "cannot read"))?;
    Ok((name, json))
}

/// Reads a benchmark; `name` is the file name for messages.
///
/// # Errors
/// [`InputErrorKind::Malformed`], with line and column: the text is not the JSON of a benchmark, or
/// its version is not [`VERSION`].
pub fn parse(name: &str, json: &[u8]) -> Result<Benchmark, Error> {
    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct Header {
        version: u32,
    }
    // The version is read first, because the fields of another version may differ.
    let Header { version } = value(name, json, BENCH)?;
    if version != VERSION {
        let reason = format!("found version {version} of the JSON; expected {VERSION}");
        return Err(InputErrorKind::Malformed(reason).at(name, 1, 1));
    }
    value(name, json, BENCH)
}

const BENCH: &str = "`sudomill bench`";

/// Reads the JSON that `what` wrote.
pub(crate) fn value<T: DeserializeOwned>(name: &str, json: &[u8], what: &str) -> Result<T, Error> {
    serde_json::from_slice(json).map_err(|error| {
        let words = json_words(&error);
        let kind = InputErrorKind::Malformed(format!("{words}; expected the JSON of {what}"));
        kind.at(name, error.line() as u64, error.column().max(1))
    })
}

impl Environment {
    /// Describes this machine and this build, with the current time.
    pub fn here() -> Self {
        Self {
            date: humantime::format_rfc3339_seconds(clock::now()).to_string(),
            sudomill: env!("CARGO_PKG_VERSION").into(),
            commit: Some(env!("SUDOMILL_COMMIT")).filter(|id| !id.is_empty()).map(Into::into),
            rustc: env!("SUDOMILL_RUSTC").into(),
            target: env!("SUDOMILL_TARGET").into(),
            cpu: cpu().unwrap_or_else(|| env::consts::ARCH.into()),
            cpu_features: features().into_iter().map(Into::into).collect(),
            cores: thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Returns the name of the CPU, from the environment or `/proc/cpuinfo`.
fn cpu() -> Option<String> {
    if let Ok(identifier) = env::var("PROCESSOR_IDENTIFIER") {
        return Some(identifier);
    }
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the CPU features that the backends use.
fn features() -> Vec<&'static str> {
    let mut features = Vec::new();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! detect {
            ($($name:tt)+) => {
                $(if is_x86_feature_detected!($name) { features.push($name); })+
            };
        }
        detect!("avx2" "bmi1" "bmi2" "lzcnt" "popcnt");
        detect!("avx512f" "avx512bw" "avx512vl" "avx512dq" "avx512vbmi" "avx512vbmi2");
        detect!("avx512bitalg" "avx512vpopcntdq" "gfni");
    }
    if cfg!(all(target_arch = "aarch64", target_feature = "neon")) {
        features.push("neon");
    }
    if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        features.push("simd128");
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needs `float_roundtrip` of `serde_json`. In tests a dependency turns it on, too; the fuzz
    /// target `bench_json` runs without that.
    #[test]
    fn numbers_are_read_exactly() {
        for text in [
            "4074099.7258130885",
            "4074099.130033507258130885",
            "0.30000000000000004",
            "593443.5229218974",
            "1e-7",
        ] {
            let exact: f64 = text.parse().unwrap();
            assert_eq!(value::<f64>("a.json", text.as_bytes(), BENCH).unwrap(), exact, "{text}");
        }
    }

    #[test]
    fn spread_of_rounds() {
        let spread = Spread::of(vec![3.0, 1.0, 2.0]);
        assert_eq!((spread.median, spread.plus_minus), (2.0, Some(0.5)));
        assert_eq!(Spread::of(vec![4.0, 1.0, 2.0, 3.0]).median, 2.5);
        assert_eq!(Spread::of(vec![4.0]).plus_minus, None);
    }

    #[test]
    fn refused_with_place() {
        let expected = "expected the JSON of `sudomill bench`";
        for (json, message) in [
            ("", format!("1:1: EOF while parsing a value; {expected}")),
            ("1,unique", format!("1:1: invalid type: integer `1`, expected an object; {expected}")),
            (
                "{\n \"version\": \"one\"}",
                format!("2:17: invalid type: string \"one\", expected u32; {expected}"),
            ),
            ("{\"version\": 1}", format!("1:14: missing field `environment`; {expected}")),
            (
                "{\"sets\": 0, \"version\": 2}",
                "1:1: found version 2 of the JSON; expected 1".to_owned(),
            ),
        ] {
            let error = parse("a.json", json.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), format!("a.json:{message}"));
        }
    }

    #[test]
    fn names_are_clear() {
        let set = |name: &str, strategies: &[&str]| SetRecord {
            name: name.to_owned(),
            measurements: strategies
                .iter()
                .map(|&name| Measurement { strategy: name.to_owned(), ..Measurement::default() })
                .collect(),
            ..SetRecord::default()
        };
        for (sets, twice) in [
            ([set("a", &["mrv", "lanes"]), set("b", &["mrv", "lanes"])], None),
            ([set("a", &["mrv"]), set("a", &["lanes"])], Some("a")),
            ([set("a", &["mrv"]), set("b", &["lanes", "mrv", "lanes"])], Some("lanes")),
        ] {
            let benchmark = Benchmark {
                version: VERSION,
                environment: Environment::default(),
                settings: Settings::default(),
                interrupted: false,
                sets: sets.into(),
            };
            let read = parse("a.json", &serde_json::to_vec(&benchmark).unwrap());
            let message = twice.map(|name| format!("found '{name}' twice; expected the JSON"));
            match (read, message) {
                (Ok(read), None) => assert_eq!(read, benchmark),
                (Err(error), Some(message)) => assert!(error.to_string().contains(&message)),
                (read, _) => panic!("{twice:?}: {read:?}"),
            }
        }
    }
}
