//! `sudomill vicinity`: finds the puzzles around known ones.

use crate::cli::{
    driver::run_options,
    exit::{self, Exit},
    message::{count, if_any, number, say},
    progress::{Progress, STEPS},
    sets::{BothInputs, Sets},
    shared_args::{RunArgs, at_least_1},
};
use anyhow::ensure;
use std::{ops::RangeInclusive, path::PathBuf, sync::atomic::Ordering};
use sudomill::{
    Error,
    batch::{
        CHUNK, Listener,
        vicinity::{Neighbour, Neighbours, Vicinity, VicinityOptions},
    },
    output::Sink,
};

/// Find the puzzles around known ones: remove N clues, add M others
///
/// Collectors call this {-N+M}, or vicinity search. Of each puzzle, N clues are removed and 1 to M
/// clues added, in every way. Puzzles with one solution that need each of their clues are written
/// in their canonical form, sorted, one of each class of equivalent puzzles, without the classes of
/// the inputs. The search is complete.
///
/// With --rounds, the next round searches around what is new. With K large enough, the run ends
/// once a round finds nothing new: the set is closed.
///
/// For 9×9 puzzles given by clues. Classes are in temporary files, about 60 bytes for each puzzle
/// found or searched around, in the folder that the environment variable TMPDIR names.
///
/// Exit code: 0 success; 1 some lines are not puzzles with one solution, and left out; 2 a file
/// cannot be read or holds no puzzle; 130 interrupted: what is written is a part.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  sudomill vicinity puzzles.txt --remove 1 --add 2 -o new.txt\n  \
    sudomill vicinity new.txt --remove 2 --rounds 99 --known puzzles.txt -o more.txt"
)]
pub struct VicinityArgs {
    /// Files of puzzles, or folders of such files [default: standard input]
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
    /// Remove N clues, 0 to 4
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=4))]
    remove: u8,
    /// Add 1 to M clues, at most 4 [default: N]
    #[arg(long, value_name = "M", value_parser = clap::value_parser!(u8).range(1..=4))]
    add: Option<u8>,
    /// Add clues only in the cells of removed ones, in all of them
    #[arg(long, conflicts_with = "add")]
    keep_pattern: bool,
    /// Write, and go on from, only puzzles with this number of clues: 17, ..17, 18..20
    #[arg(long, value_name = "RANGE", value_parser = clue_range)]
    clues: Option<RangeInclusive<usize>>,
    /// Also write puzzles with one solution that have redundant clues
    #[arg(long)]
    redundant: bool,
    /// Search up to K times, each time around what is new
    #[arg(long, value_name = "K", default_value = "1", value_parser = at_least_1())]
    rounds: u64,
    /// Neither write the puzzles that are in FILE nor go on from them; may be repeated
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,
    /// Also write the classes of the inputs
    #[arg(long)]
    with_inputs: bool,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Write this format
    #[arg(long, value_name = "FORMAT", default_value = "puzzle")]
    format: Format,
    #[command(flatten)]
    run: RunArgs,
}

/// The form of a line of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// The puzzle
    Puzzle,
    /// puzzle, clues, round, seed_line: the first line of an input that it comes from; after it,
    /// with several inputs, seed_file
    Csv,
}

/// Reads all puzzles, searches, and writes what is new.
pub fn run(args: &VicinityArgs) -> anyhow::Result<Exit> {
    ensure!(args.remove > 0 || args.add.is_some(), "--remove 0 needs --add");
    ensure!(args.remove > 0 || !args.keep_pattern, "--keep-pattern needs clues to remove");
    let outputs = [(&*args.output, "output")];
    let inputs = BothInputs::of(&args.files, &args.known, &args.run.include, &outputs)?;
    let mut sink = Sink::create(&args.output)?;
    let mut vicinity = Vicinity::new(args.options()?);
    let mut sets = Sets::new(&args.run);
    let mut failed = sets.read(&inputs.first, |from, messages| vicinity.add(from, messages))?;
    let (puzzles, inputs_read) = (sets.tally.valid(), sets.names.len());
    failed += sets.read(&inputs.second, |from, messages| vicinity.add_known(from, messages))?;
    // What is in a file that cannot be read may be known.
    if failed > 0 {
        return Ok(Exit::Failure);
    }
    exit::on_interrupt(|| say("interrupted before anything was written"));
    exit::HAS_RESULTS.store(true, Ordering::Relaxed);
    let bar = Searching(Progress::new(Some(1), STEPS, &args.run.progress));
    let found = vicinity.search(&bar);
    bar.0.clear();
    let found = found?;
    let (is_stopped, summary) = (found.is_stopped, summary(puzzles, &found));
    if !sink.is_file() {
        exit::on_interrupt(|| say(PART));
    }
    let names = inputs.first.are_several.then_some(&sets.names[..inputs_read]);
    write(args.format, names, found, &mut sink)?;
    sink.finish()?;
    if !args.run.progress.quiet {
        sets.print(&summary);
    }
    if is_stopped {
        exit::on_interrupt(|| say(PART));
        exit::say_interrupted();
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::success_if(sets.bad_lines() == 0))
}

/// What an interrupted run leaves, and how to go on.
const PART: &str =
    "interrupted: what is written is a part; run this round again, with --known to leave it out";

/// Shows how far a round is.
struct Searching(Progress);

impl Listener for Searching {
    fn searched(&self, round: u64, parts: u64, of: u64) {
        self.0.step(parts, of, format!("round {round}"));
    }
}

/// What was searched and found, and why it ended.
fn summary(puzzles: u64, found: &Neighbours) -> String {
    let (rounds, new) = (found.rounds.len(), found.rounds.iter().sum());
    let end = match found.rounds.last() {
        _ if found.is_stopped => format!("interrupted in round {rounds}"),
        None | Some(0) => format!("closed after round {rounds}"),
        Some(last) => format!("{} in round {rounds}", number(*last)),
    };
    let [puzzles, classes] =
        [(puzzles, "puzzle"), (found.inputs, "class")].map(|(n, of)| count(n, of));
    let searched =
        if_any(found.sub_puzzles, || format!("{}, ", count(found.sub_puzzles, "sub-puzzle")));
    format!("{puzzles}: {classes}, {searched}{} new; {end}", number(new))
}

/// Writes what was found. With several inputs, `names` has theirs.
fn write(
    format: Format,
    names: Option<&[String]>,
    found: Neighbours,
    sink: &mut Sink,
) -> anyhow::Result<()> {
    let new_table = || csv::Writer::from_writer(Vec::new());
    let mut table = new_table();
    let columns = match (format, names) {
        (Format::Puzzle, _) => 1,
        (Format::Csv, None) => 4,
        (Format::Csv, Some(_)) => 5,
    };
    if format == Format::Csv {
        let header = ["puzzle", "clues", "round", "seed_line", "seed_file"];
        table.write_record(&header[..columns])?;
    }
    let symbol = |&value: &u8| if value == 0 { '.' } else { char::from(b'0' + value) };
    found.each(&mut |Neighbour { cells, round, input, line, .. }| {
        let puzzle = cells.iter().map(symbol).collect();
        let clues = cells.iter().filter(|&&value| value > 0).count();
        let name = names.and_then(|names| names.get(*input as usize)).cloned().unwrap_or_default();
        let row = [puzzle, clues.to_string(), round.to_string(), line.to_string(), name];
        table.write_record(&row[..columns]).map_err(|error| Error::Other(error.into()))?;
        if table.get_ref().len() >= CHUNK {
            let rows = std::mem::replace(&mut table, new_table()).into_inner();
            sink.write(&rows.map_err(|error| Error::Other(error.to_string().into()))?)?;
        }
        Ok(())
    })?;
    Ok(sink.write(&table.into_inner()?)?)
}

impl VicinityArgs {
    fn options(&self) -> anyhow::Result<VicinityOptions<'static>> {
        Ok(VicinityOptions::default()
            .with_remove(self.remove.into())
            .with_add(self.add.unwrap_or(self.remove).into())
            .with_keep_pattern(self.keep_pattern)
            .with_redundant(self.redundant)
            .with_clues(self.clues.clone().unwrap_or(0..=81))
            .with_rounds(self.rounds)
            .with_with_inputs(self.with_inputs)
            .with_run(run_options(self.run.threads.count()?)))
    }
}

/// Parses a number of clues, or a range of them.
fn clue_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let bound = |bound: &str, open| match bound {
        "" => Some(open),
        _ => bound.parse().ok().filter(|clues| *clues <= 81),
    };
    let range = match text.split_once("..") {
        Some((least, most)) => bound(least, 0).zip(bound(most, 81)),
        None => bound(text, 82).map(|clues| (clues, clues)),
    };
    let range = range.filter(|(least, most)| least <= most && *most <= 81);
    let expected =
        || format!("found '{text}'; expected a number of clues up to 81, or two as in 17..20");
    range.map(|(least, most)| least..=most).ok_or_else(expected)
}
