//! Chunks that are solved away from where their input is read. Only their position, as plain
//! numbers, and their bytes travel.

use super::Source;
use crate::input::chunk::{Bytes, Chunk};
use serde::{Deserialize, Serialize};

/// The position of a chunk in its input. The fields mirror those of [`Chunk`].
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct ChunkPlace {
    index: u64,
    start: u64,
    consumed: u64,
    inside_line: bool,
    ends_inside_line: bool,
    inside_record: bool,
    ends_inside_record: bool,
    has_quotes: bool,
}

impl Chunk {
    /// Splits a chunk into its position and its bytes.
    pub(crate) fn into_parts(self) -> (ChunkPlace, Vec<u8>) {
        let place = ChunkPlace {
            index: self.index,
            start: self.start,
            consumed: self.consumed,
            inside_line: self.inside_line,
            ends_inside_line: self.ends_inside_line,
            inside_record: self.inside_record,
            ends_inside_record: self.ends_inside_record,
            has_quotes: self.has_quotes,
        };
        let bytes = match self.bytes {
            Bytes::Owned(bytes) => bytes,
            Bytes::Mapped(mapping, range) => mapping.bytes()[range].to_vec(),
        };
        (place, bytes)
    }
}

impl Source {
    /// Rebuilds a chunk of this input that was read through another source.
    pub(crate) fn chunk_at(&self, place: ChunkPlace, bytes: Vec<u8>) -> Chunk {
        Chunk {
            name: self.name.clone(),
            index: place.index,
            start: place.start,
            consumed: place.consumed,
            inside_line: place.inside_line,
            ends_inside_line: place.ends_inside_line,
            inside_record: place.inside_record,
            ends_inside_record: place.ends_inside_record,
            has_quotes: place.has_quotes,
            restore_zeros: self.restore_zeros,
            ..Chunk::new(Bytes::Owned(bytes), self.layout.clone())
        }
    }
}
