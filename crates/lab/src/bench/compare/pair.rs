//! A figure in both runs.

use crate::bench::numbers::change;

/// A figure in both runs; `None` where a run does not have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair<T> {
    /// In the baseline.
    pub base: Option<T>,
    /// In the new run.
    pub new: Option<T>,
}

impl<T> Pair<T> {
    pub(super) fn map<U>(self, f: impl Fn(T) -> U) -> Pair<U> {
        Pair { base: self.base.map(&f), new: self.new.map(&f) }
    }
}

impl Pair<u64> {
    /// The change in percent; `None` if either figure is missing.
    pub fn change(&self) -> Option<String> {
        Some(change(self.base? as f64, self.new? as f64))
    }
}
