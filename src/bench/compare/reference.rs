//! What the speed of a set's strategies is measured against.

use super::{figures::Pair, find};
use crate::bench::{Measurement, SetRecord};

/// The first strategy of a set of the baseline.
pub struct Reference<'a> {
    base: &'a Measurement,
    /// The same strategy in the new run.
    new: Option<&'a Measurement>,
    /// Whether it comes first there, too: then the ratios are as the runs give
    /// them, else they are taken from the rates, in both.
    first: bool,
}

impl<'a> Reference<'a> {
    /// `None` if nothing was measured.
    pub fn of(base: &'a SetRecord, new: &'a SetRecord) -> Option<Self> {
        let reference = base.measurements.first()?;
        let name = &reference.strategy;
        let first = new.measurements.first().is_some_and(|first| first.strategy == *name);
        Some(Self { base: reference, new: find(new, name), first })
    }

    pub fn name(&self) -> &'a str {
        &self.base.strategy
    }

    /// Whether the new run has it.
    pub fn is_in_both(&self) -> bool {
        self.new.is_some()
    }

    pub fn ratios(&self, base: &Measurement, new: &Measurement) -> Pair<Rounds> {
        let of_base =
            if self.first { in_its_run(base, self.base) } else { by_rates(base, self.base) };
        Pair { base: of_base.filter(Rounds::usable), new: self.new_ratio(new) }
    }

    /// Whether both runs took the ratio on the same puzzles: those of the smaller of
    /// the two samples.
    pub fn same_puzzles(&self, base: &Measurement, new: &Measurement) -> bool {
        let smaller = |measurement, reference| {
            let of_both: [&Measurement; 2] = [measurement, reference];
            of_both.into_iter().min_by_key(|m| m.puzzles).map(|m| m.fingerprint.clone())
        };
        self.new.is_some_and(|reference| smaller(base, self.base) == smaller(new, reference))
    }

    pub fn new_ratio(&self, new: &Measurement) -> Option<Rounds> {
        let reference = self.new?;
        let ratio = if self.first { in_its_run(new, reference) } else { by_rates(new, reference) };
        ratio.filter(Rounds::usable)
    }
}

/// A ratio and how far those of the single rounds lay apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rounds {
    /// The median.
    pub ratio: f64,
    /// The largest less the smallest, as a part of the median. 0 where only the
    /// median is known.
    pub spread: f64,
}

impl Rounds {
    fn of(ratio: f64, rounds: &[f64]) -> Self {
        let smallest = rounds.iter().copied().fold(f64::INFINITY, f64::min);
        let largest = rounds.iter().copied().fold(0.0, f64::max);
        let spread = (largest - smallest) / ratio;
        Self { ratio, spread: if spread.is_finite() { spread.max(0.0) } else { 0.0 } }
    }

    fn usable(&self) -> bool {
        self.ratio.is_finite() && self.ratio > 0.0
    }
}

/// The ratio as its run gives it.
fn in_its_run(measurement: &Measurement, reference: &Measurement) -> Option<Rounds> {
    let ratio = measurement.ratio?;
    // Older records have the rates of the rounds only.
    let rounds = match measurement.ratios.is_empty() {
        true => rounds_by_rates(measurement, reference).unwrap_or_default(),
        false => measurement.ratios.clone(),
    };
    Some(Rounds::of(ratio, &rounds))
}

/// The ratio of the medians, if both measured the same puzzles.
fn by_rates(measurement: &Measurement, reference: &Measurement) -> Option<Rounds> {
    let rounds = rounds_by_rates(measurement, reference)?;
    Some(Rounds::of(measurement.rate.median / reference.rate.median, &rounds))
}

/// The ratios of the rounds, if both measured the same puzzles.
fn rounds_by_rates(measurement: &Measurement, reference: &Measurement) -> Option<Vec<f64>> {
    let same = measurement.fingerprint == reference.fingerprint;
    let rates = measurement.rate.rounds.iter().zip(&reference.rate.rounds);
    same.then(|| rates.map(|(own, first)| own / first).collect())
}
