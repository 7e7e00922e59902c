//! The columns of the tables of a benchmark, for the terminal, Markdown and the report.

use super::{
    Measurement,
    numbers::{kinds, nanos, number, ratio},
};

/// The counter that tables and comparisons show.
pub(super) const GUESSES: &str = "guesses";

/// A column: its heading, and a function that formats a measurement.
pub type Column = (&'static str, fn(&Measurement) -> String);

/// The columns that follow those of the set and the strategy.
pub const COLUMNS: [Column; 11] = [
    ("puzzles/s", |it| number(significant(it.rate.median))),
    ("±", |it| or_dash(it.rate.plus_minus.map(percent))),
    ("× first", |it| or_dash(it.ratio.map(ratio))),
    ("mean", |it| it.unless_command(|| nanos(it.ns.mean as u64))),
    ("median", |it| it.unless_command(|| nanos(it.ns.median))),
    ("p90", |it| it.unless_command(|| nanos(it.ns.p90))),
    ("p99", |it| or_dash(it.has_p99().then(|| nanos(it.ns.p99)))),
    ("max", |it| it.unless_command(|| nanos(it.ns.max))),
    (GUESSES, |it| or_dash(it.guesses().map(per_puzzle))),
    ("no guess", |it| it.unless_command(|| percent(it.without_guess as f64 / it.puzzles as f64))),
    ("outcomes", Measurement::outcomes),
];

impl Measurement {
    /// The mean number of guesses per puzzle, if it is known.
    pub fn guesses(&self) -> Option<f64> {
        Some(*self.counters.get(GUESSES)? as f64 / self.puzzles.max(1) as f64)
    }

    /// Returns true if the times have a 99 % quantile: of fewer puzzles, it is the longest.
    pub(crate) fn has_p99(&self) -> bool {
        self.command.is_none() && self.puzzles >= 100
    }

    /// Returns a dash for a command, of which only the total time is known.
    fn unless_command(&self, field: impl FnOnce() -> String) -> String {
        or_dash(self.command.is_none().then(field))
    }

    fn outcomes(&self) -> String {
        let Some(command) = &self.command else { return kinds(&self.statuses) };
        if !command.checked {
            return "not checked".to_owned();
        }
        let counts =
            [(command.right, "checked"), (command.wrong, "wrong"), (command.missing, "missing")];
        let found = counts.into_iter().filter(|(count, _)| *count > 0);
        let words = found.map(|(count, word)| format!("{} {word}", number(count as u64)));
        words.collect::<Vec<_>>().join(", ")
    }
}

fn or_dash(text: Option<String>) -> String {
    text.unwrap_or_else(|| "–".to_owned())
}

fn percent(share: f64) -> String {
    format!("{:.0} %", 100.0 * share)
}

/// Formats a mean number per puzzle.
pub(crate) fn per_puzzle(count: f64) -> String {
    match count {
        1000.0.. => number(count.round() as u64),
        // A small number must not look like none.
        f64::MIN_POSITIVE..0.095 => ratio(count),
        _ => format!("{count:.2}"),
    }
}

/// Rounds a rate to four digits: it is not known better.
fn significant(rate: f64) -> u64 {
    let unit = 10f64.powi((rate.max(1.0).log10().floor() as i32 - 3).max(0));
    ((rate / unit).round() * unit) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!([0.0, 6.514, 238_156.4].map(per_puzzle), ["0.00", "6.51", "238,156"]);
        assert_eq!(per_puzzle(0.001_234), "0.00123");
        assert_eq!([0.4, 999.6, 2_413_872.0].map(significant), [0, 1000, 2_414_000]);
    }
}
