//! Worker threads: how many a run may start, and the pool that holds them.

use crate::error::Error;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::thread;

/// Threads for each core. A few more than cores do no harm; thousands use up the memory and the
/// processes of the machine.
const PER_CORE: usize = 4;

/// Allowed on every machine, so that a script written on a larger one runs without a note.
const ALWAYS: usize = 16;

/// The most worker threads that a run starts: four for each core, or 16 if that is more. A
/// larger number in the options of a run counts as this one. Results do not depend on it.
///
/// ```
/// assert!(sudomill::max_threads() >= 16);
/// ```
#[must_use]
pub fn max_threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_mul(PER_CORE).max(ALWAYS)
}

/// The number of threads that a run starts if asked for `threads`: at least 1, at most
/// [`max_threads`].
pub(crate) fn bounded(threads: usize) -> usize {
    threads.clamp(1, max_threads())
}

/// A pool of [`bounded`] threads.
pub(crate) fn pool(threads: usize) -> Result<ThreadPool, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(bounded(threads)).build();
    pool.map_err(|e| Error::Threads(e.to_string()))
}
