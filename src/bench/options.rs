//! What a benchmark is to do.

use crate::solver::{
    Limits,
    lanes::Backend,
    registry::{self, Strategy},
};
use std::time::Duration;

/// What a benchmark is to do.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The strategies; ratios are to the first.
    pub strategies: Vec<Strategy>,
    /// The body of the `lanes` kernel.
    pub backend: Backend,
    /// When a puzzle's search ends.
    pub limits: Limits<'a>,
    /// Worker threads, at least 1.
    pub threads: usize,
    /// Timed rounds, at least 1.
    pub rounds: u32,
    /// The time that the rounds of one strategy on one set may take on one thread,
    /// very roughly. What does not fit is measured on a sample. Its size follows
    /// from the work counted, so that it is the same on every machine.
    pub time: Duration,
    /// Puzzles to take of every set instead.
    pub sample: Option<usize>,
    /// Whether the rounds go from file to file.
    pub end_to_end: bool,
}

/// The strategies of a benchmark where nobody names others, a comma between two.
pub const STRATEGIES: &str = "lanes,mrv";

/// Its limits: two solutions are looked for, and no strategy stalls the run.
pub const LIMITS: Limits<'static> = Limits {
    solutions: 2,
    max_guesses: 1_000_000,
    max_passes: 10_000,
    max_fillings: 1_000_000,
    stop: None,
};

/// Its threads.
pub const THREADS: usize = 1;

/// Its rounds.
pub const ROUNDS: u32 = 5;

/// The seconds that the rounds of a strategy on a set may take.
pub const SECONDS: f64 = 2.0;

impl Default for Options<'_> {
    /// [`STRATEGIES`] under [`LIMITS`], and so on.
    fn default() -> Self {
        let strategies = STRATEGIES.split(',').map(registry::find);
        Self {
            strategies: strategies.map(|found| found.expect("they are registered")).collect(),
            backend: Backend::best(),
            limits: LIMITS,
            threads: THREADS,
            rounds: ROUNDS,
            time: Duration::from_secs_f64(SECONDS),
            sample: None,
            end_to_end: false,
        }
    }
}
