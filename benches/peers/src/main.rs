//! Times sudomill's strategies against other solvers on the same puzzles, and checks that
//! all of them agree. See README.md.

mod check;
mod contender;
mod record;
mod timing;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use contender::{Contender, Library, Named};
use std::{fs, path::Path, path::PathBuf, process::ExitCode};
use sudomill::{
    bench::SetRecord,
    grid::{Order3, Puzzle},
    solver::{
        Batch, Limits,
        registry::{self, Strategy, Tuning},
    },
};

/// Times sudomill's strategies against the crates `sudoku` and `msolve`, and against any
/// solver in a shared library; writes the results as `sudomill bench --format json` does
#[derive(Parser)]
struct Args {
    /// Files of 9×9 puzzles in any format that sudomill reads
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Number of timed rounds; in each round every solver takes its turn
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// End the search of a puzzle after N solutions
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
    /// Strategies of sudomill to time; `lanes` runs on every backend of this CPU
    #[arg(long, value_delimiter = ',', default_values = ["lanes", "mrv"])]
    strategies: Vec<String>,
    /// Take N puzzles of each file, evenly spread, for slow strategies
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Also time the solver in this shared library; see benches/field/adapters/field.h
    #[arg(long = "library", value_name = "NAME=FILE")]
    libraries: Vec<Named>,
    /// Time single puzzles, a call each, and not all puzzles of a file
    #[arg(long)]
    latency: bool,
    /// Write the results to FILE
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("peers: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &Args) -> Result<()> {
    // The number of passes is not limited, because the peers finish every puzzle, too.
    let tuning = Tuning::DEFAULT.with_max_passes(u64::MAX);
    let strategies = args.strategies.iter().map(|name| Ok(registry::find(name)?.tuned(tuning)));
    let strategies = strategies.collect::<Result<Vec<_>>>()?;
    let mut sets = Vec::new();
    for path in &args.files {
        let set = compare(args, &strategies, path);
        sets.push(set.with_context(|| format!("{}: no timing", path.display()))?);
    }
    let json = serde_json::to_string_pretty(&record::benchmark(args, sets))? + "\n";
    fs::write(&args.output, json).with_context(|| format!("cannot write {:?}", args.output))
}

/// Checks the answers to the puzzles of a file, then times all solvers.
fn compare(args: &Args, strategies: &[Strategy], path: &Path) -> Result<SetRecord> {
    let all: Vec<Puzzle> = sudomill::open(path)?.puzzles::<Order3>().collect::<Result<_, _>>()?;
    ensure!(!all.is_empty(), "it holds no puzzle");
    let puzzles = evenly_spread(&all, args.sample);
    let (rows, limits) = (rows(&puzzles), Limits::default().with_solutions(args.limit.into()));
    let mut contenders = contenders(args, strategies, &puzzles, &rows, limits)?;
    // The check also warms up caches.
    let counts = check::all_agree(&contenders, &puzzles, args.limit)?;
    let [none, one, more] = counts;
    eprintln!(
        "{}: {} puzzles; all solvers agree: {one} {}, {more} with several solutions, {none} with none",
        path.display(),
        puzzles.len(),
        if args.limit == 1 { "solved" } else { "unique" },
    );
    if args.limit == 2 && none + more > 0 && !puzzles.iter().any(Puzzle::has_candidates) {
        contenders.push(contender::counting_peer(&puzzles)?);
    }
    let measurements = if args.latency {
        let times = timing::single(&contenders, puzzles.len(), args.rounds);
        record::of_times(&contenders, &puzzles, times)
    } else {
        record::of_rounds(
            &contenders,
            &puzzles,
            timing::rounds(&contenders, puzzles.len(), args.rounds),
        )
    };
    Ok(record::set(path, &all, measurements))
}

/// Returns the solvers that support these puzzles, those of sudomill first.
fn contenders<'a>(
    args: &Args,
    strategies: &[Strategy],
    puzzles: &'a [Puzzle],
    rows: &'a Batch,
    limits: Limits<'a>,
) -> Result<Vec<Box<dyn Contender + 'a>>> {
    let mut contenders = Vec::new();
    for strategy in strategies {
        match args.latency && strategy.backend().is_some() {
            true => contenders.push(contender::one_puzzle(puzzles, limits)),
            false => contenders.extend(contender::on_each_backend(strategy, rows, limits)),
        }
    }
    contenders.extend(contender::peers(puzzles, args.limit)?);
    for named in &args.libraries {
        match Library::new(named, puzzles, args.limit)? {
            Some(library) => contenders.push(Box::new(library)),
            None => eprintln!("{}: does not solve these puzzles at this limit", named.name),
        }
    }
    Ok(contenders)
}

/// Returns the puzzles as rows for the engine.
fn rows(puzzles: &[Puzzle]) -> Batch {
    let mut rows = Batch::new(sudomill::grid::Size::Nine);
    puzzles.iter().for_each(|puzzle| rows.push_puzzle(puzzle));
    rows
}

fn evenly_spread(puzzles: &[Puzzle], sample: Option<u32>) -> Vec<Puzzle> {
    let sample = sample.map_or(puzzles.len(), |it| puzzles.len().min(it as usize));
    (0..sample).map(|i| puzzles[i * puzzles.len() / sample]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sample_is_evenly_spread() {
        let puzzle = |clue: usize| {
            let mut values = [0; 81];
            values[clue] = 1;
            Puzzle::new(&values).unwrap()
        };
        let puzzles: Vec<Puzzle> = (0..10).map(puzzle).collect();
        assert_eq!(evenly_spread(&puzzles, Some(3)), [puzzle(0), puzzle(3), puzzle(6)]);
        assert_eq!(evenly_spread(&puzzles, Some(20)), puzzles);
        assert_eq!(evenly_spread(&puzzles, None), puzzles);
    }
}
