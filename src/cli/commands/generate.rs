//! `sudomill generate`: generates puzzles from a seed.

use crate::cli::{
    exit::{self, Exit},
    message::{count, say},
    progress::{self, Progress},
    shared_args::{ProgressArgs, ThreadArgs, UnitArgs, order},
};
use anyhow::{anyhow, bail};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use std::{
    fs,
    path::{Path, PathBuf},
    str::FromStr,
    sync::atomic::{AtomicU64, Ordering},
    time::Instant,
};
use sudomill::{
    Error,
    generate::{Kind, Pattern, PuzzleListener, Recipe, Symmetry, UnknownName},
    grid::{Alphabet, Drawing, Size, Symbols},
    output::Sink,
    rating::{self, RatingSpan},
};
use sudomill_input::error::io_error;

/// Generate puzzles from a seed
///
/// A seed gives the same puzzles on every machine and with any number of threads. A shorter
/// run gives the first puzzles of a longer one.
///
/// Some puzzles are too rare to be found at random: minimal 9×9 ones have 20 to 29 clues. After
/// 1,000,000 random grids for one puzzle, or after 100,000 if the number of clues is out of reach,
/// the run fails and says how close it came.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill generate --count 1000 --seed 7 -o minimal.txt\n  \
    sudomill generate --kind unique --clues 30 --count 100")]
pub struct GenerateArgs {
    /// Generate puzzles of this kind
    #[arg(
        long,
        value_name = "KIND",
        default_value = Kind::Minimal.name(),
        value_parser = named(Kind::ALL, Kind::name, Kind::summary)
    )]
    kind: Kind,
    /// Side of a box, or its rows and columns: 2x3 for 6×6 grids, 4 for 16×16 [default: 3]
    #[arg(long, value_parser = order)]
    order: Option<Size>,
    /// Write the digits as these symbols, such as ABCDEFGHI
    ///
    /// As many different letters and digits as a row has cells, which gives the order.
    #[arg(long, value_name = "SYMBOLS")]
    alphabet: Option<Symbols>,
    /// Generate N puzzles
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: u64,
    /// Use the seed S
    #[arg(long, value_name = "S", default_value = "0")]
    seed: u64,
    /// Give every puzzle exactly N clues
    #[arg(long, value_name = "N")]
    clues: Option<usize>,
    /// With --kind hard: require at least N guesses of `mrv`
    #[arg(long, value_name = "N")]
    min_guesses: Option<u64>,
    /// With --kind minimal or unique: require a rating ER from A to B
    ///
    /// The rating of Sudoku Explainer 1.2.1, for 9×9 puzzles: 6.5..7.5, or 7.2 alone (see docs/ratings.md).
    #[arg(long, value_name = "A..B")]
    rating: Option<RatingSpan>,
    /// Place clues with this symmetry, or with each of several
    ///
    /// Of a cell and its images, all have clues or none has. A minimal puzzle has several solutions if any
    /// clue is removed together with its images. For --kind easy, unique, minimal and hard, in every size.
    #[arg(
        long,
        value_name = "SYMMETRY",
        value_delimiter = ',',
        value_parser = named(Symmetry::ALL, Symmetry::name, Symmetry::summary)
    )]
    symmetry: Vec<Symmetry>,
    /// Place clues only in the cells that have one in FILE
    ///
    /// A drawing of the grid, . or 0 for an empty cell, x or any other letter or digit for a clue; blanks do
    /// not count. For the same kinds. Easy and unique puzzles have clues in all these cells, unless
    /// --clues says how many. The fewer cells, the more random grids it takes to find a puzzle.
    #[arg(long, value_name = "FILE")]
    pattern: Option<PathBuf>,
    #[command(flatten)]
    units: UnitArgs,
    /// Write puzzles to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    progress: ProgressArgs,
}

/// Generates and writes the puzzles, in the order of their numbers.
pub fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let size = args.size()?;
    let recipe = Recipe::new(args.kind, args.seed)
        .with_clues(args.clues)
        .with_min_guesses(args.min_guesses)
        .with_rating(args.rating.map(rating::goal))
        .with_symmetries(args.symmetry.clone())
        .with_pattern(args.pattern.as_deref().map(read_pattern).transpose()?)
        .with_units(args.units.units(size)?);
    let mut sink = Sink::create(&args.output)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.count()?).build()?;
    let bar = Progress::new(Some(args.count), progress::COUNT, &args.progress);
    let made = pool.install(|| write(&recipe, size, args, &mut sink, &bar));
    bar.clear();
    made?;
    sink.finish()?;
    // Puzzles on standard output need no summary.
    if !args.progress.quiet && args.output.as_os_str() != "-" {
        let (puzzles, seconds) = (count(args.count, "puzzle"), begun.elapsed().as_secs_f64());
        say(format_args!("{puzzles}: {}, seed {}, {seconds:.1} s", args.kind, args.seed));
    }
    Ok(Exit::Success)
}

fn write(
    recipe: &Recipe,
    size: Size,
    args: &GenerateArgs,
    sink: &mut Sink,
    bar: &Progress,
) -> Result<(), Error> {
    let alphabet = args.alphabet.map_or_else(Alphabet::default, Alphabet::Custom);
    let symbols = alphabet.translation();
    let mut write = |lines: &[u8]| {
        sink.write(&lines.iter().map(|&byte| symbols[usize::from(byte)]).collect::<Vec<_>>())
    };
    let watch = Watch { bar, done: AtomicU64::new(0), tried: AtomicU64::new(0) };
    recipe.write(size, 0..args.count, &exit::STOP, &mut write, &watch)
}

/// Shows progress.
struct Watch<'a> {
    bar: &'a Progress,
    done: AtomicU64,
    /// Number of grids tried since the last puzzle was written.
    tried: AtomicU64,
}

impl PuzzleListener for Watch<'_> {
    fn made(&self, puzzles: u64) {
        self.tried.store(0, Ordering::Relaxed);
        let done = self.done.fetch_add(puzzles, Ordering::Relaxed) + puzzles;
        self.bar.at(done, puzzles);
    }

    fn in_vain(&self) {
        let grids = self.tried.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.note(|| format!("{} tried", count(grids, "grid")));
    }
}

impl GenerateArgs {
    /// The size of the grids; fails if `--order` and `--alphabet` disagree.
    fn size(&self) -> anyhow::Result<Size> {
        let of_symbols = self.alphabet.as_ref().map(Symbols::size);
        match (self.order, of_symbols) {
            (Some(order), Some(size)) if order != size => bail!(
                "--alphabet has {} symbols, but --order {} needs {}",
                size.side(),
                order.order_text(),
                order.side()
            ),
            (order, size) => {
                let drawn = self.units.drawing().map(Drawing::size);
                Ok(order.or(size).or(drawn).unwrap_or_default())
            }
        }
    }
}

fn read_pattern(path: &Path) -> anyhow::Result<Pattern> {
    let name = path.display();
    let text = fs::read_to_string(path).map_err(io_error(&name.to_string(), "cannot open"))?;
    text.parse().map_err(|e| anyhow!("{name}:{e}"))
}

/// Reads one of these values by its name; help tells what each is.
fn named<T: Copy + FromStr<Err = UnknownName> + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    summary: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let value = |it: &T| PossibleValue::new(name(*it)).help(summary(*it));
    PossibleValuesParser::new(all.iter().map(value)).try_map(|name| name.parse::<T>())
}
