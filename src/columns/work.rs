//! Lots of rows on several threads, until the run is stopped.

use super::Options;
use crate::{Error, solver::Limits};
use rayon::prelude::*;
use std::sync::atomic::Ordering;

/// Rows that a thread takes at once: as many as there are for the only thread, for at
/// the end of each lot lanes are idle while the last of its puzzles ends; for several
/// few enough that they end together.
pub(super) fn rows_at_once(rows: usize, threads: usize) -> usize {
    match threads {
        1 => rows.clamp(1, 1 << 20),
        _ => (rows / (8 * threads)).clamp(1 << 12, 1 << 17),
    }
}

/// Every lot on one of the threads, until the run is stopped.
pub(super) fn each<L: Send>(
    lots: &mut [L],
    options: &Options,
    work: impl Fn(&mut L) + Sync,
) -> Result<(), Error> {
    let work = |lot: &mut L| match is_stopped(&options.limits) {
        true => Err(Error::Interrupted),
        false => {
            work(lot);
            Ok(())
        }
    };
    match options.threads.min(lots.len()) {
        0 | 1 => lots.iter_mut().try_for_each(work)?,
        threads => rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|e| Error::Threads(e.to_string()))?
            .install(|| lots.par_iter_mut().try_for_each(work))?,
    }
    // A search that was stopped has given up what it would have solved.
    if is_stopped(&options.limits) { Err(Error::Interrupted) } else { Ok(()) }
}

/// Whether somebody asked the run to end. Its results then mean nothing.
pub(super) fn is_stopped(limits: &Limits) -> bool {
    limits.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}
