//! The lines of a file of solutions, one by one: an empty line is an answer, too.

use super::{Chunk, Lines, Source};
use crate::error::Error;

/// About as much is read at once.
const CHUNK: usize = 128 << 10;

/// Walks through the lines of a source, skipping none.
///
/// ```
/// use sudomill::input::{read_from, Answers};
/// let mut answers = Answers::new(read_from("memory", "1234\n\n".as_bytes())?);
/// assert_eq!(answers.next()?, Some((1, &b"1234"[..])));
/// assert_eq!(answers.next()?, Some((2, &b""[..])));
/// assert_eq!(answers.next()?, None);
/// # Ok::<(), sudomill::Error>(())
/// ```
pub struct Answers {
    source: Source,
    chunk: Option<Chunk>,
    at: usize,
    line: u64,
}

impl Answers {
    /// The lines of that source, from the first.
    pub fn new(source: Source) -> Self {
        Self { source, chunk: None, at: 0, line: 0 }
    }

    /// The next line's number, from 1, and its text without the white space
    /// around it; `None` at the end.
    ///
    /// # Errors
    /// The source cannot be read on.
    #[allow(clippy::should_implement_trait)] // It lends its line.
    pub fn next(&mut self) -> Result<Option<(u64, &[u8])>, Error> {
        while self.chunk.as_ref().is_none_or(|chunk| self.at >= chunk.bytes().len()) {
            if let Some(done) = self.chunk.take() {
                done.check()?;
                done.release();
            }
            self.chunk = self.source.next_chunk(CHUNK)?;
            let Some(chunk) = &self.chunk else { return Ok(None) };
            // What is left of an over-long line belongs to the answer before.
            self.at = chunk.first_line();
        }
        let Some(chunk) = &self.chunk else { return Ok(None) };
        let mut lines = Lines::new(&chunk.bytes()[self.at..]);
        let Some((_, line)) = lines.next() else { return Ok(None) };
        self.at += line.len() + 1;
        self.line += 1;
        Ok(Some((self.line, line.trim_ascii())))
    }
}
