//! The times of a run: quantiles, classes, and the rate along the file.

use sudomill_output::{Distribution, Times};

fn thousand() -> Times {
    let mut times = Times::default();
    (1..=1000).for_each(|line| times.add(line, 1000 + line, line % 5));
    times
}

#[test]
fn sums() {
    let distribution = thousand().distribution();
    assert_eq!(distribution.times.iter().map(|class| class.puzzles).sum::<u64>(), 1000);
    assert_eq!(distribution.by_guesses.iter().map(|class| class.puzzles).sum::<u64>(), 1000);
    assert_eq!(distribution.along.iter().map(|segment| segment.puzzles).sum::<u64>(), 1000);
    assert_eq!(distribution.along.len(), 1001usize.div_ceil(8));
    assert_eq!(distribution.along[0].line, 1);
}

#[test]
fn quantiles_within_maximum() {
    let mut times = Times::default();
    times.add(1, 71_073, 0);
    let quantiles = times.quantiles();
    assert_eq!([quantiles.median, quantiles.p90, quantiles.p99, quantiles.max], [71_073; 4]);
    let class = times.distribution().by_guesses[0];
    assert_eq!((class.median_ns, class.p90_ns), (71_073, 71_073));
}

#[test]
fn guess_classes() {
    let classes = thousand().distribution().by_guesses;
    let bounds: Vec<_> = classes.iter().map(|c| (c.from, c.to, c.puzzles)).collect();
    assert_eq!(bounds, [(0, 0, 200), (1, 1, 200), (2, 3, 400), (4, 7, 200)]);
}

#[test]
fn slowest_and_quantiles() {
    let times = thousand();
    let slowest: Vec<u64> = times.distribution().slowest.iter().map(|slow| slow.line).collect();
    assert_eq!(slowest, (991..=1000).rev().collect::<Vec<_>>());
    let quantiles = times.quantiles();
    assert_eq!((quantiles.mean, quantiles.max), (1500.5, 2000));
    assert!(quantiles.median.abs_diff(1500) <= 2 && quantiles.p99.abs_diff(1990) <= 2);
}

#[test]
fn order_and_parts_make_no_difference() {
    let mut parts: Vec<Times> = vec![Times::default(); 3];
    (1..=1000).rev().for_each(|line| parts[line as usize % 3].add(line, 1000 + line, line % 5));
    let mut whole = Times::default();
    parts.iter().for_each(|part| whole.append(part, None, 0));
    assert_eq!(whole.distribution(), thousand().distribution());
    assert_eq!(whole.quantiles(), thousand().quantiles());
}

#[test]
fn files_one_after_the_other() {
    let mut both = Times::default();
    both.append(&thousand(), Some("a"), 0);
    both.append(&thousand(), Some("b"), 1000);
    let Distribution { along, slowest, .. } = both.distribution();
    assert_eq!(along.last().map(|segment| segment.line >= 1900), Some(true), "{along:?}");
    assert_eq!(along.iter().map(|segment| segment.puzzles).sum::<u64>(), 2000);
    let found: Vec<_> =
        slowest.iter().map(|slow| (slow.file.as_deref().unwrap(), slow.line)).collect();
    assert_eq!(found[..4], [("a", 1000), ("b", 1000), ("a", 999), ("b", 999)]);
}
