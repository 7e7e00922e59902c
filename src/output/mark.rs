//! How far an output is written, for a later run that goes on there.

use serde::{Deserialize, Serialize};
use std::{
    fs::{self, Metadata},
    path::Path,
};

/// The end of the results of some rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// The bytes of the file; if it is compressed, of its full blocks.
    pub(crate) bytes: u64,
    pub(super) header: String,
    pub(super) is_empty: bool,
    /// The text of the block that is not full. A character stands for the byte of its number.
    pub(super) block: String,
    /// What stays the same when the file is renamed, where there is such a number.
    pub(super) file: Option<u64>,
}

impl Mark {
    /// Whether it is a mark in this file.
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

/// The number of the inode.
#[cfg(unix)]
pub(super) fn number(file: &Metadata) -> Option<u64> {
    Some(std::os::unix::fs::MetadataExt::ino(file))
}

#[cfg(not(unix))]
pub(super) fn number(_: &Metadata) -> Option<u64> {
    None
}
