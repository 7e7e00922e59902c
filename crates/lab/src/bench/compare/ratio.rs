//! The speed of a strategy relative to the reference, the first strategy of a set in the
//! baseline.

use super::{Pair, find};
use crate::bench::{Measurement, SetRecord};

/// The reference strategy, as measured in both runs.
pub struct Reference<'a> {
    base: &'a Measurement,
    /// `None` if the new run does not have it.
    new: Option<&'a Measurement>,
    /// True if it is also the first strategy of the new run. Then the recorded ratios refer to it;
    /// otherwise the ratios of both runs are computed from their rates.
    recorded: bool,
}

/// A ratio and its variation between rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    pub median: f64,
    /// The largest minus the smallest value, relative to the median; 0 if unknown.
    pub spread: f64,
}

impl<'a> Reference<'a> {
    /// Returns `None` if the baseline has no measurements on the set.
    pub fn of(base: &'a SetRecord, new: &'a SetRecord) -> Option<Self> {
        let reference = base.measurements.first()?;
        let name = &reference.strategy;
        let recorded = new.measurements.first().is_some_and(|first| first.strategy == *name);
        Some(Self { base: reference, new: find(new, name), recorded })
    }

    pub fn name(&self) -> &'a str {
        &self.base.strategy
    }

    pub fn is_in_both(&self) -> bool {
        self.new.is_some()
    }

    pub fn ratios(&self, base: &Measurement, new: &Measurement) -> Pair<Ratio> {
        Pair { base: self.ratio(base, self.base), new: self.ratio_in_new(new) }
    }

    pub fn ratio_in_new(&self, new: &Measurement) -> Option<Ratio> {
        self.ratio(new, self.new?)
    }

    /// Returns true if both runs computed the ratio on the same puzzles, that is, on the smaller of
    /// the two samples.
    pub fn same_puzzles(&self, base: &Measurement, new: &Measurement) -> bool {
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
