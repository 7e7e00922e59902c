//! `sudomill dedup`: keeps one puzzle of each class, or lists what two sets share.

use crate::cli::{
    driver::run_options,
    exit::Exit,
    message::{count, number, say},
    sets::{BothInputs, Sets},
    shared_args::RunArgs,
};
use anyhow::ensure;
use std::path::PathBuf;
use sudomill::{
    batch::dedup::{Classes, Dedup, DedupOptions, Member},
    output::Sink,
};

/// Keep one puzzle of each class of equivalent puzzles
///
/// Two puzzles are equivalent if relabeling the digits, permuting bands, stacks, rows within a
/// band and columns within a stack, and transposing turn one into the other. Of each class, write
/// the first record, as it is in the input and in its order. The header of a table is kept; blank
/// lines and comments are not.
///
/// With --against, list the records that have an equivalent one in another set instead: as CSV,
/// with the line numbers of both. This finds test puzzles that are in the training set.
///
/// Takes little memory, whatever the size of the sets, and temporary files about as large as the
/// first set, in the folder that the environment variable TMPDIR names. 9×9 puzzles given by clues;
/// with --exact, all puzzles.
///
/// Exit code: 0 success; 1 some lines are not puzzles, or with --against the sets share some; 2 a
/// file cannot be read or holds no puzzle; 130 interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill dedup puzzles.txt -o classes.txt\n  \
    sudomill dedup test.csv --against train.csv -o shared.csv")]
pub struct DedupArgs {
    /// Files of puzzles, or folders of such files [default: standard input]
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// List the records that are in FILE, too; may be repeated
    ///
    /// As CSV: the file and line of the record, the file and line of the first equivalent one, and
    /// the number of equivalent ones.
    #[arg(long, value_name = "FILE")]
    against: Vec<PathBuf>,
    /// List the records of classes with several in FILE
    ///
    /// As CSV: the file and line of the record, the file and line of the first one of its class,
    /// and the number of records in the class. Held in memory, 64 bytes each.
    #[arg(long, value_name = "FILE", conflicts_with = "against")]
    classes: Option<PathBuf>,
    /// Compare the puzzles themselves, not their classes
    #[arg(long)]
    exact: bool,
    #[command(flatten)]
    run: RunArgs,
}

/// Reads all puzzles, finds the classes and writes the outputs.
pub fn run(args: &DedupArgs) -> anyhow::Result<Exit> {
    let classes = args.classes.iter().map(|path| (&**path, "classes"));
    let outputs: Vec<_> = classes.chain([(&*args.output, "output")]).collect();
    let BothInputs { first, second } =
        BothInputs::of(&args.files, &args.against, &args.run.include, &outputs)?;
    let mut sink = Sink::create(&args.output)?;
    let list = &args.classes;
    let mut list = list.as_deref().map(Sink::create).transpose()?;
    let threads = args.run.threads.count()?;
    let options = DedupOptions::default().with_exact(args.exact).with_run(run_options(threads));
    let mut dedup = Dedup::new(options);
    let mut sets = Sets::new(&args.run);
    let mut failed = sets.read(&first, |source, messages| dedup.add(source, messages))?;
    let compares = !args.against.is_empty();
    let of_first = sets.tally.valid();
    if compares {
        dedup.begin_second();
        failed += sets.read(&second, |source, messages| dedup.add(source, messages))?;
    }
    let of_second = sets.tally.valid() - of_first;
    ensure!(
        !compares || failed > 0 || of_second > 0,
        "found no puzzle in the files of --against; expected at least one"
    );
    // An unread record could be shared, or the first of its class.
    if failed > 0 {
        return Ok(Exit::Failure);
    }
    let mut classes = dedup.classes(compares || list.is_some())?;
    match compares {
        true => sink.write(&table(&sets.names, &classes.members, "against", "count")?)?,
        false => classes.write_first(&mut sink)?,
    }
    if let Some(list) = &mut list {
        list.write(&table(&sets.names, &classes.members, "first", "size")?)?;
    }
    list.into_iter().chain([sink]).try_for_each(Sink::finish)?;
    if !args.run.progress.quiet {
        print(&sets, &classes, of_first, compares);
    }
    Ok(Exit::success_if(sets.bad_lines() == 0 && classes.shared == 0))
}

/// Lists members as CSV. `first` names the columns of the record that they refer to.
fn table(names: &[String], members: &[Member], first: &str, size: &str) -> anyhow::Result<Vec<u8>> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let header = ["file", "line", &format!("{first}_file"), &format!("{first}_line"), size];
    table.write_record(header)?;
    let name = |input: u32| names.get(input as usize).map_or("", String::as_str);
    for Member { place, first, size, .. } in members {
        let first = (name(first.input), first.line);
        table.serialize((name(place.input), place.line, first, size))?;
    }
    Ok(table.into_inner()?)
}

/// Prints the summary.
fn print(sets: &Sets, classes: &Classes, of_first: u64, compares: bool) {
    let all: u64 = classes.sizes.iter().map(|it| it.1).sum();
    let puzzles = count(of_first, "puzzle");
    let found = if compares {
        let others = count(sets.tally.valid() - of_first, "puzzle");
        format!("{} among the {others} of --against", number(classes.shared))
    } else {
        format!("{}, {} repeated", count(all, "class"), number(of_first - all))
    };
    sets.print(&format!("{puzzles}: {found}"));
    let sizes = classes.sizes.iter().rev().filter(|(size, _)| *size > 1).take(LARGEST);
    for (size, classes) in sizes {
        say(format_args!("{} of {}", count(*classes, "class"), count(*size, "puzzle")));
    }
}

/// The number of sizes of classes that are printed, the largest first.
const LARGEST: usize = 5;
