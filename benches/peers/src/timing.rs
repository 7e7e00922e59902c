//! Times the solvers in rounds. Every solver has one turn per round, so that a slower or faster
//! phase of the machine affects all of them.

use crate::{contender::Contender, pipeline::Pipeline};
use anyhow::Result;
use rayon::ThreadPool;
use std::{
    iter,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// The number of puzzles that a thread takes at a time: few, so that hard ones are spread over the
/// threads.
const BLOCK: usize = 64;

/// The minimum duration of a turn. A short set is solved several times per turn.
const LEAST: Duration = Duration::from_millis(20);

/// The times of all rounds.
pub struct Laps {
    /// One list per solver: the time to solve all puzzles once.
    pub solvers: Vec<Vec<Duration>>,
    /// The times of the run from file to file, if there was one.
    pub pipeline: Vec<Duration>,
}

/// Runs `rounds` rounds: times every solver in turn, then the run from file to file.
pub fn rounds(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: usize,
    pool: &ThreadPool,
    rounds: u32,
    pipeline: Option<&Pipeline>,
) -> Result<Laps> {
    let mut laps = Laps { solvers: vec![Vec::new(); contenders.len()], pipeline: Vec::new() };
    let repeats = |contender: &dyn Contender| {
        let once = timed(|| solve(contender, puzzles, pool)).1;
        (LEAST.as_secs_f64() / once.as_secs_f64()).ceil().max(1.0) as u32
    };
    let repeats: Vec<u32> = contenders.iter().map(|contender| repeats(&**contender)).collect();
    for _ in 0..rounds {
        for (place, contender) in contenders.iter().enumerate() {
            let turn = || (0..repeats[place]).for_each(|_| solve(&**contender, puzzles, pool));
            laps.solvers[place].push(timed(turn).1 / repeats[place]);
        }
        if let Some(pipeline) = pipeline {
            pipeline.clear()?;
            let (done, lap) = timed(|| pipeline.run());
            done?;
            laps.pipeline.push(lap);
        }
    }
    Ok(laps)
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = Instant::now();
    let done = work();
    (done, begun.elapsed())
}

/// Solves all puzzles: each thread takes blocks until none is left.
fn solve(contender: &dyn Contender, puzzles: usize, pool: &ThreadPool) {
    let threads = pool.current_num_threads();
    let size = if threads == 1 { puzzles } else { BLOCK };
    let taken = AtomicUsize::new(0);
    let next = || {
        let start = taken.fetch_add(size, Ordering::Relaxed);
        (start < puzzles).then(|| start..puzzles.min(start + size))
    };
    match threads {
        1 => contender.solve(&mut iter::from_fn(next)),
        _ => _ = pool.broadcast(|_| contender.solve(&mut iter::from_fn(next))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{ops::Range, sync::Mutex};

    /// Records the blocks that it receives.
    #[derive(Default)]
    struct Noting(Mutex<Vec<Range<usize>>>);

    impl Contender for Noting {
        fn name(&self) -> &str {
            "noting"
        }

        fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
            blocks.for_each(|block| self.0.lock().unwrap().push(block));
        }

        fn answers(&self, _: Range<usize>) -> Option<Vec<crate::contender::Answer>> {
            None
        }
    }

    /// Returns the range of each block.
    fn blocks(puzzles: usize, threads: usize) -> Vec<(usize, usize)> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let noting = Noting::default();
        solve(&noting, puzzles, &pool);
        let mut blocks = noting.0.into_inner().unwrap();
        blocks.sort_by_key(|block| block.start);
        blocks.iter().map(|block| (block.start, block.end)).collect()
    }

    #[test]
    fn every_puzzle_is_solved_once() {
        assert_eq!(blocks(150, 1), [(0, 150)]);
        assert_eq!(blocks(150, 3), [(0, 64), (64, 128), (128, 150)]);
    }
}
