//! The clock: in each round every solver has its turn, so that a slower or faster moment of
//! the machine affects all of them.

use crate::{contender::Contender, pipeline::Pipeline};
use anyhow::Result;
use rayon::ThreadPool;
use std::{
    iter,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

/// The puzzles that a thread takes at once: few, so that hard ones are spread over the
/// threads.
const BLOCK: usize = 64;

/// The shortest turn. A short set is solved several times in one.
const LEAST: Duration = Duration::from_millis(20);

/// The times, one for each round.
pub struct Laps {
    /// Of every solver for all puzzles once, in the order of the solvers.
    pub solvers: Vec<Vec<Duration>>,
    /// Of the run from file to file, if there was one.
    pub pipeline: Vec<Duration>,
}

/// Times every solver in turn, then the run from file to file, `rounds` times.
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

/// Every thread takes the next block until none is left.
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

    /// Notes the blocks that it is given.
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

    /// The first puzzle of each block and the one after its last.
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
