//! Computes the distribution of solve times from the times of puzzles in file order. One pass, in
//! memory that does not grow with the number of puzzles.

use super::{
    distribution::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass},
    segments::{Join, Segments},
};
use std::collections::BTreeMap;
use sudomill_io::output::SolveTime;

/// The number of slowest puzzles to keep.
const SLOWEST: usize = 10;

/// Collects times for a [`Distribution`].
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*, sudomill_lab::*}; }
/// use sudomill::bench::Times;
/// let mut times = Times::new();
/// for (line, ns, guesses) in [(1, 100, 0), (2, 900, 3), (3, 120, 0)] {
///     times.add(line, ns, guesses);
/// }
/// assert_eq!(times.quantiles().max, 900);
/// let distribution = times.distribution();
/// assert_eq!(distribution.slowest[0].line, 2);
/// assert_eq!(distribution.by_guesses.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Times {
    all: SolveTime,
    puzzles: u64,
    total_ns: u128,
    by_guesses: BTreeMap<u32, (u64, SolveTime)>,
    along: Segments<Sum>,
    slowest: Vec<SlowPuzzle>,
}

/// The totals of some consecutive puzzles.
#[derive(Clone, Copy, Debug)]
struct Sum {
    line: u64,
    puzzles: u64,
    ns: u128,
}

impl Join for Sum {
    fn items(&self) -> u64 {
        self.puzzles
    }

    fn join(&mut self, next: &Self) {
        self.puzzles += next.puzzles;
        self.ns += next.ns;
    }
}

impl Default for Times {
    fn default() -> Self {
        Self::new()
    }
}

impl Times {
    /// Creates an empty collection.
    pub fn new() -> Self {
        Self {
            all: SolveTime::default(),
            puzzles: 0,
            total_ns: 0,
            by_guesses: BTreeMap::new(),
            along: Segments::new(),
            slowest: Vec::new(),
        }
    }

    /// Adds a puzzle. Puzzles must be added in the order of their lines.
    pub fn add(&mut self, line: u64, ns: u64, guesses: u64) {
        self.all.record(ns, 1);
        self.puzzles += 1;
        self.total_ns += u128::from(ns);
        let (puzzles, times) = self.by_guesses.entry(guess_class(guesses)).or_default();
        *puzzles += 1;
        times.record(ns, 1);
        self.along.push(Sum { line, puzzles: 1, ns: ns.into() });
        self.keep_if_slow(line, ns, guesses);
    }

    fn keep_if_slow(&mut self, line: u64, ns: u64, guesses: u64) {
        let at = self.slowest.partition_point(|slow| slow.ns >= ns);
        if at < SLOWEST {
            self.slowest.insert(at, SlowPuzzle { line, puzzle: None, ns, guesses });
            self.slowest.truncate(SLOWEST);
        }
    }

    /// The number of puzzles.
    pub fn puzzles(&self) -> u64 {
        self.puzzles
    }

    /// The mean and the quantiles; 0 if there are no puzzles.
    pub fn quantiles(&self) -> Quantiles {
        let quantile = |quantile| self.all.quantile_ns(quantile).unwrap_or(0);
        Quantiles {
            mean: self.total_ns as f64 / self.puzzles.max(1) as f64,
            median: quantile(0.5),
            p90: quantile(0.9),
            p99: quantile(0.99),
            max: self.all.max_ns().unwrap_or(0),
        }
    }

    /// The distribution of the times.
    pub fn distribution(&self) -> Distribution {
        let guess_class = |(&class, (puzzles, times)): (&u32, &(u64, SolveTime))| GuessClass {
            from: if class == 0 { 0 } else { 1 << (class - 1) },
            to: if class == 0 { 0 } else { u64::MAX >> (u64::BITS - class) },
            puzzles: *puzzles,
            median_ns: times.quantile_ns(0.5).unwrap_or(0),
            p90_ns: times.quantile_ns(0.9).unwrap_or(0),
        };
        let segment = |sum: &Sum| Segment {
            line: sum.line,
            puzzles: sum.puzzles,
            mean_ns: sum.ns as f64 / sum.puzzles as f64,
        };
        Distribution {
            times: time_classes(&self.all),
            by_guesses: self.by_guesses.iter().map(guess_class).collect(),
            along: self.along.all().iter().map(segment).collect(),
            slowest: self.slowest.clone(),
        }
    }
}

/// Returns the class of a number of guesses: 0, 1, 2–3, 4–7, …
pub(crate) fn guess_class(guesses: u64) -> u32 {
    u64::BITS - guesses.leading_zeros()
}

/// Counts puzzles by time, in eight classes per doubling.
fn time_classes(times: &SolveTime) -> Vec<TimeClass> {
    let mut classes: BTreeMap<u32, u64> = BTreeMap::new();
    for (ns, puzzles) in times.recorded() {
        *classes.entry((8.0 * (ns.max(1) as f64).log2()) as u32).or_default() += puzzles;
    }
    let bound = |class: u32| (f64::from(class) / 8.0).exp2();
    let class =
        |(class, puzzles)| TimeClass { from_ns: bound(class), to_ns: bound(class + 1), puzzles };
    classes.into_iter().map(class).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thousand() -> Times {
        let mut times = Times::new();
        (1..=1000).for_each(|line| times.add(line, 1000 + line, line % 5));
        times
    }

    #[test]
    fn sums() {
        let distribution = thousand().distribution();
        assert_eq!(distribution.times.iter().map(|class| class.puzzles).sum::<u64>(), 1000);
        assert_eq!(distribution.by_guesses.iter().map(|class| class.puzzles).sum::<u64>(), 1000);
        assert_eq!(distribution.along.iter().map(|segment| segment.puzzles).sum::<u64>(), 1000);
        assert_eq!(distribution.along.len(), 1000usize.div_ceil(8));
        assert_eq!(distribution.along[0].line, 1);
    }

    #[test]
    fn quantiles_within_maximum() {
        let mut times = Times::new();
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
}
