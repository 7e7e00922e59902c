//! The columns of the tables of a benchmark, for the terminal, Markdown and the report.

use super::{
    Measurement,
    numbers::{kinds, nanos, number, ratio},
};

/// A column: its heading, and a function that formats a measurement.
pub type Column = (&'static str, fn(&Measurement) -> String);

/// The columns that follow those of the set and the strategy.
pub const COLUMNS: [Column; 11] = [
    ("puzzles/s", |it| number(it.rate.median as u64)),
    ("±", |it| or_dash(it.rate.plus_minus.map(percent))),
    ("× first", |it| or_dash(it.ratio.map(ratio))),
    ("mean", |it| it.unless_command(|| nanos(it.ns.mean as u64))),
    ("median", |it| it.unless_command(|| nanos(it.ns.median))),
    ("p90", |it| it.unless_command(|| nanos(it.ns.p90))),
    ("p99", |it| it.unless_command(|| nanos(it.ns.p99))),
    ("max", |it| it.unless_command(|| nanos(it.ns.max))),
    ("guesses", |it| or_dash(it.guesses().map(per_puzzle))),
    ("no guess", |it| it.unless_command(|| percent(it.without_guess as f64 / it.puzzles as f64))),
    ("outcomes", Measurement::outcomes),
];

impl Measurement {
    /// The mean number of guesses per puzzle, if it is known.
    pub fn guesses(&self) -> Option<f64> {
        Some(*self.counters.get("guesses")? as f64 / self.puzzles.max(1) as f64)
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
fn per_puzzle(count: f64) -> String {
    if count < 1000.0 { format!("{count:.2}") } else { number(count.round() as u64) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!([0.0, 6.514, 238_156.4].map(per_puzzle), ["0.00", "6.51", "238,156"]);
    }
}
