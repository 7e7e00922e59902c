//! Reads the keys of the puzzles of an input: on every thread, and passes them on in order.

use super::{Listener, RunOptions, page::Page, pipeline::Pipeline};
use std::sync::Mutex;
use sudomill_input::{BadLine, Error, Record, Source};
use sudomill_output::{Tally, lock};
use sudomill_puzzle::any::{AnyPuzzle, puzzle_of_row};

/// A record with a puzzle.
pub(super) struct Keyed<'p> {
    pub page: &'p Page,
    pub record: &'p Record,
    /// The number of its line, from 1.
    pub line: u64,
    pub key: Vec<u8>,
}

/// The key of a puzzle; `None` if it has none. Or what is wrong with the puzzle.
pub(super) type FoundKey = Result<Option<Vec<u8>>, BadLine>;

/// Passes on each record whose puzzle has a key. `find` returns it; puzzles without one are bad lines.
///
/// # Errors
/// The input cannot be read, the run was stopped, or those of `take`.
pub(super) fn each_key(
    source: Source,
    run: &RunOptions,
    listener: &dyn Listener,
    find: &(dyn Fn(&AnyPuzzle) -> FoundKey + Sync),
    take: &mut (dyn FnMut(Keyed) -> Result<(), Error> + Send),
) -> Result<Tally, Error> {
    let take = &Mutex::new(take);
    let pipeline = Pipeline::new(source, run, false, listener);
    pipeline.each(&|page| {
        let (_, keys) = page.puzzles(&|it| {
            let fault = || it.page.chunk.fault(it.record);
            let puzzle = puzzle_of_row(it.batch, it.row).ok_or_else(fault)?;
            find(&puzzle)?.ok_or_else(fault)
        });
        Ok(Some(Box::new(move |pipeline, page, written| {
            let mut take = lock(take);
            for (_, record, key) in keys {
                let line = pipeline.line(written.newlines_before + u64::from(record.newlines));
                take(Keyed { page, record: &record, line, key })?;
            }
            Ok(())
        })))
    })?;
    pipeline.into_run().into_result()
}
