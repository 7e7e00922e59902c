//! One Markdown table for all sets, with one column per solver.

use std::fmt::Write as _;
use sudomill::bench::{Measurement, SetRecord, numbers};

/// Formats how many times faster the first solver is than each other one, and its rate. For single
/// puzzles, formats the median times.
pub fn tables(sets: &[SetRecord]) -> String {
    let names = names(sets);
    let Some((first, others)) = names.split_first() else { return String::new() };
    if sets.iter().flat_map(|set| &set.measurements).any(|m| m.ns.max > 0) {
        return times(sets, &names);
    }
    let mut text = format!("| set | puzzles | {first}, puzzles/s |");
    others.iter().for_each(|name| _ = write!(text, " {name} |"));
    text += "\n| --- | ---: | ---: |";
    others.iter().for_each(|_| text += " ---: |");
    text += "\n";
    for set in sets {
        let rate = |name| measurement(set, name).map_or(0.0, |m| m.rate.median);
        let (puzzles, rate) = (set.measurements[0].puzzles as u64, rate(first) as u64);
        let [puzzles, rate] = [puzzles, rate].map(numbers::number);
        let _ = write!(text, "| {} | {puzzles} | {rate} |", set.name);
        for name in others {
            let ratio = measurement(set, name).and_then(|m| m.ratio);
            let ratio = ratio.map_or("–".to_owned(), |ratio| numbers::ratio(1.0 / ratio));
            let _ = write!(text, " {ratio} |");
        }
        text += "\n";
    }
    text
}

/// Formats the median and the 99th percentile of the times of single puzzles, in microseconds.
fn times(sets: &[SetRecord], names: &[&str]) -> String {
    let mut text = "| set | puzzles |".to_owned();
    names.iter().for_each(|name| _ = write!(text, " {name} |"));
    text += "\n| --- | ---: |";
    names.iter().for_each(|_| text += " ---: |");
    text += "\n";
    for set in sets {
        let puzzles = numbers::number(set.measurements[0].puzzles as u64);
        let _ = write!(text, "| {} | {puzzles} |", set.name);
        for name in names {
            let time = |ns: u64| numbers::ratio(ns as f64 / 1000.0);
            let both = |m: &Measurement| format!("{} / {}", time(m.ns.median), time(m.ns.p99));
            let both = measurement(set, name).map_or("–".to_owned(), both);
            let _ = write!(text, " {both} |");
        }
        text += "\n";
    }
    text
}

/// Returns the names of the solvers of all sets, in order of appearance.
fn names(sets: &[SetRecord]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for measurement in sets.iter().flat_map(|set| &set.measurements) {
        if !names.contains(&&*measurement.strategy) {
            names.push(&measurement.strategy);
        }
    }
    names
}

fn measurement<'s>(set: &'s SetRecord, name: &str) -> Option<&'s Measurement> {
    set.measurements.iter().find(|m| m.strategy == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solver_without_the_task_has_a_dash() {
        let of = |name: &str, ratio| Measurement {
            strategy: name.to_owned(),
            puzzles: 1200,
            ratio: Some(ratio),
            ..Measurement::default()
        };
        let set = |name: &str, measurements| SetRecord {
            name: name.to_owned(),
            measurements,
            ..SetRecord::default()
        };
        let sets =
            [set("a", vec![of("lanes", 1.0), of("tdoku", 0.25)]), set("b", vec![of("lanes", 1.0)])];
        let text = tables(&sets);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "| set | puzzles | lanes, puzzles/s | tdoku |");
        assert_eq!(lines[2], "| a | 1,200 | 0 | 4.00 |");
        assert_eq!(lines[3], "| b | 1,200 | 0 | – |");
    }
}
