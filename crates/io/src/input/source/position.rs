//! A position between two chunks, at which a later run can resume.

use super::{Chunk, RawSource, Source, fill, unreadable};
use serde::{Deserialize, Serialize};
use sudomill_core::Error;

/// The position after a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// Byte offset in the decompressed text.
    offset: u64,
    /// True inside a line that is too long for one chunk.
    inside_line: bool,
    /// True inside a quoted field that is too long.
    inside_record: bool,
    /// Newlines before the position, counted from where the source begins.
    newlines: u64,
}

impl Chunk {
    /// Returns the position after this chunk; `newlines` is the count up to there.
    pub(crate) fn position_after(&self, newlines: u64) -> Position {
        let offset = self.start + self.bytes().len() as u64;
        let (inside_line, inside_record) = (self.ends_inside_line, self.ends_inside_record);
        Position { offset, inside_line, inside_record, newlines }
    }
}

impl Source {
    /// Moves to a position, before the first chunk is read. A stream is read and discarded up to
    /// it.
    ///
    /// # Errors
    /// The input cannot be read, or ends before the position.
    pub fn skip_to(&mut self, position: Position) -> Result<(), Error> {
        let Position { offset, inside_line, inside_record, newlines } = position;
        let shrunk = |mapped| Error::Shrunk { path: self.name.to_string(), mapped };
        match &mut self.body {
            RawSource::Mapped(mapping) if (mapping.bytes().len() as u64) < offset => {
                return Err(shrunk(true));
            }
            RawSource::Mapped(_) => {}
            RawSource::Stream { stream, pending, ended, .. } => {
                let mut left = offset;
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
        (self.at, self.inside_line, self.passed) = (offset, inside_line, newlines);
        self.inside_record = inside_record;
        Ok(())
    }

    /// Newlines between the start of the source and the position passed to [`Self::skip_to`].
    pub(crate) fn newlines_passed(&self) -> u64 {
        self.passed
    }
}
