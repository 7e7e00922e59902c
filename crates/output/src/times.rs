//! The distribution of the solve times of puzzles: by time, by guesses, along the file, and the
//! slowest puzzles. Computed in one pass, in any order, in memory that does not grow with the
//! number of puzzles, and merged.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// The distribution of the times of a set's puzzles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
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
#[non_exhaustive]
pub struct SlowPuzzle {
    /// The file, if there are several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
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
#[non_exhaustive]
pub struct Quantiles {
    /// The shortest time.
    #[serde(default)]
    pub min: u64,
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

/// The maximum number of segments.
const MOST: usize = 128;

/// The number of slowest puzzles to keep.
const SLOWEST: usize = 10;

/// Collects times for [`Quantiles`] and a [`Distribution`].
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } }
/// use sudomill::output::Times;
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
    /// `None` without any time.
    all: Option<Recorded>,
    /// By class of guesses.
    by_guesses: Vec<Recorded>,
    /// Segments of lines, in order: the line over two to the power of `shift`, which grows with the
    /// file; the number of puzzles and the sum of their times.
    along: Vec<(u64, u64, u128)>,
    shift: u32,
    slowest: Vec<SlowPuzzle>,
}

impl Times {
    /// The mean and the quantiles; 0 if there are no puzzles.
    pub fn quantiles(&self) -> Quantiles {
        let Some(all) = &self.all else { return Quantiles::default() };
        let (median, p90, p99) = (all.quantile(0.5), all.quantile(0.9), all.quantile(0.99));
        let mean = all.total as f64 / all.histogram.len() as f64;
        Quantiles { min: all.min, mean, median, p90, p99, max: all.max }
    }

    /// Adds a puzzle.
    pub fn add(&mut self, line: u64, ns: u64, guesses: u64) {
        self.record(ns, 1);
        self.add_row(line, ns, guesses, || None);
    }

    /// Adds puzzles that took the same time, to the quantiles only.
    pub fn record(&mut self, ns: u64, puzzles: u64) {
        self.all.get_or_insert_default().record(ns, puzzles);
    }

    /// Adds a puzzle to the distribution only.
    pub fn add_row(
        &mut self,
        line: u64,
        ns: u64,
        guesses: u64,
        puzzle: impl FnOnce() -> Option<String>,
    ) {
        self.of_class(guess_class(guesses) as usize).record(ns, 1);
        self.add_along(line, 1, ns.into());
        if self.slowest.len() < SLOWEST || self.slowest.last().is_some_and(|slow| slow.ns <= ns) {
            self.keep(SlowPuzzle { file: None, line, puzzle: puzzle(), ns, guesses });
        }
    }

    /// The times of the puzzles in a class of guesses.
    fn of_class(&mut self, class: usize) -> &mut Recorded {
        let len = self.by_guesses.len().max(class + 1);
        self.by_guesses.resize_with(len, Recorded::default);
        &mut self.by_guesses[class]
    }

    fn add_along(&mut self, line: u64, puzzles: u64, ns: u128) {
        let at = line >> self.shift;
        let place = self.along.partition_point(|it| it.0 < at);
        match self.along.get_mut(place).filter(|it| it.0 == at) {
            Some((_, n, total)) => (*n, *total) = (*n + puzzles, *total + ns),
            None => self.along.insert(place, (at, puzzles, ns)),
        }
        if self.along.len() > MOST {
            let (singles, shift) = (std::mem::take(&mut self.along), self.shift);
            self.shift += 1;
            singles.iter().for_each(|(at, n, total)| self.add_along(at << shift, *n, *total));
        }
    }

    fn keep(&mut self, slow: SlowPuzzle) {
        let key = (Reverse(slow.ns), &slow.file, slow.line);
        let at = self.slowest.partition_point(|it| (Reverse(it.ns), &it.file, it.line) <= key);
        self.slowest.insert(at, slow);
        self.slowest.truncate(SLOWEST);
    }

    /// Adds the times of other puzzles of the same file; or of a further file with this name, after
    /// files with `before` lines in all.
    pub fn append(&mut self, other: &Self, file: Option<&str>, before: u64) {
        if let Some(more) = &other.all {
            self.all.get_or_insert_default().merge(more);
        }
        for (class, more) in other.by_guesses.iter().enumerate() {
            self.of_class(class).merge(more);
        }
        for (at, puzzles, total) in &other.along {
            self.add_along(before + (at << other.shift), *puzzles, *total);
        }
        for slow in other.slowest.iter().cloned() {
            self.keep(SlowPuzzle { file: file.map(str::to_owned).or(slow.file), ..slow });
        }
    }

    /// The distribution of the times.
    pub fn distribution(&self) -> Distribution {
        let by_guesses = (0..).zip(&self.by_guesses).filter(|it| !it.1.histogram.is_empty());
        let by_guesses = by_guesses.map(|(class, times)| {
            let to = u64::MAX.checked_shr(u64::BITS - class).unwrap_or(0);
            let (puzzles, from) = (times.histogram.len(), to - to / 2);
            let (median_ns, p90_ns) = (times.quantile(0.5), times.quantile(0.9));
            GuessClass { from, to, puzzles, median_ns, p90_ns }
        });
        let along = self.along.iter().map(|(at, puzzles, total)| Segment {
            line: (at << self.shift).max(1),
            puzzles: *puzzles,
            mean_ns: *total as f64 / *puzzles as f64,
        });
        Distribution {
            times: self.all.as_ref().map(Recorded::classes).unwrap_or_default(),
            by_guesses: by_guesses.collect(),
            along: along.collect(),
            slowest: self.slowest.clone(),
        }
    }
}

/// Times in nanoseconds: their exact range and sum, and quantiles to three significant figures.
#[derive(Clone, Debug)]
struct Recorded {
    histogram: Histogram<u64>,
    min: u64,
    max: u64,
    total: u128,
}

impl Default for Recorded {
    fn default() -> Self {
        let histogram = Histogram::new(3).expect("three figures are supported");
        Self { histogram, min: u64::MAX, max: 0, total: 0 }
    }
}

impl Recorded {
    fn widen(&mut self, from: u64, to: u64, total: u128) {
        (self.min, self.max) = (self.min.min(from), self.max.max(to));
        self.total += total;
    }

    fn record(&mut self, ns: u64, puzzles: u64) {
        self.widen(ns, ns, u128::from(ns) * u128::from(puzzles));
        let recorded = self.histogram.record_n(ns, puzzles);
        recorded.expect("an auto-resizing histogram takes any value");
    }

    fn merge(&mut self, other: &Self) {
        self.widen(other.min, other.max, other.total);
        // An auto-resizing histogram takes any value.
        self.histogram += &other.histogram;
    }

    fn quantile(&self, quantile: f64) -> u64 {
        self.histogram.value_at_quantile(quantile).clamp(self.min, self.max)
    }

    /// Counts the times in eight classes per doubling.
    fn classes(&self) -> Vec<TimeClass> {
        let mut classes: Vec<TimeClass> = Vec::new();
        let bound = |class: u32| (f64::from(class) / 8.0).exp2();
        for step in self.histogram.iter_recorded() {
            let (ns, puzzles) = (step.value_iterated_to().max(1) as f64, step.count_at_value());
            let at = (8.0 * ns.log2()) as u32;
            match classes.last_mut() {
                Some(last) if last.from_ns == bound(at) => last.puzzles += puzzles,
                _ => classes.push(TimeClass { from_ns: bound(at), to_ns: bound(at + 1), puzzles }),
            }
        }
        classes
    }
}

/// Returns the class of a number of guesses: 0, 1, 2–3, 4–7, …
pub fn guess_class(guesses: u64) -> u32 {
    u64::BITS - guesses.leading_zeros()
}
