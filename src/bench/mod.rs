//! Measures strategies on sets of puzzles, and compares a run with a baseline.

pub mod compare;
mod cost;
mod distribution;
mod environment;
mod examine;
pub mod figures;
mod fingerprint;
mod json;
mod options;
mod record;
mod rounds;
mod run;
mod sample;
mod segments;
mod set;
mod subject;
mod times;

pub use distribution::{Distribution, GuessClass, Quantiles, Segment, SlowPuzzle, TimeClass};
pub use json::{load, parse};
pub use options::{LIMITS, Options, ROUNDS, SECONDS, STRATEGIES, THREADS, TUNING};
pub use record::{
    Benchmark, Clock, Environment, Fingerprint, Measurement, Part, SetRecord, Settings, Spread,
    Statuses, VERSION,
};
pub use run::{Listener, run};
#[cfg(feature = "report")]
pub(crate) use segments::{Join, Segments};
pub use set::{Set, tell_apart};
pub use times::Times;
#[cfg(feature = "report")]
pub(crate) use times::guess_class;
