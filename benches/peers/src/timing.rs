//! Times the solvers in rounds. Every solver has one turn per round, so that a slower or faster
//! phase of the machine affects all of them.

use crate::contender::Contender;
use std::time::{Duration, Instant};
use sudomill::output::Times;

/// The minimum duration of a turn. A short set is solved several times per turn.
const LEAST: Duration = Duration::from_millis(20);

/// Returns the rates of each solver in puzzles per second, one per round.
pub fn rounds(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: usize,
    rounds: u32,
) -> Vec<Vec<f64>> {
    let turn = |contender: &dyn Contender, repeats: u32| {
        let begun = Instant::now();
        (0..repeats).for_each(|_| contender.solve(0..puzzles));
        begun.elapsed().as_secs_f64()
    };
    let repeats = |once: f64| (LEAST.as_secs_f64() / once).ceil().max(1.0) as u32;
    let repeats: Vec<u32> = contenders.iter().map(|it| repeats(turn(&**it, 1))).collect();
    let mut rates = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (place, contender) in contenders.iter().enumerate() {
            let solved = f64::from(repeats[place]) * puzzles as f64;
            rates[place].push(solved / turn(&**contender, repeats[place]));
        }
    }
    rates
}

/// Returns the times of single puzzles, one call each, for each solver. Of each puzzle it is the
/// least of the rounds, because interrupts and cold caches only add to a time. Reading the clock is
/// in every time.
pub fn single(contenders: &[Box<dyn Contender + '_>], puzzles: usize, rounds: u32) -> Vec<Times> {
    let mut least = vec![vec![u64::MAX; puzzles]; contenders.len()];
    for _ in 0..rounds {
        for (contender, least) in contenders.iter().zip(&mut least) {
            for (puzzle, least) in least.iter_mut().enumerate() {
                let begun = Instant::now();
                contender.solve(puzzle..puzzle + 1);
                *least = (*least).min(begun.elapsed().as_nanos() as u64);
            }
        }
    }
    let times = |least: Vec<u64>| {
        let mut times = Times::default();
        (1..).zip(least).for_each(|(line, ns)| times.add(line, ns, 0));
        times
    };
    least.into_iter().map(times).collect()
}
