//! `sudomill verify`: checks solutions against their puzzles.

use crate::cli::{
    driver::{Driver, DriverOptions, InputEnd, Reading, Solutions, run_options},
    exit::Exit,
    file_lines::FileLines,
    inputs::Inputs,
    listener::write,
    message::{and_more, count, if_any, number, say, say_damaged, visible},
    shared_args::{RunArgs, UnitArgs},
};
use anyhow::ensure;
use std::{collections::BTreeSet, path::PathBuf, slice};
use sudomill::{
    Error,
    batch::{Listener, MAX_REPORTED, verify},
    grid::Size,
    input::{Answers, Column, ReadOptions, Role, Table, Unmatched},
    output::Agreement,
};

/// Check solutions against their puzzles
///
/// Compare the n-th answer of SOLUTIONS with the n-th puzzle of PUZZLES. SOLUTIONS may have
/// any format that `solve` writes, or be grids. The first ten wrong answers are printed with
/// the place of the error; all are counted.
///
/// With one FILE, or more than two, the solutions are a column of each FILE, as in Kaggle's
/// files, or a prediction beside its prompt; the last line on standard error names the columns. A folder stands for the files in it. With --solutions, several files of puzzles are
/// read as one, and so are several files of solutions.
///
/// With --by, each puzzle is checked against the answer with the same value in that column, in any
/// order. Puzzles without an answer count as wrong; answers that are double or belong to no puzzle
/// are printed and counted, too. All answers are then held in memory.
///
/// The answer to a malformed puzzle is wrong, and so is a missing answer. A line of `solve
/// --format count` without a solution, such as `PUZZLE:2:`, counts as not given, and a number
/// that a spreadsheet damaged, such as 5.3E+80, as damaged.
///
/// Exit code: 0 every answer is right; 1 some answers are wrong, not given, damaged, double or of no
/// puzzle; 2 a file cannot be read or holds no puzzle, or the files do not belong together; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill verify puzzles.txt solutions.txt\n  \
    sudomill verify kaggle.csv --column quizzes --solution-column solutions\n  \
    sudomill verify a.txt b.txt --solutions all.csv.gz\n  \
    sudomill verify puzzles.csv answers.jsonl --by id")]
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
    /// Read solutions from this column [default: detected]
    ///
    /// A name in the header, a key of JSON Lines or a path below it, or a column number from 1.
    #[arg(long, value_name = "NAME|N")]
    solution_column: Option<Column>,
    /// Join SOLUTIONS to PUZZLES by this column of both
    ///
    /// A name in the headers, a key of JSON Lines, or a column number from 1.
    #[arg(long, value_name = "NAME|N")]
    by: Option<Column>,
    #[command(flatten)]
    units: UnitArgs,
    #[command(flatten)]
    run: RunArgs,
}

/// Checks the solutions against their puzzles.
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
    let how = args.units.of(args.run.open());
    let threads = args.run.threads.count()?;
    let in_puzzles = match solutions {
        Some(_) => Solutions::Ignored,
        None => Solutions::Required(args.solution_column.as_ref()),
    };
    let mut driver = Driver::new(
        &puzzles,
        DriverOptions {
            solutions: in_puzzles,
            is_sequence: solutions.is_some(),
            ..DriverOptions::new(&how, &args.run.progress)
        },
    );
    ensure!(
        args.by.is_none() || solutions.is_some(),
        "--by joins the answers of other files; expected PUZZLES and SOLUTIONS"
    );
    // The files of solutions are opened after the first file of puzzles.
    let mut answers = None;
    let mut compared = BTreeSet::new();
    driver.each(&mut |Reading { source, messages, .. }| {
        if let (Some(solutions), None) = (&solutions, &answers) {
            // Files of several sizes may follow.
            let size = (puzzles.list.len() == 1).then_some(source.layout().size);
            answers = args.open_solutions(solutions, size)?;
        }
        let layout = source.layout();
        let of_answers = answers.as_ref().map(Answers::table).or(layout.solutions());
        compared.extend(of_answers.and_then(|table| columns(table, &layout.table)));
        match verify::verify_source(source, answers.as_mut(), &run_options(threads), messages) {
            Err(Error::Io { path, action, cause }) if path == messages.input => {
                Ok(Error::Io { path, action, cause }.into())
            }
            tally => Ok(InputEnd { tally: tally?, ..InputEnd::default() }),
        }
    })?;
    answers.as_mut().map_or(Ok(()), Answers::expect_end)?;
    let unmatched =
        answers.map_or_else(|| Ok(Unmatched::default()), |it| it.unmatched(MAX_REPORTED))?;
    for reason in &unmatched.reasons {
        driver.messages.wrong_answer(reason)?;
    }
    let exit = finish(args, &driver, &unmatched)?;
    for columns in compared.iter().filter(|_| !args.run.progress.quiet) {
        say(format_args!("compared: {columns}"));
    }
    Ok(exit)
}

/// The columns of the answers and of their puzzles in words; `None` if neither has a name.
fn columns(answers: &Table, puzzles: &Table) -> Option<String> {
    let is_named = answers.column().or(puzzles.column()).is_some();
    let name = |table: &Table| match table.column() {
        Some(name) => visible(name),
        None => format!("column {}", table.number()),
    };
    is_named.then(|| format!("{} with {}", name(answers), name(puzzles)))
}

/// Prints the counts. Returns the exit code.
fn finish(args: &VerifyArgs, driver: &Driver, unmatched: &Unmatched) -> anyhow::Result<Exit> {
    let tally = &driver.finish()?.tally;
    let Unmatched { missing, double, unknown, .. } = *unmatched;
    if let Some(more) = and_more(tally.compared.of(Agreement::Wrong) + double + unknown, None) {
        write(&more)?;
    }
    let all = tally.puzzles();
    let agreement = tally.agreement();
    let [right, wrong, not_given, damaged] =
        [Agreement::Right, Agreement::Wrong, Agreement::NotCompared, Agreement::Damaged]
            .map(|kind| agreement.of(kind));
    let rest = [(not_given, "not given"), (damaged, "damaged")]
        .map(|(answers, word)| if_any(answers, || format!(", {} {word}", number(answers))))
        .concat();
    let unmatched = [(missing, "missing"), (double, "double"), (unknown, "unknown")]
        .map(|(all, word)| if_any(all, || format!("; {}", count(all, &format!("{word} answer")))))
        .concat();
    let puzzles = count(all, "puzzle");
    let [is, not] = [right, wrong].map(number);
    driver.summarize(format_args!("{puzzles}: {is} right, {not} wrong{rest}{unmatched}"));
    if !args.run.progress.quiet {
        say_damaged(damaged);
    }
    Ok(driver.exit(right == all && double + unknown == 0))
}

impl VerifyArgs {
    /// Splits the arguments into files of puzzles and files of solutions; `None` if solutions are a
    /// column of the former.
    fn split(&self) -> anyhow::Result<(Inputs, Option<Inputs>)> {
        let (puzzles, solutions) = match &self.files[..] {
            [puzzles, solutions] if self.solutions.is_empty() => {
                (slice::from_ref(puzzles), slice::from_ref(solutions))
            }
            puzzles => (puzzles, &self.solutions[..]),
        };
        let how = self.units.of(self.run.open());
        let inputs = |paths: &[PathBuf]| {
            let lines = FileLines::new(paths, &how);
            Inputs::with_lines(paths, &self.run.include, |path| lines.text(path))
        };
        let has_solutions = !solutions.is_empty();
        Ok((inputs(puzzles)?, has_solutions.then(|| inputs(solutions)).transpose()?))
    }

    /// Opens the files of solutions, one after the other. `size` is that of all puzzles, if it is
    /// known.
    fn open_solutions(
        &self,
        inputs: &Inputs,
        size: Option<Size>,
    ) -> Result<Option<Answers>, Error> {
        let how = ReadOptions::default()
            .with_map(!self.run.no_mmap)
            .with_column(self.solution_column.clone())
            .with_role(Role::Solutions)
            .with_encoding(self.run.read.table.encoding)
            .with_symbols(self.run.read.symbols)
            .with_size(size);
        let mut sources = inputs.list.clone().into_iter().map(move |input| input.open(&how));
        let first = sources.next().transpose()?;
        let answers = first.map(|first| Answers::of_all(first, sources));
        match &self.by {
            None => Ok(answers),
            Some(column) => answers.map(|it| it.joined_by(column.clone())).transpose(),
        }
    }
}
