//! Ctrl-C and its like: the run is told to stop; should it hang in a read or a
//! write, the process ends without it.

use super::exit::Exit;
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};
use sudomill::output;

/// Set when the run is to stop.
pub static STOP: AtomicBool = AtomicBool::new(false);

/// Set while the run hangs nowhere and has to clean up before it ends: the cursor of
/// the terminal is hidden.
pub static IS_AWAITED: AtomicBool = AtomicBool::new(false);

/// How long a run has to end in good order.
const GRACE: Duration = Duration::from_millis(300);

/// How much longer one has that is awaited, on a machine that is busy with other work.
const LONG_GRACE: Duration = Duration::from_secs(3);

/// From now on SIGINT, SIGTERM and SIGHUP end the program with exit code 130
/// and no unfinished file left.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        if IS_AWAITED.load(Ordering::Relaxed) {
            thread::sleep(LONG_GRACE);
        }
        output::discard_unfinished();
        std::process::exit(Exit::Interrupted as i32);
    })
}
