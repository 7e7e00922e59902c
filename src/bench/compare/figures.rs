//! Figures of two runs, and how they are worded.

use std::fmt;

/// A figure of both runs; `None` where a run does not have it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair<T> {
    /// In the baseline.
    pub base: Option<T>,
    /// In the new run.
    pub new: Option<T>,
}

impl Pair<u64> {
    /// By how much the new figure is larger; `None` where one is missing.
    pub fn difference(&self) -> Option<Difference> {
        Some(Difference::between(self.base? as f64, self.new? as f64))
    }
}

impl Pair<f64> {
    /// By how much the new figure is larger; `None` where one is missing.
    pub fn difference(&self) -> Option<Difference> {
        Some(Difference::between(self.base?, self.new?))
    }
}

/// A difference in percent of the first figure, infinite if that is 0 and the
/// second one is not.
///
/// ```
/// use sudomill::bench::compare::Difference;
/// assert_eq!(Difference::between(200.0, 225.0).to_string(), "+12.5%");
/// assert_eq!(Difference::between(1e6, 1e6 - 1.0).to_string(), "-0.00010%");
/// assert_eq!(Difference::between(0.0, 1.0).to_string(), "+∞");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Difference(pub f64);

impl Difference {
    /// From the first figure to the second.
    pub fn between(base: f64, new: f64) -> Self {
        Self(if base == new { 0.0 } else { (new - base) / base * 100.0 })
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.abs() {
            0.0 => f.pad("0%"),
            f64::INFINITY => f.pad("+∞"),
            // However small, it is not none.
            0.0..0.95 => f.pad(&format!("{:+.*}%", decimals(self.0, 2), self.0)),
            _ => f.pad(&format!("{:+.1}%", self.0)),
        }
    }
}

/// A ratio, worded with three figures.
///
/// ```
/// use sudomill::bench::compare::Ratio;
/// assert_eq!([12.345, 1.0, 0.00123456].map(|r| Ratio(r).to_string()), ["12.3", "1.00", "0.00123"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Ratio(pub f64);

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{:.*}", decimals(self.0, 3), self.0))
    }
}

/// Decimals that show so many figures of a value.
fn decimals(value: f64, figures: i32) -> usize {
    let exponent = value.abs().log10().floor() as i32;
    usize::try_from(figures.saturating_sub(1).saturating_sub(exponent)).unwrap_or(0).min(15)
}

/// `12,345`.
pub(crate) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let numbers = [0, 7, 999, 1_000, 123_456, 1_234_567].map(thousands);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "123,456", "1,234,567"]);
    }

    #[test]
    fn a_difference_has_its_sign_and_is_0_only_between_equals() {
        let differences = [(0.0, 0.0), (5.0, 5.0), (100.0, 90.0), (1.0, 3.0), (10_000.0, 10_001.0)]
            .map(|(base, new)| Difference::between(base, new).to_string());
        assert_eq!(differences, ["0%", "0%", "-10.0%", "+200.0%", "+0.010%"]);
        assert_eq!(Pair { base: Some(0), new: Some(2) }.difference(), Some(Difference(1.0 / 0.0)));
        assert_eq!(Pair { base: Some(0), new: None }.difference(), None);
    }

    #[test]
    fn a_ratio_has_three_figures() {
        let ratios = [0.0987654, 9.876, 98.76, 987.6, 9876.0].map(|r| Ratio(r).to_string());
        assert_eq!(ratios, ["0.0988", "9.88", "98.8", "988", "9876"]);
    }
}
