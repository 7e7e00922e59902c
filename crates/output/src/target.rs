//! The targets of outputs: streams, devices, and files that are hidden until they are complete.

use super::partial::{Partial, if_found, resolve};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::LazyLock,
};

/// The target of an output's bytes.
#[derive(Debug)]
pub enum OutputTarget {
    /// Standard output.
    Stdout,
    /// Standard error.
    Stderr,
    /// A device or a pipe, written directly.
    Direct(File),
    /// A file beside the output, which it becomes when it is complete.
    Beside(Partial),
}

impl OutputTarget {
    /// Opens a file, a device or a pipe.
    pub fn open(path: &Path) -> io::Result<Self> {
        // Writes to the open descriptor instead of reopening the file behind it, which other
        // processes may be writing, too.
        match path.to_str() {
            Some("/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1") => return Ok(Self::Stdout),
            Some("/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2") => return Ok(Self::Stderr),
            _ => {}
        }
        let is_descriptor = path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd");
        // Follows all links, including those of /dev/stdout, which may be dangling.
        let existing = if_found(fs::metadata(path))?;
        match &existing {
            Some(found) if found.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Some(found) if !found.is_file() || is_descriptor => {
                Ok(Self::Direct(File::options().append(true).open(path)?))
            }
            _ => Ok(Self::Beside(Partial::begin(resolve(path)?, existing.as_ref())?)),
        }
    }

    /// Returns the incomplete file, unless the output is a device or a stream.
    pub fn partial(&self) -> Option<&Partial> {
        if let Self::Beside(partial) = self { Some(partial) } else { None }
    }
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout => Stdout.write(bytes),
            Self::Stderr => io::stderr().write(bytes),
            Self::Direct(file) | Self::Beside(Partial { file, .. }) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Self::Stdout = self { Stdout.flush() } else { Ok(()) }
    }
}

/// Standard output that fails if the stream is not open for writing. The standard library's handle
/// silently discards all bytes in that case.
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        static IS_OPEN: LazyLock<bool> = LazyLock::new(is_stdout_open);
        match *IS_OPEN {
            true => io::stdout().write(bytes),
            false => Err(io::Error::other("standard output is not open for writing")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Returns false if the descriptor rejects an empty write. Any other failure will recur with the
/// first real write and is reported then.
#[cfg(unix)]
fn is_stdout_open() -> bool {
    use std::os::fd::AsFd;
    let copy = io::stdout().as_fd().try_clone_to_owned().map(File::from);
    let written = copy.and_then(|mut file| file.write(&[]));
    !written.is_err_and(|error| error.raw_os_error() == Some(libc::EBADF))
}

#[cfg(not(unix))]
fn is_stdout_open() -> bool {
    true
}
