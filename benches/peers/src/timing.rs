//! The clock: rounds in which every solver has its turn, so that a slower or
//! faster moment of the machine meets all of them.

use crate::{contender::Contender, pipeline::Pipeline};
use anyhow::Result;
use rayon::{ThreadPool, prelude::*};
use std::time::{Duration, Instant};

/// Puzzles that a thread takes at once: hard ones are spread over the threads,
/// and handing them out costs nothing.
const BLOCK: usize = 64;

/// What was timed, a lap a round.
pub struct Laps {
    /// Of every solver, in the order of the solvers.
    pub solvers: Vec<Vec<Duration>>,
    /// Of the run from file to file, if there was one.
    pub pipeline: Vec<Duration>,
}

/// Times every solver in turn, then the run from file to file; and that `rounds`
/// times over.
pub fn rounds(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: usize,
    pool: &ThreadPool,
    rounds: u32,
    pipeline: Option<&Pipeline>,
) -> Result<Laps> {
    let mut laps = Laps { solvers: vec![Vec::new(); contenders.len()], pipeline: Vec::new() };
    for _ in 0..rounds {
        for (contender, laps) in contenders.iter().zip(&mut laps.solvers) {
            laps.push(timed(|| solve(&**contender, puzzles, pool)).1);
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

fn solve(contender: &dyn Contender, puzzles: usize, pool: &ThreadPool) {
    if pool.current_num_threads() == 1 {
        return contender.solve(0..puzzles);
    }
    let size = contender.block(puzzles, pool.current_num_threads()).unwrap_or(BLOCK);
    let blocks = puzzles.div_ceil(size);
    pool.install(|| {
        (0..blocks).into_par_iter().for_each(|block| {
            contender.solve(block * size..puzzles.min((block + 1) * size));
        });
    });
}
