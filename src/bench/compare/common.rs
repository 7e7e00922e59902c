//! The puzzles that two measurements of a strategy have in common.

use crate::bench::{Measurement, Part};

/// What came of the largest sample that both measured, all puzzles of both or parts
/// of them; `None` if they have none.
pub fn common(base: &Measurement, new: &Measurement) -> Option<(Part, Part)> {
    let of_new = samples(new);
    samples(base).into_iter().find_map(|part| {
        let same = |other: &&Part| {
            (other.puzzles, &other.fingerprint) == (part.puzzles, &part.fingerprint)
        };
        let partner = of_new.iter().find(same)?.clone();
        Some((part, partner))
    })
}

/// All that was measured, then its parts, the largest first.
fn samples(measurement: &Measurement) -> Vec<Part> {
    std::iter::once(measurement.whole()).chain(measurement.parts.iter().cloned()).collect()
}
