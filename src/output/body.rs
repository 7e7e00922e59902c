//! The file, device or stream behind an output.

use crate::error::Error;
use std::{
    fs::{self, File, Metadata},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard},
};
use tempfile::NamedTempFile;

/// The files that are begun but not finished, for [`discard_unfinished`]; `None` after
/// it. Locked while a file is created or renamed, so that none is missed.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// Where the bytes of an output go.
#[derive(Debug)]
pub(crate) enum Body {
    Stdout,
    Stderr,
    /// A device or a pipe, written directly.
    Direct(File),
    Beside {
        file: NamedTempFile,
        target: PathBuf,
    },
}

impl Body {
    /// Opens a file, a device or a pipe.
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // Follows all links, also those of /dev/stdout, which may lead nowhere.
        let existing = match fs::metadata(path) {
            Ok(metadata) => Some(metadata),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(e),
        };
        match existing {
            Some(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Some(metadata) if !metadata.is_file() || is_descriptor(path) => {
                Ok(Self::Direct(File::options().append(true).open(path)?))
            }
            existing => {
                let target = resolve(path)?;
                let mut unfinished = unfinished();
                let unfinished = unfinished.as_mut().ok_or(io::ErrorKind::Interrupted)?;
                let file = beside(&target, existing.as_ref())?;
                unfinished.push(file.path().to_owned());
                Ok(Self::Beside { file, target })
            }
        }
    }

    /// Gives a file its name.
    pub(super) fn finish(self, name: &str) -> Result<(), Error> {
        let Self::Beside { file, target } = self else { return Ok(()) };
        let mut unfinished = unfinished();
        let unfinished = unfinished.as_mut().ok_or(Error::Interrupted)?;
        let unnamed = file.path().to_owned();
        let moved = file.persist(&target);
        unfinished.retain(|path| *path != unnamed);
        match moved {
            Ok(_) => Ok(()),
            Err(e) => Err(Error::io(name, "cannot replace")(e.error)),
        }
    }
}

impl Write for Body {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Stdout => {
                let mut stdout = io::stdout().lock();
                stdout.write_all(bytes).and_then(|()| stdout.flush())
            }
            Self::Stderr => io::stderr().write_all(bytes),
            Self::Direct(file) => file.write_all(bytes),
            Self::Beside { file, .. } => file.as_file_mut().write_all(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Deletes every file that is begun but not finished. For a process that is about to exit
/// without unwinding: after it, no file can be begun or finished.
pub fn discard_unfinished() {
    for path in unfinished().take().into_iter().flatten() {
        // The file may be gone already, and nobody is left to receive an error.
        let _ = fs::remove_file(path);
    }
}

fn unfinished() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    UNFINISHED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Whether the path names a descriptor that is already open.
fn is_descriptor(path: &Path) -> bool {
    path.starts_with("/dev/fd") || path.starts_with("/proc/self/fd")
}

/// The path behind any symbolic links, whether it exists or not.
///
/// # Errors
/// The links form a cycle.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// A hidden file in the target's folder, with the permissions that the target will have.
fn beside(target: &Path, existing: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".sudomill.").suffix(".tmp");
    // Opened here and not by tempfile, so that a new file has the usual permissions and
    // errors do not mention the temporary name.
    let open = |path: &Path| File::options().write(true).create_new(true).open(path);
    let file = builder.make_in(folder, open)?;
    if let Some(metadata) = existing {
        fs::set_permissions(file.path(), metadata.permissions())?;
    }
    Ok(file)
}
