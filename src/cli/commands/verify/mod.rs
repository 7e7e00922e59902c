//! `sudomill verify`: solutions checked against their puzzles.

mod files;

use crate::cli::{
    exit::Exit,
    inputs::Inputs,
    shared_args::{AlphabetArgs, IncludeArgs, ProgressArgs, TableArgs, ThreadArgs},
};
use files::Checking;
use std::{
    path::{Path, PathBuf},
    slice,
};
use sudomill::input::Column;

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
    anyhow::ensure!(!both, "puzzles and solutions cannot both come from standard input");
    // Without one file of a sequence, all answers after it would be those of other puzzles.
    let failed = solutions.as_ref().map_or(0, |solutions| puzzles.failed + solutions.failed);
    if failed > 0 {
        return Ok(Exit::Failure);
    }
    Checking::new(args, puzzles).run(solutions.as_ref())
}

impl VerifyArgs {
    /// Returns the files of puzzles and of solutions; `None` if these are a column of the former.
    fn split(&self) -> anyhow::Result<(Inputs, Option<Inputs>)> {
        let files = |paths: &[PathBuf]| {
            let inputs = Inputs::of(paths, &self.include, |_| Ok(None))?;
            inputs.refuse_needless(&self.include)?;
            anyhow::Ok(inputs)
        };
        Ok(match &self.files[..] {
            paths if !self.solutions.is_empty() => (files(paths)?, Some(files(&self.solutions)?)),
            [puzzles, solutions] if !self.beside => {
                (files(slice::from_ref(puzzles))?, Some(files(slice::from_ref(solutions))?))
            }
            paths => (files(paths)?, None),
        })
    }
}
