//! One strategy on one set, in both runs.

use super::{
    Context, Difference, Outcome, Pair, Reason,
    common::common,
    reference::{Reference, Rounds},
};
use crate::bench::{Measurement, Part};
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
    /// Guesses, all puzzles together: those that both runs measured.
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
    /// The ratios are of other puzzles: a strategy works more or less than it did, so
    /// that its sample has another size. Counters of the puzzles that both runs have
    /// are compared all the same.
    OtherSample,
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
        let verdict = Verdict::NotComparable;
        Self::new(
            set,
            &base.strategy,
            Pair { base: Some(&base.whole()), new: None },
            ratio,
            verdict,
        )
    }

    /// A row that the baseline lacks.
    pub(super) fn only_new(set: &str, new: &Measurement, ratio: Option<f64>) -> Self {
        let ratio = Pair { base: None, new: ratio };
        let verdict = Verdict::New;
        Self::new(set, &new.strategy, Pair { base: None, new: Some(&new.whole()) }, ratio, verdict)
    }

    fn new(
        set: &str,
        strategy: &str,
        parts: Pair<&Part>,
        ratio: Pair<f64>,
        verdict: Verdict,
    ) -> Self {
        let Pair { base, new } = parts;
        let guesses = |part: &Part| part.counters.get(GUESSES).copied();
        Self {
            set: set.to_owned(),
            strategy: strategy.to_owned(),
            guesses: Pair { base: base.and_then(guesses), new: new.and_then(guesses) },
            counters: base.zip(new).map_or_else(Vec::new, |(base, new)| changes(base, new)),
            ratio,
            times: Times::NotComparable,
            verdict,
        }
    }
}

/// The counters that differ, but for the guesses.
fn changes(base: &Part, new: &Part) -> Vec<CounterChange> {
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
    let rounds = reference.ratios(base, new);
    let ratio = Pair { base: rounds.base.map(|r| r.ratio), new: rounds.new.map(|r| r.ratio) };
    let common = common(base, new);
    let (before, after) = common.clone().unwrap_or_else(|| (base.whole(), new.whole()));
    let parts = Pair { base: Some(&before), new: Some(&after) };
    let mut row = Row::new(set, &base.strategy, parts, ratio, Verdict::NotComparable);
    if !context.search {
        return (row, Vec::new());
    }
    if common.is_none() {
        return (row, vec![Reason::Sample(base.puzzles, new.puzzles)]);
    }
    let mut reasons = answers(&before, &after);
    reasons.extend(guesses(context, row.guesses));
    let (times, slower) = times(context, reference, &base.strategy, rounds);
    row.times = match times {
        Times::Compared if !reference.same_puzzles(base, new) => Times::OtherSample,
        times => {
            reasons.extend(slower);
            times
        }
    };
    row.verdict = verdict(&row, &reasons);
    (row, reasons)
}

fn answers(base: &Part, new: &Part) -> Vec<Reason> {
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
    ratio: Pair<Rounds>,
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
    let spread = base.spread + new.spread;
    let slower = !allowed.allows_fall(base.ratio, new.ratio, spread);
    let reason = Reason::Slower {
        base: base.ratio,
        new: new.ratio,
        allowed,
        spread: Difference(spread * 100.0),
    };
    (Times::Compared, slower.then_some(reason))
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
