//! Measures strategies on sets of puzzles, and compares a run with a baseline.

pub mod compare;
mod cost;
mod distribution;
mod entrant;
mod environment;
mod examine;
mod fingerprint;
mod load;
pub mod numbers;
mod options;
mod process;
mod rounds;
mod run;
mod sample;
mod schema;
mod segments;
mod set;
mod subject;
mod times;

pub use distribution::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass};
pub use load::{load, parse};
pub use options::{
    Command, INPUT, LIMITS, Options, Processes, ROUNDS, SECONDS, STRATEGIES, THREADS, TUNING,
};
pub use run::{Step, run};
pub use schema::{
    Benchmark, Clock, CommandRecord, Environment, Fingerprint, Measurement, Part, SetRecord,
    Settings, Spread, Statuses, VERSION,
};
#[cfg(feature = "report")]
pub(crate) use segments::{Join, Segments};
pub use set::{Set, tell_apart};
pub use times::Times;
#[cfg(feature = "report")]
pub(crate) use times::guess_class;
