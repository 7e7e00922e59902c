//! Measures the time of single puzzles: one call per puzzle, with the clock read around it.

use crate::contender::Contender;
use std::{
    iter,
    time::{Duration, Instant},
};

/// Returns the time of each puzzle in nanoseconds, one list per solver. It is the minimum over the
/// rounds, because interrupts and cold caches only add to a time. Solvers take turns in each round.
pub fn times(contenders: &[Box<dyn Contender + '_>], puzzles: usize, rounds: u32) -> Vec<Vec<f64>> {
    let mut times = vec![vec![f64::INFINITY; puzzles]; contenders.len()];
    for _ in 0..rounds {
        for (contender, times) in contenders.iter().zip(&mut times) {
            for (puzzle, least) in times.iter_mut().enumerate() {
                let begun = Instant::now();
                contender.solve(&mut iter::once(puzzle..puzzle + 1));
                *least = least.min(nanoseconds(begun.elapsed()));
            }
        }
    }
    times
}

/// Returns the time between two readings of the clock in nanoseconds, which is included in every
/// time.
pub fn of_clock() -> f64 {
    let reading = |_| nanoseconds(Instant::now().elapsed());
    let mut readings: Vec<f64> = (0..10_001).map(reading).collect();
    readings.sort_by(f64::total_cmp);
    readings[readings.len() / 2]
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}
