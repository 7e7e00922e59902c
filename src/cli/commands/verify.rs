//! `sudomill verify`: solutions checked against their puzzles.

use crate::cli::{
    commands::solve::chunk_size,
    exit::Exit,
    interrupt,
    message::{and_more, count, number, say},
    progress::Progress,
    shared_args::{ProgressArgs, TableArgs, ThreadArgs},
};
use std::{
    io::{self, Write},
    path::PathBuf,
};
use sudomill::{
    Error,
    batch::check::{self, Listener, MAX_REPORTED, Options, Tally},
    input::{self, Answers, Column, Open, Role, Source},
};

/// Check solutions against their puzzles
///
/// Compare the n-th answer of SOLUTIONS with the n-th puzzle of PUZZLES. SOLUTIONS may have
/// any format that `solve` writes, or be grids. Without SOLUTIONS, the solutions are a
/// column of PUZZLES, as in Kaggle's files. The first ten wrong answers are printed with the
/// place of the error; all are counted.
///
/// The answer to a malformed puzzle is wrong, and so is a missing answer. A line of `solve
/// --format count` without a solution, such as `PUZZLE:2:`, counts as not given.
///
/// Exit code: 0 every answer is right; 1 some answers are wrong or not given; 2 the files
/// cannot be read, do not belong together or hold no puzzle; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill verify puzzles.txt solutions.txt\n  \
    sudomill verify kaggle.csv --column quizzes --solution-column solutions")]
pub struct VerifyArgs {
    /// Puzzles, in any format that `solve` reads
    puzzles: PathBuf,
    /// Their solutions; - for standard input [default: a column of PUZZLES]
    solutions: Option<PathBuf>,
    #[command(flatten)]
    table: TableArgs,
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
    let both = args.puzzles.as_os_str() == "-" && args.solutions.as_ref() == Some(&args.puzzles);
    anyhow::ensure!(!both, "puzzles and solutions cannot both come from standard input");
    let mut puzzles = input::open(&args.puzzles, &args.table.open(!args.no_mmap))?;
    let answers = answers(args, &mut puzzles)?;
    let threads = args.threads.count()?;
    let chunk = chunk_size(&puzzles, threads);
    let options = Options { threads, chunk, stop: Some(&interrupt::STOP) };
    let path = puzzles.name().to_owned();
    let progress = Progress::over_bytes(puzzles.size(), &args.progress);
    let tally = check::run(puzzles, answers, &options, &progress);
    progress.clear();
    let tally = tally?;
    if let Some(more) = and_more(tally.wrong, MAX_REPORTED as u64, None) {
        write(&more)?;
    }
    if tally.lines > 0 && tally.puzzles() == tally.invalid {
        return Err(Error::NoPuzzles { path, lines: tally.lines }.into());
    }
    if !args.progress.quiet {
        print_summary(&tally);
    }
    Ok(Exit::success_if(tally.right == tally.puzzles()))
}

/// The file of solutions; `None` if they are a column of the puzzles.
fn answers(args: &VerifyArgs, puzzles: &mut Source) -> Result<Option<Answers>, Error> {
    let column = args.solution_column.clone();
    let Some(path) = &args.solutions else {
        return puzzles.find_solutions(column.as_ref()).map(|()| None);
    };
    let how = Open { map: !args.no_mmap, column, role: Role::Solutions, ..Open::default() };
    Ok(Some(Answers::new(input::open(path, &how)?)))
}

impl Listener for Progress {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.at(bytes_done, puzzles);
    }

    fn wrong(&self, message: &str) -> Result<(), Error> {
        write(message)
    }
}

/// Writes a line to standard output.
fn write(line: &str) -> Result<(), Error> {
    writeln!(io::stdout(), "{line}").map_err(|cause| {
        let (path, action) = ("<stdout>".to_owned(), "cannot write");
        Error::Io { path, action, cause }
    })
}

/// Writes the summary to standard error.
fn print_summary(tally: &Tally) {
    let puzzles = count(tally.puzzles(), "puzzle");
    let [right, wrong, not_given] = [tally.right, tally.wrong, tally.not_given].map(number);
    let rest = if tally.not_given > 0 { format!(", {not_given} not given") } else { String::new() };
    say(format_args!("{puzzles}: {right} right, {wrong} wrong{rest}"));
}
