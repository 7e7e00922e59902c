//! A row of a comparison: one strategy on one set, in both runs.

use super::{
    Context, Difference, Pair, Percent, Verdict,
    ratio::{Ratio, Reference},
};
use crate::bench::{
    Measurement, Part, SetRecord,
    numbers::{change, number, ratio},
};
use std::collections::BTreeSet;

/// The strategy whose speed depends on the backend.
const LANES: &str = "lanes";

const GUESSES: &str = "guesses";

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
    /// The change of the ratio in percent, or the reason why it does not matter: `reference`,
    /// `other backend`, `other sample`. `None` if there is nothing to compare.
    pub ratio_change: Option<String>,
    /// The variation of the ratio between the rounds of both runs together: the largest minus the
    /// smallest, relative to the median. `None` if the ratio is not compared.
    pub ratio_spread: Option<f64>,
    /// The verdict on the guesses.
    pub guesses_verdict: Verdict,
    /// The verdict on the ratio; `None` if it does not matter.
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
        let text = format!("other puzzles of the set were measured: {base} → {new} of them");
        return (row, vec![Difference::not_comparable("other sample", text)]);
    }
    let mut differences = other_results(&before, &after);
    // A command has no counters.
    let is_command = base.command.is_some() && new.command.is_some();
    let guesses = (!is_command).then(|| more_guesses(context, row.guesses)).flatten();
    row.guesses_verdict = match &guesses {
        Some(difference) => difference.verdict,
        None if row.guesses.new < row.guesses.base => Verdict::Improved,
        None => Verdict::Passed,
    };
    differences.extend(guesses);
    row.ratio_verdict = match Speed::compare(context, reference, [base, new], ratios) {
        Speed::Ignored(why) => {
            row.ratio_change = why.map(str::to_owned);
            None
        }
        Speed::NotComparable(why) => {
            differences.extend(why.map(|text| Difference::not_comparable("no ratio", text)));
            Some(Verdict::NotComparable)
        }
        Speed::Compared(before, after) => {
            let change = change(before.median, after.median);
            let (allowed, spread) = (context.tolerance.max_slower, before.spread + after.spread);
            let slower = slower(allowed, before, after, &change);
            let is_slower = slower.is_some();
            differences.extend(slower);
            (row.ratio_change, row.ratio_spread) = (Some(change), Some(spread));
            Some(match allowed.allows_fall(after.median, before.median, spread) {
                _ if is_slower => Verdict::Failed,
                false => Verdict::Improved,
                true => Verdict::Passed,
            })
        }
    };
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

fn other_results(base: &Part, new: &Part) -> Vec<Difference> {
    let mut differences = Vec::new();
    if base.statuses != new.statuses {
        let changes = base.statuses.counts().into_iter().zip(new.statuses.counts());
        let changes: Vec<_> = changes
            .filter(|(base, new)| base != new)
            .map(|((name, base), (_, new))| format!("{name} {} → {}", number(base), number(new)))
            .collect();
        let text = format!("statuses changed: {}", changes.join(", "));
        differences.push(Difference::failed("other statuses", text));
    }
    if base.answers != new.answers {
        let text = format!("answers changed: fingerprint {} → {}", base.answers, new.answers);
        differences.push(Difference::failed("other answers", text));
    }
    differences
}

fn more_guesses(context: &Context, guesses: Pair<u64>) -> Option<Difference> {
    let Pair { base: Some(base), new: Some(new) } = guesses else {
        let text = "guesses are not counted in both runs";
        return Some(Difference::not_comparable("no guesses", text));
    };
    let allowed = context.tolerance.max_more_guesses;
    let text = || {
        let change = change(base as f64, new as f64);
        format!("guesses {} → {} ({change}), +{allowed} allowed", number(base), number(new))
    };
    (!allowed.allows(base, new)).then(|| Difference::failed("more guesses", text()))
}

/// The result of comparing ratios.
enum Speed {
    /// The ratios do not matter; the reason, if there are any.
    Ignored(Option<&'static str>),
    /// The ratios should be compared but cannot be; the reason, unless it concerns the whole run.
    NotComparable(Option<String>),
    /// The ratios of both runs.
    Compared(Ratio, Ratio),
}

impl Speed {
    fn compare(
        context: &Context,
        reference: &Reference,
        [base, new]: [&Measurement; 2],
        ratios: Pair<Ratio>,
    ) -> Self {
        let name = reference.name();
        let is_lanes = [base.strategy.as_str(), name].contains(&LANES);
        if base.strategy == name {
            return Self::Ignored(Some("reference"));
        }
        if !reference.is_in_both() {
            return Self::NotComparable(Some(format!(
                "no ratio: {name}, which the baseline measures against, is missing"
            )));
        }
        match ratios {
            Pair { base: None, new: None } => Self::Ignored(None),
            _ if !context.same_timing => Self::NotComparable(None),
            _ if !context.same_backend && is_lanes => Self::Ignored(Some("other backend")),
            Pair { base: Some(_), new: Some(_) } if !reference.same_puzzles(base, new) => {
                Self::Ignored(Some("other sample"))
            }
            Pair { base: Some(before), new: Some(after) } => Self::Compared(before, after),
            _ => Self::NotComparable(Some("only one of the runs has a ratio".to_owned())),
        }
    }
}

fn slower(allowed: Percent, base: Ratio, new: Ratio, change: &str) -> Option<Difference> {
    let spread = base.spread + new.spread;
    if allowed.allows_fall(base.median, new.median, spread) {
        return None;
    }
    let [base, new] = [base, new].map(|rounds| ratio(rounds.median));
    let mut text = format!("ratio {base} → {new} ({change}), -{allowed} allowed");
    if spread > 0.0 {
        text += &format!(" beyond the rounds' spread of {:.1}%", spread * 100.0);
    }
    Some(Difference::failed("slower", text))
}
