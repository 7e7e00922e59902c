//! Datasets × strategies → measured table; comparison against a baseline.

pub mod compare;
mod distribution;
mod environment;
mod examine;
mod fingerprint;
mod json;
mod options;
mod record;
mod rounds;
mod run;
mod sample;
mod set;
mod subject;
mod work;

pub use distribution::{Distribution, GuessClass, Slow, Stretch, TimeClass, Times};
pub use json::parse;
pub use options::{LIMITS, Options, ROUNDS, SECONDS, STRATEGIES, THREADS};
pub use record::{
    Benchmark, Clock, Environment, Fingerprint, Measurement, Part, Quantiles, SetRecord, Settings,
    Spread, Statuses, VERSION,
};
pub use run::{Listener, run};
pub use set::{Set, tell_apart};
