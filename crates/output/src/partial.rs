//! Incomplete output files: hidden files beside the output, with a name derived from it. A run that
//! is killed leaves its file behind. The next run with the same output replaces it, unless a
//! journal records how far it is complete.

use super::in_order::lock;
use serde::{Deserialize, Serialize};
use std::{
    ffi::OsString,
    fs::{self, File, Metadata, TryLockError},
    io::{self, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Mutex,
};

/// The hidden files to delete if the run ends before they are complete; `None` after
/// [`discard_unfinished`]. Locked while a file is created or renamed, so that none is missed.
static UNFINISHED: Mutex<Option<Vec<PathBuf>>> = Mutex::new(Some(Vec::new()));

/// The ends of the names of hidden files: that of an output, that of its journal, and that under which
/// a new journal is written before it replaces the old one.
pub const PARTIAL: &str = ".sudomill-partial";
/// The suffix of the journal of an output.
pub const JOURNAL: &str = ".sudomill-resume";
/// The suffix of a journal that is being written.
pub const NEW_JOURNAL: &str = ".sudomill-resume-new";

/// The longest file name that every file system accepts, in bytes.
const LONGEST_NAME: usize = 255;

/// An incomplete file. It is deleted when dropped, unless [`keep`] was called.
///
/// Locked, so that no other run writes or removes it.
#[derive(Debug)]
pub struct Partial {
    /// The file.
    pub file: File,
    path: PathBuf,
    target: PathBuf,
}

impl Partial {
    /// Creates an empty file with the permissions of the target.
    ///
    /// # Errors
    /// The file cannot be created. The kind is `AlreadyExists` if an earlier run left a file and a
    /// journal, and `Interrupted` after [`discard_unfinished`].
    pub fn begin(target: PathBuf, existing: Option<&Metadata>) -> io::Result<Self> {
        let path = beside(&target, PARTIAL);
        let mut unfinished = lock(&UNFINISHED);
        let unfinished = unfinished.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        let file = loop {
            match File::options().write(true).create_new(true).open(&path) {
                Ok(file) if is_locked(&file, &path)? => break file,
                // Meanwhile another run removed it as the file of a dead run.
                Ok(_) => {}
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => remove_dead(&target)?,
                Err(e) => return Err(e),
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
        let path = beside(&target, PARTIAL);
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
        inode(&self.file.metadata().ok()?).map(|(_, inode)| inode)
    }

    /// Returns a handle for another thread.
    pub fn handle(&self) -> io::Result<Handle> {
        Ok(Handle { file: self.file.try_clone()?, target: self.target.clone() })
    }

    /// Renames the file to its target, once its bytes are on disk.
    pub fn finish(self) -> io::Result<()> {
        sync(&self.file)?;
        let mut unfinished = lock(&UNFINISHED);
        let unfinished = unfinished.as_mut().ok_or(io::ErrorKind::Interrupted)?;
        let is_own = is_at(&self.file, &self.path)?;
        if is_own {
            fs::rename(&self.path, &self.target)?;
            sync_folder(&self.target);
        }
        // There is no file of ours to delete at this path.
        unfinished.retain(|path| *path != self.path);
        if is_own { Ok(()) } else { Err(io::Error::other("another run has taken its place")) }
    }

    /// Deletes the file, even if [`keep`] was called.
    pub fn discard(self) {
        if let Some(unfinished) = lock(&UNFINISHED).as_mut() {
            unfinished.push(self.path.clone());
        }
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let mut unfinished = lock(&UNFINISHED);
        let Some(unfinished) = unfinished.as_mut() else { return };
        if let Some(at) = unfinished.iter().position(|path| *path == self.path) {
            unfinished.swap_remove(at);
            // There is no caller to report an error to.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A handle of an incomplete file, for a thread that does not write it.
pub struct Handle {
    /// The file, open for writing.
    pub file: File,
    /// The output that it will become.
    pub target: PathBuf,
}

/// Keeps the hidden file of an output if the run ends before it is complete.
pub fn keep(target: &Path) {
    let path = beside(target, PARTIAL);
    lock(&UNFINISHED).iter_mut().for_each(|unfinished| unfinished.retain(|other| *other != path));
}

/// Deletes all unfinished files, except those that a later run can resume. For a process that is
/// about to exit without unwinding: afterwards no file can be created or finished.
pub fn discard_unfinished() {
    for path in lock(&UNFINISHED).take().into_iter().flatten() {
        // The file may already be gone, and there is no caller to report an error to.
        let _ = fs::remove_file(path);
    }
}

/// Returns the path of the hidden file for an output as the user names it, which may be a link.
pub fn hidden(output: &Path) -> PathBuf {
    beside(&resolve(output).unwrap_or_else(|_| output.to_owned()), PARTIAL)
}

/// Returns the path of a hidden file of an output.
pub fn beside(target: &Path, suffix: &str) -> PathBuf {
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

/// Removes the journal of an output.
pub fn remove_journal(target: &Path) -> io::Result<()> {
    let remove = |suffix: &&str| if_found(fs::remove_file(beside(target, suffix))).map(drop);
    [JOURNAL, NEW_JOURNAL].iter().try_for_each(remove)
}

/// Returns `None` if an operation failed because there is no such file.
pub fn if_found<T>(done: io::Result<T>) -> io::Result<Option<T>> {
    match done {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        done => done.map(Some),
    }
}

/// Removes the file of a dead run, unless that run can be resumed.
fn remove_dead(target: &Path) -> io::Result<()> {
    let path = beside(target, PARTIAL);
    // Held locked until it is removed.
    let Some(file) = if_found(File::options().write(true).open(&path))? else { return Ok(()) };
    if is_locked(&file, &path)? {
        if beside(target, JOURNAL).try_exists()? {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        if_found(fs::remove_file(&path))?;
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

/// Returns true if the path names this file. On platforms without inodes an open file cannot be
/// replaced, so any file at the path is this one.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (found, own) = (if_found(fs::symlink_metadata(path))?, file.metadata()?);
    Ok(found.is_some_and(|found| inode(&found) == inode(&own)))
}

/// Returns the numbers of the device and the inode.
#[cfg(unix)]
fn inode(file: &Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    Some((file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn inode(_: &Metadata) -> Option<(u64, u64)> {
    None
}

/// Syncs the bytes of a file to disk, where the file system supports it.
pub fn sync(file: &File) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, Unsupported};
    let is_unsupported = |e: &io::Error| matches!(e.kind(), InvalidInput | Unsupported);
    file.sync_data().or_else(|e| if is_unsupported(&e) { Ok(()) } else { Err(e) })
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The length of the file in bytes; for a compressed file, of its full blocks only.
    pub bytes: u64,
    pub(super) header: String,
    /// The text of the last block, which is not full. Each char stands for the byte with its value,
    /// because JSON holds only text.
    pub(super) block: String,
    /// The inode number, which survives renaming; `None` on platforms without inodes.
    pub(super) file: Option<u64>,
}

impl Checkpoint {
    /// Returns true if this mark belongs to the file at `path`.
    pub fn is_of(&self, path: &Path) -> bool {
        let number = fs::metadata(path).ok().and_then(|file| inode(&file));
        number.is_some_and(|(_, inode)| self.file == Some(inode))
    }

    pub(super) fn block(&self) -> Vec<u8> {
        self.block.chars().filter_map(|c| u8::try_from(c).ok()).collect()
    }
}
