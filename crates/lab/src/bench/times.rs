//! The distribution of the solve times of puzzles: by time, by guesses, along the file, and the
//! slowest puzzles. Computed from the times in file order in one pass, in memory that does not grow
//! with the number of puzzles.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use sudomill_io::output::SolveTime;

/// The distribution of the times of a set's puzzles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// The puzzles by time, in eight classes per doubling, without empty classes.
    pub times: Vec<TimeClass>,
    /// The times by guesses, in one class per power of two, without empty classes.
    pub by_guesses: Vec<GuessClass>,
    /// The mean times along the file.
    pub along: Vec<Segment>,
    /// The slowest puzzles, slowest first.
    pub slowest: Vec<SlowPuzzle>,
}

/// Puzzles with similar times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeClass {
    /// The shortest time of the class, in nanoseconds.
    pub from_ns: f64,
    /// The end of the class in nanoseconds, exclusive.
    pub to_ns: f64,
    /// The number of puzzles.
    pub puzzles: u64,
}

/// Puzzles with similar numbers of guesses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuessClass {
    /// The smallest number of guesses in the class.
    pub from: u64,
    /// The largest number of guesses in the class.
    pub to: u64,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The median time in nanoseconds.
    pub median_ns: u64,
    /// The 90th percentile of the time in nanoseconds.
    pub p90_ns: u64,
}

/// Consecutive puzzles of the file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// The line of the first puzzle, from 1.
    pub line: u64,
    /// The number of puzzles.
    pub puzzles: u64,
    /// The mean time in nanoseconds.
    pub mean_ns: f64,
}

/// One of the slowest puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// The line in the file, from 1.
    pub line: u64,
    /// The puzzle in one line, with `.` for an empty cell; `None` if only the time is known.
    pub puzzle: Option<String>,
    /// The solve time in nanoseconds.
    pub ns: u64,
    /// The number of guesses.
    pub guesses: u64,
}

/// The times of single puzzles in nanoseconds; quantiles to three significant figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: u64,
    /// The 90th percentile: 90 % of the puzzles take no longer.
    pub p90: u64,
    /// The 99th percentile.
    pub p99: u64,
    /// The longest time.
    pub max: u64,
}

/// The number of slowest puzzles to keep.
const SLOWEST: usize = 10;

/// Collects times for a [`Distribution`].
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*, sudomill_lab::*}; }
/// use sudomill::bench::Times;
/// let mut times = Times::default();
/// for (line, ns, guesses) in [(1, 100, 0), (2, 900, 3), (3, 120, 0)] {
///     times.add(line, ns, guesses);
/// }
/// assert_eq!(times.quantiles().max, 900);
/// let distribution = times.distribution();
/// assert_eq!(distribution.slowest[0].line, 2);
/// assert_eq!(distribution.by_guesses.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Times {
    all: SolveTime,
    /// By class of guesses.
    by_guesses: Vec<(u64, SolveTime)>,
    along: Stretches,
    slowest: Vec<SlowPuzzle>,
}

impl Times {
    /// Adds a puzzle. Puzzles must be added in the order of their lines.
    pub fn add(&mut self, line: u64, ns: u64, guesses: u64) {
        self.all.record(ns, 1);
        let class = guess_class(guesses) as usize;
        if self.by_guesses.len() <= class {
            self.by_guesses.resize_with(class + 1, Default::default);
        }
        let (puzzles, times) = &mut self.by_guesses[class];
        *puzzles += 1;
        times.record(ns, 1);
        self.along.push(line, ns.into());
        let at = self.slowest.partition_point(|slow| slow.ns >= ns);
        if at < SLOWEST {
            self.slowest.insert(at, SlowPuzzle { line, puzzle: None, ns, guesses });
            self.slowest.truncate(SLOWEST);
        }
    }

    /// The number of puzzles.
    pub fn puzzles(&self) -> u64 {
        self.along.all.iter().map(|stretch| stretch.puzzles).sum()
    }

    /// The mean and the quantiles; 0 if there are no puzzles.
    pub fn quantiles(&self) -> Quantiles {
        let total_ns: u128 = self.along.all.iter().map(|stretch| stretch.total).sum();
        let quantile = |quantile| self.all.quantile_ns(quantile).unwrap_or(0);
        Quantiles {
            mean: total_ns as f64 / self.puzzles().max(1) as f64,
            median: quantile(0.5),
            p90: quantile(0.9),
            p99: quantile(0.99),
            max: self.all.max_ns().unwrap_or(0),
        }
    }

    /// The distribution of the times.
    pub fn distribution(&self) -> Distribution {
        let mut by_guesses = Vec::new();
        for (class, (puzzles, times)) in (0..).zip(&self.by_guesses) {
            if *puzzles > 0 {
                by_guesses.push(GuessClass {
                    from: if class == 0 { 0 } else { 1 << (class - 1) },
                    to: if class == 0 { 0 } else { u64::MAX >> (u64::BITS - class) },
                    puzzles: *puzzles,
                    median_ns: times.quantile_ns(0.5).unwrap_or(0),
                    p90_ns: times.quantile_ns(0.9).unwrap_or(0),
                });
            }
        }
        let segment = |it: &Stretch| Segment {
            line: it.first,
            puzzles: it.puzzles,
            mean_ns: it.total as f64 / it.puzzles as f64,
        };
        Distribution {
            times: time_classes(&self.all),
            by_guesses,
            along: self.along.all.iter().map(segment).collect(),
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

/// The maximum number of stretches. When it is exceeded, adjacent ones are joined in pairs.
const MOST: usize = 128;

/// Consecutive puzzles of a file, and the sum of a value over them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The lines of the first and of the last puzzle.
    pub first: u64,
    pub last: u64,
    pub puzzles: u64,
    pub total: u128,
}

impl Stretch {
    pub fn of(line: u64, value: u128) -> Self {
        Self { first: line, last: line, puzzles: 1, total: value }
    }

    /// Adds the puzzles that follow.
    pub fn join(&mut self, next: &Self) {
        self.last = next.last;
        self.puzzles += next.puzzles;
        self.total = self.total.wrapping_add(next.total);
    }
}

/// Any number of puzzles, summarized in a limited number of stretches of equal length; the last one
/// may be shorter.
#[derive(Clone, Debug)]
pub(crate) struct Stretches {
    pub all: Vec<Stretch>,
    length: u64,
}

impl Default for Stretches {
    fn default() -> Self {
        Self { all: Vec::new(), length: 1 }
    }
}

impl Stretches {
    /// Adds a puzzle.
    pub fn push(&mut self, line: u64, value: u128) {
        let puzzle = Stretch::of(line, value);
        match self.all.last_mut() {
            Some(last) if last.puzzles < self.length => return last.join(&puzzle),
            _ => self.all.push(puzzle),
        }
        if self.all.len() > MOST {
            let mut singles = std::mem::take(&mut self.all).into_iter();
            while let Some(mut first) = singles.next() {
                if let Some(second) = singles.next() {
                    first.join(&second);
                }
                self.all.push(first);
            }
            self.length *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(distribution.along.len(), 1000usize.div_ceil(8));
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
    fn stretches_of_equal_length() {
        for (items, length) in [(1, 1), (128, 1), (129, 2), (256, 2), (257, 4), (10_000, 128)] {
            let mut stretches = Stretches::default();
            (1..=items).for_each(|line| stretches.push(line, line.into()));
            assert_eq!(stretches.all.len() as u64, items.div_ceil(length), "{items}");
            for (i, stretch) in stretches.all.iter().enumerate() {
                let first = i as u64 * length + 1;
                let last = items.min(first + length - 1);
                let total = (first..=last).map(u128::from).sum();
                let expected = Stretch { first, last, puzzles: last - first + 1, total };
                assert_eq!(*stretch, expected, "{items}");
            }
        }
    }
}
