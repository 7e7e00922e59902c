//! Handles a standard output that is closed at startup: `sudomill solve puzzles.txt >&-`.
//!
//! Before `main`, the Rust runtime replaces a closed standard stream with `/dev/null`, opened for
//! reading and writing. This is indistinguishable from a stream that is discarded on purpose, as
//! with Python's `subprocess.DEVNULL`, and results would be lost with exit code 0. So this code
//! runs earlier and opens `/dev/null` for reading only, which makes the first write fail.
#![allow(unsafe_code)]

use rustix::{
    fs::{Mode, OFlags, open},
    io::fcntl_getfd,
    stdio::{stdin, stdout},
};

// SAFETY: the standard library is not set up yet, and nothing here uses it: rustix makes the system
// calls itself. There are no other threads.
#[ctor::ctor(unsafe)]
fn open_for_reading() {
    let open_next = || open("/dev/null", OFlags::RDONLY, Mode::empty()).map(std::mem::forget);
    if fcntl_getfd(stdout()).is_ok() {
        return;
    }
    // Each call takes the lowest free descriptor. A failure leaves everything as it was.
    if fcntl_getfd(stdin()).is_err() {
        let _ = open_next();
    }
    let _ = open_next();
}
