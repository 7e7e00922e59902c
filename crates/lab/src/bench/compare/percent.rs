//! Percentages on the command line.

use std::{fmt, str::FromStr};

/// The largest percentage; a larger one is probably a typo.
const MAX: f64 = 1e6;

/// A percentage of 0 or more, exact to 0.0001 %, so that limits on counters are exact.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*, sudomill_lab::*}; }
/// use sudomill::bench::compare::Percent;
/// let percent: Percent = "2.5%".parse()?;
/// assert_eq!(percent.to_string(), "2.5%");
/// assert!(percent.allows(1000, 1025) && !percent.allows(1000, 1026));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Percent {
    /// Millionths of the whole.
    millionths: u64,
}

/// The error for a text that is not a percentage.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a percentage such as 0%, 5% or 2.5%")]
pub struct BadPercent;

impl Percent {
    /// A whole percentage.
    pub const fn whole(percent: u32) -> Self {
        Self { millionths: percent as u64 * 10_000 }
    }

    /// Returns true if a counter may grow from `base` to `new`. From 0 it may not grow.
    pub fn allows(self, base: u64, new: u64) -> bool {
        const WHOLE: u128 = 1_000_000;
        u128::from(new) * WHOLE <= u128::from(base) * (WHOLE + u128::from(self.millionths))
    }

    /// Returns true if a ratio may fall from `base` to `new`, given that a share `chance` of it may
    /// be noise.
    pub fn allows_fall(self, base: f64, new: f64, chance: f64) -> bool {
        // A fall by exactly this percentage is within the limit.
        const ROUNDING: f64 = 1e-9;
        new >= base * (1.0 - self.millionths as f64 / 1e6 - chance - ROUNDING)
    }
}

impl FromStr for Percent {
    type Err = BadPercent;

    /// Parses `5%` or `2.5%`. The sign is required: 0.1 could mean 10 % or 0.1 %.
    ///
    /// # Errors
    /// The sign or the number is missing, or the number is negative or above a million.
    fn from_str(text: &str) -> Result<Self, BadPercent> {
        let number = text.strip_suffix('%').ok_or(BadPercent)?.trim_end();
        if !number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') {
            return Err(BadPercent);
        }
        let percent: f64 = number.parse().map_err(|_| BadPercent)?;
        if percent > MAX {
            return Err(BadPercent);
        }
        Ok(Self { millionths: (percent * 10_000.0).round() as u64 })
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}%", self.millionths as f64 / 10_000.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percent(text: &str) -> Percent {
        text.parse().unwrap()
    }

    #[test]
    fn parsing() {
        for text in ["5", "0.1", "", "%", ".%", "-1%", "+1%", "nan%", "inf%", "1e2%", "5%%"] {
            assert_eq!(text.parse::<Percent>(), Err(BadPercent), "{text}");
        }
        assert_eq!("1000001%".parse::<Percent>(), Err(BadPercent));
        let shown = ["0%", "5%", "2.5%", "10 %", "100.0%", "0.0001%", "1000000%"]
            .map(|text| percent(text).to_string());
        assert_eq!(shown, ["0%", "5%", "2.5%", "10%", "100%", "0.0001%", "1000000%"]);
        assert_eq!(percent("10%"), Percent::whole(10));
    }

    #[test]
    fn counter_limits() {
        assert!(percent("0%").allows(7, 7) && percent("0%").allows(7, 0));
        assert!(!percent("0%").allows(7, 8));
        assert!(percent("2.1%").allows(1000, 1021) && !percent("2.1%").allows(1000, 1022));
        assert!(percent("1000000%").allows(0, 0) && !percent("1000000%").allows(0, 1));
        assert!(percent("1000000%").allows(u64::MAX, u64::MAX));
    }

    #[test]
    fn ratio_limits() {
        for base in [0.3, 1.5, 2.0, 3.0, 7.7] {
            assert!(percent("10%").allows_fall(base, base * 0.9, 0.0), "{base}");
            assert!(!percent("10%").allows_fall(base, base * 0.8999, 0.0), "{base}");
            assert!(percent("0%").allows_fall(base, base * 1.1, 0.0), "{base}");
            assert!(percent("100%").allows_fall(base, 1e-12, 0.0), "{base}");
            assert!(percent("10%").allows_fall(base, base * 0.7, 0.2), "{base}");
            assert!(!percent("10%").allows_fall(base, base * 0.6999, 0.2), "{base}");
        }
    }
}
