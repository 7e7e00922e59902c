//! The puzzles of a source, one after the other.

#[cfg(doc)]
use super::Chunk;
use super::{
    error::InputErrorKind,
    lines::{line_end::count as line_ends, parse_line_as},
    source::Source,
};
use crate::{Error, OptionsError};
use std::{iter, ops::ControlFlow};
use sudomill_puzzle::{
    any::Parsed,
    grid::{Order, Puzzle},
};

/// Receives the number of a line, its text, and what it is.
type EachLine<'e> = dyn FnMut(u64, &[u8], Parsed) -> ControlFlow<()> + 'e;

/// Target size of a chunk, in bytes.
const CHUNK: usize = 64 << 10;

impl Source {
    /// Iterates over the puzzles. A malformed line yields an error with its position, and iteration
    /// can continue after it. Any other error ends the iteration: puzzles of a size other than `O`,
    /// or a source that cannot be read further.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
    /// use sudomill::{grid::Order2, input};
    /// let source = input::read_from("memory", "# two\n.4.3.3........2.\n1..1............\n".as_bytes())?;
    /// let puzzles: Vec<_> = source.puzzles::<Order2>().collect();
    /// assert_eq!(puzzles[0].as_ref().unwrap().clue_count(), 4);
    /// let error = puzzles[1].as_ref().unwrap_err();
    /// assert_eq!(error.to_string(), "memory:3:4: digit 1 twice in row 1 (r1c1 and r1c4)");
    /// # Ok::<(), sudomill::Error>(())
    /// ```
    pub fn puzzles<O: Order>(mut self) -> impl Iterator<Item = Result<Puzzle<O>, Error>> {
        let name = self.name().to_owned();
        let size = self.layout().size;
        let notation = self.layout().notation();
        let mut before = 0;
        let mut is_open = true;
        let next = move || {
            if !is_open {
                return None;
            }
            let mut found = Vec::new();
            let mut each = |number, _: &[u8], line: Parsed| {
                match line {
                    Parsed::Puzzle(text) => {
                        found.extend(parse_line_as(text, notation).puzzle().map(Ok));
                    }
                    Parsed::Bad(bad) => {
                        found.push(Err(InputErrorKind::of_line(&name, number, bad)))
                    }
                    Parsed::Skip(_) => {}
                }
                ControlFlow::Continue(())
            };
            let read = match size == O::SIZE {
                true => self.each_line(CHUNK, &mut before, &mut each),
                false => {
                    let (path, expected) = (name.clone(), O::SIZE);
                    Err(OptionsError::OtherSize { path, found: size, expected }.into())
                }
            };
            is_open = matches!(read, Ok(true));
            Some(read.map_or_else(|error| vec![Err(error)], |_| found))
        };
        iter::from_fn(next).flatten()
    }

    /// Reads the next chunk and calls `each` with every line, whose number is counted on from `before`. Returns
    /// false at the end, or if `each` breaks.
    pub(super) fn each_line(
        &mut self,
        target: usize,
        before: &mut u64,
        each: &mut EachLine,
    ) -> Result<bool, Error> {
        let Some(mut chunk) = self.next_chunk(target)? else { return Ok(false) };
        let each =
            |(newlines, text, line): (u64, &[u8], _)| each(*before + newlines + 1, text, line);
        let end = chunk.parsed_lines().try_for_each(each);
        chunk.check()?;
        *before += line_ends(chunk.bytes());
        chunk.release();
        Ok(end.is_continue())
    }
}

/// Reads the remaining lines of a source, about `target` bytes at a time, and calls `each` with every
/// line and its number in the file, from 1, until it breaks.
///
/// # Errors
/// As [`Source::next_chunk`] and [`Chunk::check`].
pub fn each_line(
    source: &mut Source,
    target: usize,
    each: &mut dyn FnMut(u64, Parsed) -> ControlFlow<()>,
) -> Result<(), Error> {
    let mut before = 0;
    let mut each = |number, _: &[u8], line: Parsed| each(number, line);
    while source.each_line(target, &mut before, &mut each)? {}
    Ok(())
}
