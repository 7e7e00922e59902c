//! Measures strategies on sets of puzzles, and compares a run with a baseline.

pub mod compare;
pub mod numbers;
mod process;
mod rounds;
mod run;
mod schema;
mod set;
mod subject;
mod times;

pub use run::{
    Command, INPUT, LIMITS, Options, Processes, ROUNDS, SECONDS, STRATEGIES, Step, THREADS, TUNING,
    run,
};
pub use schema::{
    Benchmark, Clock, CommandRecord, Environment, Fingerprint, Measurement, Part, SetRecord,
    Settings, Spread, Statuses, VERSION, load, parse,
};
pub use set::{Set, tell_apart};
pub use times::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass, Times};
#[cfg(feature = "report")]
pub(crate) use times::{Stretch, Stretches, guess_class};
