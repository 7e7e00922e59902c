//! Datasets × strategies → measured table; comparison against a baseline.

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
mod set;
mod work;

pub use distribution::{Distribution, GuessClass, Slow, Stretch, TimeClass, Times};
pub use json::{load, parse};
pub use record::{
    Benchmark, Clock, Environment, Fingerprint, Measurement, Part, Quantiles, SetRecord, Settings,
    Spread, Statuses, VERSION,
};
pub use run::{LIMITS, Listener, Options, ROUNDS, SECONDS, STRATEGIES, THREADS, run};
pub use set::{Set, tell_apart};
