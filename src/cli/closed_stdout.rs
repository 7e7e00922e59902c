//! Standard output that is closed when the program starts: `sudomill solve puzzles.txt >&-`.
//!
//! Before `main`, the runtime of Rust opens `/dev/null` for reading and writing in the place of a
//! closed standard stream. Then nobody can tell it from a stream that somebody discards on
//! purpose, as Python's `subprocess.DEVNULL` does, and results would be lost with exit code 0. So
//! this runs earlier, and opens `/dev/null` for reading only: the first write fails.
#![allow(unsafe_code)]

use rustix::{
    fs::{Mode, OFlags, open},
    io::fcntl_getfd,
    stdio::{stdin, stdout},
};

// SAFETY: nothing of the standard library is set up yet, and nothing of it is used: rustix makes
// the system calls itself. There are no other threads.
#[ctor::ctor(unsafe)]
fn open_for_reading() {
    let open_next = || open("/dev/null", OFlags::RDONLY, Mode::empty()).map(std::mem::forget);
    if fcntl_getfd(stdout()).is_ok() {
        return;
    }
    // Each takes the lowest free descriptor. A failure leaves all as it was.
    if fcntl_getfd(stdin()).is_err() {
        let _ = open_next();
    }
    let _ = open_next();
}
