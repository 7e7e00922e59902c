//! Lines of puzzles, made on every core: a range of numbers comes in, blocks of
//! lines go out in the order of the numbers. `sudomill generate` calls it.

use super::Recipe;
use crate::{
    Error,
    grid::{Order, Puzzle},
};
use rayon::prelude::*;
use std::{
    ops::Range,
    sync::atomic::AtomicBool,
    time::{Duration, Instant},
};

/// The most puzzles of a block, for each thread: what bounds the memory.
const MOST: u64 = 4096;

/// How long a block should take: long enough for the threads not to wait for
/// each other at its end, short enough to be heard of, and to write early.
const BLOCK: Duration = Duration::from_millis(200);

impl Recipe {
    /// Makes the puzzles of these numbers with the threads of the current rayon
    /// pool. `write` gets blocks of lines, a puzzle each, `.` for an empty cell;
    /// after each block `progress` gets the number of puzzles in it.
    ///
    /// The lines depend on the recipe and their numbers alone; how many come in
    /// a block depends on how fast they are made.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use sudomill::{generate::{Kind, Recipe}, grid::Order2};
    /// let (mut lines, mut made) = (Vec::new(), 0);
    /// let mut write = |block: &[u8]| Ok(lines.extend_from_slice(block));
    /// let recipe = Recipe::new(Kind::Easy, 5);
    /// recipe.write::<Order2>(0..1000, &AtomicBool::new(false), &mut write, &mut |n| made += n)?;
    /// assert_eq!((lines.len(), made), (1000 * 17, 1000));
    /// # Ok::<(), sudomill::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Self::puzzle`]; what `write` returns; [`Error::Interrupted`] when
    /// `stop` is set, which is heard within a block, too.
    pub fn write<O: Order>(
        &self,
        numbers: Range<u64>,
        stop: &AtomicBool,
        write: &mut dyn FnMut(&[u8]) -> Result<(), Error>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<(), Error> {
        self.check::<O>()?;
        let threads = rayon::current_num_threads() as u64;
        let (mut next, mut size) = (numbers.start, threads);
        while next < numbers.end {
            let started = Instant::now();
            let end = numbers.end.min(next.saturating_add(size));
            write(&self.lines::<O>(next..end, stop)?)?;
            progress(end - next);
            next = end;
            size = match started.elapsed() {
                short if short < BLOCK / 2 => (size * 2).min(threads * MOST),
                long if long > BLOCK * 2 => (size / 2).max(threads),
                _ => size,
            };
        }
        Ok(())
    }

    /// The lines of one block.
    fn lines<O: Order>(&self, numbers: Range<u64>, stop: &AtomicBool) -> Result<Vec<u8>, Error> {
        let made = numbers.into_par_iter().map(|number| self.draw(number, stop));
        let puzzles = made.collect::<Result<Vec<Puzzle<O>>, Error>>()?;
        let mut lines = Vec::with_capacity(puzzles.len() * (O::CELLS + 1));
        for puzzle in &puzzles {
            lines.extend_from_slice(puzzle.to_string().as_bytes());
            lines.push(b'\n');
        }
        Ok(lines)
    }
}
