//! Whether two runs did the same.

use super::Reason;
use crate::bench::{Benchmark, VERSION};
use std::fmt::Display;

/// Another version than ours, in one run or both.
pub fn version(base: &Benchmark, new: &Benchmark) -> Option<Reason> {
    let ours = base.version == VERSION && new.version == VERSION;
    (!ours).then_some(Reason::Version(base.version, new.version))
}

/// What makes searches unlike: the counters depend on it.
pub fn search(base: &Benchmark, new: &Benchmark) -> Vec<Reason> {
    let (base, new) = (&base.settings, &new.settings);
    let settings = [
        ("limit", base.limit, new.limit),
        ("max_guesses", base.max_guesses, new.max_guesses),
        ("max_passes", base.max_passes, new.max_passes),
        ("max_fillings", base.max_fillings, new.max_fillings),
    ];
    settings.into_iter().filter_map(|(name, base, new)| differ(name, base, new)).collect()
}

/// What makes times unlike; it matters only where there are ratios.
pub fn timing(base: &Benchmark, new: &Benchmark) -> Vec<Reason> {
    let mut others = base.sets.iter().flat_map(|set| set.measurements.iter().skip(1));
    if others.all(|measurement| measurement.ratio.is_none()) {
        return Vec::new();
    }
    let (base, new) = (&base.settings, &new.settings);
    let threads = differ("threads", base.threads, new.threads);
    threads.into_iter().chain(differ("end_to_end", base.end_to_end, new.end_to_end)).collect()
}

fn differ<T: Display + PartialEq>(name: &'static str, base: T, new: T) -> Option<Reason> {
    (base != new).then(|| Reason::Setting { name, base: base.to_string(), new: new.to_string() })
}
