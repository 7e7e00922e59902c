//! A position between two chunks, at which a later run can resume.

use super::{Chunk, Cut, RawSource, Source, fill, unreadable};
use crate::error::Error;

/// The position after a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// Byte offset in the decompressed text.
    pub(super) offset: u64,
    /// True inside a line that is too long for one chunk.
    pub(super) inside_line: bool,
    /// True inside a quoted field that is too long.
    pub(super) inside_record: bool,
    /// Newlines before the position, counted from where the source begins.
    pub(super) newlines: u64,
}

impl Position {
    /// The position after a chunk that ends with this cut.
    pub(super) fn after(self, cut: Cut) -> Self {
        let Cut { len, inside_line, inside_record, .. } = cut;
        Self { offset: self.offset + len as u64, inside_line, inside_record, ..self }
    }
}

impl Chunk {
    /// Returns the position after this chunk; `newlines` is the count up to there.
    pub(crate) fn position_after(&self, newlines: u64) -> Position {
        Position {
            offset: self.place.start + self.bytes().len() as u64,
            inside_line: self.place.ends_inside_line,
            inside_record: self.place.ends_inside_record,
            newlines,
        }
    }
}

impl Source {
    /// Moves to a position, before the first chunk is read. A stream is read and discarded up to
    /// it.
    ///
    /// # Errors
    /// The input cannot be read, or ends before the position.
    pub fn skip_to(&mut self, position: Position) -> Result<(), Error> {
        let shrunk = |mapped| Error::Shrunk { path: self.name.to_string(), mapped };
        match &mut self.body {
            RawSource::Mapped(mapping) if (mapping.bytes().len() as u64) < position.offset => {
                return Err(shrunk(true));
            }
            RawSource::Mapped(_) => {}
            RawSource::Stream { stream, pending, ended, .. } => {
                let mut left = position.offset;
                while left > pending.len() as u64 {
                    left -= pending.len() as u64;
                    pending.clear();
                    let got = fill(stream, pending).map_err(unreadable(&self.name))?;
                    *ended = got == 0;
                    if *ended {
                        return Err(shrunk(false));
                    }
                }
                pending.drain(..left as usize);
            }
        }
        self.next = position;
        Ok(())
    }

    /// Newlines between the start of the source and the position passed to [`Self::skip_to`].
    pub(crate) fn newlines_passed(&self) -> u64 {
        self.next.newlines
    }
}
