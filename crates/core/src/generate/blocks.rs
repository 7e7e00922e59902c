//! Generates lines of puzzles on all cores: takes a range of puzzle numbers, returns blocks of
//! lines in that order. Called by `sudomill generate`.

use super::{PuzzleListener, Recipe};
use crate::{RunError, clock::Instant, for_size, grid::Size};
use std::{ops::Range, sync::atomic::AtomicBool, time::Duration};

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
    /// # use sudomill_core as sudomill;
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
        write_blocks(numbers, &|number| self.line(size, number, stop, listener), write, listener)
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

/// Makes the line with this number.
type Line<'a> = dyn Fn(u64) -> Result<String, RunError> + Sync + 'a;

/// Makes the lines with these numbers on all cores, and writes them in blocks.
fn write_blocks<E: From<RunError>>(
    numbers: Range<u64>,
    line: &Line,
    write: &mut dyn FnMut(&[u8]) -> Result<(), E>,
    listener: &dyn PuzzleListener,
) -> Result<(), E> {
    let threads = rayon::current_num_threads() as u64;
    let mut next = numbers.start;
    let mut size = threads;
    while next < numbers.end {
        let started = Instant::now();
        let end = numbers.end.min(next.saturating_add(size));
        write(lines(next..end, line)?.as_bytes())?;
        listener.made(end - next);
        next = end;
        size = match started.elapsed() {
            short if short < BLOCK / 2 => (size * 2).min(threads * MOST),
            long if long > BLOCK * 2 => (size / 2).max(threads),
            _ => size,
        };
    }
    Ok(())
}

/// The lines with these numbers, of which there is at least one, made on all cores.
fn lines(numbers: Range<u64>, line: &Line) -> Result<String, RunError> {
    let Range { start, end } = numbers;
    if end - start == 1 {
        return line(start);
    }
    let middle = start.midpoint(end);
    let (first, rest) = rayon::join(|| lines(start..middle, line), || lines(middle..end, line));
    Ok(first? + &rest?)
}
