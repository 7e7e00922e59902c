//! Records where the lines before the first record are.

use super::Skip;

/// The lines before the first puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Preamble {
    /// The offsets of the first and last line of the header or count, and why these lines are
    /// skipped.
    pub head: Option<(u64, u64, Skip)>,
    /// The offset of the first record. Lines before it belong to the head or are skipped.
    pub rows: u64,
}

impl Preamble {
    /// Returns true if a line of the preamble may begin at this offset or later.
    pub fn has_from(&self, at: u64) -> bool {
        at < self.rows
    }

    /// Returns why the line at this offset is not a record; `None` if it may be one.
    pub fn skip(&self, at: u64, line: &[u8]) -> Option<Skip> {
        match self.head {
            Some((first, last, skip)) if (first..=last).contains(&at) => Some(skip),
            _ if !self.has_from(at) => None,
            _ if line.trim_ascii().is_empty() => Some(Skip::Blank),
            _ => Some(Skip::Comment),
        }
    }
}
