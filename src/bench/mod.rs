//! Measures strategies on sets of puzzles, and compares a run with a baseline.

pub mod compare;
mod contender;
mod distribution;
mod environment;
mod examine;
pub mod figures;
mod fingerprint;
mod json;
mod lap;
mod record;
mod run;
mod segments;
mod set;
mod work;

#[cfg(feature = "report")]
pub(crate) use distribution::guess_class;
pub use distribution::{Distribution, GuessClass, Segment, SlowPuzzle, TimeClass, Times};
pub use json::{load, parse};
pub use record::{
    Benchmark, Clock, Environment, Fingerprint, Measurement, Part, Quantiles, SetRecord, Settings,
    Spread, Statuses, VERSION,
};
pub use run::{LIMITS, Listener, Options, ROUNDS, SECONDS, STRATEGIES, THREADS, run};
#[cfg(feature = "report")]
pub(crate) use segments::{Join, Segments};
pub use set::{Set, tell_apart};
