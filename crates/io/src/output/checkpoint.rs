//! Checkpoints of an output, from which a later run can resume.

use serde::{Deserialize, Serialize};
use std::{
    fs::{self, Metadata},
    path::Path,
};

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

    pub(super) fn with_block(self, block: &[u8]) -> Self {
        Self { block: block.iter().map(|&byte| char::from(byte)).collect(), ..self }
    }

    pub(super) fn block(&self) -> Vec<u8> {
        self.block.chars().filter_map(|c| u8::try_from(c).ok()).collect()
    }
}

/// Returns the inode number.
#[cfg(unix)]
pub(super) fn number(file: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(file))
}

#[cfg(not(unix))]
pub(super) fn number(_: &Metadata) -> Option<u64> {
    None
}
