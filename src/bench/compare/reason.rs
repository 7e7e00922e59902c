//! What stands against a run, and how it is worded.

use super::{
    figures::{Difference, Ratio, thousands},
    percent::Percent,
};
use crate::bench::{Fingerprint, Statuses, VERSION};
use std::fmt;

/// How a comparison ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The new run is within the limits.
    Passed,
    /// It is beyond them.
    Failed,
    /// The runs are too unlike to be compared, in part at least.
    NotComparable,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::NotComparable => "not comparable",
        })
    }
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq)]
pub struct Complaint {
    /// The set; `None` where it concerns the runs as a whole.
    pub set: Option<String>,
    /// The strategy; `None` where it concerns the set as a whole.
    pub strategy: Option<String>,
    /// What.
    pub reason: Reason,
}

impl fmt::Display for Complaint {
    /// `hard.txt, mrv: guesses 100 → 120 (+20.0%), +5% allowed`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place: Vec<_> = self.set.iter().chain(&self.strategy).map(String::as_str).collect();
        let colon = if place.is_empty() { "" } else { ": " };
        write!(f, "{}{colon}{}", place.join(", "), self.reason)
    }
}

/// What is wrong. Every pair is the baseline's figure and the new one.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Reason {
    /// More guesses than allowed.
    MoreGuesses {
        /// In the baseline.
        base: u64,
        /// In the new run.
        new: u64,
        /// How many more are.
        allowed: Percent,
    },
    /// The ratio fell further than allowed.
    Slower {
        /// In the baseline.
        base: f64,
        /// In the new run.
        new: f64,
        /// How far it may.
        allowed: Percent,
        /// By how much those of the rounds lay apart in the two runs together: so
        /// far it may fall besides.
        spread: Difference,
    },
    /// Puzzles turned out to be something else.
    Statuses(Statuses, Statuses),
    /// Statuses, numbers of solutions or solutions are not the same.
    Answers(Fingerprint, Fingerprint),
    /// The JSON is of another version.
    Version(u32, u32),
    /// The runs were set up otherwise.
    Setting {
        /// As [`Settings`](crate::bench::Settings) calls it.
        name: &'static str,
        /// In the baseline.
        base: String,
        /// In the new run.
        new: String,
    },
    /// The baseline measures nothing: whatever the new run is, it is no worse.
    Empty,
    /// A set of that name holds other puzzles.
    OtherPuzzles(Fingerprint, Fingerprint),
    /// The new run has no such set.
    SetMissing,
    /// The new run has no such strategy on this set.
    StrategyMissing,
    /// Other puzzles of the set were measured: their numbers.
    Sample(usize, usize),
    /// A run has no counter of guesses.
    NoGuesses,
    /// The strategy that the baseline measures the others against is missing.
    NoReference(String),
    /// One run only has a ratio.
    NoRatio,
}

impl Reason {
    /// Whether it is a failure or a hindrance to comparing.
    pub const fn outcome(&self) -> Outcome {
        match self {
            Self::MoreGuesses { .. }
            | Self::Slower { .. }
            | Self::Statuses(..)
            | Self::Answers(..) => Outcome::Failed,
            _ => Outcome::NotComparable,
        }
    }

    /// What it is in two words or so: for headlines.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::MoreGuesses { .. } => "more guesses",
            Self::Slower { .. } => "slower",
            Self::Statuses(..) => "other statuses",
            Self::Answers(..) => "other answers",
            Self::Version(..) => "other version",
            Self::Setting { .. } => "other settings",
            Self::Empty => "empty baseline",
            Self::OtherPuzzles(..) => "other puzzles",
            Self::SetMissing => "missing set",
            Self::StrategyMissing => "missing strategy",
            Self::Sample(..) => "other sample",
            Self::NoGuesses => "no guesses",
            Self::NoReference(_) | Self::NoRatio => "no ratio",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MoreGuesses { base, new, allowed } => {
                let difference = Difference::between(*base as f64, *new as f64);
                let [base, new] = [*base, *new].map(thousands);
                write!(f, "guesses {base} → {new} ({difference}), +{allowed} allowed")
            }
            Self::Slower { base, new, allowed, spread } => {
                let difference = Difference::between(*base, *new);
                let [base, new] = [*base, *new].map(Ratio);
                write!(f, "ratio {base} → {new} ({difference}), -{allowed} allowed")?;
                match spread.0 > 0.0 {
                    true => write!(f, " beyond the rounds' spread of {:.1}%", spread.0),
                    false => Ok(()),
                }
            }
            Self::Statuses(base, new) => write!(f, "statuses changed: {}", statuses(base, new)),
            Self::Answers(base, new) => write!(f, "answers changed: fingerprint {base} → {new}"),
            Self::Version(base, new) => {
                write!(f, "version of the JSON {base} and {new}, this program's is {VERSION}")
            }
            Self::Setting { name, base, new } => write!(f, "{name} {base} → {new}"),
            Self::Empty => f.write_str("the baseline measures nothing"),
            Self::OtherPuzzles(base, new) => write!(f, "other puzzles: fingerprint {base} → {new}"),
            Self::SetMissing => f.write_str("this set is missing in the new run"),
            Self::StrategyMissing => f.write_str("this strategy is missing in the new run"),
            Self::Sample(base, new) => {
                let [base, new] = [*base, *new].map(|number| thousands(number as u64));
                write!(f, "other puzzles of the set were measured: {base} → {new} of them")
            }
            Self::NoGuesses => f.write_str("guesses are not counted in both runs"),
            Self::NoReference(name) => {
                write!(f, "no ratio: {name}, which the baseline measures against, is missing")
            }
            Self::NoRatio => f.write_str("only one of the runs has a ratio"),
        }
    }
}

/// Those that differ.
fn statuses(base: &Statuses, new: &Statuses) -> String {
    let pairs = [
        ("solved", base.solved, new.solved),
        ("unique", base.unique, new.unique),
        ("multiple", base.multiple, new.multiple),
        ("none", base.none, new.none),
        ("gave-up", base.gave_up, new.gave_up),
    ];
    let differ = pairs.into_iter().filter(|(_, base, new)| base != new);
    let words = differ.map(|(name, base, new)| {
        let [base, new] = [base, new].map(|number| thousands(number as u64));
        format!("{name} {base} → {new}")
    });
    words.collect::<Vec<_>>().join(", ")
}
