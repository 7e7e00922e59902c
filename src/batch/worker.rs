//! What a worker is to the batch: chunks in, finished chunks out.

use crate::{
    input::{BadLine, Chunk},
    output::Tally,
};

/// Bad lines of a chunk that are told one by one; all are counted.
pub(super) const TOLD: usize = 10;

/// What one thread keeps from chunk to chunk.
pub(super) trait Worker {
    /// Takes a chunk in. `newlines` are those before it in the input, for the
    /// formats that number their lines. `None`: the run was stopped meanwhile.
    fn take(&mut self, chunk: Chunk, newlines: u64, buffers: Buffers) -> Option<()>;

    /// Finishes every chunk that was taken in.
    fn finish(&mut self) -> Option<()>;

    /// The next finished chunk, in the order in which they were taken.
    fn next_done(&mut self) -> Option<Solved>;

    /// Chunks taken in and not finished.
    fn unfinished(&self) -> usize;

    /// What this thread has counted.
    fn tally(self) -> Tally;
}

/// A finished chunk.
pub(super) struct Solved {
    pub chunk: Chunk,
    pub buffers: Buffers,
    /// The first bad lines, each with the newlines before it in the chunk.
    pub bad: Vec<(u64, BadLine)>,
    pub puzzles: u64,
    pub newlines: u64,
}

/// The bytes that go out.
#[derive(Default)]
pub(super) struct Buffers {
    pub results: Vec<u8>,
    pub timing: Vec<u8>,
}
