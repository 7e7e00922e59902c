//! Formats numbers for display.

use sudomill_core::solver::Status;

/// Formats a number with thousands separators: `12,345`.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Formats a number and a noun: `1 puzzle`, `12,000 puzzles`.
pub fn count(value: u64, noun: &str) -> String {
    format!("{} {noun}{}", number(value), if value == 1 { "" } else { "s" })
}

/// Lists the statuses with a nonzero count: `12 unique, 1 gave up`.
pub fn statuses(counts: impl IntoIterator<Item = (Status, u64)>) -> String {
    let found = counts.into_iter().filter(|(_, count)| *count > 0);
    let words = found.map(|(status, count)| number(count) + " " + &status.name().replace('-', " "));
    words.collect::<Vec<_>>().join(", ")
}

/// Formats a ratio with three significant figures: `12.3`, `0.00123`.
pub fn ratio(value: f64) -> String {
    format!("{:.*}", decimals(value, 3), value)
}

/// Formats the change between two values as a percentage of the first: `+12.5%`. Returns `+∞` if
/// the first value is 0 and the second is not.
pub fn change(from: f64, to: f64) -> String {
    let percent = if from == to { 0.0 } else { (to - from) / from * 100.0 };
    match percent.abs() {
        0.0 => "0%".to_owned(),
        f64::INFINITY => "+∞".to_owned(),
        // A small change must not look like no change.
        0.0..0.95 => format!("{percent:+.*}%", decimals(percent, 2)),
        _ => format!("{percent:+.1}%"),
    }
}

/// Returns the number of decimals needed to show a value with this many significant figures.
fn decimals(value: f64, figures: i32) -> usize {
    let exponent = value.abs().log10().floor() as i32;
    usize::try_from(figures.saturating_sub(1).saturating_sub(exponent)).unwrap_or(0).min(15)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_counts() {
        let numbers = [0, 7, 999, 1_000, 123_456, 1_234_567].map(number);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "123,456", "1,234,567"]);
        assert_eq!([count(1, "row"), count(1000, "row")], ["1 row", "1,000 rows"]);
    }

    #[test]
    fn statuses_that_occur() {
        let counts = [(Status::Unique, 1200), (Status::None, 0), (Status::GaveUp, 1)];
        assert_eq!(statuses(counts), "1,200 unique, 1 gave up");
    }

    #[test]
    fn ratios() {
        let ratios = [0.001_234_56, 0.098_765_4, 1.0, 9.876, 98.76, 987.6, 9876.0].map(ratio);
        assert_eq!(ratios, ["0.00123", "0.0988", "1.00", "9.88", "98.8", "988", "9876"]);
    }

    #[test]
    fn changes() {
        for (from, to, expected) in [
            (0.0, 0.0, "0%"),
            (5.0, 5.0, "0%"),
            (0.0, 1.0, "+∞"),
            (100.0, 90.0, "-10.0%"),
            (200.0, 225.0, "+12.5%"),
            (1.0, 3.0, "+200.0%"),
            (10_000.0, 10_001.0, "+0.010%"),
            (1e6, 1e6 - 1.0, "-0.00010%"),
        ] {
            assert_eq!(change(from, to), expected, "{from} to {to}");
        }
    }
}
