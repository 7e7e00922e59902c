//! A place between two chunks, where a later run can go on.

use super::{Body, Chunk, Source, fill, unreadable};
use crate::error::Error;
use serde::{Deserialize, Serialize};

/// The place behind a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// In the decompressed text.
    offset: u64,
    /// Whether it is inside a line that is too long for one chunk.
    inside_line: bool,
    /// Whether it is inside a quoted field that is too long.
    inside_record: bool,
    /// Those before it, from where the source begins.
    newlines: u64,
}

impl Chunk {
    /// The place behind it, after so many newlines.
    pub(crate) fn position_after(&self, newlines: u64) -> Position {
        let offset = self.start + self.bytes().len() as u64;
        let (inside_line, inside_record) = (self.ends_inside_line, self.ends_inside_record);
        Position { offset, inside_line, inside_record, newlines }
    }
}

impl Source {
    /// Goes on at a position, before the first chunk. What cannot be mapped is read up to it.
    ///
    /// # Errors
    /// The input cannot be read, or ends before.
    pub fn skip_to(&mut self, position: Position) -> Result<(), Error> {
        let Position { offset, inside_line, inside_record, newlines } = position;
        let shrunk = |mapped| Error::Shrunk { path: self.name.to_string(), mapped };
        match &mut self.body {
            Body::Mapped(mapping) if (mapping.bytes().len() as u64) < offset => {
                return Err(shrunk(true));
            }
            Body::Mapped(_) => {}
            Body::Stream { stream, pending, ended, .. } => {
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

    /// The newlines between the begin of the source and the position that it was skipped to.
    pub(crate) fn newlines_passed(&self) -> u64 {
        self.passed
    }
}
