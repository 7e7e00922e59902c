//! The source, shared by the workers: the next chunk to whoever asks.

use crate::{
    Error,
    input::{Chunk, Source, line_ends},
};

/// Hands out chunks, and the newlines before each where line numbers are wanted.
pub(super) struct Feeder {
    source: Source,
    numbers: Numbers,
    /// The newlines of the file before the source, counted when first asked for.
    before: Option<u64>,
    /// Those of the chunks that were handed out.
    newlines: u64,
    /// Why the source cannot be read to its end.
    failed: Option<Error>,
}

/// Who counts newlines, so that lines can be numbered.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Numbers {
    /// Nobody: no lines are numbered.
    Unwanted,
    /// The feeder, before the chunk is read.
    ByFeeder,
    /// The only worker, for it reads all chunks, and counts at no cost.
    ByWorker,
}

impl Feeder {
    pub fn new(source: Source, numbers: Numbers) -> Self {
        Self { source, numbers, before: None, newlines: 0, failed: None }
    }

    /// The next chunk, and the newlines before it, as far as they are counted here.
    /// `None` at the end, also if that comes too soon.
    pub fn next(&mut self, target: usize) -> Option<(Chunk, u64)> {
        let chunk = self.read(target)?;
        if self.numbers == Numbers::Unwanted {
            return Some((chunk, 0));
        }
        let before = self.before() + self.newlines;
        if self.numbers == Numbers::ByWorker {
            return Some((chunk, before));
        }
        self.newlines += line_ends(chunk.bytes());
        Some((chunk, before))
    }

    fn read(&mut self, target: usize) -> Option<Chunk> {
        if self.failed.is_some() {
            return None;
        }
        self.source.next_chunk(target).unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })
    }

    /// Why the source could not be read to its end, told once; `None` if it was.
    pub fn take_failure(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// The newlines of the file before the source.
    pub fn before(&mut self) -> u64 {
        *self.before.get_or_insert_with(|| self.source.newlines_before())
    }
}
