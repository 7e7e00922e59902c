//! `sudomill shuffle`: writes random equivalent copies of puzzles.

use crate::cli::{
    driver::{Driver, DriverOptions, InputEnd, Reading, Solutions, run_options, skipped},
    exit::Exit,
    inputs::Inputs,
    message::{count, if_any, number},
    shared_args::{RunArgs, at_least_1},
};
use std::path::PathBuf;
use sudomill::{
    batch::{
        RunResult,
        shuffle::{self, ShuffleOptions},
    },
    input::Column,
    output::Sink,
    solver::Status,
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
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
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
    /// Transform the solutions in this column [default: detected]
    ///
    /// A name in the header, a key of JSON Lines or a path below it, or a column number from 1.
    #[arg(long, value_name = "NAME|N")]
    solution_column: Option<Column>,
    #[command(flatten)]
    run: RunArgs,
}

/// Writes the copies, in the order of the records.
pub fn run(args: &ShuffleArgs) -> anyhow::Result<Exit> {
    let inputs = Inputs::of(&args.files, &args.run.include)?;
    inputs.refuse_outputs(&[(&args.output, "output")])?;
    let how = args.run.open();
    let threads = args.run.threads.count()?;
    let mut output = Sink::create(&args.output)?;
    let solutions = match args.solution_column.as_ref() {
        // There need not be any.
        None => Solutions::IfAny,
        column => Solutions::Required(column),
    };
    let options = DriverOptions { solutions, ..DriverOptions::new(&how, &args.run.progress) };
    let mut driver = Driver::new(&inputs, options);
    driver.each(&mut |Reading { source, totals, messages, .. }| {
        let run = run_options(threads);
        let first = totals.tally.puzzles();
        let options = ShuffleOptions::default()
            .with_seed(args.seed)
            .with_copies(args.copies)
            .with_first(first)
            .with_run(run);
        let RunResult { tally, failure, .. } =
            shuffle::shuffle_source(source, &options, &mut output, messages)?;
        Ok(InputEnd { tally, failure: failure.map(Into::into), ..InputEnd::default() })
    })?;
    let totals = driver.finish()?;
    let (valid, bad) = (totals.tally.valid(), totals.tally.of(Status::Invalid));
    if totals.failed > 0 && valid == 0 {
        return Ok(Exit::Failure);
    }
    output.finish()?;
    let copies = count(valid.saturating_mul(args.copies), "copy");
    let rest = if_any(bad, || format!(", {} bad", number(bad)));
    let puzzles = count(valid + bad, "puzzle");
    let seed = args.seed;
    let skipped = skipped(&totals.tally);
    driver.summarize(format_args!("{puzzles}: {copies}{rest}, seed {seed}{skipped}"));
    Ok(driver.exit(bad == 0))
}
