//! The file, device or stream behind an output, and standard output that reports its failures.

use super::partial::{Partial, Refusal, resolve};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::Path,
    sync::OnceLock,
};

/// The target of an output's bytes.
#[derive(Debug)]
pub(crate) enum OutputTarget {
    Stdout,
    Stderr,
    /// A device or a pipe, written directly.
    Direct(File),
    Beside(Partial),
}

impl OutputTarget {
    /// Opens a file, a device or a pipe.
    pub(super) fn open(path: &Path) -> Result<Self, Refusal> {
        // Follows all links, including those of /dev/stdout, which may be dangling.
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e.into()),
        };
        match existing {
            Some(metadata) if metadata.is_dir() => {
                Err(io::Error::from(io::ErrorKind::IsADirectory).into())
            }
            Some(metadata) if !metadata.is_file() || is_descriptor(path) => {
                Ok(Self::Direct(File::options().append(true).open(path)?))
            }
            existing => Ok(Self::Beside(Partial::begin(resolve(path)?, existing.as_ref())?)),
        }
    }

    /// Moves a complete file to its final name.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Beside(partial) => partial.finish(),
            Self::Stdout | Self::Stderr | Self::Direct(_) => Ok(()),
        }
    }

    /// Returns the incomplete file, unless the output is a device or a stream.
    pub(super) fn partial(&self) -> Option<&Partial> {
        match self {
            Self::Beside(partial) => Some(partial),
            Self::Stdout | Self::Stderr | Self::Direct(_) => None,
        }
    }
}

impl Write for OutputTarget {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout => Stdout.write_all(bytes).and_then(|()| Stdout.flush()),
            Self::Stderr => io::stderr().write_all(bytes),
            Self::Direct(file) => file.write_all(bytes),
            Self::Beside(partial) => partial.file.write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns true if the path names a descriptor that is already open.
fn is_descriptor(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

/// Standard output that fails if the stream is not open for writing. The standard library's handle
/// silently discards all bytes in that case.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        check_stdout()?;
        io::stdout().write(bytes)
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        check_stdout()?;
        io::stdout().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Returns an error if standard output is not open for writing.
fn check_stdout() -> io::Result<()> {
    static IS_OPEN: OnceLock<bool> = OnceLock::new();
    match IS_OPEN.get_or_init(is_stdout_open) {
        true => Ok(()),
        false => Err(io::Error::other("standard output is not open for writing")),
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
