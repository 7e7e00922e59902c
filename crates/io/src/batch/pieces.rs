//! A run in pieces, for threads that share no memory, such as web workers: one thread has a
//! [`Reader`], and each of the others has a [`Solver`] for the same input. The caller writes their
//! results in the order of the pieces.

use super::{
    Options, page,
    pipeline::{Feeder, Numbers},
    worker::{Solving, Worker},
};
use crate::{
    input::{BadLine, ChunkPlace, Open, Source, Table, read_file},
    output::{Plan, Tally, Timing},
};
use serde::{Deserialize, Serialize};
use std::io::Read;
use sudomill_core::{Error, grid::Size};

/// Reads an input piece by piece.
pub struct Reader(Feeder);

/// Some whole lines of an input.
#[derive(Debug)]
pub struct Piece {
    pub place: PieceHeader,
    pub bytes: Vec<u8>,
}

/// The position of a piece in its input.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct PieceHeader {
    chunk: ChunkPlace,
    /// The number of newlines before the piece.
    newlines: u64,
}

impl Reader {
    /// Opens a file of `size` bytes; `name` is used in messages.
    ///
    /// # Errors
    /// See [`crate::input::read_from`].
    pub fn open(
        name: &str,
        file: impl Read + Send + 'static,
        size: u64,
        how: &Open,
    ) -> Result<Self, Error> {
        let source = read_file(name, file, Some(size), how)?;
        Ok(Self(Feeder::new(source, Numbers::ByFeeder, None)))
    }

    /// Returns the next piece, of about `target` bytes; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read. All lines before that point were in earlier pieces.
    pub fn next_piece(&mut self, target: usize) -> Result<Option<Piece>, Error> {
        let Some((chunk, newlines)) = self.0.next(target) else {
            return self.0.failed.take().map_or(Ok(None), Err);
        };
        let (chunk, bytes) = chunk.into_parts();
        Ok(Some(Piece { place: PieceHeader { chunk, newlines }, bytes }))
    }
}

/// Solves the pieces of an input, in any order.
pub struct Solver {
    source: Source,
    options: Options<'static>,
    plan: Plan,
    timed: bool,
}

/// The results of a piece.
#[derive(Debug)]
pub struct Solved {
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

impl Solver {
    /// Opens the file that a [`Reader`] reads, with the same options, to detect its format.
    ///
    /// # Errors
    /// See [`Reader::open`] and [`super::run`]. It is also an error if the format lists every
    /// solution.
    pub fn open(
        name: &str,
        file: impl Read + Send + 'static,
        size: u64,
        how: &Open,
        options: Options<'static>,
        timed: bool,
    ) -> Result<Self, Error> {
        let source = read_file(name, file, Some(size), how)?;
        if options.format.lists_all() {
            let format = options.format;
            return Err(Error::Impossible(format!("the format '{format}' has no pieces")));
        }
        let plan = options.plan(&source)?;
        Ok(Self { source, options, plan, timed })
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

    /// The size of the puzzles.
    #[must_use]
    pub fn size(&self) -> Size {
        self.source.layout().size
    }

    /// The columns of the input.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.source.layout().table
    }

    /// The usual and the actual name of each column of results that is renamed, because a kept
    /// column of the input has its name.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        self.plan.renamed()
    }

    /// Solves a piece.
    ///
    /// # Errors
    /// [`Error::Impossible`] if the piece does not belong to this input.
    pub fn solve(&self, piece: Piece) -> Result<Solved, Error> {
        let Self { source, options, plan, timed } = self;
        let size = self.size();
        let solving = Solving::new(options, size, *timed || plan.has("solve_ns"));
        let mut worker = Worker::new(solving, size, options, plan, *timed);
        let newlines = piece.place.newlines;
        let chunk = source.chunk_at(piece.place.chunk, piece.bytes);
        worker.take(chunk, newlines, page::Solved::default(), &|_, _| Ok(true))?;
        worker.finish()?;
        let (chunk, solved) =
            worker.next_done().ok_or_else(|| Error::Impossible("a piece was not solved".into()))?;
        let line = |(before, bad): (u64, BadLine)| (newlines + before + bad.line_offset + 1, bad);
        Ok(Solved {
            results: solved.results.bytes,
            timing: solved.timing.bytes,
            bad: solved.bad.into_iter().map(line).collect(),
            consumed: chunk.consumed(),
            tally: solved.tally,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        batch::{Outputs, run},
        input::read_as,
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

    /// Returns the same for a run in pieces, which two solvers share, solving the last piece first.
    fn in_pieces(text: &'static [u8], options: &Options<'static>, target: usize) -> [String; 2] {
        let (how, size) = (Open::default(), text.len() as u64);
        let mut reader = Reader::open("memory", Cursor::new(text), size, &how).unwrap();
        let open = || {
            Solver::open("memory", Cursor::new(text), size, &how, options.clone(), true).unwrap()
        };
        let solvers = [open(), open()];
        let mut pieces = Vec::new();
        while let Some(piece) = reader.next_piece(target).unwrap() {
            let place = serde_json::to_string(&piece.place).unwrap();
            pieces.push(Piece { place: serde_json::from_str(&place).unwrap(), ..piece });
        }
        let turns = solvers.iter().cycle();
        let solved: Vec<Solved> =
            turns.zip(pieces).map(|(solver, piece)| solver.solve(piece).unwrap()).collect();
        let mut all = [solvers[0].header(), solvers[0].timing_header()];
        for Solved { results, timing, .. } in solved {
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
        let (how, size) = (Open::default(), text.len() as u64);
        let mut reader = Reader::open("memory", Cursor::new(text), size, &how).unwrap();
        let options = Options::default();
        let solver = Solver::open("memory", Cursor::new(text), size, &how, options, false).unwrap();
        let (mut lines, mut valid) = (Vec::new(), 0);
        while let Some(piece) = reader.next_piece(1).unwrap() {
            let solved = solver.solve(piece).unwrap();
            valid += solved.tally.valid();
            lines.extend(solved.bad.into_iter().map(|(line, _)| line));
        }
        assert_eq!((lines, valid), (vec![2, 4], 2));
    }
}
