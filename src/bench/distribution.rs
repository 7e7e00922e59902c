//! The times of puzzles spread out: by size, by guesses, along the file, and the
//! slowest of all. Made in one pass, in memory that does not grow with the rows.

use super::Quantiles;
use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The slowest puzzles that are kept.
const SLOWEST: usize = 10;

/// The most stretches of a file; where it gets longer, two become one.
const STRETCHES: usize = 128;

/// The times of a set's puzzles, spread out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// Puzzles by time, eight classes an octave; empty ones are left out.
    pub times: Vec<TimeClass>,
    /// The times by guesses, a class a power of two; empty ones are left out.
    pub by_guesses: Vec<GuessClass>,
    /// The times along the file.
    pub along: Vec<Stretch>,
    /// The slowest puzzles, the slowest first.
    pub slowest: Vec<Slow>,
}

/// Puzzles that took about as long.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeClass {
    /// The shortest time of the class, nanoseconds.
    pub from_ns: f64,
    /// What is longer by this, or more, is in the next classes.
    pub to_ns: f64,
    /// How many.
    pub puzzles: u64,
}

/// Puzzles that took about as many guesses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuessClass {
    /// The fewest guesses of the class.
    pub from: u64,
    /// The most.
    pub to: u64,
    /// How many.
    pub puzzles: u64,
    /// Their median time, nanoseconds.
    pub median_ns: u64,
    /// Nine of ten of them take no longer.
    pub p90_ns: u64,
}

/// Neighbours in the file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stretch {
    /// The line of the first.
    pub line: u64,
    /// How many.
    pub puzzles: u64,
    /// Their mean time, nanoseconds.
    pub mean_ns: f64,
}

/// One of the slowest puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Slow {
    /// Its line in the file, from 1.
    pub line: u64,
    /// As a line, `.` for an open cell; `None` where only figures were read.
    pub puzzle: Option<String>,
    /// Its time, nanoseconds.
    pub ns: u64,
    /// Its guesses.
    pub guesses: u64,
}

/// A [`Distribution`] in the making.
///
/// ```
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
    all: Class,
    total_ns: u128,
    by_guesses: BTreeMap<u32, Class>,
    along: Vec<Sum>,
    /// Rows in a stretch.
    stretch: u64,
    slowest: Vec<Slow>,
}

/// A stretch in the making.
#[derive(Clone, Copy, Debug)]
struct Sum {
    line: u64,
    puzzles: u64,
    ns: u128,
}

impl Default for Times {
    fn default() -> Self {
        Self::new()
    }
}

impl Times {
    /// No times yet.
    pub fn new() -> Self {
        Self {
            all: Class::new(),
            total_ns: 0,
            by_guesses: BTreeMap::new(),
            along: Vec::new(),
            stretch: 1,
            slowest: Vec::new(),
        }
    }

    /// Adds a puzzle, in the order of the lines.
    pub fn add(&mut self, line: u64, ns: u64, guesses: u64) {
        self.all.add(ns);
        self.total_ns += u128::from(ns);
        let class = u64::BITS - guesses.leading_zeros();
        self.by_guesses.entry(class).or_insert_with(Class::new).add(ns);
        self.extend(line, ns);
        self.keep_if_slow(line, ns, guesses);
    }

    fn extend(&mut self, line: u64, ns: u64) {
        match self.along.last_mut() {
            Some(last) if last.puzzles < self.stretch => {
                last.puzzles += 1;
                last.ns += u128::from(ns);
                return;
            }
            _ => self.along.push(Sum { line, puzzles: 1, ns: ns.into() }),
        }
        if self.along.len() > STRETCHES {
            let join = |pair: &[Sum]| Sum {
                line: pair[0].line,
                puzzles: pair.iter().map(|sum| sum.puzzles).sum(),
                ns: pair.iter().map(|sum| sum.ns).sum(),
            };
            self.along = self.along.chunks(2).map(join).collect();
            self.stretch *= 2;
        }
    }

    fn keep_if_slow(&mut self, line: u64, ns: u64, guesses: u64) {
        if self.slowest.len() == SLOWEST && self.slowest[SLOWEST - 1].ns >= ns {
            return;
        }
        let at = self.slowest.partition_point(|slow| slow.ns >= ns);
        self.slowest.insert(at, Slow { line, puzzle: None, ns, guesses });
        self.slowest.truncate(SLOWEST);
    }

    /// How many puzzles were added.
    pub fn puzzles(&self) -> u64 {
        self.all.times.len()
    }

    /// The mean and the quantiles.
    pub fn quantiles(&self) -> Quantiles {
        Quantiles {
            mean: self.total_ns as f64 / self.puzzles().max(1) as f64,
            median: self.all.quantile(0.5),
            p90: self.all.quantile(0.9),
            p99: self.all.quantile(0.99),
            max: self.all.longest,
        }
    }

    /// The times spread out.
    pub fn distribution(&self) -> Distribution {
        let guess_class = |(&class, times): (&u32, &Class)| GuessClass {
            from: if class == 0 { 0 } else { 1 << (class - 1) },
            to: if class == 0 { 0 } else { u64::MAX >> (u64::BITS - class) },
            puzzles: times.times.len(),
            median_ns: times.quantile(0.5),
            p90_ns: times.quantile(0.9),
        };
        let stretch = |sum: &Sum| Stretch {
            line: sum.line,
            puzzles: sum.puzzles,
            mean_ns: sum.ns as f64 / sum.puzzles as f64,
        };
        Distribution {
            times: time_classes(&self.all.times),
            by_guesses: self.by_guesses.iter().map(guess_class).collect(),
            along: self.along.iter().map(stretch).collect(),
            slowest: self.slowest.clone(),
        }
    }
}

/// Times of some puzzles. The histogram's classes are wider than a nanosecond: the
/// longest time is kept beside it, and no quantile is beyond that.
#[derive(Clone, Debug)]
struct Class {
    times: Histogram<u64>,
    longest: u64,
}

impl Class {
    fn new() -> Self {
        let times = Histogram::new(3).expect("three figures are supported");
        Self { times, longest: 0 }
    }

    fn add(&mut self, ns: u64) {
        self.times.record(ns).expect("an auto-resizing histogram takes any value");
        self.longest = self.longest.max(ns);
    }

    /// 0 where there are none.
    fn quantile(&self, quantile: f64) -> u64 {
        self.times.value_at_quantile(quantile).min(self.longest)
    }
}

/// Eight classes an octave.
fn time_classes(times: &Histogram<u64>) -> Vec<TimeClass> {
    let mut classes: BTreeMap<u32, u64> = BTreeMap::new();
    for step in times.iter_recorded() {
        let ns = step.value_iterated_to().max(1) as f64;
        *classes.entry((8.0 * ns.log2()) as u32).or_default() += step.count_at_value();
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
    fn every_puzzle_is_in_every_view() {
        let distribution = thousand().distribution();
        assert_eq!(distribution.times.iter().map(|class| class.puzzles).sum::<u64>(), 1000);
        assert_eq!(distribution.by_guesses.iter().map(|class| class.puzzles).sum::<u64>(), 1000);
        assert_eq!(distribution.along.iter().map(|stretch| stretch.puzzles).sum::<u64>(), 1000);
        assert!(distribution.along.len() <= STRETCHES);
        assert_eq!(distribution.along[0].line, 1);
    }

    #[test]
    fn no_quantile_is_beyond_the_longest_time() {
        let mut times = Times::new();
        times.add(1, 71_073, 0);
        let quantiles = times.quantiles();
        assert_eq!([quantiles.median, quantiles.p90, quantiles.p99, quantiles.max], [71_073; 4]);
        let class = times.distribution().by_guesses[0];
        assert_eq!((class.median_ns, class.p90_ns), (71_073, 71_073));
    }

    #[test]
    fn guesses_fall_into_powers_of_two() {
        let classes = thousand().distribution().by_guesses;
        let bounds: Vec<_> = classes.iter().map(|c| (c.from, c.to, c.puzzles)).collect();
        assert_eq!(bounds, [(0, 0, 200), (1, 1, 200), (2, 3, 400), (4, 7, 200)]);
    }

    #[test]
    fn the_slowest_come_first_and_quantiles_are_right_to_three_figures() {
        let times = thousand();
        let slowest: Vec<u64> = times.distribution().slowest.iter().map(|slow| slow.line).collect();
        assert_eq!(slowest, (991..=1000).rev().collect::<Vec<_>>());
        let quantiles = times.quantiles();
        assert_eq!((quantiles.mean, quantiles.max), (1500.5, 2000));
        assert!(quantiles.median.abs_diff(1500) <= 2 && quantiles.p99.abs_diff(1990) <= 2);
    }
}
