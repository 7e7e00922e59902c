//! Datasets × strategies → measured table; comparison against a baseline.

pub mod compare;
mod distribution;
mod record;

pub use distribution::{Distribution, GuessClass, Slow, Stretch, TimeClass, Times};
pub use record::{
    Benchmark, Clock, Environment, Fingerprint, Measurement, Quantiles, SetRecord, Settings,
    Spread, Statuses, VERSION,
};
