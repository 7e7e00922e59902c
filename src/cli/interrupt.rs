//! Interrupts: SIGINT, SIGTERM and SIGHUP ask the run to stop, and end the process if the
//! run hangs in a read or a write.

use super::exit::Exit;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};
use sudomill::{Error, output};

/// Set when the run is to stop.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Set while the run cannot hang, and has something to do before it ends: to show the cursor,
/// or to write what is finished.
pub static NEEDS_TIME: AtomicBool = AtomicBool::new(false);

/// The time that a run has to end by itself.
const GRACE: Duration = Duration::from_millis(300);

/// The further time while [`NEEDS_TIME`], for a busy machine.
const LONG_GRACE: Duration = Duration::from_secs(3);

/// From now on an interrupt ends the program with exit code 130 and leaves no unfinished
/// file.
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
