//! Counters by name, and what they count, in the order of the solver.

use serde::{Serialize, Serializer};

/// A JSON object: values by name, in this order.
#[derive(Clone, Default)]
pub struct Named<T>(pub Vec<(&'static str, T)>);

/// The counters of a search.
pub type Counters = Named<u64>;

impl<T: Serialize> Serialize for Named<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}
