//! Formats numbers for display: in messages, tables and reports.

use std::borrow::Cow;
use sudomill_output::{Counted, Counts};

/// Formats a number with thousands separators: `12,345`.
pub fn number(value: u64) -> String {
    let digits = value.to_string();
    let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
    groups.map(Cow::into_owned).collect::<Vec<_>>().join(",")
}

/// Formats a number and a noun: `1 puzzle`, `12,000 puzzles`, `2 copies`, `3 guesses`.
pub fn count(value: u64, noun: &str) -> String {
    let (stem, end) = match noun.strip_suffix('y') {
        _ if value == 1 => (noun, ""),
        Some(stem) => (stem, "ies"),
        None => (noun, if noun.ends_with('s') { "es" } else { "s" }),
    };
    format!("{} {stem}{end}", number(value))
}

/// Lists the kinds with a nonzero count: `12 unique, 1 gave up`.
pub fn kinds<K: Counted>(counts: &Counts<K>) -> String {
    let found = counts.iter().filter(|(_, count)| *count > 0);
    let words = found.map(|(kind, count)| format!("{} {}", number(count), kind.name()));
    words.collect::<Vec<_>>().join(", ").replace("-", " ").replace("_", " ")
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

/// Formats a time for a message: `999 ns`, `1.50 ms`.
pub fn nanos(ns: u64) -> String {
    if ns < 1000 { format!("{ns} ns") } else { time(ns as f64).replace("\u{a0}", " ") }
}

/// Formats a time in nanoseconds with three significant figures: `1.50 ms`. No line break separates
/// the number and its unit.
pub fn time(ns: f64) -> String {
    scaled(ns, [(1e9, "\u{a0}s"), (1e6, "\u{a0}ms"), (1e3, "\u{a0}µs"), (1.0, "\u{a0}ns")])
}

/// Formats puzzles per second, as [`time`] does: `2.40 M/s`.
pub fn per_second(puzzles: f64) -> String {
    scaled(puzzles, [(1e9, "\u{a0}G/s"), (1e6, "\u{a0}M/s"), (1e3, "\u{a0}k/s"), (1.0, "/s")])
}

fn scaled(value: f64, units: [(f64, &str); 4]) -> String {
    // A value that rounds to 1000 is 1 of the next unit.
    let (one, unit) = units.into_iter().find(|(one, _)| value >= one * 0.9995).unwrap_or(units[3]);
    let value = value / one;
    let places = 2 - [9.995, 99.95].into_iter().filter(|&digits| value >= digits).count();
    format!("{value:.places$}{unit}")
}

/// Returns the first `most` characters, then `…` if there are more.
pub fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
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
    use sudomill_puzzle::solving::Status;

    #[test]
    fn numbers_and_counts() {
        let numbers = [0, 7, 999, 1_000, 123_456, 1_234_567].map(number);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "123,456", "1,234,567"]);
        assert_eq!([count(1, "row"), count(1000, "row")], ["1 row", "1,000 rows"]);
        let nouns = ["copy", "class"];
        assert_eq!(nouns.map(|noun| count(1, noun)), ["1 copy", "1 class"]);
        assert_eq!(nouns.map(|noun| count(2, noun)), ["2 copies", "2 classes"]);
    }

    #[test]
    fn kinds_that_occur() {
        let counts = [(Status::Unique, 1200), (Status::None, 0), (Status::GaveUp, 1)];
        assert_eq!(kinds(&counts.into_iter().collect()), "1,200 unique, 1 gave up");
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

    #[test]
    fn units() {
        let plain = |words: String| words.replace('\u{a0}', " ");
        let times = [0.5, 999.0, 999.9, 12_345.0, 1.5e6, 6.1e10].map(time).map(plain);
        assert_eq!(times, ["0.50 ns", "999 ns", "1.00 µs", "12.3 µs", "1.50 ms", "61.0 s"]);
        assert_eq!([2.4e6, 17.0].map(per_second).map(plain), ["2.40 M/s", "17.0/s"]);
        let times = [0, 999, 1_000, 12_345, 123_456, 999_999, 61_000_000_000].map(nanos);
        assert_eq!(times, ["0 ns", "999 ns", "1.00 µs", "12.3 µs", "123 µs", "1.00 ms", "61.0 s"]);
    }

    #[test]
    fn clipping() {
        assert_eq!(clip("äöü", 2), "äö…");
        assert_eq!(clip("äöü", 3), "äöü");
    }
}
