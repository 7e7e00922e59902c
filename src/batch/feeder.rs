//! The source, shared by the workers: the next chunk to whoever asks.

use crate::{
    Error, for_size,
    grid::Order,
    input::{Chunk, Line, Source, line_ends},
};

/// Hands out chunks, and the newlines before each where line numbers are wanted.
pub(super) struct Feeder {
    source: Source,
    numbers: Numbers,
    /// The newlines of the file before the source, counted when first asked for.
    before: Option<u64>,
    /// Those of the chunks that were handed out.
    newlines: u64,
    /// How many rows are still to be read; `None` for all.
    left: Option<usize>,
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

/// The number of rows in a chunk, at most `most`.
fn rows<O: Order>(chunk: &Chunk, most: usize) -> usize {
    let is_row = |line: &Line<O>| !matches!(line, Line::Skip(_));
    chunk.lines::<O>().filter(|(_, _, line)| is_row(line)).take(most).count()
}

impl Feeder {
    /// `most` rows are read, if a number is given.
    pub fn new(source: Source, numbers: Numbers, most: Option<u64>) -> Self {
        let left = most.map(|most| most.try_into().unwrap_or(usize::MAX));
        Self { source, numbers, before: None, newlines: 0, left, failed: None }
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

    /// Why the source could not be read to its end, told once; `None` if it was.
    pub fn take_failure(&mut self) -> Option<Error> {
        self.failed.take()
    }

    /// The newlines of the file before the source.
    pub fn before(&mut self) -> u64 {
        *self.before.get_or_insert_with(|| self.source.newlines_before())
    }
}
