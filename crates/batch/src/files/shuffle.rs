//! Writes random equivalent copies of the puzzles of a source, in the form of the source, on all
//! cores, in bounded memory.
//!
//! A worker takes a chunk and finds its records. Then it waits until the records of all earlier
//! chunks are counted, which is cheap: the number of a record selects its transformations.

use super::{Listener, RunOptions, RunResult, pipeline::Pipeline, solve::HELD, spans::GridSpan};
use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};
use sudomill_input::{Error, InputErrorKind, Source, without_line_end};
use sudomill_output::{Sink, lock};
use sudomill_puzzle::{any::puzzle_of_row, setters};
use sudomill_solvers::threads::check_stop;
use sudomill_symmetry::AnyTransformation;

/// The options of a run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ShuffleOptions<'a> {
    /// The seed of the transformations.
    pub seed: u64,
    /// The number of copies of each record.
    pub copies: u64,
    /// The number of records before the source.
    pub first: u64,
    /// Threads and chunks; results do not depend on them.
    pub run: RunOptions<'a>,
}

setters!(ShuffleOptions<'a> {
    with_seed: seed, u64;
    with_copies: copies, u64;
    with_first: first, u64;
    with_run: run, RunOptions<'a>;
});

impl Default for ShuffleOptions<'_> {
    fn default() -> Self {
        Self { seed: 0, copies: 1, first: 0, run: RunOptions::default() }
    }
}

/// Writes random equivalent copies of all records of a source, as far as it can be read; bad ones
/// have none. The output is not finished: the caller must do that.
///
/// A copy has the form of its record; a puzzle and its solution (see [`Source::find_solutions`])
/// undergo the same transformation, everything else is copied. The transformation depends only on
/// the seed and on the numbers of the record and of the copy:
/// [`Transformation::random`](sudomill_symmetry::Transformation::random) has the number
/// *record* × [`ShuffleOptions::copies`] + *copy*. Grids are written as lines. A header is written
/// before the first record of the output.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*, sudomill_batch::*}; pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{batch::shuffle, input, output::Sink};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("copies.csv");
/// let text = "id,puzzle,solution\n7,.4.3.3........2.,2413134242313124\n";
/// let mut source = input::read_from("memory", text.as_bytes())?;
/// source.find_solutions(None)?;
/// let mut copies = Sink::create(&path)?;
/// let options = shuffle::ShuffleOptions::default().with_seed(7).with_copies(2);
/// shuffle::shuffle_source(source, &options, &mut copies, &())?;
/// copies.finish()?;
/// assert_eq!(
///     std::fs::read_to_string(&path)?,
///     "id,puzzle,solution\n\
///      7,.4.....2......23,2431134232144123\n\
///      7,4..........3.3.2,4231312424131342\n",
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The output cannot be written, or the run was stopped.
pub fn shuffle_source(
    source: Source,
    options: &ShuffleOptions,
    output: &mut Sink,
    listener: &dyn Listener,
) -> Result<RunResult, Error> {
    if !source.is_blank() && !output.begin(&source.header_line())? {
        return Ok(RunResult::failed(InputErrorKind::OtherColumns.of(source.name())));
    }
    let packer = output.packer.clone();
    let size = source.layout().size;
    let output = &Mutex::new(output);
    let next = AtomicU64::new(options.first);
    let mut pipeline = Pipeline::new(source, &options.run, false, listener);
    pipeline.packers.push(packer);
    pipeline.each(&|page| {
        let (rows, puzzles) = page.puzzles(&|it| {
            let chunk = &it.page.chunk;
            puzzle_of_row(it.batch, it.row).ok_or_else(|| chunk.fault(it.record))?;
            GridSpan::all(chunk, it.record)
        });
        if !pipeline.begin_turn(page)? {
            return Ok(None);
        }
        let first = next.fetch_add(rows, Ordering::Relaxed);
        pipeline.end_turn(page)?;
        let mut copies = Vec::new();
        for (number, record, grids) in puzzles {
            let text = without_line_end(page.chunk.one_line(&record));
            for copy in 0..options.copies {
                let number = (first + number).wrapping_mul(options.copies).wrapping_add(copy);
                let transformation = AnyTransformation::random(size, options.seed, number);
                copy_record(text, &grids, &transformation, &mut copies);
                // Copies that take much memory are written as soon as possible.
                if copies.len() >= HELD {
                    check_stop(options.run.stop)?;
                    if !pipeline.write_part(page, &|| lock(output).write(&copies))? {
                        return Ok(None);
                    }
                    copies.clear();
                }
            }
            if pipeline.has_ended() {
                return Ok(None);
            }
        }
        Ok(Some(Box::new(move |_, _, _| lock(output).write_later(&copies))))
    })?;
    Ok(pipeline.into_run())
}

/// Appends a copy of a record with transformed grids.
fn copy_record(
    record: &[u8],
    grids: &[GridSpan],
    transformation: &AnyTransformation,
    out: &mut Vec<u8>,
) {
    let mut end = 0;
    for grid in grids {
        out.extend_from_slice(&record[end..grid.range.start]);
        let symbols = transformation.of_text(&grid.symbols, grid.notation);
        match grid.between {
            None => out.extend([grid.quote, &symbols, grid.quote].concat()),
            Some(sign) => symbols.iter().for_each(|&it| out.extend_from_slice(&[it, sign])),
        }
        out.truncate(out.len() - usize::from(grid.between.is_some()));
        end = grid.range.end;
    }
    out.extend_from_slice(&record[end..]);
    out.push(b'\n');
}
