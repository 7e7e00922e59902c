//! Compares a run of `bench` with an earlier one, its baseline. Counters are compared
//! exactly. Times are compared only as ratios between the strategies of one run, so that
//! a slower or busy machine makes no difference.
//!
//! ```
//! # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver}, sudomill_input::*, sudomill_batch::*, sudomill_lab::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
//! # use sudomill::{bench::{self, compare::{compare, Tolerance, Verdict}}, Error};
//! # fn both() -> Result<(), Error> {
//! let baseline = bench::load("baseline.json".as_ref())?;
//! let new = bench::load("new.json".as_ref())?;
//! let comparison = compare(&baseline, &new, &Tolerance::default());
//! for difference in &comparison.differences {
//!     eprintln!("{difference}");
//! }
//! assert_eq!(comparison.verdict, Verdict::Passed);
//! # Ok(())
//! # }
//! ```

mod row;

pub use row::{CompareRow, Compared};

use super::{Benchmark, Measurement, SetRecord, Settings};
use serde::{Serialize, Serializer};
use std::{fmt, str::FromStr};

/// The tolerance of a comparison: how much worse the new run may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Tolerance {
    /// The allowed fall of a ratio, in addition to twice the ± of the rounds of both runs. A
    /// smaller change may be noise.
    pub max_slower: Percent,
    /// The allowed increase in a strategy's guesses on a set.
    pub max_more_guesses: Percent,
}

impl Default for Tolerance {
    /// Ratios may fall by 10 %; guesses may not grow.
    fn default() -> Self {
        Self { max_slower: Percent::whole(10), max_more_guesses: Percent::whole(0) }
    }
}

/// The result of a row or of a whole comparison, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Within the limits.
    Passed,
    /// Within the limits, and better: fewer guesses, or a ratio that rose by more than it is
    /// allowed to fall. Rows only.
    Improved,
    /// Missing in the baseline. Rows only.
    New,
    /// Beyond the limits.
    Failed,
    /// The runs are too different to be compared, at least in part.
    #[serde(rename = "not comparable")]
    NotComparable,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// A difference that makes the comparison fail, or prevents it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The set; `None` if it concerns the whole run.
    pub set: Option<String>,
    /// The strategy; `None` if it concerns the whole set.
    pub strategy: Option<String>,
    /// [`Verdict::Failed`] or [`Verdict::NotComparable`].
    pub verdict: Verdict,
    /// A headline of two words: `more guesses`.
    pub kind: &'static str,
    /// A description with figures: `guesses 100 → 120 (+20.0%), +5% allowed`.
    pub text: String,
}

impl Difference {
    fn new(verdict: Verdict, kind: &'static str, text: impl Into<String>) -> Self {
        Self { set: None, strategy: None, verdict, kind, text: text.into() }
    }

    fn not_comparable(kind: &'static str, text: impl Into<String>) -> Self {
        Self::new(Verdict::NotComparable, kind, text)
    }

    fn empty_baseline() -> Self {
        Self::not_comparable("empty baseline", "the baseline measures nothing")
    }
}

impl fmt::Display for Difference {
    /// Formats as `hard.txt, mrv: guesses 100 → 120 (+20.0%), +5% allowed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place: Vec<_> = self.set.iter().chain(&self.strategy).cloned().collect();
        let colon = if place.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", place.join(", "), self.text)
    }
}

/// The result of a comparison. Its JSON is described by schema/compare.schema.json.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    version: u32,
    /// The worst verdict of the differences.
    pub verdict: Verdict,
    /// The tolerance.
    #[serde(flatten)]
    pub tolerance: Tolerance,
    /// One row per set and strategy, in the order of the baseline. Strategies and sets that only
    /// the new run has come last.
    #[serde(rename = "figures", serialize_with = "figures")]
    pub rows: Vec<CompareRow>,
    /// The differences that concern the whole run, then all others in the order of the rows.
    pub differences: Vec<Difference>,
}

/// The version of the JSON.
const VERSION: u32 = 1;

fn figures<S: Serializer>(rows: &[CompareRow], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(rows.iter().flat_map(CompareRow::figures))
}

impl Comparison {
    /// The number of rows with this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    fn add(&mut self, set: &str, strategy: Option<&str>, difference: Difference) {
        let set = Some(set.to_owned());
        let strategy = strategy.map(str::to_owned);
        self.differences.push(Difference { set, strategy, ..difference });
    }
}

/// The values that can be compared, and how strictly.
struct Context<'a> {
    tolerance: &'a Tolerance,
    /// True if both runs had the same search settings; otherwise no counters are compared.
    same_search: bool,
    /// True if both runs had the same timing settings; otherwise no ratios are compared.
    same_timing: bool,
    same_backend: bool,
}

/// Compares a run with its baseline.
pub fn compare(base: &Benchmark, new: &Benchmark, tolerance: &Tolerance) -> Comparison {
    let search = other_settings(&base.settings, &new.settings, &SEARCH);
    // The first strategy of a set is the reference.
    let has_ratios = base.sets.iter().any(|set| set.measurements.len() > 1);
    let timing = match has_ratios {
        true => other_settings(&base.settings, &new.settings, &TIMING),
        false => Vec::new(),
    };
    let context = Context {
        tolerance,
        same_search: search.is_empty(),
        same_timing: timing.is_empty(),
        same_backend: base.settings.backend == new.settings.backend,
    };
    let mut comparison = Comparison {
        version: VERSION,
        verdict: Verdict::Passed,
        tolerance: *tolerance,
        rows: Vec::new(),
        differences: [search, timing].concat(),
    };
    if base.sets.is_empty() {
        comparison.differences.push(Difference::empty_baseline());
    }
    for set in &base.sets {
        match partner(set, base, new) {
            Ok(partner) => compare_set(&mut comparison, &context, set, partner),
            Err(difference) => {
                comparison.add(&set.name, None, difference);
                let first = [set.measurements.first(), None];
                let missing =
                    set.measurements.iter().map(|m| CompareRow::new(set, [Some(m), None], first));
                comparison.rows.extend(missing);
            }
        }
    }
    for set in new.sets.iter().filter(|set| !has_puzzles(base, set)) {
        let first = [None, set.measurements.first()];
        let added = set.measurements.iter().map(|m| CompareRow::new(set, [None, Some(m)], first));
        comparison.rows.extend(added);
    }
    let verdicts = comparison.differences.iter().map(|difference| difference.verdict);
    comparison.verdict = verdicts.max().unwrap_or(Verdict::Passed);
    comparison
}

/// Compares a set that is in both runs.
fn compare_set(comparison: &mut Comparison, context: &Context, base: &SetRecord, new: &SetRecord) {
    let Some(first) = base.measurements.first() else {
        return comparison.add(&base.name, None, Difference::empty_baseline());
    };
    let reference = [Some(first), find(new, &first.strategy)];
    for measurement in &base.measurements {
        let other = find(new, &measurement.strategy);
        let mut row = CompareRow::new(base, [Some(measurement), other], reference);
        let differences = match other {
            Some(other) => row.compare(context, reference, measurement, other),
            None => vec![Difference::not_comparable(
                "missing strategy",
                "this strategy is missing in the new run",
            )],
        };
        for difference in differences {
            comparison.add(&base.name, Some(&measurement.strategy), difference);
        }
        comparison.rows.push(row);
    }
    let added = new.measurements.iter().filter(|it| find(base, &it.strategy).is_none());
    comparison.rows.extend(added.map(|it| CompareRow::new(base, [None, Some(it)], reference)));
}

fn find<'a>(set: &'a SetRecord, strategy: &str) -> Option<&'a Measurement> {
    set.measurements.iter().find(|measurement| measurement.strategy == strategy)
}

/// Finds the set of the new run with the same puzzles, under any name; if there are several, the
/// one with the same name.
fn partner<'a>(
    set: &SetRecord,
    base: &Benchmark,
    new: &'a Benchmark,
) -> Result<&'a SetRecord, Difference> {
    let same_name = |other: &&SetRecord| other.name == set.name;
    let mut same = new.sets.iter().filter(|other| same_puzzles(set, other));
    if let Some(partner) = same.clone().find(same_name).or(same.next()) {
        return Ok(partner);
    }
    // A set with this name may be the partner of another set of the baseline.
    let mut free = new.sets.iter().filter(|other| !has_puzzles(base, other));
    Err(match free.find(same_name) {
        Some(other) => {
            let base = &set.fingerprint;
            let new = &other.fingerprint;
            let text = format!("different puzzles: fingerprint {base} → {new}");
            Difference::not_comparable("different puzzles", text)
        }
        None => Difference::not_comparable("missing set", "this set is missing in the new run"),
    })
}

fn same_puzzles(a: &SetRecord, b: &SetRecord) -> bool {
    (&a.fingerprint, a.order, a.puzzles) == (&b.fingerprint, b.order, b.puzzles)
}

fn has_puzzles(run: &Benchmark, set: &SetRecord) -> bool {
    run.sets.iter().any(|other| same_puzzles(set, other))
}

/// A setting: its name and its value.
type Setting = (&'static str, fn(&Settings) -> String);

/// The settings that affect the counters.
const SEARCH: [Setting; 4] = [
    ("limit", |it| it.limit.to_string()),
    ("max_guesses", |it| it.max_guesses.to_string()),
    ("max_passes", |it| it.max_passes.to_string()),
    ("max_fillings", |it| it.max_fillings.to_string()),
];

/// The settings that affect the times.
const TIMING: [Setting; 3] = [
    ("threads", |it| it.threads.to_string()),
    ("end_to_end", |it| it.end_to_end.to_string()),
    ("processes", |it| it.processes.to_string()),
];

fn other_settings(base: &Settings, new: &Settings, settings: &[Setting]) -> Vec<Difference> {
    let difference = |(name, value): &Setting| {
        let base = value(base);
        let new = value(new);
        let text = || format!("{name} {base} → {new}");
        (base != new).then(|| Difference::not_comparable("different settings", text()))
    };
    settings.iter().filter_map(difference).collect()
}

/// The largest percentage; a larger one is probably a typo.
const MAX: f64 = 1e6;

/// A percentage of 0 or more, exact to 0.0001 %, so that limits on counters are exact.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver}, sudomill_input::*, sudomill_batch::*, sudomill_lab::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::bench::compare::Percent;
/// let percent: Percent = "2.5%".parse()?;
/// assert_eq!(percent.to_string(), "2.5%");
/// assert!(percent.allows(1000, 1025) && !percent.allows(1000, 1026));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(into = "String")]
pub struct Percent {
    /// Millionths of the whole.
    millionths: u64,
}

/// The error for a text that is not a percentage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a percentage such as 0%, 5% or 2.5%")]
pub struct BadPercent;

impl Percent {
    /// A whole percentage.
    pub const fn whole(percent: u32) -> Self {
        Self { millionths: percent as u64 * 10_000 }
    }

    /// Returns true if a counter may grow from `base` to `new`. From 0 it may not grow.
    pub fn allows(self, base: u64, new: u64) -> bool {
        const WHOLE: u128 = 1_000_000;
        u128::from(new) * WHOLE <= u128::from(base) * (WHOLE + u128::from(self.millionths))
    }

    /// Returns true if a ratio may fall from `base` to `new`, given that a share `chance` of it may
    /// be noise.
    pub fn allows_fall(self, base: f64, new: f64, chance: f64) -> bool {
        // A fall by exactly this percentage is within the limit.
        const ROUNDING: f64 = 1e-9;
        new >= base * (1.0 - self.millionths as f64 / 1e6 - chance - ROUNDING)
    }
}

impl From<Percent> for String {
    fn from(percent: Percent) -> Self {
        percent.to_string()
    }
}

impl FromStr for Percent {
    type Err = BadPercent;

    /// Parses `5%` or `2.5%`. The sign is required: 0.1 could mean 10 % or 0.1 %.
    ///
    /// # Errors
    /// The sign or the number is missing, or the number is negative or above a million.
    fn from_str(text: &str) -> Result<Self, BadPercent> {
        let number = text.strip_suffix('%').ok_or(BadPercent)?.trim_end();
        let is_plain = number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let percent = number.parse().ok().filter(|&percent: &f64| is_plain && percent <= MAX);
        Ok(Self { millionths: (percent.ok_or(BadPercent)? * 10_000.0).round() as u64 })
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}%", self.millionths as f64 / 10_000.0))
    }
}

#[cfg(test)]
mod tests;
