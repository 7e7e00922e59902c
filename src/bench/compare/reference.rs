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

    pub fn ratios(&self, base: &Measurement, new: &Measurement) -> Pair<f64> {
        let of_base = if self.first { base.ratio } else { by_rates(base, self.base) };
        Pair { base: of_base.filter(|ratio| usable(*ratio)), new: self.new_ratio(new) }
    }

    pub fn new_ratio(&self, new: &Measurement) -> Option<f64> {
        let ratio = if self.first { new.ratio } else { by_rates(new, self.new?) };
        ratio.filter(|ratio| usable(*ratio))
    }
}

/// The ratio of the medians, if both measured the same puzzles.
fn by_rates(measurement: &Measurement, reference: &Measurement) -> Option<f64> {
    let same = measurement.fingerprint == reference.fingerprint;
    same.then(|| measurement.rate.median / reference.rate.median)
}

fn usable(ratio: f64) -> bool {
    ratio.is_finite() && ratio > 0.0
}
