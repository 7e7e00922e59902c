//! Checks whether a file found in a folder holds puzzles; a folder may hold other files, too.

use super::Source;
use crate::input::{Lines, detect::is_record, lines::without_bom};
use sudomill_core::error::Error;

/// Target size of a chunk, in bytes.
const CHUNK: usize = 128 << 10;

impl Source {
    /// Returns true if the text is empty or only white space. Returns false if that is not known
    /// before the first chunk is read.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let (text, is_all) = self.body.start();
        is_all && is_blank(text)
    }

    /// If no line of the first chunk is a puzzle, returns their number.
    ///
    /// # Errors
    /// As [`Self::next_chunk`] and [`Chunk::check`](crate::input::Chunk::check).
    pub fn lines_without_puzzle(mut self) -> Result<Option<u64>, Error> {
        let Some(mut chunk) = self.next_chunk(CHUNK)? else { return Ok(Some(0)) };
        let lines = chunk.read_all().0;
        let has_puzzle = lines.iter().any(|line| matches!(line.1, Ok((_, None))));
        let is_like = |(_, line): (usize, &[u8])| is_record(line, chunk.size(), chunk.notation());
        let resembles = has_puzzle || chunk.has_grids() || Lines::new(chunk.bytes()).any(is_like);
        chunk.check()?;
        Ok((!resembles).then_some(lines.len() as u64))
    }
}

/// Returns true if a text is only white space, apart from a byte-order mark.
pub(super) fn is_blank(text: &[u8]) -> bool {
    without_bom(text).0.trim_ascii().is_empty()
}
