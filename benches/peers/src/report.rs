//! The table.

use crate::{Args, check::Answers, contender::Contender, load::Set, timing::Laps};
use std::{fmt::Write as _, time::Duration};

/// What was timed, above the table.
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

/// A line for each solver: the median round, the slowest and the fastest one, and the
/// median of the rounds' ratios to the first solver.
pub fn table(contenders: &[Box<dyn Contender + '_>], laps: &Laps, puzzles: usize) -> String {
    let mut text = format!(
        "{:<24} {:>12} {:>25} {:>12} {:>15}\n",
        "solver", "puzzles/s", "slowest - fastest", "ns/puzzle", "speed / sudoku"
    );
    let Some(sudoku) = laps.solvers.first() else { return text };
    for (contender, laps) in contenders.iter().zip(&laps.solvers) {
        text += &row(contender.name(), laps, puzzles);
        // Both sides of each ratio are of the same round.
        let _ = writeln!(text, " {:>15.4}", median(ratios(sudoku, laps)));
    }
    text
}

/// The line and the ratio of the run from file to file.
pub fn overhead(laps: &Laps, memory: usize, puzzles: usize) -> String {
    let Some(in_memory) = laps.solvers.get(memory) else { return String::new() };
    let mut text = row("file to file", &laps.pipeline, puzzles);
    let ratios = ratios(&laps.pipeline, in_memory);
    let (least, most) = extremes(&ratios);
    let _ = write!(
        text,
        "\nfile to file takes {:.3} times as long as in memory (rounds: {least:.3} - {most:.3})\n",
        median(ratios)
    );
    text
}

fn row(name: &str, laps: &[Duration], puzzles: usize) -> String {
    let speeds: Vec<f64> = laps.iter().map(|lap| puzzles as f64 / lap.as_secs_f64()).collect();
    let (slowest, fastest) = extremes(&speeds);
    let speed = median(speeds);
    let spread = format!("{slowest:.0} - {fastest:.0}");
    format!("{name:<24} {speed:>12.0} {spread:>25} {:>12.0}", 1e9 / speed)
}

/// For every round, the first time over the second.
fn ratios(over: &[Duration], under: &[Duration]) -> Vec<f64> {
    over.iter().zip(under).map(|(over, under)| over.as_secs_f64() / under.as_secs_f64()).collect()
}

fn extremes(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, 0.0), |(least, most), &v| (v.min(least), v.max(most)))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_of_odd_and_even() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(vec![]).is_nan());
    }

    #[test]
    fn ratio_per_round() {
        let seconds = |s: &[u64]| s.iter().map(|&s| Duration::from_secs(s)).collect::<Vec<_>>();
        assert_eq!(ratios(&seconds(&[2, 9]), &seconds(&[1, 3])), [2.0, 3.0]);
    }
}
