//! Handles interrupts: SIGINT, SIGTERM and SIGHUP ask the run to stop, and end the process if the
//! run hangs in a read or write.

use super::{exit::Exit, message::count};
use std::{
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
    thread,
    time::Duration,
};
use sudomill::{Error, output};

/// Set to ask the run to stop.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// The number of solutions found so far in searches for thousands of solutions.
pub static FOUND: AtomicU64 = AtomicU64::new(0);

/// Set while the run cannot hang and has something to do before it ends: show the cursor, or write
/// finished results.
pub static NEEDS_TIME: AtomicBool = AtomicBool::new(false);

/// Time that a run has to end on its own.
const GRACE: Duration = Duration::from_millis(300);

/// Additional time while [`NEEDS_TIME`] is set, for a busy machine.
const LONG_GRACE: Duration = Duration::from_secs(3);

/// Installs the handler: from now on, an interrupt ends the program with exit code 130 and leaves
/// no unfinished file behind.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        if NEEDS_TIME.load(Ordering::Relaxed) {
            thread::sleep(LONG_GRACE);
        }
        output::discard_unfinished();
        std::process::exit(Exit::Interrupted as i32);
    })
}

pub fn is_interrupted() -> bool {
    STOP.load(Ordering::Relaxed)
}

/// Fails if the run was interrupted.
pub fn check() -> Result<(), Error> {
    if is_interrupted() { Err(Error::Interrupted) } else { Ok(()) }
}

/// The number of solutions found so far, if a search looks for thousands of them.
pub fn found() -> Option<String> {
    let found = FOUND.load(Ordering::Relaxed);
    (found > 0).then(|| count(found, "solution"))
}
