//! The ratings of chains by their number of candidates.

use sudomill_rating::{Tenths, length::*};

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
