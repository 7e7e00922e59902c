//! Writes random equivalent copies of the puzzles of a source, in the form of the source, on all
//! cores, in bounded memory.
//!
//! A worker takes a chunk and finds its records. Then it waits until the records of all earlier
//! chunks are counted, which is cheap: the number of a record selects its transformations.

use super::{Listener, RunOptions, RunResult, pipeline::Pipeline, solve::HELD};
use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};
use sudomill_input::{Error, GridSpan, InputErrorKind, Source, without_line_end};
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
/// shuffle::run(source, &options, &mut copies, &())?;
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
pub fn run(
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
            chunk.grids_of(it.record)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::CHUNK;
    use std::{fs, io::Cursor};
    use sudomill_input::{BadLine, ReadOptions, read_as};
    use sudomill_puzzle::solving::Status;

    /// Records the bad lines.
    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Listener for Heard {
        fn bad_line(&self, line: u64, bad: &BadLine) {
            lock(&self.0).push(format!("{line}:{bad}"));
        }
    }

    /// The copies of a text, the bad lines and the counts.
    fn copies(text: &str, options: &ShuffleOptions) -> (String, Vec<String>, [u64; 3]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copies");
        let text = Cursor::new(text.as_bytes().to_vec());
        let mut source = read_as("memory", text, &ReadOptions::default()).unwrap();
        _ = source.find_solutions(None);
        let (mut output, heard) = (Sink::create(&path).unwrap(), Heard::default());
        let run = run(source, options, &mut output, &heard).unwrap();
        assert!(run.failure.is_none());
        output.finish().unwrap();
        let counts = [run.tally.puzzles(), run.tally.of(Status::Invalid), run.tally.lines()];
        (fs::read_to_string(&path).unwrap(), heard.0.into_inner().unwrap(), counts)
    }

    fn by_every_cut(text: &str, copied: u64) -> (String, Vec<String>, [u64; 3]) {
        let cuts = [(1, CHUNK), (1, 1), (2, 50), (7, 1), (2, 1000)];
        let by = |(threads, chunk)| {
            let run = RunOptions { threads, chunk, ..RunOptions::default() };
            let options =
                ShuffleOptions { seed: 7, copies: copied, run, ..ShuffleOptions::default() };
            copies(text, &options)
        };
        let all = cuts.map(by);
        // Not `assert_eq`, which would print megabytes.
        assert!(all.iter().all(|one| *one == all[0]));
        all[0].clone()
    }

    #[test]
    fn same_for_any_threads_and_chunks() {
        let row =
            "7,\"a\n#\",.4.3.3........2.,2413134242313124\n8,b,Z,\n\n9,c,1...4.....2....3,g\n";
        let text = format!("id,note,puzzle,solution\n{}", row.repeat(100));
        let (written, bad, counts) = by_every_cut(&text, 3);
        assert_eq!((written.lines().count(), counts), (1 + 600, [300, 200, 501]));
        assert_eq!(bad[0], "4:5: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X");
        assert_eq!(bad[1], "6:22: solution: found 'g'; expected 1-4 or one of . 0 - _ * ? x X");
        let grids = "1...\n4...\n..2.\n...3\n\n".repeat(50);
        assert_eq!(by_every_cut(&grids, 2).2, [50, 0, 250]);
    }

    #[test]
    fn many_copies_are_written_in_parts() {
        let text = ".4.3.3........2.\n".repeat(3);
        let (written, ..) = by_every_cut(&text, 100_000);
        assert!(written.len() == 300_000 * 17 && written.len() > 4 * HELD);
    }
}
