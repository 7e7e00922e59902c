//! Times the solvers in rounds. Every solver has one turn per round, so that a slower or faster
//! phase of the machine affects all of them. Every other round is in reverse order, so that what ran
//! before a solver, which leaves caches and the clock of the CPU in its own state, is not always the same.

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
    for round in 0..rounds {
        for place in order(round, contenders.len()) {
            let solved = f64::from(repeats[place]) * puzzles as f64;
            rates[place].push(solved / turn(&*contenders[place], repeats[place]));
        }
    }
    rates
}

/// Returns the order of the turns in a round: forwards, or in every other round backwards.
fn order(round: u32, contenders: usize) -> impl Iterator<Item = usize> {
    let is_reverse = round % 2 == 1;
    (0..contenders).map(move |turn| if is_reverse { contenders - 1 - turn } else { turn })
}

/// Returns the times of single puzzles, one call each, for each solver. Of each puzzle it is the
/// least of the rounds, because interrupts and cold caches only add to a time. Reading the clock is
/// in every time.
pub fn single(contenders: &[Box<dyn Contender + '_>], puzzles: usize, rounds: u32) -> Vec<Times> {
    let mut least = vec![vec![u64::MAX; puzzles]; contenders.len()];
    for round in 0..rounds {
        for place in order(round, contenders.len()) {
            for (puzzle, least) in least[place].iter_mut().enumerate() {
                let begun = Instant::now();
                contenders[place].solve(puzzle..puzzle + 1);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_round_is_in_reverse() {
        let orders = [0, 1, 2].map(|round| order(round, 3).collect::<Vec<_>>());
        assert_eq!(orders, [[0, 1, 2], [2, 1, 0], [0, 1, 2]]);
    }
}
