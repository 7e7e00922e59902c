//! The distribution of the solve times of puzzles: by time, by guesses, along the file, and the
//! slowest puzzles. Computed by [`Times`](super::Times).

use serde::{Deserialize, Serialize};

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
