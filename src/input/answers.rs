//! The lines of a file of solutions, one by one: an empty line is an answer, too.
//! Or its grids, if it has grids.

use super::{Chunk, Lines, Source, flat::What};
use crate::error::Error;
use std::ops::Range;

/// About as much is read at once.
const CHUNK: usize = 128 << 10;

/// Walks through the lines of a source, skipping none; or through its grids.
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
    /// How far the chunk is read: in bytes, or in items of its grids.
    at: usize,
    /// Lines before the next one; with grids those before the chunk.
    lines: u64,
}

/// Where an answer is in its chunk.
enum Place {
    Line(Range<usize>),
    Grid(usize),
}

impl Answers {
    /// The answers of that source, from the first.
    pub fn new(source: Source) -> Self {
        Self { source, chunk: None, at: 0, lines: 0 }
    }

    /// The next answer's line, from 1, and its text without the white space
    /// around it, of a grid its symbols; `None` at the end.
    ///
    /// # Errors
    /// The source cannot be read on.
    #[allow(clippy::should_implement_trait)] // It lends its line.
    pub fn next(&mut self) -> Result<Option<(u64, &[u8])>, Error> {
        let (line, place) = loop {
            if let Some(found) = self.find() {
                break found;
            }
            if let Some(done) = self.chunk.take() {
                self.lines += done.grids().map_or(0, |flat| flat.newlines);
                done.check()?;
                done.release();
            }
            self.chunk = self.source.next_chunk(CHUNK)?;
            let Some(chunk) = &self.chunk else { return Ok(None) };
            // What is left of an over-long line belongs to the answer before.
            self.at = if chunk.grids().is_some() { 0 } else { chunk.first_line() };
        };
        let Some(chunk) = &self.chunk else { return Ok(None) };
        let text = match (place, chunk.grids()) {
            (Place::Grid(number), Some(flat)) => flat.grid(number).0,
            (Place::Line(range), _) => &chunk.bytes()[range],
            (Place::Grid(_), None) => b"",
        };
        Ok(Some((line, text.trim_ascii())))
    }

    /// Passes on to the next answer of the chunk, if there is one: its line and place.
    fn find(&mut self) -> Option<(u64, Place)> {
        let chunk = self.chunk.as_ref()?;
        if let Some(flat) = chunk.grids() {
            return loop {
                let item = flat.items.get(self.at)?;
                self.at += 1;
                if let What::Grid(number) = item.what {
                    break Some((self.lines + item.newlines + 1, Place::Grid(number)));
                }
            };
        }
        let (_, line) = Lines::new(chunk.bytes().get(self.at..)?).next()?;
        let place = self.at..self.at + line.len();
        self.at = place.end + 1;
        self.lines += 1;
        Some((self.lines, Place::Line(place)))
    }
}
