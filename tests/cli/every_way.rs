//! Solves a text in every way to read it: mapped and not, in chunks of any size, on any number of threads,
//! from a stream, compressed, and in parts. The program runs once, for the messages and the exit code; the
//! other ways are taken in this process, which costs less than to start a program.

use crate::{
    packed::gzip,
    run::{Folder, Run, solve_in_ways, without_times},
};
use serde_json::Value;
use std::{
    array,
    io::Cursor,
    mem,
    path::Path,
    sync::{Mutex, MutexGuard, PoisonError},
};
use sudomill::{
    Error,
    batch::{self, CHUNK, Listener, MAX_REPORTED, Outputs, RunOptions, SolveOptions},
    input::{self, BadLine, Column, ReadOptions, Shard, Source},
    output::{Columns, Format, Sink, Tally},
    solver::{Limits, registry::Strategy},
};

/// The ways for arguments that only the program knows. A pipe is what `--no-mmap` alone would be: unmapped,
/// in chunks of the usual size.
const WAYS: [&str; 5] = [
    "input -j 1 --chunk-size 1",
    "input -j 3 --no-mmap --chunk-size 100",
    "input --chunk-size 90",
    "input.gz",
    "-",
];

/// The number of parts.
const PARTS: usize = 3;

/// Solves a text quietly in every way. Checks that all give the same results, messages, timing and skipped
/// lines. Returns the run of the mapped file.
#[track_caller]
pub fn solve_every_way(input: impl AsRef<[u8]>, args: &str) -> Run {
    let Some(options) = Options::of(args) else {
        return solve_in_ways(input, args, &WAYS.map(str::to_owned), &[PARTS]);
    };
    let input = input.as_ref();
    let run = solve_in_ways(input, args, &[], &[]);
    let folder = Folder::with("input", input).and("input.gz", gzip(input));
    let (path, packed) = (folder.path("input"), folder.path("input.gz"));
    let mapped = || input::open(&path, &options.read.clone().with_map(true));
    let read = || input::open(&path, &options.read);
    let piped = || input::read_as("<stdin>", Cursor::new(input.to_vec()), &options.read);
    let unpacked = || input::open(&packed, &options.read);
    let whole = options.solve(&[&mapped], RunOptions::default());
    whole.is_that_of(&run);
    let check = |sources: &[&Open], threads, chunk| {
        let how = RunOptions::default().with_threads(threads).with_chunk(chunk);
        let found = options.solve(sources, how);
        let is_same = found.is_like(&whole);
        let (found, whole) = (found.excerpt(), whole.excerpt());
        assert!(
            is_same,
            "{threads} threads, {chunk} bytes, {args}:\n{found}\nis not like\n{whole}"
        );
    };
    check(&[&mapped], 1, 1);
    check(&[&read], 3, 100);
    check(&[&mapped], 2, 90);
    check(&[&piped], 1, CHUNK);
    check(&[&unpacked], 2, CHUNK);
    let shard = |number: usize| format!("{number}/{PARTS}").parse::<Shard>().unwrap();
    let parts: [_; PARTS] = array::from_fn(|at| move || mapped()?.shard(shard(at + 1), None));
    check(&parts.each_ref().map(|part| part as &Open), 2, CHUNK);
    run
}

/// Opens an input, or a part of it.
type Open<'a> = dyn Fn() -> Result<Source, Error> + 'a;

/// The arguments that a run in this process knows.
struct Options {
    read: ReadOptions,
    format: Format,
    columns: Columns,
}

impl Options {
    /// Returns `None` for arguments that it does not know.
    fn of(args: &str) -> Option<Self> {
        let (mut read, mut format) = (ReadOptions::default(), Format::default());
        let mut columns = Columns::default();
        let mut words = args.split_whitespace();
        while let Some(word) = words.next() {
            let value = words.next()?;
            match word {
                "--format" => format = value.parse().unwrap(),
                // Solutions in the input are found by the program.
                "--columns" if !value.contains("agrees") => {
                    columns.names = Some(value.split(',').map(str::to_owned).collect());
                }
                "--column" => read = read.with_column(value.parse::<Column>().unwrap()),
                _ => return None,
            }
        }
        Some(Self { read, format, columns })
    }

    /// Solves sources one after the other, into one output.
    fn solve(&self, sources: &[&Open], run: RunOptions) -> Solved {
        let folder = Folder::new();
        let [results, timing] = ["results", "timing"].map(|name| folder.path(name));
        let heard = Heard::default();
        let mut solved = Solved::default();
        let create = |path: &Path| Sink::create(path).unwrap();
        let mut outputs = Outputs::new(create(&results)).with_timing(create(&timing));
        for source in sources {
            let ended = source().and_then(|source| {
                let size = source.layout().size;
                let options = SolveOptions::default()
                    .with_strategy(Strategy::default().for_size(size))
                    .with_limits(Limits::default_for(size))
                    .with_run(run)
                    .with_format(self.format)
                    .with_columns(self.columns.clone());
                batch::solve_source(source, &options, &mut outputs, &heard)
            });
            match ended {
                Ok(ended) => {
                    solved.tally.append(&ended.tally, None);
                    solved.failure = solved.failure.or(ended.failure.map(|it| it.to_string()));
                }
                Err(error) => solved.failure = Some(error.to_string()),
            }
        }
        outputs.results.finish().unwrap();
        outputs.timing.unwrap().finish().unwrap();
        solved.results = folder.read("results");
        solved.timing = without_times(&folder.read("timing"));
        solved.told = mem::take(&mut *heard.messages());
        // Of further ones, a run tells more the smaller its chunks are.
        solved.told.truncate(MAX_REPORTED);
        solved
    }
}

/// What a way gives.
#[derive(Debug, Default)]
struct Solved {
    results: String,
    timing: String,
    /// What is told of the first bad lines, and of columns with another name.
    told: Vec<String>,
    tally: Tally,
    failure: Option<String>,
}

impl Solved {
    /// Compares with the run of the program.
    #[track_caller]
    fn is_that_of(&self, run: &Run) {
        assert!(self.results == run.out, "{}\nis not\n{:.2000}", self.excerpt(), run.out);
        // The program also fails if no line is a puzzle.
        assert!(self.failure.is_none() || run.code == Some(2), "{:?}: {}", self.failure, run.err);
        for message in &self.told {
            assert!(run.err.contains(message.as_str()), "{message} is not in {}", run.err);
        }
    }

    /// The results may be megabytes.
    fn excerpt(&self) -> String {
        let (failure, told) = (&self.failure, &self.told);
        format!("{failure:?}: {told:?}, {}\n{:.2000}", self.counts(), self.results)
    }

    /// The exit code and every note of the program are made of these, and of a failure.
    fn counts(&self) -> Value {
        serde_json::to_value(&self.tally).unwrap()
    }

    fn is_like(&self, other: &Self) -> bool {
        self.told == other.told
            && (&self.results, &self.timing) == (&other.results, &other.timing)
            && self.counts() == other.counts()
            && self.failure.is_some() == other.failure.is_some()
    }
}

/// Records what is told, in its order.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Heard {
    fn messages(&self) -> MutexGuard<'_, Vec<String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listener for Heard {
    fn bad_line(&self, line: u64, bad: &BadLine) {
        self.messages().push(format!(":{line}:{bad}"));
    }

    fn renamed(&self, column: &str, name: &str) {
        let message =
            format!("has a column '{column}', too: that of the results is called '{name}'");
        // Once for each part.
        if !self.messages().contains(&message) {
            self.messages().push(message);
        }
    }
}
