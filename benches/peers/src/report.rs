//! Formats the tables for the terminal.

use crate::{
    Args,
    check::Answers,
    load::Set,
    row::{Row, extremes, median, rates},
};
use std::{fmt::Write as _, time::Duration};

/// Describes the set above the table.
pub fn heading(set: &Set, args: &Args, answers: &Answers) -> String {
    let [none, one, more] = answers.counts;
    let mut text = format!("{}: {} puzzles", set.name, set.puzzles.len());
    if set.is_sample() {
        text += &format!(", a sample of {} evenly spread", set.total);
    }
    if set.bad > 0 {
        text += &format!(", {} bad lines left out", set.bad);
    }
    let found = if args.limit == 1 { "solved" } else { "unique" };
    text += &format!(
        "; limit {}, {} thread(s), {} round(s)\nall solvers agree: {one} {found}, {more} with \
         several solutions, {none} with none\n",
        args.limit, args.threads, args.rounds
    );
    text
}

/// Formats one line per solver: the median, slowest and fastest round, and the median ratio to the
/// first solver.
pub fn table(rows: &[Row]) -> String {
    let mut text = format!(
        "{:<24} {:>12} {:>25} {:>12} {:>12}\n",
        "solver", "puzzles/s", "slowest - fastest", "ns/puzzle", "× first"
    );
    for row in rows {
        let _ = writeln!(text, "{} {:>12.4}", line(&row.name, &row.rates), row.ratio());
    }
    text
}

/// Formats one line per solver with the times of single puzzles.
pub fn latencies(rows: &[Row], clock: f64) -> String {
    let mut text = format!(
        "{:<24} {:>11} {:>11} {:>11} {:>11} {:>12}\n",
        "solver", "mean ns", "median ns", "p99 ns", "max ns", "× first"
    );
    for row in rows {
        let [median, p99, max] = [0.5, 0.99, 1.0].map(|share| row.quantile(share));
        let _ = writeln!(
            text,
            "{:<24} {:>11.0} {median:>11.0} {p99:>11.0} {max:>11.0} {:>12.4}",
            row.name,
            row.mean(),
            row.ratio(),
        );
    }
    let _ = writeln!(text, "reading the clock takes {clock:.0} ns, which are in every time");
    text
}

/// Formats the line and the ratio of the run from file to file.
pub fn overhead(files: &[Duration], memory: &Row, puzzles: usize) -> String {
    let rates = rates(files, puzzles);
    let ratios: Vec<f64> =
        rates.iter().zip(&memory.rates).map(|(files, memory)| memory / files).collect();
    let (least, most) = extremes(&ratios);
    format!(
        "{}\nfile to file takes {:.3} times as long as in memory (rounds: {least:.3} - \
         {most:.3})\n",
        line("file to file", &rates),
        median(&ratios)
    )
}

fn line(name: &str, rates: &[f64]) -> String {
    let (slowest, fastest) = extremes(rates);
    let rate = median(rates);
    let spread = format!("{slowest:.0} - {fastest:.0}");
    format!("{name:<24} {rate:>12.0} {spread:>25} {:>12.0}", 1e9 / rate)
}
