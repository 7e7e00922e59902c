//! The machine and the build of a benchmark.

use super::Environment;
use std::{fs, thread};
use sudomill_core::clock;

impl Environment {
    /// Describes this machine and this build, with the current time.
    pub fn here() -> Self {
        Self {
            date: humantime::format_rfc3339_seconds(clock::now()).to_string(),
            sudomill: env!("CARGO_PKG_VERSION").into(),
            commit: Some(env!("SUDOMILL_COMMIT")).filter(|id| !id.is_empty()).map(Into::into),
            rustc: env!("SUDOMILL_RUSTC").into(),
            target: env!("SUDOMILL_TARGET").into(),
            cpu: cpu().unwrap_or_else(|| std::env::consts::ARCH.into()),
            cpu_features: features().into_iter().map(Into::into).collect(),
            cores: thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// Returns the name of the CPU, from the environment or `/proc/cpuinfo`.
fn cpu() -> Option<String> {
    if let Ok(identifier) = std::env::var("PROCESSOR_IDENTIFIER") {
        return Some(identifier);
    }
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// Returns the CPU features that the backends use.
#[cfg(target_arch = "x86_64")]
fn features() -> Vec<&'static str> {
    macro_rules! found {
        ($($name:tt),+) => {
            [$(($name, is_x86_feature_detected!($name))),+]
        };
    }
    let all = found!(
        "avx2",
        "bmi1",
        "bmi2",
        "lzcnt",
        "popcnt",
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512dq",
        "avx512vbmi",
        "avx512vbmi2",
        "avx512bitalg",
        "avx512vpopcntdq",
        "gfni"
    );
    all.into_iter().filter(|(_, found)| *found).map(|(name, _)| name).collect()
}

#[cfg(target_arch = "aarch64")]
fn features() -> Vec<&'static str> {
    if cfg!(target_feature = "neon") { vec!["neon"] } else { Vec::new() }
}

#[cfg(target_arch = "wasm32")]
fn features() -> Vec<&'static str> {
    if cfg!(target_feature = "simd128") { vec!["simd128"] } else { Vec::new() }
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "wasm32")))]
fn features() -> Vec<&'static str> {
    Vec::new()
}
