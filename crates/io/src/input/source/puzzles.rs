//! Iterates over the puzzles of a source.

use super::Source;
use crate::input::{BadLine, Line, Skip, line_ends};
use std::{collections::VecDeque, fmt, ops::ControlFlow};
use sudomill_core::{
    Error, for_size,
    grid::{Order, Puzzle},
    solver::Batch,
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 64 << 10;

/// The puzzles of a [`Source`], in the order of the file; see [`Source::puzzles`].
pub struct Puzzles<O: Order> {
    source: Source,
    parsed: VecDeque<Result<Puzzle<O>, Error>>,
    /// Newlines in the chunks parsed so far.
    newlines: u64,
    has_ended: bool,
}

impl Source {
    /// Iterates over the puzzles. A malformed line yields an error with its position, and iteration
    /// can continue after it. Any other error ends the iteration: puzzles of a size other than `O`,
    /// or a source that cannot be read further.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
    /// use sudomill::{grid::Order2, input};
    /// let source = input::read_from("memory", "# two\n.4.3.3........2.\n1..1............\n".as_bytes())?;
    /// let puzzles: Vec<_> = source.puzzles::<Order2>().collect();
    /// assert_eq!(puzzles[0].as_ref().unwrap().clue_count(), 4);
    /// let error = puzzles[1].as_ref().unwrap_err();
    /// assert_eq!(error.to_string(), "memory:3:4: digit 1 twice in row 1 (r1c1 and r1c4)");
    /// # Ok::<(), sudomill::Error>(())
    /// ```
    pub fn puzzles<O: Order>(self) -> Puzzles<O> {
        let (mut parsed, size) = (VecDeque::new(), self.layout().size);
        if size != O::SIZE {
            let (name, expected) = (self.name(), O::SIZE);
            let reason = format!("{name}: found puzzles of {size}; expected {expected}");
            parsed.push_back(Err(Error::Impossible(reason)));
        }
        let newlines = 0;
        Puzzles { has_ended: size != O::SIZE, source: self, parsed, newlines }
    }

    /// Reads the remaining lines, about `target` bytes at a time, and calls `each` with every line
    /// and its number in the file, from 1. If `each` breaks, stops and returns the value.
    ///
    /// # Errors
    /// As [`Self::next_chunk`] and [`Chunk::check`].
    #[doc(hidden)] // For the program.
    pub fn each_line<O: Order, B>(
        &mut self,
        target: usize,
        mut each: impl FnMut(u64, Line<O>) -> ControlFlow<B>,
    ) -> Result<Option<B>, Error> {
        let mut before = 0;
        while let Some(found) = self.lines_of_chunk(target, &mut before, &mut each)? {
            if let ControlFlow::Break(found) = found {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Calls `each` with every line of the next chunk, which `before` newlines precede; `None` if
    /// there is no chunk.
    fn lines_of_chunk<O: Order, B>(
        &mut self,
        target: usize,
        before: &mut u64,
        mut each: impl FnMut(u64, Line<O>) -> ControlFlow<B>,
    ) -> Result<Option<ControlFlow<B>>, Error> {
        let Some(mut chunk) = self.next_chunk(target)? else { return Ok(None) };
        let newlines = line_ends(chunk.bytes());
        let mut lines = chunk.lines::<O>();
        let found = lines.try_for_each(|(newlines, _, line)| each(*before + newlines + 1, line));
        drop(lines);
        *before += newlines;
        chunk.check()?;
        chunk.release();
        Ok(Some(found))
    }
}

/// A line of a source, whatever the size of its puzzles.
#[doc(hidden)]
pub enum AnyLine<'a> {
    /// A puzzle, the only row of the batch.
    Puzzle(&'a Batch),
    /// A malformed puzzle.
    Bad(BadLine),
    /// A line to skip.
    Skip(Skip),
}

impl Source {
    /// Like [`Self::each_line`], for any size.
    ///
    /// # Errors
    /// Likewise.
    #[doc(hidden)]
    pub fn each_any_line(
        &mut self,
        target: usize,
        each: &mut dyn FnMut(u64, AnyLine) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let mut batch = Batch::new(self.layout().size);
        for_size!(self.layout().size, O => self.each_line::<O, ()>(target, |number, line| match line {
            Line::Puzzle(_, puzzle) => {
                batch.clear();
                batch.push_puzzle(&puzzle);
                each(number, AnyLine::Puzzle(&batch))
            }
            Line::Bad(bad) => each(number, AnyLine::Bad(bad)),
            Line::Skip(skip) => each(number, AnyLine::Skip(skip)),
        }))?;
        Ok(())
    }
}

impl<O: Order> Puzzles<O> {
    /// Parses the next chunk.
    fn parse(&mut self) -> Result<(), Error> {
        let Self { source, parsed, newlines, .. } = self;
        let path = source.name().to_owned();
        let found = source.lines_of_chunk(CHUNK, newlines, |line, found| {
            match found {
                Line::Puzzle(_, puzzle) => parsed.push_back(Ok(puzzle)),
                Line::Bad(bad) => {
                    let (path, line) = (path.clone(), line + bad.line_offset);
                    parsed.push_back(Err(Error::BadLine { path, line, bad }));
                }
                Line::Skip(_) => {}
            }
            ControlFlow::<()>::Continue(())
        });
        self.has_ended = found?.is_none();
        Ok(())
    }
}

impl<O: Order> Iterator for Puzzles<O> {
    type Item = Result<Puzzle<O>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.parsed.is_empty() && !self.has_ended {
            if let Err(error) = self.parse() {
                self.has_ended = true;
                return Some(Err(error));
            }
        }
        self.parsed.pop_front()
    }
}

impl<O: Order> fmt::Debug for Puzzles<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Puzzles").field("source", &self.source).finish_non_exhaustive()
    }
}
