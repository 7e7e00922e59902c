//! Worker threads: how many a run may start, and the pool that holds them.

use crate::lane_solver::LaneSolver;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
};
use sudomill_puzzle::{error::RunError, solving::Limits};

/// The maximum number of threads per core. A few more threads than cores do no harm; thousands
/// exhaust the memory and the process limit of the machine.
const PER_CORE: usize = 4;

/// A number of threads allowed on every machine, so that a script written on a larger one runs
/// without a warning.
const ALWAYS: usize = 16;

/// The maximum number of worker threads of a run: four per core, or 16 if that is more. A larger
/// number in the options is reduced to this one. Results do not depend on it.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; }
/// assert!(sudomill::max_threads() >= 16);
/// ```
#[must_use]
pub fn max_threads() -> usize {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    cores.saturating_mul(PER_CORE).max(ALWAYS)
}

/// The number of threads that a run starts if the options ask for `threads`: at least 1, at most
/// [`max_threads`].
pub fn bounded(threads: usize) -> usize {
    threads.clamp(1, max_threads())
}

/// Returns true if a search with these limits uses the threads of the pool that it is called in.
pub fn shares_search(limits: &Limits) -> bool {
    limits.solutions.get() > LaneSolver::IN_ONE_THREAD
}

/// Fails once `stop` is set.
///
/// # Errors
/// [`RunError::Interrupted`]
pub fn check_stop(stop: Option<&AtomicBool>) -> Result<(), RunError> {
    match stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
        true => Err(RunError::Interrupted),
        false => Ok(()),
    }
}

/// A pool of [`bounded`] threads.
pub fn pool(threads: usize) -> Result<ThreadPool, RunError> {
    let pool = ThreadPoolBuilder::new().num_threads(bounded(threads)).build();
    pool.map_err(|e| RunError::Threads(e.to_string()))
}
