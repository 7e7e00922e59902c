//! The source, shared by the workers: the next chunk to whoever asks.

use crate::{
    Error,
    input::{Chunk, Source},
};

/// Hands out chunks, and the newlines before each where line numbers are wanted.
pub(super) struct Feeder {
    source: Source,
    numbered: bool,
    /// The newlines of the file before the source, counted when first asked for.
    before: Option<u64>,
    /// Those of the chunks that were handed out.
    newlines: u64,
}

impl Feeder {
    pub fn new(source: Source, numbered: bool) -> Self {
        Self { source, numbered, before: None, newlines: 0 }
    }

    /// The next chunk, and the newlines before it if they are wanted.
    pub fn next(&mut self, target: usize) -> Result<Option<(Chunk, u64)>, Error> {
        let Some(chunk) = self.source.next_chunk(target)? else { return Ok(None) };
        if !self.numbered {
            return Ok(Some((chunk, 0)));
        }
        let before = self.before() + self.newlines;
        self.newlines += memchr::memchr_iter(b'\n', chunk.bytes()).count() as u64;
        Ok(Some((chunk, before)))
    }

    /// The newlines of the file before the source.
    pub fn before(&mut self) -> u64 {
        *self.before.get_or_insert_with(|| self.source.newlines_before())
    }
}
