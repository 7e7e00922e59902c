//! The measurements of one solver on one set.

use crate::{contender::Contender, timing::Laps};
use std::time::Duration;

/// The measurements of one solver on one set.
pub struct Row {
    pub name: String,
    /// Puzzles per second, one value per round.
    pub rates: Vec<f64>,
    /// The ratio of the rate to that of the first solver, one value per round.
    pub ratios: Vec<f64>,
    /// The times of single puzzles in nanoseconds, in ascending order, if they were measured.
    pub times: Vec<f64>,
}

/// Returns one row per solver.
pub fn of_laps(contenders: &[Box<dyn Contender + '_>], laps: &Laps, puzzles: usize) -> Vec<Row> {
    let row = |(name, laps): (String, &Vec<Duration>)| Row {
        name,
        rates: rates(laps, puzzles),
        ratios: Vec::new(),
        times: Vec::new(),
    };
    against_the_first(names(contenders).zip(&laps.solvers).map(row).collect())
}

/// Returns one row per solver, with the times of single puzzles.
pub fn of_times(contenders: &[Box<dyn Contender + '_>], times: Vec<Vec<f64>>) -> Vec<Row> {
    let row = |(name, mut times): (String, Vec<f64>)| {
        times.sort_by(f64::total_cmp);
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        Row { name, rates: vec![1e9 / mean], ratios: Vec::new(), times }
    };
    against_the_first(names(contenders).zip(times).map(row).collect())
}

fn names<'a>(contenders: &'a [Box<dyn Contender + '_>]) -> impl Iterator<Item = String> + 'a {
    contenders.iter().map(|contender| contender.name().to_owned())
}

/// Sets the ratios. Both rates of a ratio come from the same round.
fn against_the_first(mut rows: Vec<Row>) -> Vec<Row> {
    let first = rows.first().map(|row| row.rates.clone()).unwrap_or_default();
    for row in &mut rows {
        row.ratios = row.rates.iter().zip(&first).map(|(rate, first)| rate / first).collect();
    }
    rows
}

/// Returns puzzles per second, one value per round.
pub fn rates(laps: &[Duration], puzzles: usize) -> Vec<f64> {
    laps.iter().map(|lap| puzzles as f64 / lap.as_secs_f64()).collect()
}

impl Row {
    /// The speed relative to the first solver: the median over the rounds.
    pub fn ratio(&self) -> f64 {
        median(&self.ratios)
    }

    /// The quantile `share` (0 to 1) of the times, in nanoseconds.
    pub fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.times.len() as f64).ceil() as usize;
        self.times.get(rank.saturating_sub(1)).copied().unwrap_or(f64::NAN)
    }

    /// The mean time per puzzle in nanoseconds.
    pub fn mean(&self) -> f64 {
        self.times.iter().sum::<f64>() / self.times.len() as f64
    }
}

/// Returns the minimum and the maximum.
pub fn extremes(values: &[f64]) -> (f64, f64) {
    values.iter().fold((f64::INFINITY, 0.0), |(least, most), &v| (v.min(least), v.max(most)))
}

/// Returns the median: the middle value, or the mean of the middle two; NaN if there are no values.
pub fn median(values: &[f64]) -> f64 {
    let mut values = values.to_vec();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[middle],
        _ => f64::midpoint(values[middle - 1], values[middle]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(rates: &[f64]) -> Row {
        Row { name: String::new(), rates: rates.to_vec(), ratios: vec![], times: vec![] }
    }

    #[test]
    fn median_of_odd_and_even() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&[]).is_nan());
    }

    #[test]
    fn ratio_per_round() {
        let rows = against_the_first(vec![row(&[4.0, 8.0, 1.0]), row(&[1.0, 4.0, 1.0])]);
        assert_eq!(rows[1].ratios, [0.25, 0.5, 1.0]);
        assert_eq!(rows[1].ratio(), 0.5);
    }

    #[test]
    fn quantiles_are_times_of_puzzles() {
        let row = Row { times: (1..=100).map(f64::from).collect(), ..row(&[]) };
        assert_eq!((row.quantile(0.5), row.quantile(0.99), row.quantile(1.0)), (50.0, 99.0, 100.0));
        assert_eq!(row.mean(), 50.5);
    }
}
