//! Helpers for all functions: checks of arguments, Ctrl-C, thread pools.

use pyo3::{exceptions::PyValueError, prelude::*};
use rayon::ThreadPoolBuilder;
use std::{
    fmt::Display,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    thread,
    time::Duration,
};
use sudomill::{
    Error, max_threads,
    solver::registry::{self, Strategy},
};

/// The interval at which Ctrl-C is checked.
const TICK: Duration = Duration::from_millis(50);

pub fn value_error(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

pub fn strategy(name: &str) -> PyResult<Strategy> {
    registry::find(name).map_err(value_error)
}

/// The number of threads: the given one, at most [`max_threads`], or one per core.
pub fn threads(named: Option<usize>) -> PyResult<usize> {
    match named {
        Some(0) => Err(value_error("threads: found 0; expected at least 1")),
        Some(threads) => Ok(threads.min(max_threads())),
        None => Ok(thread::available_parallelism()?.get()),
    }
}

/// Runs `work` without holding the interpreter's lock. Ctrl-C sets the flag passed to `work`, and
/// raises `KeyboardInterrupt`.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, result) = mpsc::channel();
        let stop = &stop;
        scope.spawn(move || {
            // After Ctrl-C, the receiver is gone.
            let _ = done.send(work(stop));
        });
        let result = std::sync::Mutex::new(result);
        loop {
            let waited = py.detach(|| result.lock().expect("one thread").recv_timeout(TICK));
            match waited {
                Ok(result) => return result.map_err(value_error),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(value_error("the worker thread ended without a result"));
                }
                Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| {
                    stop.store(true, Ordering::Relaxed);
                })?,
            }
        }
    })
}

/// Runs `work` in a pool with this number of threads.
pub fn in_pool<T: Send>(
    threads: usize,
    work: impl FnOnce() -> Result<T, Error> + Send,
) -> Result<T, Error> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.map_err(|e| Error::Threads(e.to_string()))?.install(work)
}
