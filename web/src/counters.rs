//! Counters by name, in the order of the solver.

use serde::{Serialize, Serializer};

/// The counters of a search.
#[derive(Clone, Default)]
pub struct Counters(pub Vec<(&'static str, u64)>);

impl Serialize for Counters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}
