//! A row of a comparison: one strategy on one set, in both runs, with its guesses and its speed
//! relative to the reference, the first strategy of a set in the baseline.

use super::{Context, Difference, Verdict};
use crate::bench::{
    Measurement, SetRecord, Spread,
    columns::GUESSES,
    numbers::{change, number, ratio},
};
use serde::Serialize;
use serde_json::Number;
use sudomill_solvers::registry::{LANES, REGION_LANES};

/// A number in both runs; `None` if a run lacks it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Compared {
    /// `guesses`, `ratio`, or the name of a counter.
    #[serde(rename = "figure")]
    pub name: String,
    /// In the baseline.
    pub base: Option<Number>,
    /// In the new run.
    pub new: Option<Number>,
    /// Of a ratio that is compared: the sum of twice the ± of both runs. A smaller change may be
    /// noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<f64>,
    /// `None` if it is only shown.
    pub verdict: Option<Verdict>,
}

impl Compared {
    fn new(name: &str, [base, new]: [Option<Number>; 2], verdict: Option<Verdict>) -> Self {
        Self { name: name.to_owned(), base, new, spread: None, verdict }
    }

    /// The change in percent; `None` if either number is missing.
    pub fn change(&self) -> Option<String> {
        Some(change(self.base.as_ref()?.as_f64()?, self.new.as_ref()?.as_f64()?))
    }
}

/// A figure in the JSON.
#[derive(Serialize)]
pub(super) struct Named<'a> {
    set: &'a str,
    strategy: &'a str,
    #[serde(flatten)]
    figure: &'a Compared,
}

/// One strategy on one set.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareRow {
    /// The name of the set in the baseline, or in the new run if the baseline lacks it.
    pub set: String,
    /// The strategy.
    pub strategy: String,
    /// The guesses.
    pub guesses: Compared,
    /// The speed relative to the first strategy of the baseline, within one run.
    pub ratio: Compared,
    /// The change of the ratio in percent, or the reason why it is not compared: `reference`,
    /// `different backend`. `None` if there is nothing to compare.
    pub ratio_change: Option<String>,
    /// The other counters that differ, and `without_guess`.
    pub counters: Vec<Compared>,
    /// The worst of the differences in this row.
    pub verdict: Verdict,
}

/// A strategy in the baseline and in the new run.
pub(super) type Both<'a> = [Option<&'a Measurement>; 2];

impl CompareRow {
    /// Creates a row that is missing in the new run, missing in the baseline, or not compared yet.
    pub(super) fn new(set: &SetRecord, [base, new]: Both, reference: Both) -> Self {
        let strategy = base.or(new).map(|measured| measured.strategy.clone()).unwrap_or_default();
        let verdict = if base.is_some() { Verdict::NotComparable } else { Verdict::New };
        let guesses = [base, new].map(|measured| value(measured?, GUESSES));
        let ratios = ratios([base, new], reference).map(|ratio| Number::from_f64(ratio?.median));
        let counters = base.zip(new).map(|(base, new)| changed_counters(base, new));
        Self {
            set: set.name.clone(),
            strategy,
            guesses: Compared::new(GUESSES, guesses, Some(verdict)),
            ratio: Compared::new("ratio", ratios, None),
            ratio_change: None,
            counters: counters.unwrap_or_default(),
            verdict,
        }
    }

    /// The figures that at least one run has.
    pub(super) fn figures(&self) -> impl Iterator<Item = Named<'_>> {
        let all = [&self.guesses, &self.ratio].into_iter().chain(&self.counters);
        let known = all.filter(|figure| figure.base.is_some() || figure.new.is_some());
        known.map(|figure| Named { set: &self.set, strategy: &self.strategy, figure })
    }

    /// Compares a row that is in both runs.
    pub(super) fn compare(
        &mut self,
        context: &Context,
        reference: Both,
        base: &Measurement,
        new: &Measurement,
    ) -> Vec<Difference> {
        if !context.same_search {
            return Vec::new();
        }
        if (base.puzzles, &base.fingerprint) != (new.puzzles, &new.fingerprint) {
            let base = number(base.puzzles as u64);
            let new = number(new.puzzles as u64);
            let text = format!("the runs measured different puzzles of the set: {base} → {new}");
            return vec![Difference::not_comparable("different sample", text)];
        }
        let mut differences = changed_results(base, new);
        // A command has no counters.
        let is_command = base.command.is_some() && new.command.is_some();
        let [before, after] = [base, new].map(|measured| measured.counters.get(GUESSES).copied());
        let guesses = (!is_command).then(|| more_guesses(context, before, after)).flatten();
        let guesses_verdict = match &guesses {
            Some(difference) => difference.verdict,
            None if after < before => Verdict::Improved,
            None => Verdict::Passed,
        };
        self.guesses.verdict = Some(guesses_verdict);
        differences.extend(guesses);
        differences.extend(self.compare_ratios(context, reference, [Some(base), Some(new)]));
        let worst = differences.iter().map(|difference| difference.verdict).max();
        let worst = worst.max(self.ratio.verdict).unwrap_or(Verdict::Passed);
        self.verdict = worst.max(guesses_verdict);
        differences
    }

    fn compare_ratios(
        &mut self,
        context: &Context,
        reference: Both,
        measured: Both,
    ) -> Option<Difference> {
        let name = &reference[0]?.strategy;
        let not_comparable = |text: String| Some(Difference::not_comparable("no ratio", text));
        if self.strategy == *name {
            self.ratio_change = Some("reference".to_owned());
            return None;
        }
        let ratios = ratios(measured, reference);
        if reference[1].is_some() && ratios == [None, None] {
            return None;
        }
        self.ratio.verdict = Some(Verdict::NotComparable);
        if reference[1].is_none() {
            return not_comparable(format!(
                "no ratio: the new run lacks {name}, the reference of the baseline"
            ));
        }
        if !context.same_timing {
            return None;
        }
        // Only the speed of lanes depends on the backend.
        let is_lanes =
            [&self.strategy, name].into_iter().any(|name| name == LANES || name == REGION_LANES);
        if !context.same_backend && is_lanes {
            self.ratio_change = Some("different backend".to_owned());
            self.ratio.verdict = None;
            return None;
        }
        let [Some(before), Some(after)] = ratios else {
            return not_comparable("only one of the runs has a ratio".to_owned());
        };
        let twice = |ratio: &Spread| 2.0 * ratio.plus_minus.unwrap_or(0.0);
        let allowed = context.tolerance.max_slower;
        let spread = twice(&before) + twice(&after);
        let before = before.median;
        let after = after.median;
        let change = change(before, after);
        self.ratio_change = Some(change.clone());
        self.ratio.spread = Some(spread);
        let is_slower = !allowed.allows_fall(before, after, spread);
        self.ratio.verdict = Some(match allowed.allows_fall(after, before, spread) {
            _ if is_slower => Verdict::Failed,
            true => Verdict::Passed,
            false => Verdict::Improved,
        });
        let from = ratio(before);
        let to = ratio(after);
        let mut text = format!("ratio {from} → {to} ({change}), -{allowed} allowed");
        if spread > 0.0 {
            text += &format!(" beyond the rounds' spread of {:.1}%", spread * 100.0);
        }
        is_slower.then(|| Difference::new(Verdict::Failed, "slower", text))
    }
}

fn value(measured: &Measurement, name: &str) -> Option<Number> {
    measured.counters.get(name).map(|&count| count.into())
}

/// The counters that differ, except the guesses.
fn changed_counters(base: &Measurement, new: &Measurement) -> Vec<Compared> {
    let both = [base, new];
    let is_added = |name: &&String| !base.counters.contains_key(*name);
    let names = base.counters.keys().chain(new.counters.keys().filter(is_added));
    let names = names.filter(|name| *name != GUESSES);
    let counters = names.map(|name| Compared::new(name, both.map(|it| value(it, name)), None));
    let mut all: Vec<_> = counters.collect();
    let without_guess = both.map(|it| Some(it.without_guess.into()));
    all.push(Compared::new("without_guess", without_guess, None));
    all.retain(|figure| figure.base != figure.new);
    all
}

fn changed_results(base: &Measurement, new: &Measurement) -> Vec<Difference> {
    let mut differences = Vec::new();
    if base.statuses != new.statuses {
        let changes = base.statuses.iter().zip(new.statuses.iter());
        let changes: Vec<_> = changes
            .filter(|(base, new)| base != new)
            .map(|((name, base), (_, new))| format!("{name} {} → {}", number(base), number(new)))
            .collect();
        let text = format!("statuses changed: {}", changes.join(", "));
        differences.push(Difference::new(Verdict::Failed, "changed statuses", text));
    }
    if base.answers != new.answers {
        let text = format!("answers changed: fingerprint {} → {}", base.answers, new.answers);
        differences.push(Difference::new(Verdict::Failed, "changed answers", text));
    }
    differences
}

fn more_guesses(context: &Context, base: Option<u64>, new: Option<u64>) -> Option<Difference> {
    let (Some(base), Some(new)) = (base, new) else {
        let text = "a run lacks the number of guesses";
        return Some(Difference::not_comparable("no guesses", text));
    };
    let allowed = context.tolerance.max_more_guesses;
    let text = || {
        let change = change(base as f64, new as f64);
        format!("guesses {} → {} ({change}), +{allowed} allowed", number(base), number(new))
    };
    (!allowed.allows(base, new)).then(|| Difference::new(Verdict::Failed, "more guesses", text()))
}

/// The ratios within the runs, if both strategies were measured on the same puzzles.
fn ratios(measured: Both, reference: Both) -> [Option<Spread>; 2] {
    [0, 1].map(|run| {
        let measured = measured[run]?;
        let reference = reference[run]?;
        let rates = measured.rate.rounds.iter().zip(&reference.rate.rounds);
        let ratio = Spread::of(rates.map(|(own, first)| own / first).collect());
        let is_same = measured.fingerprint == reference.fingerprint;
        (is_same && ratio.median.is_finite() && ratio.median > 0.0).then_some(ratio)
    })
}
