//! `sudomill shuffle`: writes random equivalent copies of puzzles.

use crate::cli::{
    driver::{Driver, Reporter, chunk_size, files_of},
    exit::{self, Exit},
    inputs::Inputs,
    message::{count, number, say},
    same_file::FileUse,
    shared_args::{IncludeArgs, ProgressArgs, ReadArgs, ThreadArgs, at_least_1},
};
use std::path::{Path, PathBuf};
use sudomill::{
    Error,
    batch::shuffle::{self, Options, Run},
    input::{self, Column, Open},
    output::Sink,
};

/// Write random equivalent copies of puzzles
///
/// A copy is the puzzle with its digits relabeled, its bands, stacks, rows and columns permuted,
/// and perhaps transposed; every such transformation is equally likely. It has as many solutions
/// and the same canonical form. Solutions beside the puzzles are transformed with them.
///
/// A copy has the form of its record: a line, a row of a table, a JSON object. Everything but the
/// puzzle and its solution is copied. A grid is written as one line. The header of a table is
/// kept; blank lines and comments are not. Lines end with LF.
///
/// A copy depends only on the seed, the number of copies, its own number, and the number of its
/// record among those of all inputs: not on the number of threads, nor on the machine.
///
/// Exit code: 0 every record has its copies; 1 the run is complete, but some records are bad and
/// have none; 2 the run failed, or an input cannot be read or holds no puzzle; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill shuffle train.csv --copies 10 --seed 7 -o augmented.csv"
)]
pub struct ShuffleArgs {
    /// Files of puzzles, and folders of such files [default: stdin]
    ///
    /// Puzzles have any format that `solve` reads; - is standard input. Tables must have the
    /// same header.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write N copies of each record
    #[arg(long, short = 'n', value_name = "N", default_value = "1", value_parser = at_least_1())]
    copies: u64,
    /// Use the seed S
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,
    /// Write copies to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    #[command(flatten)]
    include: IncludeArgs,
    #[command(flatten)]
    read: ReadArgs,
    /// Transform the solutions in this column [default: detected]
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

/// Writes the copies, in the order of the records.
pub fn run(args: &ShuffleArgs) -> anyhow::Result<Exit> {
    let stdin = [PathBuf::from("-")];
    let named = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let inputs = Inputs::of(named, &args.include, |_| Ok(None))?;
    inputs.refuse_outputs(vec![FileUse::output(&args.output, "output")])?;
    let how = args.read.open(!args.no_mmap);
    let shuffling = Shuffling {
        args,
        inputs: &inputs,
        how: &how,
        threads: args.threads.count()?,
        output: Sink::create(&args.output)?,
        messages: Reporter::new(Driver::new(&inputs, &how)),
        total: Run::default(),
    };
    shuffling.run()
}

/// The state of a run that goes from file to file.
struct Shuffling<'a> {
    args: &'a ShuffleArgs,
    inputs: &'a Inputs,
    how: &'a Open,
    threads: usize,
    output: Sink,
    messages: Reporter<'a>,
    total: Run,
}

impl Shuffling<'_> {
    fn run(mut self) -> anyhow::Result<Exit> {
        for input in &self.inputs.list {
            exit::check_interrupt()?;
            if let Some(path) = input.path()
                && !self.messages.driver.leaves_out(input)
            {
                let failure = self.shuffle(path)?;
                self.messages.driver.end_input(input, failure.map(Into::into))?;
            }
        }
        self.end()
    }

    /// Copies the records of a file. Returns the reason if it cannot be read or holds no puzzle. An
    /// error ends the whole run.
    fn shuffle(&mut self, path: &Path) -> Result<Option<Error>, Error> {
        let column = self.args.solution_column.as_ref();
        let mut source = match input::open(path, self.how) {
            Ok(source) => source,
            Err(error) => return Ok(Some(error)),
        };
        match source.find_solutions(column) {
            Ok(()) => {}
            // There need not be any.
            Err(Error::NoSolutions { .. }) if column.is_none() => {}
            Err(error) => return Ok(Some(error)),
        }
        self.messages.driver.start(&source, None, &self.args.progress);
        self.messages.input = source.name().to_owned();
        let options = Options {
            seed: self.args.seed,
            copies: self.args.copies,
            first: self.total.records,
            threads: self.threads,
            chunk: chunk_size(&source, self.threads),
            stop: Some(&exit::STOP),
        };
        let run = shuffle::run(source, &options, &mut self.output, &self.messages)?;
        self.total.records += run.records;
        self.total.bad += run.bad;
        self.total.lines += run.lines;
        let (path, lines) = (self.messages.input.clone(), run.lines);
        Ok(match run.failure {
            // There is no telling what else has changed.
            Some(error @ Error::Shrunk { .. }) => return Err(error),
            Some(error) => Some(error),
            None if self.inputs.are_several && run.records == 0 => {
                self.messages.driver.add_without(&path, lines);
                None
            }
            None if lines > 0 && run.records == run.bad => Some(Error::NoPuzzles { path, lines }),
            None => None,
        })
    }

    /// Finishes the output, and prints the summary.
    fn end(self) -> anyhow::Result<Exit> {
        let (Run { records, bad, lines, .. }, driver) = (self.total, &self.messages.driver);
        self.messages.say_rest();
        if driver.failed > 0 && records == bad {
            return Ok(Exit::Failure);
        }
        if driver.without > 0 && records == 0 {
            return Err(driver.no_puzzle());
        }
        self.output.finish()?;
        if !self.args.progress.quiet {
            let files = match self.inputs.are_several {
                true => files_of(driver.counts()),
                false => String::new(),
            };
            let copies = match (records - bad).saturating_mul(self.args.copies) {
                1 => "1 copy".to_owned(),
                copies => format!("{} copies", number(copies)),
            };
            let rest = if bad > 0 { format!(", {} bad", number(bad)) } else { String::new() };
            let skipped = match lines - records {
                0 => String::new(),
                lines => format!("; {} skipped", count(lines, "other line")),
            };
            let (puzzles, seed) = (count(records, "puzzle"), self.args.seed);
            say(format_args!("{files}{puzzles}: {copies}{rest}, seed {seed}{skipped}"));
        }
        Ok(match driver.failed {
            0 => Exit::success_if(bad == 0),
            _ => Exit::Failure,
        })
    }
}
