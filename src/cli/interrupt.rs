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

/// How long a run has to end in good order.
const GRACE: Duration = Duration::from_millis(300);

/// From now on SIGINT, SIGTERM and SIGHUP end the program with exit code 130
/// and no unfinished file left.
pub fn listen() -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(|| {
        STOP.store(true, Ordering::Relaxed);
        thread::sleep(GRACE);
        output::discard_unfinished();
        std::process::exit(Exit::Interrupted as i32);
    })
}
