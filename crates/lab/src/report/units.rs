//! Numbers with units. No line break separates number and unit.

pub(super) use crate::bench::numbers::{count, number};

/// A time in nanoseconds, with three significant figures: `1.50 ms`.
pub(super) fn time(ns: f64) -> String {
    scaled(ns, &[(1e9, "\u{a0}s"), (1e6, "\u{a0}ms"), (1e3, "\u{a0}µs"), (1.0, "\u{a0}ns")])
}

/// Puzzles per second: `2.40 M/s`.
pub(super) fn rate(per_second: f64) -> String {
    scaled(per_second, &[(1e9, "\u{a0}G/s"), (1e6, "\u{a0}M/s"), (1e3, "\u{a0}k/s"), (1.0, "/s")])
}

/// The first `most` characters, then `…` if there are more.
pub(super) fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

type Units = [(f64, &'static str)];

fn unit(value: f64, units: &Units) -> (f64, &'static str) {
    // A value that rounds to 1000 is 1 of the next unit.
    let fits = |(one, _): &&(f64, &str)| value >= one * 0.9995;
    let (one, name) = units.iter().find(fits).or(units.last()).expect("there is a unit");
    (value / one, name)
}

fn scaled(value: f64, units: &Units) -> String {
    let (value, unit) = unit(value, units);
    let places = match value {
        99.95.. => 0,
        9.995.. => 1,
        _ => 2,
    };
    format!("{value:.places$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        let plain = |words: String| words.replace('\u{a0}', " ");
        let times = [0.5, 999.0, 999.9, 12_345.0, 1.5e6, 6.1e10].map(time).map(plain);
        assert_eq!(times, ["0.50 ns", "999 ns", "1.00 µs", "12.3 µs", "1.50 ms", "61.0 s"]);
        assert_eq!([2.4e6, 17.0].map(rate).map(plain), ["2.40 M/s", "17.0/s"]);
        assert_eq!([999, 1000, 1_234_567].map(number), ["999", "1,000", "1,234,567"]);
    }

    #[test]
    fn clipping() {
        assert_eq!(clip("äöü", 2), "äö…");
        assert_eq!(clip("äöü", 3), "äöü");
    }
}
