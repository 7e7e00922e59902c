//! Incomplete output files: hidden files beside the output, with a name derived from it. A run that
//! is killed leaves its file behind. The next run with the same output replaces it, unless a
//! journal records how far it is complete.

use serde::{Deserialize, Serialize};
use std::{
    ffi::OsString,
    fs::{self, File, Metadata, TryLockError},
    io::{self, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard},
};

/// The hidden files to delete if the run ends before they are complete; `None` after
/// [`discard_unfinished`]. Locked while a file is created or renamed, so that none is missed.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// The longest file name that every file system accepts, in bytes.
const LONGEST_NAME: usize = 255;

/// An incomplete file. It is deleted when dropped, unless [`keep`] was called.
///
/// Locked, so that no other run writes or removes it.
#[derive(Debug)]
pub(crate) struct Partial {
    pub file: File,
    path: PathBuf,
    target: PathBuf,
}

/// The reason why a file cannot be created.
pub(crate) enum Refusal {
    Io(io::Error),
    /// An earlier run left this file and a journal.
    Leftover(PathBuf),
}

impl From<io::Error> for Refusal {
    fn from(cause: io::Error) -> Self {
        Self::Io(cause)
    }
}

impl Partial {
    /// Creates an empty file with the permissions of the target.
    pub fn begin(target: PathBuf, existing: Option<&Metadata>) -> Result<Self, Refusal> {
        let path = partial(&target);
        let mut unfinished = unfinished();
        let unfinished = unfinished.as_mut().ok_or(io::Error::from(io::ErrorKind::Interrupted))?;
        let file = loop {
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) if is_locked(&file, &path)? => break file,
                // Meanwhile another run removed it as the file of a dead run.
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => remove_dead(&target)?,
                Err(e) => return Err(e.into()),
            }
        };
        // A leftover journal, whose hidden file somebody has removed.
        remove_journal(&target)?;
        if let Some(metadata) = existing {
            fs::set_permissions(&path, metadata.permissions())?;
        }
        unfinished.push(path.clone());
        Ok(Self { file, path, target })
    }

    /// Opens a file that an earlier run left, and truncates it to a mark. If that run ended while
    /// renaming its outputs, the file may already have its final name and is renamed back.
    pub fn resume(target: PathBuf, mark: &Checkpoint) -> io::Result<Self> {
        let path = partial(&target);
        if !path.try_exists()? && mark.is_of(&target) {
            fs::rename(&target, &path)?;
        }
        let hidden = path.display();
        let mut file = File::options().write(true).open(&path)?;
        if !is_locked(&file, &path)? || (mark.file.is_some() && !mark.is_of(&path)) {
            return Err(io::Error::other(format!("{hidden} is the file of another run")));
        }
        let found = file.metadata()?.len();
        if found < mark.bytes {
            let expected = mark.bytes;
            let reason = format!("{hidden}: found {found} bytes; expected at least {expected}");
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, reason));
        }
        file.set_len(mark.bytes)?;
        file.seek(SeekFrom::Start(mark.bytes))?;
        Ok(Self { file, path, target })
    }

    /// Returns the inode number, see [`Checkpoint::is_of`].
    pub fn number(&self) -> Option<u64> {
        number(&self.file.metadata().ok()?)
    }

    /// Renames the file to its target, once its bytes are on disk.
    pub fn finish(self) -> io::Result<()> {
        sync(&self.file)?;
        let mut unfinished = unfinished();
        let unfinished = unfinished.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        if !is_at(&self.file, &self.path)? {
            // The file at this path is not ours to delete.
            unfinished.retain(|path| *path != self.path);
            return Err(io::Error::other("another run has taken its place"));
        }
        fs::rename(&self.path, &self.target)?;
        unfinished.retain(|path| *path != self.path);
        sync_folder(&self.target);
        Ok(())
    }

    /// Deletes the file, even if [`keep`] was called.
    pub fn discard(self) {
        if let Some(unfinished) = unfinished().as_mut() {
            unfinished.push(self.path.clone());
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let mut unfinished = unfinished();
        let Some(unfinished) = unfinished.as_mut() else { return };
        if let Some(at) = unfinished.iter().position(|path| *path == self.path) {
            unfinished.swap_remove(at);
            // There is no caller to report an error to.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A handle of an incomplete file, for a thread that does not write it.
pub(crate) struct Handle {
    file: File,
    pub path: PathBuf,
    pub target: PathBuf,
}

impl Handle {
    pub(super) fn new(partial: &Partial) -> io::Result<Self> {
        let Partial { file, path, target } = partial;
        Ok(Self { file: file.try_clone()?, path: path.clone(), target: target.clone() })
    }

    /// Syncs the bytes of the file to disk.
    pub fn sync(&self) -> io::Result<()> {
        sync(&self.file)
    }
}

/// Keeps the hidden file if the run ends before it is complete.
pub(crate) fn keep(path: &Path) {
    unfinished().iter_mut().for_each(|unfinished| unfinished.retain(|other| other != path));
}

/// Deletes all unfinished files, except those that a later run can resume. For a process that is
/// about to exit without unwinding: afterwards no file can be created or finished.
#[doc(hidden)]
pub fn discard_unfinished() {
    for path in unfinished().take().into_iter().flatten() {
        // The file may already be gone, and there is no caller to report an error to.
        let _ = fs::remove_file(path);
    }
}

fn unfinished() -> MutexGuard<'static, Option<Vec<PathBuf>>> {
    UNFINISHED.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// Returns the path of an output's hidden file.
pub(crate) fn partial(target: &Path) -> PathBuf {
    beside(target, ".sudomill-partial")
}

/// Returns the path of the hidden file for an output as the user names it, which may be a link.
#[doc(hidden)]
pub fn hidden(output: &Path) -> PathBuf {
    partial(&resolve(output).unwrap_or_else(|_| output.to_owned()))
}

/// Returns the path of an output's journal.
pub(crate) fn journal(target: &Path) -> PathBuf {
    beside(target, ".sudomill-resume")
}

fn beside(target: &Path, suffix: &str) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let mut hidden = OsString::from(".");
    if name.len() + suffix.len() < LONGEST_NAME {
        hidden.push(name);
    } else {
        let mut sum = flate2::Crc::new();
        sum.update(name.as_encoded_bytes());
        hidden.push(format!("{:08x}", sum.sum()));
    }
    hidden.push(suffix);
    target.with_file_name(hidden)
}

/// Returns the path under which a new journal is written before it replaces the old one.
pub(crate) fn new_journal(target: &Path) -> PathBuf {
    beside(target, ".sudomill-resume-new")
}

pub(crate) fn remove_journal(target: &Path) -> io::Result<()> {
    [journal(target), new_journal(target)].iter().try_for_each(|path| remove(path))
}

fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(e),
        _ => Ok(()),
    }
}

/// Removes the file of a dead run, unless that run can be resumed.
fn remove_dead(target: &Path) -> Result<(), Refusal> {
    let path = partial(target);
    // Held locked until it is removed.
    let file = match File::options().write(true).open(&path) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(()),
        opened => opened?,
    };
    if is_locked(&file, &path)? {
        if journal(target).try_exists()? {
            return Err(Refusal::Leftover(path));
        }
        remove(&path)?;
    }
    Ok(())
}

/// Locks a file. Returns false if the path names another file by now.
fn is_locked(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another run is writing it"))
        }
        // Some file systems do not support locks.
        Ok(()) | Err(TryLockError::Error(_)) => is_at(file, path),
    }
}

/// Returns true if the path names this file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let same =
        |found: Metadata, own: Metadata| (found.dev(), found.ino()) == (own.dev(), own.ino());
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(same(found, file.metadata()?)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

/// Elsewhere an open file cannot be replaced, so any file at the path is this one.
#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// Syncs the bytes of a file to disk, where the file system supports it.
fn sync(file: &File) -> io::Result<()> {
    match file.sync_data() {
        Err(e) if matches!(e.kind(), io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Syncs the folder of a renamed file to disk, on platforms that can open folders.
fn sync_folder(target: &Path) {
    if cfg!(unix) {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Errors are ignored: the bytes are safe, and some file systems cannot sync folders.
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|it| it.sync_all());
    }
}

/// Resolves symbolic links at the end of a path, whether its target exists or not.
///
/// # Errors
/// The links form a cycle.
#[doc(hidden)]
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

/// A checkpoint: how much of an output was written after some row.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The length of the file in bytes; for a compressed file, of its full blocks only.
    pub(crate) bytes: u64,
    pub(super) header: String,
    pub(super) is_empty: bool,
    /// The text of the last block, which is not full. Each char stands for the byte with its value,
    /// because JSON holds only text.
    pub(super) block: String,
    /// The inode number, which survives renaming; `None` on platforms without inodes.
    pub(super) file: Option<u64>,
}

impl Checkpoint {
    /// Returns true if this mark belongs to the file at `path`.
    pub(crate) fn is_of(&self, path: &Path) -> bool {
        fs::metadata(path).is_ok_and(|file| self.file.is_some() && number(&file) == self.file)
    }

    pub(super) fn block(&self) -> Vec<u8> {
        self.block.chars().filter_map(|c| u8::try_from(c).ok()).collect()
    }
}

/// Returns the inode number.
#[cfg(unix)]
fn number(file: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(file))
}

#[cfg(not(unix))]
fn number(_: &Metadata) -> Option<u64> {
    None
}
