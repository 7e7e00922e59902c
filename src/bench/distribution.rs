//! How the times of puzzles are distributed: by size, by guesses, along the file, and the
//! slowest puzzles. [`Times`](super::Times) computes it.

use serde::{Deserialize, Serialize};

/// The distribution of the times of a set's puzzles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// Puzzles by time, eight classes for each doubling; empty classes are left out.
    pub times: Vec<TimeClass>,
    /// The times by guesses, a class for each power of two; empty classes are left out.
    pub by_guesses: Vec<GuessClass>,
    /// The times along the file.
    pub along: Vec<Segment>,
    /// The slowest puzzles, the slowest first.
    pub slowest: Vec<SlowPuzzle>,
}

/// Puzzles with similar times.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TimeClass {
    /// The shortest time of the class, nanoseconds.
    pub from_ns: f64,
    /// The end of the class; this time is in the next one.
    pub to_ns: f64,
    /// The number of puzzles.
    pub puzzles: u64,
}

/// Puzzles with similar numbers of guesses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuessClass {
    /// The fewest guesses of the class.
    pub from: u64,
    /// The most.
    pub to: u64,
    /// The number of puzzles.
    pub puzzles: u64,
    /// Their median time, nanoseconds.
    pub median_ns: u64,
    /// 90 % of them take no longer.
    pub p90_ns: u64,
}

/// Consecutive puzzles of the file.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Segment {
    /// The line of the first.
    pub line: u64,
    /// The number of puzzles.
    pub puzzles: u64,
    /// Their mean time, nanoseconds.
    pub mean_ns: f64,
}

/// One of the slowest puzzles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlowPuzzle {
    /// Its line in the file, from 1.
    pub line: u64,
    /// As a line, `.` for an empty cell; `None` if only its time is known.
    pub puzzle: Option<String>,
    /// Its time, nanoseconds.
    pub ns: u64,
    /// Its guesses.
    pub guesses: u64,
}

/// The times of single puzzles in nanoseconds; quantiles to three significant figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The mean.
    pub mean: f64,
    /// The median.
    pub median: u64,
    /// 90 % of the puzzles take no longer.
    pub p90: u64,
    /// 99 % of the puzzles take no longer.
    pub p99: u64,
    /// The longest.
    pub max: u64,
}
