//! `sudomill verify`: checks solutions against their puzzles.

use crate::cli::{
    driver::{Driver, chunk_size, files_of},
    exit::{self, Exit},
    inputs::{Input, Inputs},
    message::{and_more, count, number, say, visible},
    puzzle,
    shared_args::{IncludeArgs, ProgressArgs, ReadArgs, ThreadArgs},
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
    input::{Answers, Column, Open, Role},
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
    /// standard input. FILE:LINE is that line of the file.
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
    read: ReadArgs,
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
    let both = puzzles.has_stdin() && solutions.as_ref().is_some_and(Inputs::has_stdin);
    ensure!(!both, "puzzles and solutions cannot both come from standard input");
    // If one file of a sequence is missing, all later answers would be compared with the wrong
    // puzzles.
    let failed = solutions.as_ref().map_or(0, |solutions| puzzles.failed + solutions.failed);
    if failed > 0 {
        return Ok(Exit::Failure);
    }
    let how = args.read.open(!args.no_mmap);
    let mut driver = Driver::new(&puzzles, &how);
    driver.goes_on = puzzles.are_several && solutions.is_none();
    let checking = Checking {
        args,
        puzzles: &puzzles,
        solutions: solutions.as_ref(),
        how: &how,
        threads: args.threads.count()?,
        answers: None,
        messages: Messages { driver, wrong: AtomicUsize::new(0) },
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
        let how = self.read.open(!self.no_mmap);
        let line = |path: &Path| puzzle::line_instead_of_file(path, &how);
        let inputs = |paths: &[PathBuf]| Inputs::of(paths, &self.include, line);
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
    /// The options for opening files of puzzles.
    how: &'a Open,
    threads: usize,
    /// The answers in the files of solutions, which are opened after the first file of puzzles.
    answers: Option<Answers>,
    messages: Messages<'a>,
    tally: Tally,
}

/// Reports progress and the first wrong answers.
struct Messages<'a> {
    driver: Driver<'a>,
    /// The number of wrong answers so far.
    wrong: AtomicUsize,
}

impl Checking<'_> {
    fn run(mut self) -> anyhow::Result<Exit> {
        for input in &self.puzzles.list {
            if !self.messages.driver.leaves_out(input) {
                let failure = self.check(input)?;
                self.messages.driver.end_input(input, failure.map(Into::into))?;
            }
        }
        self.answers.as_mut().map_or(Ok(()), Answers::expect_end)?;
        self.end()
    }

    /// Checks a file. Returns the reason if it cannot be read or holds no puzzle. An error ends the
    /// whole run.
    fn check(&mut self, input: &Input) -> Result<Option<Error>, Error> {
        let mut source = match input.open(self.how) {
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
        self.messages.driver.start(&source, None, &self.args.progress);
        let (name, threads) = (source.name().to_owned(), self.threads);
        let chunk = chunk_size(&source, threads);
        let options = Options { threads, chunk, stop: Some(&exit::STOP) };
        let answers = self.answers.as_mut();
        let tally = match verify::run_part(source, answers, &options, &self.messages) {
            Ok(tally) => tally,
            Err(Error::Io { path, action, cause }) if path == name => {
                return Ok(Some(Error::Io { path, action, cause }));
            }
            Err(error) => return Err(error),
        };
        self.tally.merge(&tally);
        if self.puzzles.are_several && tally.puzzles() == 0 {
            self.messages.driver.add_without(&name, tally.lines);
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
            encoding: args.read.table.encoding,
            symbols: args.read.symbols,
            ..Open::default()
        };
        let inputs = self.solutions.map_or_else(Vec::new, |inputs| inputs.list.clone());
        let mut sources = inputs.into_iter().map(move |input| input.open(&how));
        let first = sources.next().transpose()?;
        Ok(first.map(|first| Answers::of_all(first, sources)))
    }

    /// Prints the summary.
    fn end(&self) -> anyhow::Result<Exit> {
        let (tally, driver) = (&self.tally, &self.messages.driver);
        driver.clear();
        driver.say_rest();
        if driver.failed == 0 && driver.without > 0 && tally.puzzles() == 0 {
            return Err(driver.no_puzzle());
        }
        if let Some(more) = and_more(tally.wrong, MAX_REPORTED as u64, None) {
            write(&more)?;
        }
        if !self.args.progress.quiet {
            let files = match self.puzzles.are_several {
                true => files_of(driver.counts()),
                false => String::new(),
            };
            let puzzles = count(tally.puzzles(), "puzzle");
            let [right, wrong, not_given] = [tally.right, tally.wrong, tally.not_given].map(number);
            let rest = if tally.not_given > 0 { &*format!(", {not_given} not given") } else { "" };
            say(format_args!("{files}{puzzles}: {right} right, {wrong} wrong{rest}"));
        }
        Ok(match driver.failed {
            0 => Exit::success_if(tally.right == tally.puzzles()),
            _ => Exit::Failure,
        })
    }
}

impl Listener for Messages<'_> {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.driver.at(bytes_done, puzzles);
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
