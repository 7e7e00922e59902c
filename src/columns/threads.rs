//! Work shared by several threads, until the run is stopped.

use super::{Options, rows::LOT};
use crate::Error;
use rayon::prelude::*;

/// Lots that a thread takes at once: for the only thread many, for at the end of each run
/// lanes are idle while the last of its puzzles ends; for several threads few enough that
/// they end together.
pub(super) fn lots_at_once(rows: usize, threads: usize) -> usize {
    let rows = match threads {
        1 => rows.clamp(1, 1 << 20),
        _ => (rows / (8 * threads)).clamp(1 << 12, 1 << 17),
    };
    rows.div_ceil(LOT)
}

/// Where threads come from.
#[derive(Clone, Copy)]
pub(super) enum Pool {
    /// The current pool of rayon's.
    Current,
    /// A pool of the options' threads.
    Own,
}

/// Does the work on every item, so many of them at a time, on the options' threads.
pub(super) fn each<I: Send, R: Send>(
    items: Vec<I>,
    at_once: usize,
    options: &Options,
    pool: Pool,
    work: impl Fn(Vec<I>) -> R + Sync,
) -> Result<Vec<R>, Error> {
    let mut runs = Vec::with_capacity(items.len() / at_once + 1);
    let mut items = items.into_iter().peekable();
    while items.peek().is_some() {
        runs.push(items.by_ref().take(at_once).collect::<Vec<I>>());
    }
    let work = |run| match options.limits.is_stopped() {
        true => Err(Error::Interrupted),
        false => Ok(work(run)),
    };
    let threads = options.threads.min(runs.len());
    let done = match (threads, pool) {
        (0 | 1, _) => runs.into_iter().map(work).collect::<Result<_, _>>()?,
        (_, Pool::Current) => runs.into_par_iter().map(work).collect::<Result<_, _>>()?,
        (_, Pool::Own) => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|e| Error::Threads(e.to_string()))?
            .install(|| runs.into_par_iter().map(work).collect::<Result<_, _>>())?,
    };
    // What a search found after it was stopped means nothing.
    if options.limits.is_stopped() { Err(Error::Interrupted) } else { Ok(done) }
}
