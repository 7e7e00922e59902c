//! `sudomill verify`: checks solutions against their puzzles.

use super::solve::chunk_size;
use crate::cli::{
    advice::error_message,
    exit::Exit,
    inputs::{Inputs, Without},
    interrupt,
    message::{and_more, count, files_of, number, say, visible},
    progress::InputProgress,
    shared_args::{AlphabetArgs, IncludeArgs, ProgressArgs, TableArgs, ThreadArgs},
};
use anyhow::ensure;
use std::{
    io::Write,
    path::{Path, PathBuf},
    slice,
    sync::atomic::{AtomicUsize, Ordering},
};
use sudomill::{
    Error,
    batch::verify::{self, Listener, MAX_REPORTED, Options, Tally},
    input::{self, Answers, Column, Open, Role},
    output::Stdout,
};

/// Check solutions against their puzzles
///
/// Compare the n-th answer of SOLUTIONS with the n-th puzzle of PUZZLES. SOLUTIONS may have
/// any format that `solve` writes, or be grids. The first ten wrong answers are printed with
/// the place of the error; all are counted.
///
/// With one FILE, or more than two, the solutions are a column of each FILE, as in Kaggle's
/// files. A folder stands for the files in it. With --solutions, several files of puzzles are
/// read as one, and so are several files of solutions.
///
/// The answer to a malformed puzzle is wrong, and so is a missing answer. A line of `solve
/// --format count` without a solution, such as `PUZZLE:2:`, counts as not given.
///
/// Exit code: 0 every answer is right; 1 some answers are wrong or not given; 2 a file cannot
/// be read or holds no puzzle, or the files do not belong together; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill verify puzzles.txt solutions.txt\n  \
    sudomill verify kaggle.csv --column quizzes --solution-column solutions\n  \
    sudomill verify a.txt b.txt --solutions all.csv.gz")]
pub struct VerifyArgs {
    /// PUZZLES and SOLUTIONS, or any other number of files with both
    ///
    /// With --solutions, any number of PUZZLES. Puzzles have any format that `solve` reads; - is
    /// standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Read the solutions of all puzzles from these files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    solutions: Vec<PathBuf>,
    // Deprecated.
    #[arg(long, conflicts_with = "solutions", hide = true)]
    beside: bool,
    #[command(flatten)]
    include: IncludeArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    alphabet: AlphabetArgs,
    /// Read solutions from this column [default: detected]
    ///
    /// A name in the header, a key of JSON Lines, or a column number from 1.
    #[arg(long, value_name = "NAME|N")]
    solution_column: Option<Column>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Read the files instead of memory-mapping them
    #[arg(long)]
    no_mmap: bool,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Checks the n-th solution against the n-th puzzle.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let (puzzles, solutions) = args.split()?;
    let from_stdin = |inputs: &Inputs| inputs.paths().any(|path| path == Path::new("-"));
    let both = from_stdin(&puzzles) && solutions.as_ref().is_some_and(from_stdin);
    ensure!(!both, "puzzles and solutions cannot both come from standard input");
    // If one file of a sequence is missing, all later answers would be compared with the wrong
    // puzzles.
    let failed = solutions.as_ref().map_or(0, |solutions| puzzles.failed + solutions.failed);
    if failed > 0 {
        return Ok(Exit::Failure);
    }
    let checking = Checking {
        args,
        puzzles: &puzzles,
        solutions: solutions.as_ref(),
        how: Open { symbols: args.alphabet.symbols, ..args.table.open(!args.no_mmap) },
        threads: args.threads.count()?,
        answers: None,
        failed: puzzles.failed,
        without: Without::default(),
        messages: Messages::default(),
        tally: Tally::default(),
    };
    checking.run()
}

impl VerifyArgs {
    /// Splits the arguments into files of puzzles and files of solutions; `None` if solutions are a
    /// column of the former.
    fn split(&self) -> anyhow::Result<(Inputs, Option<Inputs>)> {
        let (puzzles, solutions) = match &self.files[..] {
            [puzzles, solutions] if self.solutions.is_empty() && !self.beside => {
                (slice::from_ref(puzzles), slice::from_ref(solutions))
            }
            puzzles => (puzzles, &self.solutions[..]),
        };
        let inputs = |paths: &[PathBuf]| {
            let inputs = Inputs::of(paths, &self.include, |_| Ok(None))?;
            inputs.refuse_needless(&self.include)?;
            anyhow::Ok(inputs)
        };
        let has_solutions = !solutions.is_empty();
        Ok((inputs(puzzles)?, has_solutions.then(|| inputs(solutions)).transpose()?))
    }
}

/// The state of a check that goes from file to file.
struct Checking<'a> {
    args: &'a VerifyArgs,
    puzzles: &'a Inputs,
    /// `None` if the solutions are a column of each file of puzzles.
    solutions: Option<&'a Inputs>,
    /// How files of puzzles are opened.
    how: Open,
    threads: usize,
    /// The answers in the files of solutions, which are opened after the first file of puzzles.
    answers: Option<Answers>,
    /// The number of files that could not be read.
    failed: u64,
    without: Without,
    messages: Messages,
    tally: Tally,
}

/// Reports progress and the first wrong answers.
#[derive(Default)]
struct Messages {
    progress: InputProgress,
    /// The number of wrong answers so far.
    wrong: AtomicUsize,
}

impl Checking<'_> {
    fn run(mut self) -> anyhow::Result<Exit> {
        for input in &self.puzzles.list {
            let progress = &self.messages.progress;
            let failure = match input.path() {
                Some(path)
                    if !self.without.leaves_out(input, &self.how, |line| progress.say(line)) =>
                {
                    self.check(path)?
                }
                _ => None,
            };
            let progress = &mut self.messages.progress;
            progress.pass(input);
            match failure {
                None => {}
                Some(error) if self.puzzles.are_several && self.solutions.is_none() => {
                    progress.say(format_args!("sudomill: {}", error_message(&error.into())));
                    self.failed += 1;
                }
                Some(error) => return Err(error.into()),
            }
        }
        self.answers.as_mut().map_or(Ok(()), Answers::expect_end)?;
        self.end()
    }

    /// Checks a file. Returns the reason if it cannot be read or holds no puzzle. An error ends the
    /// whole run.
    fn check(&mut self, path: &Path) -> Result<Option<Error>, Error> {
        let mut source = match input::open(path, &self.how) {
            Ok(source) => source,
            Err(error) => return Ok(Some(error)),
        };
        if self.solutions.is_none() {
            if let Err(error) = source.find_solutions(self.args.solution_column.as_ref()) {
                return Ok(Some(error));
            }
        } else if self.answers.is_none() {
            self.answers = self.open_solutions()?;
        }
        let inputs = self.puzzles;
        let size = || if inputs.are_several { inputs.size() } else { source.size() };
        self.messages.progress.start(size, &self.args.progress);
        let (name, threads) = (source.name().to_owned(), self.threads);
        let chunk = chunk_size(&source, threads);
        let options = Options { threads, chunk, stop: Some(&interrupt::STOP) };
        let answers = self.answers.as_mut();
        let tally = match verify::run_part(source, answers, &options, &self.messages) {
            Ok(tally) => tally,
            Err(Error::Io { path, action, cause }) if path == name => {
                return Ok(Some(Error::Io { path, action, cause }));
            }
            Err(error) => return Err(error),
        };
        self.tally.merge(&tally);
        if inputs.are_several && tally.puzzles() == 0 {
            let progress = &self.messages.progress;
            self.without.add_read(&name, tally.lines, |line| progress.say(line));
            return Ok(None);
        }
        let is_empty = tally.lines > 0 && tally.puzzles() == tally.invalid;
        Ok(is_empty.then_some(Error::NoPuzzles { path: name, lines: tally.lines }))
    }

    /// Opens the files of solutions, one after the other.
    fn open_solutions(&self) -> Result<Option<Answers>, Error> {
        let args = self.args;
        let how = Open {
            column: args.solution_column.clone(),
            role: Role::Solutions,
            map: !args.no_mmap,
            encoding: args.table.encoding,
            symbols: args.alphabet.symbols,
            ..Open::default()
        };
        let paths = self.solutions.into_iter().flat_map(Inputs::paths).map(Path::to_owned);
        let paths: Vec<PathBuf> = paths.collect();
        let mut sources = paths.into_iter().map(move |path| input::open(&path, &how));
        let first = sources.next().transpose()?;
        Ok(first.map(|first| Answers::of_all(first, sources)))
    }

    /// Prints the summary.
    fn end(&self) -> anyhow::Result<Exit> {
        self.messages.progress.clear();
        self.without.say_rest();
        let Self { tally, puzzles, failed, .. } = self;
        let (files, without) = (puzzles.list.len() as u64 + puzzles.failed, self.without.count);
        ensure!(
            *failed > 0 || without == 0 || tally.puzzles() > 0,
            "found no puzzle in {}; expected at least one",
            count(files, "file")
        );
        if let Some(more) = and_more(tally.wrong, MAX_REPORTED as u64, None) {
            write(&more)?;
        }
        if !self.args.progress.quiet {
            let files = files_of(puzzles.are_several.then_some([files, *failed, without]));
            let puzzles = count(tally.puzzles(), "puzzle");
            let [right, wrong, not_given] = [tally.right, tally.wrong, tally.not_given].map(number);
            let rest = if tally.not_given > 0 { &*format!(", {not_given} not given") } else { "" };
            say(format_args!("{files}{puzzles}: {right} right, {wrong} wrong{rest}"));
        }
        Ok(match failed {
            0 => Exit::success_if(tally.right == tally.puzzles()),
            _ => Exit::Failure,
        })
    }
}

impl Listener for Messages {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.progress.at(bytes_done, puzzles);
    }

    fn wrong(&self, message: &str) -> Result<(), Error> {
        match self.wrong.fetch_add(1, Ordering::Relaxed) {
            0..MAX_REPORTED => write(message),
            _ => Ok(()),
        }
    }
}

/// Writes a line to standard output.
fn write(line: &str) -> Result<(), Error> {
    writeln!(Stdout, "{}", visible(line)).map_err(|cause| {
        let (path, action) = ("<stdout>".to_owned(), "cannot write");
        Error::Io { path, action, cause }
    })
}
