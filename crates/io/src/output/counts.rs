//! Counts by kind: of statuses, difficulties, skipped lines, and comparisons of solutions.

use crate::input::Skip;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::{collections::BTreeMap, fmt, marker::PhantomData};
use sudomill_core::solver::{Difficulty, Status};

/// A property with a few values, each of which is counted.
pub trait Kind: Copy + PartialEq + 'static {
    /// All values, in the order in which they are listed; at most eight.
    const ALL: &'static [Self];

    /// The index in [`ALL`](Self::ALL).
    fn index(self) -> usize {
        let index = Self::ALL.iter().position(|kind| *kind == self);
        index.expect("all kinds are listed")
    }

    /// The name, which is the key in JSON.
    fn name(self) -> &'static str;

    /// Returns true if JSON leaves it out while its count is 0.
    fn is_rare(self) -> bool {
        false
    }
}

/// The number of items of each kind. Serialized by name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Counts<K> {
    counts: [u64; 8],
    kind: PhantomData<K>,
}

impl<K: Kind> Counts<K> {
    /// The number of items of this kind.
    pub fn of(&self, kind: K) -> u64 {
        self.counts[kind.index()]
    }

    /// Counts items of this kind.
    pub fn add(&mut self, kind: K, items: u64) {
        self.counts[kind.index()] += items;
    }

    /// Adds other counts.
    pub fn merge(&mut self, other: &Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, more)| *sum += more);
    }

    /// The number of all items.
    pub fn sum(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Every kind with its number of items.
    pub fn iter(&self) -> impl Iterator<Item = (K, u64)> + '_ {
        K::ALL.iter().map(|&kind| (kind, self.of(kind)))
    }
}

impl<K> Default for Counts<K> {
    fn default() -> Self {
        Self { counts: [0; 8], kind: PhantomData }
    }
}

impl<K: Kind> fmt::Debug for Counts<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter().map(|(kind, items)| (kind.name(), items))).finish()
    }
}

impl<K: Kind> FromIterator<(K, u64)> for Counts<K> {
    fn from_iter<I: IntoIterator<Item = (K, u64)>>(items: I) -> Self {
        let mut counts = Self::default();
        items.into_iter().for_each(|(kind, items)| counts.add(kind, items));
        counts
    }
}

impl<K: Kind> Serialize for Counts<K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let shown = self.iter().filter(|(kind, items)| *items > 0 || !kind.is_rare());
        to.collect_map(shown.map(|(kind, items)| (kind.name(), items)))
    }
}

/// Reads the known kinds; others are ignored, and missing ones are 0.
impl<'de, K: Kind> Deserialize<'de> for Counts<K> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let named = BTreeMap::<String, u64>::deserialize(from)?;
        let items = |&kind: &K| Some((kind, *named.get(kind.name())?));
        Ok(K::ALL.iter().filter_map(items).collect())
    }
}

impl Kind for Status {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        Self::name(self)
    }
}

impl Kind for Difficulty {
    const ALL: &'static [Self] = &Self::ALL;

    fn name(self) -> &'static str {
        Self::name(self)
    }
}

impl Kind for Skip {
    const ALL: &'static [Self] = &[
        Self::Blank,
        Self::Comment,
        Self::Header,
        Self::Count,
        Self::Name,
        Self::Ruler,
        Self::Row,
        Self::Continuation,
    ];

    fn name(self) -> &'static str {
        const NAMES: [&str; 8] =
            ["blank", "comment", "header", "count", "name", "ruler", "row", "continuation"];
        NAMES[self.index()]
    }

    /// Returns true for those that only grids and delimited text have.
    fn is_rare(self) -> bool {
        self.index() > Self::Count as usize
    }
}

/// The result of comparing a solution in the input with the puzzle or with the one found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Agreement {
    Right,
    Wrong,
    /// The input has no solution, or none was found.
    NotCompared,
}

impl Kind for Agreement {
    const ALL: &'static [Self] = &[Self::Right, Self::Wrong, Self::NotCompared];

    fn name(self) -> &'static str {
        ["right", "wrong", "not_compared"][self.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_by_name() {
        let skipped: Counts<Skip> = [(Skip::Comment, 2), (Skip::Row, 8)].into_iter().collect();
        let json = r#"{"blank":0,"comment":2,"header":0,"count":0,"row":8}"#;
        assert_eq!(serde_json::to_string(&skipped).unwrap(), json);
        assert_eq!(serde_json::from_str::<Counts<Skip>>(json).unwrap(), skipped);
        let some: Counts<Status> = serde_json::from_str(r#"{"gave-up":3,"other":1}"#).unwrap();
        assert_eq!((some.of(Status::GaveUp), some.sum()), (3, 3));
    }
}
