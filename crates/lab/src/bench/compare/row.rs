//! A row of a comparison: one strategy on one set, in both runs, with its guesses and its speed
//! relative to the reference, the first strategy of a set in the baseline.

use super::{Context, Difference, Verdict, find};
use crate::bench::{
    Measurement, Part, SetRecord,
    numbers::{change, number, ratio},
};
use std::collections::BTreeSet;

/// The strategy whose speed depends on the backend.
const LANES: &str = "lanes";

const GUESSES: &str = "guesses";

/// A number in both runs; `None` if a run lacks it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair<T> {
    /// In the baseline.
    pub base: Option<T>,
    /// In the new run.
    pub new: Option<T>,
}

impl<T> Pair<T> {
    fn map<U>(self, f: impl Fn(T) -> U) -> Pair<U> {
        Pair { base: self.base.map(&f), new: self.new.map(&f) }
    }
}

impl Pair<u64> {
    /// The change in percent; `None` if either number is missing.
    pub fn change(&self) -> Option<String> {
        Some(change(self.base? as f64, self.new? as f64))
    }
}

/// One strategy on one set.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The name of the set in the baseline, or in the new run if the baseline lacks it.
    pub set: String,
    /// The strategy.
    pub strategy: String,
    /// The guesses on the puzzles that both runs measured.
    pub guesses: Pair<u64>,
    /// The other counters that differ, by name, and `without_guess`.
    pub counters: Vec<(String, Pair<u64>)>,
    /// The speed relative to the first strategy of the baseline, within one run.
    pub ratio: Pair<f64>,
    /// The change of the ratio in percent, or the reason why it is not compared: `reference`,
    /// `different backend`, `different sample`. `None` if there is nothing to compare.
    pub ratio_change: Option<String>,
    /// The variation of the ratio between the rounds of both runs together: the largest minus the
    /// smallest, relative to the median. `None` if the ratio is not compared.
    pub ratio_spread: Option<f64>,
    /// The verdict on the guesses.
    pub guesses_verdict: Verdict,
    /// The verdict on the ratio; `None` if it is not compared.
    pub ratio_verdict: Option<Verdict>,
    /// The worst of the differences in this row.
    pub verdict: Verdict,
}

impl Row {
    /// Creates a row that is missing in the new run.
    pub(super) fn missing(set: &SetRecord, base: &Measurement) -> Self {
        let ratio = Pair { base: base.ratio, new: None };
        Self::new(set, base, Pair { base: Some(&base.whole()), new: None }, ratio)
    }

    /// Creates a row that is missing in the baseline.
    pub(super) fn added(set: &SetRecord, new: &Measurement, ratio: Option<f64>) -> Self {
        let ratio = Pair { base: None, new: ratio };
        let row = Self::new(set, new, Pair { base: None, new: Some(&new.whole()) }, ratio);
        Self { verdict: Verdict::New, guesses_verdict: Verdict::New, ..row }
    }

    /// Creates a row with its figures, not compared yet.
    fn new(
        set: &SetRecord,
        measurement: &Measurement,
        parts: Pair<&Part>,
        ratio: Pair<f64>,
    ) -> Self {
        let guesses = |part: &Part| part.counters.get(GUESSES).copied();
        let both = parts.base.zip(parts.new);
        Self {
            set: set.name.clone(),
            strategy: measurement.strategy.clone(),
            guesses: Pair { base: parts.base.and_then(guesses), new: parts.new.and_then(guesses) },
            counters: both.map_or_else(Vec::new, |(base, new)| changed_counters(base, new)),
            ratio,
            ratio_change: None,
            ratio_spread: None,
            guesses_verdict: Verdict::NotComparable,
            ratio_verdict: None,
            verdict: Verdict::NotComparable,
        }
    }
}

/// The counters that differ, except the guesses.
fn changed_counters(base: &Part, new: &Part) -> Vec<(String, Pair<u64>)> {
    let names: BTreeSet<_> = base.counters.keys().chain(new.counters.keys()).collect();
    let value = |part: &Part, name| part.counters.get(name).copied();
    let counters = names
        .into_iter()
        .filter(|name| *name != GUESSES)
        .map(|name| (name.clone(), Pair { base: value(base, name), new: value(new, name) }));
    let [before, after] = [base, new].map(|part| Some(part.without_guess as u64));
    let without_guess = ("without_guess".to_owned(), Pair { base: before, new: after });
    counters.chain([without_guess]).filter(|(_, pair)| pair.base != pair.new).collect()
}

/// Compares a row that is in both runs.
pub(super) fn compare(
    context: &Context,
    reference: &Reference,
    set: &SetRecord,
    base: &Measurement,
    new: &Measurement,
) -> (Row, Vec<Difference>) {
    let ratios = reference.ratios(base, new);
    let common = largest_common(base, new);
    let has_common = common.is_some();
    let (before, after) = common.unwrap_or_else(|| (base.whole(), new.whole()));
    let parts = Pair { base: Some(&before), new: Some(&after) };
    let mut row = Row::new(set, base, parts, ratios.map(|ratio| ratio.median));
    if !context.same_search {
        return (row, Vec::new());
    }
    if !has_common {
        let [base, new] = [base, new].map(|measurement| number(measurement.puzzles as u64));
        let text = format!("the runs measured different puzzles of the set: {base} → {new}");
        return (row, vec![Difference::not_comparable("different sample", text)]);
    }
    let mut differences = changed_results(&before, &after);
    // A command has no counters.
    let is_command = base.command.is_some() && new.command.is_some();
    let guesses = (!is_command).then(|| more_guesses(context, row.guesses)).flatten();
    row.guesses_verdict = match &guesses {
        Some(difference) => difference.verdict,
        None if row.guesses.new < row.guesses.base => Verdict::Improved,
        None => Verdict::Passed,
    };
    differences.extend(guesses);
    differences.extend(compare_ratios(context, reference, [base, new], ratios, &mut row));
    let verdicts = differences.iter().map(|difference| difference.verdict);
    let verdicts = verdicts.chain([row.guesses_verdict]).chain(row.ratio_verdict);
    row.verdict = verdicts.max().unwrap_or(Verdict::Passed);
    (row, differences)
}

/// Returns the largest sample that both runs measured; `None` if they have none in common.
fn largest_common(base: &Measurement, new: &Measurement) -> Option<(Part, Part)> {
    let samples = |measurement: &Measurement| -> Vec<Part> {
        std::iter::once(measurement.whole()).chain(measurement.parts.iter().cloned()).collect()
    };
    let of_new = samples(new);
    samples(base).into_iter().find_map(|part| {
        let same =
            |other: &&Part| part.puzzles == other.puzzles && part.fingerprint == other.fingerprint;
        let other = of_new.iter().find(same)?.clone();
        Some((part, other))
    })
}

fn changed_results(base: &Part, new: &Part) -> Vec<Difference> {
    let mut differences = Vec::new();
    if base.statuses != new.statuses {
        let changes = base.statuses.counts().into_iter().zip(new.statuses.counts());
        let changes: Vec<_> = changes
            .filter(|(base, new)| base != new)
            .map(|((name, base), (_, new))| format!("{name} {} → {}", number(base), number(new)))
            .collect();
        let text = format!("statuses changed: {}", changes.join(", "));
        differences.push(Difference::failed("changed statuses", text));
    }
    if base.answers != new.answers {
        let text = format!("answers changed: fingerprint {} → {}", base.answers, new.answers);
        differences.push(Difference::failed("changed answers", text));
    }
    differences
}

fn more_guesses(context: &Context, guesses: Pair<u64>) -> Option<Difference> {
    let Pair { base: Some(base), new: Some(new) } = guesses else {
        let text = "a run lacks the number of guesses";
        return Some(Difference::not_comparable("no guesses", text));
    };
    let allowed = context.tolerance.max_more_guesses;
    let text = || {
        let change = change(base as f64, new as f64);
        format!("guesses {} → {} ({change}), +{allowed} allowed", number(base), number(new))
    };
    (!allowed.allows(base, new)).then(|| Difference::failed("more guesses", text()))
}

/// Compares the ratios of a row, and writes the result to it.
fn compare_ratios(
    context: &Context,
    reference: &Reference,
    [base, new]: [&Measurement; 2],
    ratios: Pair<Ratio>,
    row: &mut Row,
) -> Option<Difference> {
    let name = &reference.base.strategy;
    let is_lanes = [&base.strategy, name].into_iter().any(|name| name == LANES);
    let not_comparable = |text: String| Some(Difference::not_comparable("no ratio", text));
    let is_reference = base.strategy == *name;
    if is_reference || (reference.new.is_some() && ratios.base.is_none() && ratios.new.is_none()) {
        row.ratio_change = is_reference.then(|| "reference".to_owned());
        return None;
    }
    row.ratio_verdict = Some(Verdict::NotComparable);
    if reference.new.is_none() {
        return not_comparable(format!(
            "no ratio: the new run lacks {name}, the reference of the baseline"
        ));
    }
    let ignored = match ratios {
        _ if !context.same_timing => return None,
        _ if !context.same_backend && is_lanes => "different backend",
        Pair { base: Some(_), new: Some(_) } if !reference.same_puzzles(base, new) => {
            "different sample"
        }
        Pair { base: Some(before), new: Some(after) } => {
            let (allowed, spread) = (context.tolerance.max_slower, before.spread + after.spread);
            let change = change(before.median, after.median);
            (row.ratio_change, row.ratio_spread) = (Some(change.clone()), Some(spread));
            if allowed.allows_fall(before.median, after.median, spread) {
                let is_same = allowed.allows_fall(after.median, before.median, spread);
                row.ratio_verdict = Some(if is_same { Verdict::Passed } else { Verdict::Improved });
                return None;
            }
            row.ratio_verdict = Some(Verdict::Failed);
            let [before, after] = [before, after].map(|rounds| ratio(rounds.median));
            let mut text = format!("ratio {before} → {after} ({change}), -{allowed} allowed");
            if spread > 0.0 {
                text += &format!(" beyond the rounds' spread of {:.1}%", spread * 100.0);
            }
            return Some(Difference::failed("slower", text));
        }
        _ => return not_comparable("only one of the runs has a ratio".to_owned()),
    };
    (row.ratio_change, row.ratio_verdict) = (Some(ignored.to_owned()), None);
    None
}

/// The reference strategy, as measured in both runs.
pub(super) struct Reference<'a> {
    base: &'a Measurement,
    /// `None` if the new run does not have it.
    new: Option<&'a Measurement>,
    /// True if it is also the first strategy of the new run. Then the recorded ratios refer to it;
    /// otherwise the ratios of both runs are computed from their rates.
    recorded: bool,
}

/// A ratio and its variation between rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ratio {
    median: f64,
    /// The largest minus the smallest value, relative to the median; 0 if unknown.
    spread: f64,
}

impl<'a> Reference<'a> {
    /// Returns `None` if the baseline has no measurements on the set.
    pub fn of(base: &'a SetRecord, new: &'a SetRecord) -> Option<Self> {
        let reference = base.measurements.first()?;
        let name = &reference.strategy;
        let recorded = new.measurements.first().is_some_and(|first| first.strategy == *name);
        Some(Self { base: reference, new: find(new, name), recorded })
    }

    fn ratios(&self, base: &Measurement, new: &Measurement) -> Pair<Ratio> {
        Pair {
            base: self.ratio(base, self.base),
            new: self.new.and_then(|reference| self.ratio(new, reference)),
        }
    }

    /// The ratio of a strategy in the new run.
    pub fn ratio_in_new(&self, new: &Measurement) -> Option<f64> {
        Some(self.ratio(new, self.new?)?.median)
    }

    /// Returns true if both runs computed the ratio on the same puzzles, that is, on the smaller of
    /// the two samples.
    fn same_puzzles(&self, base: &Measurement, new: &Measurement) -> bool {
        let smaller = |measurement, reference| {
            let both: [&Measurement; 2] = [measurement, reference];
            both.into_iter().min_by_key(|m| m.puzzles).map(|m| m.fingerprint.clone())
        };
        self.new.is_some_and(|reference| smaller(base, self.base) == smaller(new, reference))
    }

    /// The ratio within one run, if it can be computed.
    fn ratio(&self, measurement: &Measurement, reference: &Measurement) -> Option<Ratio> {
        let (median, rounds) = match self.recorded {
            // Older records have only the rates of the rounds.
            true if measurement.ratios.is_empty() => {
                (measurement.ratio?, by_rates(measurement, reference).unwrap_or_default())
            }
            true => (measurement.ratio?, measurement.ratios.clone()),
            false => {
                let median = measurement.rate.median / reference.rate.median;
                (median, by_rates(measurement, reference)?)
            }
        };
        let usable = median.is_finite() && median > 0.0;
        usable.then(|| Ratio { median, spread: spread(&rounds, median) })
    }
}

/// The ratios of the rounds, if both strategies were measured on the same puzzles.
fn by_rates(measurement: &Measurement, reference: &Measurement) -> Option<Vec<f64>> {
    let same = measurement.fingerprint == reference.fingerprint;
    let rates = measurement.rate.rounds.iter().zip(&reference.rate.rounds);
    same.then(|| rates.map(|(own, first)| own / first).collect())
}

fn spread(rounds: &[f64], median: f64) -> f64 {
    let smallest = rounds.iter().copied().fold(f64::INFINITY, f64::min);
    let largest = rounds.iter().copied().fold(0.0, f64::max);
    let spread = (largest - smallest) / median;
    if spread.is_finite() { spread.max(0.0) } else { 0.0 }
}
