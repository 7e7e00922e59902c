//! A run that its caller takes piece by piece, such as a web worker: it has no other threads, and
//! writes the results itself.

use super::{
    Options, page,
    pipeline::{Feeder, Numbers},
    worker::{Solving, Worker},
};
use crate::{
    input::{BadLine, Source},
    output::{Column, Plan, Tally, Timing},
};
use sudomill_core::{Error, grid::Size};

/// Solves an input piece by piece, in order.
pub struct Pieces {
    feeder: Feeder,
    name: String,
    size: Size,
    options: Options<'static>,
    plan: Plan,
    timed: bool,
}

/// The results of a piece: some whole lines of the input.
#[derive(Debug)]
pub struct Piece {
    /// One result line per puzzle line.
    pub results: Vec<u8>,
    /// One timing row per puzzle line, if timing is wanted.
    pub timing: Vec<u8>,
    /// The first bad lines, each with its line number in the input, from 1.
    pub bad: Vec<(u64, BadLine)>,
    /// The bytes of the input up to the end of the piece, before decompression.
    pub consumed: u64,
    /// The counts of the lines of the piece.
    pub tally: Tally,
}

impl Pieces {
    /// Solves the lines of a source; with timing rows if `timed` is set.
    ///
    /// # Errors
    /// See [`super::run`]. It is also an error if the format lists every solution.
    pub fn new(source: Source, options: Options<'static>, timed: bool) -> Result<Self, Error> {
        if options.format.lists_all() {
            let format = options.format;
            return Err(Error::Impossible(format!("the format '{format}' has no pieces")));
        }
        let (name, size) = (source.name().to_owned(), source.layout().size);
        let plan = options.plan(&source)?;
        let feeder = Feeder::new(source, Numbers::ByReader, None);
        Ok(Self { feeder, name, size, options, plan, timed })
    }

    /// The header of the results; empty if the format has none.
    #[must_use]
    pub fn header(&self) -> Vec<u8> {
        self.plan.header()
    }

    /// The header of the timing rows.
    #[must_use]
    pub fn timing_header(&self) -> Vec<u8> {
        Timing::header(self.options.file_column)
    }

    /// The usual and the actual name of each column of results that is renamed, because a kept
    /// column of the input has its name.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.plan.renamed()
    }

    /// Solves the next piece, of about `target` bytes; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read. All lines before that point were in earlier pieces.
    pub fn next_piece(&mut self, target: usize) -> Result<Option<Piece>, Error> {
        let Self { feeder, name, size, options, plan, timed } = self;
        let Some((chunk, before)) = feeder.next(target) else {
            return feeder.failed.take().map_or(Ok(None), Err);
        };
        let solving = Solving::new(options, *size, *timed || plan.has(Column::SolveNs));
        let mut worker = Worker::new(solving, *size, options, plan, name, *timed);
        feeder.pass(worker.take(chunk, before, page::Solved::default(), &|_, _| Ok(true))?);
        worker.finish()?;
        let (chunk, solved) =
            worker.next_done().ok_or_else(|| Error::Impossible("a piece was not solved".into()))?;
        let line = |(newlines, bad): (u64, BadLine)| (before + newlines + bad.line_offset + 1, bad);
        Ok(Some(Piece {
            results: solved.results.bytes,
            timing: solved.timing.bytes,
            bad: solved.bad.into_iter().map(line).collect(),
            consumed: chunk.consumed(),
            tally: solved.tally,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::{Outputs, run},
        input::{Open, read_as},
        output::{Format, Sink},
    };
    use std::{fs, io::Cursor};

    const FORMATS: [Format; 4] = [Format::Solution, Format::Count, Format::Csv, Format::Jsonl];

    /// Returns the results and the timing rows of a normal run, the timing rows without times.
    fn whole(text: &'static [u8], options: &Options) -> [String; 2] {
        let folder = tempfile::tempdir().unwrap();
        let paths = ["results", "timing"].map(|name| folder.path().join(name));
        let [results, timing] = paths.each_ref().map(|path| Sink::create(path).unwrap());
        let mut outputs = Outputs { results, timing: Some(timing) };
        let source = read_as("memory", Cursor::new(text), &Open::default()).unwrap();
        run(source, options, &mut outputs, &()).unwrap();
        outputs.results.finish().unwrap();
        outputs.timing.unwrap().finish().unwrap();
        let [results, timing] = paths.map(|path| fs::read_to_string(path).unwrap());
        [results, without_times(&timing)]
    }

    fn without_times(timing: &str) -> String {
        timing.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
    }

    /// Returns the same for a run in pieces.
    fn in_pieces(text: &'static [u8], options: &Options<'static>, target: usize) -> [String; 2] {
        let source = read_as("memory", Cursor::new(text), &Open::default()).unwrap();
        let mut pieces = Pieces::new(source, options.clone(), true).unwrap();
        let mut all = [pieces.header(), pieces.timing_header()];
        while let Some(Piece { results, timing, .. }) = pieces.next_piece(target).unwrap() {
            all[0].extend(results);
            all[1].extend(timing);
        }
        let [results, timing] = all.map(|bytes| String::from_utf8(bytes).unwrap());
        [results, without_times(&timing)]
    }

    #[test]
    fn same_bytes_as_a_run() {
        let hard =
            fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/hard.txt")).unwrap();
        let inputs: [&'static [u8]; 4] = [
            hard.leak(),
            b"id,puzzle,note\n7,.4.3.3........2.,\"a, \"\"b\"\"\nand c\"\n8,44..............,\n\n9,1,x\n",
            b"1 . . .\n4 . . .\n. . 2 .\n. . . 3\n\n. 4 . 3\n. 3 . .\n. . . .\n. . 2 .\n",
            b"# none\n\nx\n1...4.....2....3\n",
        ];
        for text in inputs {
            for format in FORMATS {
                let options = Options { format, ..Options::default() };
                let expected = whole(text, &options);
                for target in [1, 500, 1 << 20] {
                    assert_eq!(in_pieces(text, &options, target), expected, "{format} {target}");
                }
            }
        }
    }

    #[test]
    fn bad_lines_have_their_numbers() {
        let text: &'static [u8] = b".4.3.3........2.\nx\n\n11..............\n.4.3.3........2.\n";
        let source = read_as("memory", Cursor::new(text), &Open::default()).unwrap();
        let mut pieces = Pieces::new(source, Options::default(), false).unwrap();
        let (mut lines, mut valid) = (Vec::new(), 0);
        while let Some(piece) = pieces.next_piece(1).unwrap() {
            valid += piece.tally.valid();
            lines.extend(piece.bad.into_iter().map(|(line, _)| line));
        }
        assert_eq!((lines, valid), (vec![2, 4], 2));
    }
}
