//! The rating of a chain by the number of its candidates.
//!
//! ```text
//! size − 2 above   4    6    8    12   16   24   32   48   …   (each limit 3/2 or 4/3 of the last one)
//! adds             0.1  0.2  0.3  0.4  0.5  0.6  0.7  0.8  …
//! ```

use crate::{Tenths, rating::shown};

/// How many limits a chain with this number of candidates exceeds: of 4, 8, 16, … and of 6, 12, 24, ….
#[must_use]
pub fn limits_exceeded(size: usize) -> usize {
    let below = |limit: usize| match size.saturating_sub(3) / limit {
        0 => 0,
        times => times.ilog2() as usize + 1,
    };
    below(4) + below(6)
}

/// A base with as many tenths as a size adds to it, as a sum of floating-point numbers. The original compares
/// such sums: 6.6 + 0.1 is less than 6.5 + 0.2.
#[must_use]
pub fn sum(base: f64, size: usize) -> f64 {
    // One by one: 0.1 + 0.1 + 0.1 is not 0.3.
    let added = (0..limits_exceeded(size)).fold(0.0, |added, _| added + 0.1);
    base + added
}

/// The rating of a technique for chains with this number of candidates.
#[must_use]
pub fn rating(lowest: Tenths, size: usize) -> Tenths {
    shown(sum(lowest.into(), size))
}
