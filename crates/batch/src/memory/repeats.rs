//! Finds the rows whose puzzles occurred before, in columns of any length, in bounded memory.

use super::{MemoryOptions, Texts, by_row::LOT, each, layout};
use crate::partitions::{Partition, Partitions, expect_form};
use std::{
    collections::HashSet,
    mem,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill_input::{Error, any_puzzle};

/// The rows whose keys are in memory at the same time.
const RUN: usize = 1 << 16;

/// Finds the rows whose puzzles occurred before, in columns of any length. Takes one byte of memory for each
/// row, and temporary files of about 50 bytes for each puzzle; the rows themselves are not kept.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::memory::{MemoryOptions, Repeats};
/// let one = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";
/// let transposed: String = (0..81).map(|i| one.as_bytes()[i % 9 * 9 + i / 9] as char).collect();
/// let (mut repeats, options) = (Repeats::new(false), MemoryOptions::default());
/// repeats.add(&[one], &options)?;
/// repeats.add(&[&transposed, "1"], &options)?;
/// assert_eq!(repeats.find(&options)?, [false, true, false]);
/// # Ok::<(), sudomill::Error>(())
/// ```
#[derive(Debug)]
pub struct Repeats {
    exact: bool,
    /// The key of each puzzle, and the number of its row.
    keys: Partitions<1>,
    rows: u64,
}

impl Repeats {
    /// Starts without rows. Puzzles repeat each other if they are equivalent or, with `exact`, equal.
    #[must_use]
    pub fn new(exact: bool) -> Self {
        Self { exact, keys: Partitions::new(), rows: 0 }
    }

    /// The number of rows so far.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Adds all rows of a column. Only the layout, the threads and the stop flag of the options are used.
    ///
    /// # Errors
    /// The puzzles have no canonical form, a temporary file cannot be written, the threads cannot be started, or
    /// the run was stopped.
    pub fn add(
        &mut self,
        puzzles: &(impl Texts + ?Sized),
        options: &MemoryOptions,
    ) -> Result<(), Error> {
        let (rows, exact) = (puzzles.len(), self.exact);
        let layout = options.layout.clone().unwrap_or_else(|| layout(puzzles));
        expect_form(&layout, exact, "puzzles")?;
        let key =
            |row: usize| sudomill_symmetry::key(&any_puzzle(puzzles.text(row)?, &layout)?, exact);
        for first in (0..rows).step_by(RUN) {
            let keys = each(RUN / LOT, first..rows.min(first + RUN), options, key)?;
            for (row, key) in (self.rows..).zip(keys) {
                key.map_or(Ok(()), |key| self.keys.add(key, [row]))?;
            }
            self.rows += rows.min(first + RUN).abs_diff(first) as u64;
        }
        Ok(())
    }

    /// Returns for each row true if its puzzle occurred in a row before; false for a row without a
    /// puzzle. Then begins again, without rows. Only the threads and the stop flag of the options are used.
    ///
    /// # Errors
    /// A temporary file cannot be read, the threads cannot be started, or the run was stopped.
    pub fn find(&mut self, options: &MemoryOptions) -> Result<Vec<bool>, Error> {
        let Self { keys, rows, .. } = mem::replace(self, Self::new(self.exact));
        let repeated: Vec<_> = (0..rows).map(|_| AtomicBool::new(false)).collect();
        let partitions = keys.into_partitions();
        let find = |mut partition: Partition<1>| {
            let mut seen = HashSet::<Box<[u8]>>::new();
            partition.each(&mut |key, [row]| match seen.contains(key) {
                true => repeated[row as usize].store(true, Ordering::Relaxed),
                false => drop(seen.insert(key.into())),
            })
        };
        let found = each(partitions.len(), partitions, options, find)?;
        found.into_iter().collect::<Result<(), _>>()?;
        Ok(repeated.into_iter().map(AtomicBool::into_inner).collect())
    }
}
