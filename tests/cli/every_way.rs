//! Solves a text in every way to read it: mapped and not, in chunks of any size, on any number of threads,
//! from a stream, compressed, and in parts. Where messages and the exit code are asked, the program runs once; the
//! other ways are taken in this process, which costs less than to start a program.

use crate::{
    packed::{gzip, zstandard},
    run::{Folder, Run, counts, solve_in_ways, without_times},
};
use serde_json::Value;
use std::{
    io::Cursor,
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};
use sudomill::{
    Error,
    batch::{self, CHUNK, Listener, MAX_REPORTED, Outputs, RunOptions, SolveOptions},
    grid::Size,
    input::{self, BadLine, Column, ReadOptions, Shard, Source},
    output::{Columns, Format, Keep, Sink, Tally},
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
    let text = Text::new(input.as_ref(), args, options);
    text.check_every_way();
    text.run()
}

/// The same without the program, for hundreds of texts of which only results and bad lines are asked. Checks that
/// every line is a puzzle or counted as skipped.
#[track_caller]
pub fn found_every_way(input: &str, args: &str) -> Solved {
    let options = Options::of(args).expect("arguments that are known here");
    let text = Text::new(input.as_bytes(), args, options);
    text.check_every_way();
    let tally = text.whole.counts();
    let counted = ["statuses", "skipped"].map(|field| counts(&tally[field]));
    let counted = counted.iter().flatten().map(|(_, count)| count).sum::<u64>();
    let lines = input.lines().count() as u64;
    assert!(lines == counted || input.contains('\r'), "{}", text.whole.excerpt());
    text.whole
}

/// The results of a text, read in every way. The program runs only if there are arguments that it has to read.
#[track_caller]
pub fn results_every_way(input: &str, format: &str, args: &str) -> String {
    match args {
        "" => found_every_way(input, format).results,
        _ => solve_every_way(input, &format!("{format} {args}")).out,
    }
}

/// The sizes of chunks and the numbers of parts in which a text is solved.
pub struct Cuts<'a> {
    /// The chunks of a mapped file.
    pub mapped: &'a [usize],
    /// The chunks of a text that is opened in another way.
    pub others: &'a [usize],
    pub parts: &'a [usize],
}

/// Like [`solve_every_way`], in all these chunks on one thread and on two, and in all these parts.
#[track_caller]
pub fn solve_in_combinations(text: &str, args: &str, cuts: &Cuts) -> Run {
    let options = Options::of(args).expect("arguments that are known here");
    let mut text = Text::new(text.as_bytes(), args, options);
    text.folder = text.folder.and("input.zst", zstandard(&text.input));
    for how in Opened::ALL {
        for &chunk in if how == Opened::Mapped { cuts.mapped } else { cuts.others } {
            text.check(how, 1, chunk);
            text.check(how, 2, chunk);
        }
    }
    cuts.parts.iter().for_each(|&of| text.check_parts(of));
    text.run()
}

/// The results of a mapped file of this text, in this process.
pub fn results_of(text: &str, args: &str) -> String {
    let options = Options::of(args).expect("arguments that are known here");
    let folder = Folder::with("input", text);
    let mapped = || input::open(&folder.path("input"), &options.read.clone().with_map(true));
    options.solve(&[&mapped], RunOptions::default()).results
}

/// A text that is solved in different ways.
struct Text {
    input: Vec<u8>,
    folder: Folder,
    args: String,
    options: Options,
    /// What the mapped file gives.
    whole: Solved,
}

/// How a text is opened.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Opened {
    Mapped,
    Read,
    Piped,
    Gzip,
    /// Costs the most to make: for combinations alone.
    Zstandard,
}

impl Opened {
    const ALL: [Self; 5] = [Self::Mapped, Self::Read, Self::Piped, Self::Gzip, Self::Zstandard];
}

impl Text {
    /// Solves a text as a mapped file, in this process.
    fn new(input: &[u8], args: &str, options: Options) -> Self {
        let folder = Folder::with("input", input).and("input.gz", gzip(input));
        let (args, whole) = (args.to_owned(), Solved::default());
        let mut text = Self { input: input.to_vec(), folder, args, options, whole };
        let mapped = || text.open(Opened::Mapped);
        text.whole = text.options.solve(&[&mapped], RunOptions::default());
        text
    }

    /// Solves the text by the program, with the same results.
    #[track_caller]
    fn run(&self) -> Run {
        let run = solve_in_ways(&self.input, &self.args, &[], &[]);
        self.whole.is_that_of(&run);
        run
    }

    #[track_caller]
    fn check_every_way(&self) {
        self.check(Opened::Mapped, 1, 1);
        self.check(Opened::Read, 3, 100);
        self.check(Opened::Mapped, 2, 90);
        self.check(Opened::Piped, 1, CHUNK);
        self.check(Opened::Gzip, 2, CHUNK);
        self.check_parts(PARTS);
    }

    fn open(&self, how: Opened) -> Result<Source, Error> {
        let (path, read) = (|name| self.folder.path(name), &self.options.read);
        match how {
            Opened::Mapped => input::open(&path("input"), &read.clone().with_map(true)),
            Opened::Read => input::open(&path("input"), read),
            Opened::Piped => input::read_as("<stdin>", Cursor::new(self.input.clone()), read),
            Opened::Gzip => input::open(&path("input.gz"), read),
            Opened::Zstandard => input::open(&path("input.zst"), read),
        }
    }

    #[track_caller]
    fn check(&self, how: Opened, threads: usize, chunk: usize) {
        self.gives_the_same(&[&|| self.open(how)], &format!("{how:?}"), threads, chunk);
    }

    #[track_caller]
    fn check_parts(&self, of: usize) {
        let part = |number: usize| {
            let shard: Shard = format!("{number}/{of}").parse().unwrap();
            move || self.open(Opened::Mapped)?.shard(shard, None)
        };
        let parts: Vec<_> = (1..=of).map(part).collect();
        let parts: Vec<_> = parts.iter().map(|part| part as &Open).collect();
        self.gives_the_same(&parts, &format!("{of} parts"), 2, CHUNK);
    }

    #[track_caller]
    fn gives_the_same(&self, sources: &[&Open], how: &str, threads: usize, chunk: usize) {
        let run = RunOptions::default().with_threads(threads).with_chunk(chunk);
        let found = self.options.solve(sources, run);
        let is_same = found.is_like(&self.whole);
        let (found, whole) = (found.excerpt(), self.whole.excerpt());
        assert!(
            is_same,
            "{how}, {threads} threads, {chunk} bytes, {}:\n{found}\nis not like\n{whole}",
            self.args
        );
    }
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
            match word {
                "--header" | "--no-header" => {
                    read = read.with_header(Some(word == "--header"));
                    continue;
                }
                "--restore-zeros" => {
                    read = read.with_restore_zeros(true);
                    continue;
                }
                _ => {}
            }
            let value = words.next()?;
            match word {
                "--format" => format = value.parse().unwrap(),
                // Solutions in the input are found by the program.
                "--columns" if !value.contains("agrees") => {
                    columns.names = Some(value.split(',').map(str::to_owned).collect());
                }
                "--keep" if value == "all" => columns.keep = Keep::All,
                "--keep" => {
                    let kept = value.split(',').map(|name| name.parse().unwrap());
                    columns.keep = Keep::Named(kept.collect());
                }
                "--column" => read = read.with_column(value.parse::<Column>().unwrap()),
                "--comment" => read = read.with_comment(value.bytes().next()),
                "--delimiter" if value.len() == 1 => {
                    read = read.with_delimiter(value.bytes().next());
                }
                "--order" => read = read.with_size(Size::from_order_text(value)),
                _ => return None,
            }
        }
        Some(Self { read, format, columns })
    }

    /// Solves sources one after the other. Each has outputs of its own, as the parts of separate runs have.
    fn solve(&self, sources: &[&Open], run: RunOptions) -> Solved {
        let (mut solved, heard) = (Solved::default(), Heard::default());
        for source in sources {
            self.solve_one(source, run, &heard, &mut solved);
        }
        solved.told = mem::take(&mut *heard.messages());
        // Of further ones, a run tells more the smaller its chunks are.
        solved.told.truncate(MAX_REPORTED);
        solved
    }

    fn solve_one(&self, source: &Open, run: RunOptions, heard: &Heard, solved: &mut Solved) {
        let folder = Folder::new();
        let create = |name: &str| Sink::create(&folder.path(name)).unwrap();
        let mut outputs = Outputs::new(create("results")).with_timing(create("timing"));
        let ended = source().and_then(|source| {
            let size = source.layout().size;
            let strategy = match self.format.lists_all() {
                true => Strategy::default().listing(size),
                false => Strategy::default().for_size(size),
            };
            let options = SolveOptions::default()
                .with_strategy(strategy)
                .with_limits(Limits::default_for(size))
                .with_run(run)
                .with_format(self.format)
                .with_columns(self.columns.clone());
            batch::solve_source(source, &options, &mut outputs, heard)
        });
        match ended {
            Ok(ended) => {
                solved.tally.append(&ended.tally, None);
                let failure = ended.failure.map(|it| it.to_string());
                solved.failure = solved.failure.take().or(failure);
            }
            Err(error) => solved.failure = Some(error.to_string()),
        }
        outputs.results.finish().unwrap();
        outputs.timing.unwrap().finish().unwrap();
        solved.results += &folder.read("results");
        solved.timing += &without_times(&folder.read("timing"));
    }
}

/// What a way gives.
#[derive(Debug, Default)]
pub struct Solved {
    pub results: String,
    timing: String,
    /// What is told of the first bad lines, and of columns with another name.
    pub told: Vec<String>,
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
