//! One strategy on one set, in both runs.

use super::{Context, Outcome, Pair, Reason, reference::Reference};
use crate::bench::Measurement;
use std::{collections::BTreeSet, fmt};

/// The strategy whose speed depends on the instructions that it found.
const LANES: &str = "lanes";

const GUESSES: &str = "guesses";

/// One strategy on one set.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The set's name in the baseline, or in the new run if only that has it.
    pub set: String,
    /// The strategy.
    pub strategy: String,
    /// Guesses, all puzzles together.
    pub guesses: Pair<u64>,
    /// The other counters that differ, by name; `without_guess`, the puzzles
    /// that were solved so, is among them.
    pub counters: Vec<CounterChange>,
    /// Speed relative to the baseline's first strategy, within the run.
    pub ratio: Pair<f64>,
    /// Whether the ratios were compared.
    pub times: Times,
    /// What came of it.
    pub verdict: Verdict,
}

/// A counter that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterChange {
    /// Its name.
    pub name: String,
    /// All puzzles together; `None` where a run does not count it.
    pub values: Pair<u64>,
}

/// Whether ratios were compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// They were.
    Compared,
    /// It is the strategy that the others are measured against: its ratio is 1 by
    /// definition, and says nothing of its own speed.
    Reference,
    /// `lanes` ran on other instructions: its speed is another machine's, and no
    /// failure.
    OtherBackend,
    /// Neither run has a ratio: other puzzles were measured than with the first
    /// strategy.
    NoRatio,
    /// They could not be: the complaints say why, or only one run has the row.
    NotComparable,
}

/// What came of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Within the limits.
    Passed,
    /// Within the limits, and with fewer guesses.
    Improved,
    /// Only the new run has it.
    New,
    /// Beyond the limits.
    Failed,
    /// Not comparable.
    NotComparable,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passed => "passed",
            Self::Improved => "improved",
            Self::New => "new",
            Self::Failed => "failed",
            Self::NotComparable => "not comparable",
        })
    }
}

impl Row {
    /// A row that the new run lacks.
    pub(super) fn only_base(set: &str, base: &Measurement) -> Self {
        let ratio = Pair { base: base.ratio, new: None };
        Self::new(set, Some(base), None, ratio, Verdict::NotComparable)
    }

    /// A row that the baseline lacks.
    pub(super) fn only_new(set: &str, new: &Measurement, ratio: Option<f64>) -> Self {
        Self::new(set, None, Some(new), Pair { base: None, new: ratio }, Verdict::New)
    }

    fn new(
        set: &str,
        base: Option<&Measurement>,
        new: Option<&Measurement>,
        ratio: Pair<f64>,
        verdict: Verdict,
    ) -> Self {
        let strategy = base.or(new).map_or_else(String::new, |m| m.strategy.clone());
        let guesses = |m: &Measurement| m.counters.get(GUESSES).copied();
        Self {
            set: set.to_owned(),
            strategy,
            guesses: Pair { base: base.and_then(guesses), new: new.and_then(guesses) },
            counters: base.zip(new).map_or_else(Vec::new, |(base, new)| changes(base, new)),
            ratio,
            times: Times::NotComparable,
            verdict,
        }
    }
}

/// The counters that differ, but for the guesses.
fn changes(base: &Measurement, new: &Measurement) -> Vec<CounterChange> {
    let names: BTreeSet<_> = base.counters.keys().chain(new.counters.keys()).collect();
    let counters = names.into_iter().filter(|name| *name != GUESSES).map(|name| CounterChange {
        name: name.clone(),
        values: Pair {
            base: base.counters.get(name).copied(),
            new: new.counters.get(name).copied(),
        },
    });
    let [before, after] = [base, new].map(|m| Some(m.without_guess as u64));
    let without_guess = CounterChange {
        name: "without_guess".to_owned(),
        values: Pair { base: before, new: after },
    };
    let differs = |change: &CounterChange| change.values.base != change.values.new;
    counters.chain([without_guess]).filter(differs).collect()
}

/// Compares what both runs have.
pub(super) fn judge(
    context: &Context,
    reference: &Reference,
    set: &str,
    base: &Measurement,
    new: &Measurement,
) -> (Row, Vec<Reason>) {
    let ratio = reference.ratios(base, new);
    let mut row = Row::new(set, Some(base), Some(new), ratio, Verdict::NotComparable);
    if !context.search {
        return (row, Vec::new());
    }
    if (&base.fingerprint, base.puzzles) != (&new.fingerprint, new.puzzles) {
        return (row, vec![Reason::Sample(base.puzzles, new.puzzles)]);
    }
    let mut reasons = answers(base, new);
    reasons.extend(guesses(context, row.guesses));
    let (times, slower) = times(context, reference, &base.strategy, row.ratio);
    row.times = times;
    reasons.extend(slower);
    row.verdict = verdict(&row, &reasons);
    (row, reasons)
}

fn answers(base: &Measurement, new: &Measurement) -> Vec<Reason> {
    let statuses =
        (base.statuses != new.statuses).then_some(Reason::Statuses(base.statuses, new.statuses));
    let answers = (base.answers != new.answers)
        .then(|| Reason::Answers(base.answers.clone(), new.answers.clone()));
    statuses.into_iter().chain(answers).collect()
}

fn guesses(context: &Context, guesses: Pair<u64>) -> Option<Reason> {
    let Pair { base: Some(base), new: Some(new) } = guesses else {
        return Some(Reason::NoGuesses);
    };
    let allowed = context.tolerance.max_more_guesses;
    (!allowed.allows(base, new)).then_some(Reason::MoreGuesses { base, new, allowed })
}

fn times(
    context: &Context,
    reference: &Reference,
    strategy: &str,
    ratio: Pair<f64>,
) -> (Times, Option<Reason>) {
    let name = reference.name();
    if strategy == name {
        return (Times::Reference, None);
    }
    if !reference.is_in_both() {
        return (Times::NotComparable, Some(Reason::NoReference(name.to_owned())));
    }
    let (base, new) = match ratio {
        Pair { base: None, new: None } => return (Times::NoRatio, None),
        _ if !context.timing => return (Times::NotComparable, None),
        _ if context.other_backend && [strategy, name].contains(&LANES) => {
            return (Times::OtherBackend, None);
        }
        Pair { base: Some(base), new: Some(new) } => (base, new),
        _ => return (Times::NotComparable, Some(Reason::NoRatio)),
    };
    let allowed = context.tolerance.max_slower;
    let slower = !allowed.allows_fall(base, new);
    (Times::Compared, slower.then_some(Reason::Slower { base, new, allowed }))
}

fn verdict(row: &Row, reasons: &[Reason]) -> Verdict {
    match reasons.iter().map(Reason::outcome).max() {
        Some(Outcome::NotComparable) => Verdict::NotComparable,
        Some(Outcome::Failed) => Verdict::Failed,
        // Other threads, and so on: told once, for the runs.
        _ if row.times == Times::NotComparable => Verdict::NotComparable,
        _ if row.guesses.new < row.guesses.base => Verdict::Improved,
        _ => Verdict::Passed,
    }
}
