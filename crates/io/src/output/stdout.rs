//! Standard output that reports its failures.

use std::{
    io::{self, Write},
    sync::OnceLock,
};

/// Standard output that fails if the stream is not open for writing. The standard library's handle
/// silently discards all bytes in that case.
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check()?;
        io::stdout().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        check()?;
        io::stdout().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Returns an error if standard output is not open for writing.
fn check() -> io::Result<()> {
    static IS_OPEN: OnceLock<bool> = OnceLock::new();
    match IS_OPEN.get_or_init(is_open) {
        true => Ok(()),
        false => Err(io::Error::other("standard output is not open for writing")),
    }
}

/// Returns false if the descriptor rejects an empty write. Any other failure will recur with the
/// first real write and is reported then.
#[cfg(unix)]
fn is_open() -> bool {
    use std::{fs::File, os::fd::AsFd};
    let copy = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let written = copy.and_then(|mut file| file.write(&[]));
    !written.is_err_and(|error| error.raw_os_error() == Some(libc::EBADF))
}

#[cfg(not(unix))]
fn is_open() -> bool {
    true
}
