//! Generates lines of puzzles on all cores: takes a range of puzzle numbers, returns blocks of
//! lines in that order. Called by `sudomill generate`.

use super::{PuzzleListener, Recipe};
use rayon::iter::{IntoParallelIterator, ParallelIterator};
use std::{ops::Range, sync::atomic::AtomicBool, time::Duration};
use sudomill_puzzle::{RunError, for_size, grid::Size};
use sudomill_solvers::clock::Instant;

/// The maximum number of puzzles per thread in a block, which limits memory.
const MOST: u64 = 4096;

/// The target duration of a block: long enough that threads rarely wait for each other at its end,
/// short enough for early output and frequent progress updates.
const BLOCK: Duration = Duration::from_millis(200);

impl Recipe {
    /// Generates the puzzles with these numbers on the threads of the current rayon pool. `write`
    /// receives blocks of lines, one puzzle per line, `.` for an empty cell. The listener is called
    /// after each block is written.
    ///
    /// The lines depend only on the recipe and their numbers; the size of a block depends
    /// on the speed.
    ///
    /// ```
    /// # mod sudomill { pub use sudomill_puzzle::*; pub mod generate { pub use sudomill_generate::*; } }
    /// use std::sync::atomic::AtomicBool;
    /// use sudomill::{generate::{Kind, Recipe}, grid::Size};
    /// let mut lines = Vec::new();
    /// let mut write = |block: &[u8]| Ok(lines.extend_from_slice(block));
    /// let recipe = Recipe::new(Kind::Easy, 5);
    /// recipe.write::<sudomill::RunError>(Size::Four, 0..1000, &AtomicBool::new(false), &mut write, &())?;
    /// assert_eq!(lines.len(), 1000 * 17);
    /// # Ok::<(), sudomill::RunError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Self::puzzle`] and of `write`; [`RunError::Interrupted`] once `stop` is set,
    /// even in the middle of a block.
    pub fn write<E: From<RunError>>(
        &self,
        size: Size,
        numbers: Range<u64>,
        stop: &AtomicBool,
        write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
        listener: &dyn PuzzleListener,
    ) -> Result<(), E> {
        self.check_size(size)?;
        let threads = rayon::current_num_threads() as u64;
        let (mut next, mut block) = (numbers.start, threads);
        while next < numbers.end {
            let started = Instant::now();
            let end = numbers.end.min(next.saturating_add(block));
            let line = |number| self.line(size, number, stop, listener);
            let lines: Vec<_> = (next..end).into_par_iter().map(line).collect();
            // Of several errors, that of the first line without a puzzle.
            write(lines.into_iter().collect::<Result<String, _>>()?.as_bytes())?;
            listener.made(end - next);
            next = end;
            block = match started.elapsed() {
                short if short < BLOCK / 2 => (block * 2).min(threads * MOST),
                long if long > BLOCK * 2 => (block / 2).max(threads),
                _ => block,
            };
        }
        Ok(())
    }

    /// The line with this number. A function of its own so that the search for a puzzle is compiled in
    /// this crate: a caller has only its own type of errors to add.
    fn line(
        &self,
        size: Size,
        number: u64,
        stop: &AtomicBool,
        listener: &dyn PuzzleListener,
    ) -> Result<String, RunError> {
        for_size!(size, O => Ok(self.draw::<O>(number, stop, listener)?.to_string() + "\n"))
    }
}
