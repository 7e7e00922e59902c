//! Writes random equivalent copies of the puzzles of a source, in the form of the source, on all
//! cores, in bounded memory.
//!
//! A worker takes a chunk and finds its records. Then it waits until the records of all earlier
//! chunks are counted, which is cheap: the number of a record selects its transformations.

use super::{
    Listener, Run, RunOptions,
    pipeline::{Feeder, Numbers, Pipeline, Turns},
    worker::HELD,
};
use crate::{
    input::{BadLine, Chunk, Grid, ReadLine, Source, without_line_end},
    output::{Sink, Tally, lock},
};
use std::{mem, sync::Mutex};
use sudomill_core::{Error, by_size::random_transformation, solver::Status, threads};

/// The options of a run.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// The seed of the transformations.
    pub seed: u64,
    /// The number of copies of each record.
    pub copies: u64,
    /// The number of records before the source.
    pub first: u64,
    /// Threads and chunks; results do not depend on them.
    pub run: RunOptions<'a>,
}

impl Default for Options<'_> {
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
/// [`Transformation::random`](sudomill_core::symmetry::Transformation::random) has the number
/// *record* × [`Options::copies`] + *copy*. Grids are written as lines. A header is written before
/// the first record of the output.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::{batch::shuffle, input, output::Sink};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("copies.csv");
/// let text = "id,puzzle,solution\n7,.4.3.3........2.,2413134242313124\n";
/// let mut source = input::read_from("memory", text.as_bytes())?;
/// source.find_solutions(None)?;
/// let mut copies = Sink::create(&path)?;
/// let options = shuffle::Options { seed: 7, copies: 2, ..Default::default() };
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
    options: &Options,
    output: &mut Sink,
    listener: &dyn Listener,
) -> Result<Run, Error> {
    let mut header = source.header_line().to_vec();
    if !header.is_empty() {
        header.push(b'\n');
    }
    if !source.is_blank() && !output.begin(&header)? {
        let path = source.name().to_owned();
        return Ok(Run::failed(Error::OtherColumns { path }));
    }
    let workers = threads::bounded(options.run.threads);
    let packer = output.packer();
    let shuffling = Shuffling {
        options,
        pipeline: Pipeline::new(Feeder::new(source, Numbers::Unwanted, None), workers),
        turns: Turns::new(workers),
        next: Mutex::new(options.first),
        writer: Mutex::new(Writer { output, listener, newlines: 0, tally: Tally::default() }),
    };
    let close = || {
        shuffling.turns.close();
        packer.close();
    };
    let write = |(chunk, copies)| lock(&shuffling.writer).write(chunk, copies);
    let work = |chunk, _| {
        packer.drain()?;
        shuffling.copy_all(chunk)
    };
    shuffling.pipeline.each(&options.run, work, write, close)?;
    let Shuffling { pipeline, writer, .. } = shuffling;
    let tally = mem::take(&mut lock(&writer).tally);
    Ok(Run { tally, failure: pipeline.into_failure() })
}

/// The state that the workers of a run share.
struct Shuffling<'a> {
    options: &'a Options<'a>,
    pipeline: Pipeline<(Chunk, Copies)>,
    /// Lets the chunks number their records in order.
    turns: Turns,
    /// The number of the next record.
    next: Mutex<u64>,
    writer: Mutex<Writer<'a>>,
}

/// A record: the number of newlines before it in its chunk, and its text and grids.
type Record<'a> = (u64, Result<(&'a [u8], Vec<Grid>), BadLine>);

/// The copies of the records of a chunk, and its counts.
#[derive(Default)]
struct Copies {
    /// The copies that are not yet written.
    bytes: Vec<u8>,
    records: u64,
    /// The bad records, each with the number of newlines before it in the chunk.
    bad: Vec<(u64, BadLine)>,
    /// The counts of the lines that are not records.
    tally: Tally,
    newlines: u64,
}

impl Shuffling<'_> {
    /// Copies the records of a chunk. Returns `None` if the run has failed on another thread.
    fn copy_all(&self, mut chunk: Chunk) -> Result<Option<(Chunk, Copies)>, Error> {
        let mut copies = Copies::default();
        let (lines, newlines) = chunk.read_all();
        let records = records(&chunk, lines, &mut copies);
        copies.newlines = newlines;
        let first = self.turns.take(&chunk, || {
            let mut next = lock(&self.next);
            let first = *next;
            *next += copies.records;
            Ok(first)
        })?;
        let Some(first) = first else { return Ok(None) };
        for (number, (newlines, record)) in (first..).zip(records) {
            if self.pipeline.has_ended() {
                return Ok(None);
            }
            match record {
                Ok((text, grids)) => self.copy(number, text, &grids, &chunk, &mut copies.bytes)?,
                Err(bad) => copies.bad.push((newlines, bad)),
            }
        }
        chunk.check()?;
        Ok(Some((chunk, copies)))
    }

    /// Appends the copies of a record. If they take much memory, writes them as soon as all earlier
    /// chunks are written.
    fn copy(
        &self,
        number: u64,
        record: &[u8],
        grids: &[Grid],
        chunk: &Chunk,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let Options { seed, copies, .. } = *self.options;
        for copy in 0..copies {
            let number = number.wrapping_mul(copies).wrapping_add(copy);
            let transformed = random_transformation(seed, number, chunk.size());
            let mut end = 0;
            for grid in grids {
                out.extend_from_slice(&record[end..grid.place.start]);
                let symbols = transformed(&grid.symbols, grid.notation);
                match grid.between {
                    None => out.extend([grid.quote, &symbols, grid.quote].concat()),
                    Some(sign) => out.extend(symbols.iter().flat_map(|&it| [it, sign])),
                }
                out.truncate(out.len() - usize::from(grid.between.is_some()));
                end = grid.place.end;
            }
            out.extend_from_slice(&record[end..]);
            out.push(b'\n');
            if out.len() >= HELD {
                self.options.run.check_stop()?;
                let write = || lock(&self.writer).output.write(out);
                if !self.pipeline.queue.write_part(chunk.place.index, write)? {
                    return Ok(());
                }
                out.clear();
            }
        }
        Ok(())
    }
}

/// The records among the lines of a chunk.
fn records<'a>(
    chunk: &'a Chunk,
    lines: Vec<(u64, ReadLine)>,
    copies: &mut Copies,
) -> Vec<Record<'a>> {
    let record = |(newlines, line): (u64, ReadLine)| match line {
        Err(skip) => {
            copies.tally.skipped.add(skip, 1);
            None
        }
        Ok((_, Some(bad))) => Some((newlines, Err(bad))),
        Ok((record, None)) => {
            let text = if chunk.has_grids() {
                chunk.text(&record)
            } else {
                without_line_end(chunk.record(&record))
            };
            Some((newlines, chunk.grids_of(&record).map(|grids| (text, grids))))
        }
    };
    let records: Vec<_> = lines.into_iter().filter_map(record).collect();
    copies.records = records.len() as u64;
    records
}

/// Writes finished chunks and notifies the listener, in the order of the input.
struct Writer<'a> {
    output: &'a mut Sink,
    listener: &'a dyn Listener,
    /// The newlines of the chunks so far.
    newlines: u64,
    tally: Tally,
}

impl Writer<'_> {
    fn write(&mut self, chunk: Chunk, mut copies: Copies) -> Result<(), Error> {
        for (newlines, bad) in &copies.bad {
            self.listener.bad_line(self.newlines + newlines + bad.line_offset + 1, bad);
        }
        self.output.write_later(&copies.bytes)?;
        self.newlines += copies.newlines;
        let bad = copies.bad.len() as u64;
        copies.tally.unsolved = copies.records - bad;
        copies.tally.statuses.add(Status::Invalid, bad);
        self.tally.merge(&copies.tally);
        self.listener.progress(chunk.consumed(), copies.records);
        chunk.release();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::CHUNK,
        input::{Open, read_as},
    };
    use std::{fs, io::Cursor};

    /// Records the bad lines.
    #[derive(Default)]
    struct Heard(Mutex<Vec<String>>);

    impl Listener for Heard {
        fn bad_line(&self, line: u64, bad: &BadLine) {
            lock(&self.0).push(format!("{line}:{bad}"));
        }
    }

    /// The copies of a text, the bad lines and the counts.
    fn copies(text: &str, options: &Options) -> (String, Vec<String>, [u64; 3]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("copies");
        let text = Cursor::new(text.as_bytes().to_vec());
        let mut source = read_as("memory", text, &Open::default()).unwrap();
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
            let run = RunOptions { threads, chunk, stop: None };
            let options = Options { seed: 7, copies: copied, run, ..Options::default() };
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
