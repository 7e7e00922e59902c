//! The rating of a chain by the number of its candidates.
//!
//! ```text
//! size − 2 above   4    6    8    12   16   24   32   48   …   (each limit 3/2 or 4/3 of the last one)
//! adds             0.1  0.2  0.3  0.4  0.5  0.6  0.7  0.8  …
//! ```

use crate::{Tenths, rating::shown};

/// How many limits a chain with this number of candidates exceeds: of 4, 8, 16, … and of 6, 12, 24, ….
fn limits_exceeded(size: usize) -> usize {
    let below = |limit: usize| match size.saturating_sub(3) / limit {
        0 => 0,
        times => times.ilog2() as usize + 1,
    };
    below(4) + below(6)
}

/// A base with as many tenths as a size adds to it, as a sum of floating-point numbers. The original compares
/// such sums: 6.6 + 0.1 is less than 6.5 + 0.2.
pub fn sum(base: f64, size: usize) -> f64 {
    /// 0.1, added one by one.
    static ADDED: [f64; 128] = {
        let mut added = [0.0; 128];
        let mut i = 1;
        while i < added.len() {
            added[i] = added[i - 1] + 0.1;
            i += 1;
        }
        added
    };
    base + ADDED[limits_exceeded(size)]
}

/// The rating of a technique for chains with this number of candidates.
pub fn rating(lowest: Tenths, size: usize) -> Tenths {
    shown(sum(lowest.into(), size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_those_of_the_table() {
        let (mut limit, mut exceeded) = (4, 0);
        for size in 0..100_000 {
            while size > limit + 2 {
                exceeded += 1;
                limit = if exceeded % 2 == 1 { limit * 3 / 2 } else { limit * 4 / 3 };
            }
            assert_eq!(limits_exceeded(size), exceeded, "size {size}");
        }
    }

    #[test]
    fn sums_show_as_their_tenths() {
        for base in [65, 66, 70, 75, 80, 85, 90, 95, 100, 105] {
            for size in 0..10_000 {
                let shown = rating(Tenths::new(base), size);
                assert_eq!(usize::from(shown.get()), usize::from(base) + limits_exceeded(size));
            }
        }
    }

    #[test]
    fn equal_tenths_may_be_different_sums() {
        assert!(sum(6.6, 7) < sum(6.5, 9));
    }
}
