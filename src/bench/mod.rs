//! Datasets × strategies → measured table; comparison against a baseline.

pub mod compare;
mod contender;
mod distribution;
mod environment;
mod examine;
mod fingerprint;
mod json;
mod lap;
mod record;
mod run;
mod set;

pub use distribution::{Distribution, GuessClass, Slow, Stretch, TimeClass, Times};
pub use json::parse;
pub use record::{
    Benchmark, Clock, Environment, Fingerprint, Measurement, Quantiles, SetRecord, Settings,
    Spread, Statuses, VERSION,
};
pub use run::{Listener, Options, run};
pub use set::{Set, tell_apart};
