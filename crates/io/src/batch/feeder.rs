//! Hands out the chunks of a source to the workers.

use crate::input::{Chunk, Line, Source, line_ends};
use sudomill_core::{Error, for_size, grid::Order};

/// Hands out chunks, each with the number of newlines before it if line numbers are needed.
pub(super) struct Feeder {
    source: Source,
    numbers: Numbers,
    /// The number of newlines of the file before the source, counted on first use.
    before: Option<u64>,
    /// The number of newlines in the chunks handed out so far.
    newlines: u64,
    /// The number of rows still to be read; `None` for all.
    left: Option<usize>,
    /// The reason why the source cannot be read to its end.
    failed: Option<Error>,
}

/// Selects where newlines are counted for line numbers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Numbers {
    /// Nowhere: line numbers are off.
    Unwanted,
    /// In the feeder, before a worker gets the chunk.
    ByFeeder,
    /// In the only worker: it reads all chunks anyway, so counting costs nothing.
    ByWorker,
}

/// Returns the number of rows in a chunk, but at most `most`.
fn rows<O: Order>(chunk: &Chunk, most: usize) -> usize {
    let is_row = |line: &Line<O>| !matches!(line, Line::Skip(_));
    chunk.lines::<O>().filter(|(_, _, line)| is_row(line)).take(most).count()
}

impl Feeder {
    /// Hands out the first `most` rows of a source, or all of them for `None`.
    pub fn new(source: Source, numbers: Numbers, most: Option<u64>) -> Self {
        let left = most.map(|most| most.try_into().unwrap_or(usize::MAX));
        Self { source, numbers, before: None, newlines: 0, left, failed: None }
    }

    /// Returns the next chunk and the number of newlines before it, as far as the feeder counts
    /// them. Returns `None` at the end of the source, or after an error.
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
        if self.failed.is_some() || self.left == Some(0) {
            return None;
        }
        let next = self.source.next_chunk(target);
        let mut chunk = next.unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })?;
        if let Some(left) = &mut self.left {
            chunk.most_rows = *left;
            *left -= for_size!(chunk.size(), O => rows::<O>(&chunk, *left));
        }
        Some(chunk)
    }

    /// Takes the reason why the source could not be read to its end; `None` if it could.
    pub fn take_failure(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// Returns the number of newlines of the file before the source.
    pub fn before(&mut self) -> u64 {
        *self.before.get_or_insert_with(|| self.source.newlines_before())
    }
}
