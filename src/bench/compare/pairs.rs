//! Which sets of two runs belong together: those with the same puzzles.

use super::Reason;
use crate::bench::{Benchmark, SetRecord};

/// What the new run has for a set of the baseline.
pub enum Partner<'a> {
    Same(&'a SetRecord),
    None(Reason),
}

/// The set with the same puzzles, whatever its name; of several the one with
/// the same name.
pub fn partner<'a>(set: &SetRecord, base: &Benchmark, new: &'a Benchmark) -> Partner<'a> {
    let same = |other: &&SetRecord| same_puzzles(set, other);
    let namesake = |other: &&SetRecord| other.name == set.name;
    let by_name = new.sets.iter().filter(same).find(namesake);
    if let Some(partner) = by_name.or_else(|| new.sets.iter().find(same)) {
        return Partner::Same(partner);
    }
    // A namesake that belongs to another set of the baseline is none.
    let free = |other: &&SetRecord| !base.sets.iter().any(|set| same_puzzles(set, other));
    Partner::None(match new.sets.iter().filter(namesake).find(free) {
        Some(other) => Reason::OtherPuzzles(set.fingerprint.clone(), other.fingerprint.clone()),
        None => Reason::SetMissing,
    })
}

/// The sets of the new run whose puzzles the baseline does not have.
pub fn only_new<'a>(base: &Benchmark, new: &'a Benchmark) -> impl Iterator<Item = &'a SetRecord> {
    new.sets.iter().filter(|other| !base.sets.iter().any(|set| same_puzzles(set, other)))
}

fn same_puzzles(a: &SetRecord, b: &SetRecord) -> bool {
    (&a.fingerprint, a.order, a.puzzles) == (&b.fingerprint, b.order, b.puzzles)
}
