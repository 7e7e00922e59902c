//! A run of `bench` against an earlier one, its baseline: counters as they are,
//! times only as ratios between the strategies of one run, so that another or a
//! busy machine is no difference.
//!
//! ```
//! # use sudomill::bench::{Benchmark, compare::{compare, Outcome, Tolerance}};
//! # fn both(baseline: &str, new: &str) -> serde_json::Result<()> {
//! let baseline: Benchmark = serde_json::from_str(baseline)?;
//! let new: Benchmark = serde_json::from_str(new)?;
//! let comparison = compare(&baseline, &new, &Tolerance::default());
//! for complaint in &comparison.complaints {
//!     eprintln!("{complaint}");
//! }
//! assert_eq!(comparison.outcome(), Outcome::Passed);
//! # Ok(())
//! # }
//! ```

mod common;
mod figures;
mod pairs;
mod percent;
mod reason;
mod reference;
mod row;
mod settings;
#[cfg(test)]
mod tests;

#[cfg(feature = "report")]
pub(crate) use figures::thousands;
pub use figures::{Difference, Pair, Ratio};
pub use percent::{BadPercent, Percent};
pub use reason::{Complaint, Outcome, Reason};
pub use row::{CounterChange, Row, Times, Verdict};

use super::{Benchmark, SetRecord};
use pairs::Partner;
use reference::Reference;

/// How much worse the new run may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tolerance {
    /// How far a ratio may fall beyond the spread of the rounds: the largest less the
    /// smallest, of both runs together.
    pub max_slower: Percent,
    /// How many more guesses a strategy may need on a set.
    pub max_more_guesses: Percent,
}

impl Default for Tolerance {
    /// Ratios 10 % lower, and not a guess more.
    fn default() -> Self {
        Self { max_slower: Percent::whole(10), max_more_guesses: Percent::whole(0) }
    }
}

/// What came of a comparison.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// A row for each set and strategy: those of the baseline in its order, after
    /// them in each set, and after all sets, those that only the new run has.
    pub rows: Vec<Row>,
    /// All that stands against the new run, in the order of the rows; what
    /// concerns the runs as a whole comes first.
    pub complaints: Vec<Complaint>,
}

impl Comparison {
    /// The worst of the complaints.
    pub fn outcome(&self) -> Outcome {
        let outcomes = self.complaints.iter().map(|complaint| complaint.reason.outcome());
        outcomes.max().unwrap_or(Outcome::Passed)
    }

    /// How many rows have that verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.rows.iter().filter(|row| row.verdict == verdict).count()
    }

    fn complain(&mut self, set: Option<&str>, strategy: Option<&str>, reason: Reason) {
        let [set, strategy] = [set, strategy].map(|name| name.map(str::to_owned));
        self.complaints.push(Complaint { set, strategy, reason });
    }
}

/// What can be compared at all, and how strictly.
struct Context<'a> {
    tolerance: &'a Tolerance,
    /// Whether both runs searched alike: else neither counters nor times compare.
    search: bool,
    /// Whether both runs were timed alike.
    timing: bool,
    /// Whether `lanes` ran on other instructions.
    other_backend: bool,
}

/// Compares a run with its baseline.
pub fn compare(base: &Benchmark, new: &Benchmark, tolerance: &Tolerance) -> Comparison {
    let mut comparison = Comparison::default();
    if let Some(reason) = settings::version(base, new) {
        // What the fields of another version mean is anybody's guess.
        comparison.complain(None, None, reason);
        return comparison;
    }
    let (search, timing) = (settings::search(base, new), settings::timing(base, new));
    let context = Context {
        tolerance,
        search: search.is_empty(),
        timing: timing.is_empty(),
        other_backend: base.settings.backend != new.settings.backend,
    };
    let reasons =
        search.into_iter().chain(timing).chain(base.sets.is_empty().then_some(Reason::Empty));
    reasons.for_each(|reason| comparison.complain(None, None, reason));
    for set in &base.sets {
        match pairs::partner(set, base, new) {
            Partner::Same(partner) => both(&mut comparison, &context, set, partner),
            Partner::None(reason) => missing(&mut comparison, set, reason),
        }
    }
    for set in pairs::only_new(base, new) {
        let rows = set.measurements.iter().map(|new| Row::only_new(&set.name, new, new.ratio));
        comparison.rows.extend(rows);
    }
    comparison
}

/// A set that both runs have.
fn both(comparison: &mut Comparison, context: &Context, base: &SetRecord, new: &SetRecord) {
    let Some(reference) = Reference::of(base, new) else {
        return comparison.complain(Some(&base.name), None, Reason::Empty);
    };
    for measurement in &base.measurements {
        let (row, reasons) = match find(new, &measurement.strategy) {
            Some(partner) => row::judge(context, &reference, &base.name, measurement, partner),
            None => {
                let row = Row::only_base(&base.name, measurement);
                (row, vec![Reason::StrategyMissing])
            }
        };
        for reason in reasons {
            comparison.complain(Some(&base.name), Some(&measurement.strategy), reason);
        }
        comparison.rows.push(row);
    }
    for measurement in &new.measurements {
        if find(base, &measurement.strategy).is_none() {
            let ratio = reference.new_ratio(measurement).map(|rounds| rounds.ratio);
            comparison.rows.push(Row::only_new(&base.name, measurement, ratio));
        }
    }
}

/// A set that the new run lacks.
fn missing(comparison: &mut Comparison, set: &SetRecord, reason: Reason) {
    comparison.complain(Some(&set.name), None, reason);
    comparison.rows.extend(set.measurements.iter().map(|base| Row::only_base(&set.name, base)));
}

fn find<'a>(set: &'a SetRecord, strategy: &str) -> Option<&'a super::Measurement> {
    set.measurements.iter().find(|measurement| measurement.strategy == strategy)
}
