//! Helpers for all functions: errors, threads, Ctrl-C.

use pyo3::{exceptions::PyValueError, prelude::*};
use std::{
    fmt::Display,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};
use sudomill::Error;

/// The interval at which Ctrl-C is checked.
const TICK: Duration = Duration::from_millis(50);

pub fn value_error(reason: impl Display) -> PyErr {
    PyValueError::new_err(reason.to_string())
}

/// The number of threads: the given one, or one per core.
pub fn threads(named: Option<usize>) -> PyResult<usize> {
    named.map_or_else(|| Ok(thread::available_parallelism()?.get()), Ok)
}

/// Runs `work` without holding the interpreter's lock. Ctrl-C sets the flag passed to `work`, and
/// raises `KeyboardInterrupt`.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let (stop, done, caller) = (AtomicBool::new(false), AtomicBool::new(false), thread::current());
    thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let result = work(&stop);
            done.store(true, Ordering::Release);
            caller.unpark();
            result
        });
        // A worker that panics is never done.
        while !done.load(Ordering::Acquire) && !worker.is_finished() {
            py.detach(|| thread::park_timeout(TICK));
            py.check_signals().inspect_err(|_| stop.store(true, Ordering::Relaxed))?;
        }
        let panicked = |_| value_error("the worker thread ended without a result");
        worker.join().map_err(panicked)?.map_err(value_error)
    })
}
