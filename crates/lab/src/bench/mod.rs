//! Measures strategies on sets of puzzles, and compares a run with a baseline.

mod columns;
pub mod compare;
mod failure;
pub mod numbers;
mod process;
mod rounds;
mod run;
pub(crate) mod schema;
mod set;
mod subject;

pub use columns::COLUMNS;
#[cfg(feature = "report")]
pub(crate) use columns::per_puzzle;
pub use process::quoted;
pub use run::{Step, run};
pub use schema::{
    Benchmark, CommandRecord, Environment, Fingerprint, Measurement, SetRecord, Settings, Spread,
    TimedBy, VERSION, load, parse,
};
pub use set::{NoPuzzle, Set, make_names_unique};
pub use sudomill_output::{
    Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times,
};

use std::{path::PathBuf, time::Duration};
use sudomill_lanes::Backend;
use sudomill_puzzle::solving::Limits;
use sudomill_solvers::registry::{self, Strategy, Tuning};

/// The options of a benchmark.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The strategies; ratios are relative to the first.
    pub strategies: Vec<Strategy>,
    /// The backend of `lanes`.
    pub backend: Backend,
    /// The limits of each search.
    pub limits: Limits<'a>,
    /// The limits that apply to a single strategy only.
    pub tuning: Tuning,
    /// The number of worker threads, from 1 to [`max_threads`](sudomill_solvers::max_threads).
    pub threads: usize,
    /// The number of timed rounds, at least 1.
    pub rounds: u32,
    /// The approximate time, on one thread, of all rounds of one strategy on one set. If a set
    /// would take longer, a sample is measured. The size of the sample is derived from the counters
    /// of the strategy, not from a clock, so it is the same on every machine.
    pub time: Duration,
    /// The size of the samples; overrides `time`.
    pub sample: Option<usize>,
    /// If true, each round reads a file and writes a file.
    pub end_to_end: bool,
    /// Solvers to measure as processes. If set, the strategies are run as processes, too.
    pub processes: Option<Processes>,
}

/// Solvers that are measured as whole processes.
#[derive(Clone, Debug)]
pub struct Processes {
    /// The program `sudomill`, which runs the strategies.
    pub program: PathBuf,
    /// The solvers to measure after the strategies.
    pub commands: Vec<Command>,
}

/// A solver that is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// The name in the results.
    pub name: String,
    /// The command that the shell runs: `sh -c LINE`, on Windows `cmd /S /C LINE`. `{input}` stands
    /// for the path of a file with one puzzle per line. Solutions are read from standard output.
    pub line: String,
}

/// The placeholder for the file of puzzles in a command line.
pub const INPUT: &str = "{input}";

/// The default strategies, separated by commas.
pub const STRATEGIES: &str = "lanes,mrv";

/// The default limits: two solutions, and few enough guesses that no strategy stalls the run.
pub const LIMITS: Limits<'static> = Limits::DEFAULT.with_max_guesses(1_000_000);

/// The default limits of single strategies, kept low for the same reason.
pub const TUNING: Tuning = Tuning::DEFAULT.with_max_fillings(1_000_000);

/// The default number of threads.
pub const THREADS: usize = 1;

/// The default number of rounds.
pub const ROUNDS: u32 = 5;

/// The default time of the rounds of a strategy on a set, in seconds.
pub const SECONDS: f64 = 2.0;

impl Default for Options<'_> {
    /// The constants above.
    fn default() -> Self {
        let strategies = STRATEGIES.split(',').map(registry::find);
        Self {
            strategies: strategies.map(|found| found.expect("they are registered")).collect(),
            backend: Backend::best(),
            limits: LIMITS,
            tuning: TUNING,
            threads: THREADS,
            rounds: ROUNDS,
            time: Duration::from_secs_f64(SECONDS),
            sample: None,
            end_to_end: false,
            processes: None,
        }
    }
}
