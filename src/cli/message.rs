//! Lines for people on standard error, and figures worded for them.

use indicatif::HumanCount;
use std::{fmt, io::Write};

/// Says a line. Nobody is told when standard error is gone, too.
pub fn say(line: impl fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A number and what it counts: `1 puzzle`, `12,000 puzzles`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", HumanCount(number))
}

/// A time in nanoseconds with three figures and its unit.
pub fn nanos(ns: u64) -> String {
    let (value, unit) = match ns {
        0..1_000 => return format!("{ns} ns"),
        1_000..1_000_000 => (ns as f64 / 1e3, "µs"),
        1_000_000..1_000_000_000 => (ns as f64 / 1e6, "ms"),
        _ => (ns as f64 / 1e9, "s"),
    };
    match value {
        100.0.. => format!("{value:.0} {unit}"),
        10.0.. => format!("{value:.1} {unit}"),
        _ => format!("{value:.2} {unit}"),
    }
}

/// Names come from files: no control character of theirs reaches the terminal.
pub fn plain(text: &str) -> String {
    text.replace(char::is_control, "\u{fffd}")
}

/// The same for Markdown, where such a character would be markup.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in plain(text).chars() {
        if matches!(c, '\\' | '|' | '<' | '*' | '`' | '[' | '_' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_their_units() {
        let times = [0, 999, 1_000, 12_345, 123_456, 1_500_000, 61_000_000_000].map(nanos);
        assert_eq!(times, ["0 ns", "999 ns", "1.00 µs", "12.3 µs", "123 µs", "1.50 ms", "61.0 s"]);
        assert_eq!(count(1, "puzzle"), "1 puzzle");
        assert_eq!(count(49_158, "puzzle"), "49,158 puzzles");
    }
}
