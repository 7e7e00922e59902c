//! Rates the puzzles of files, and compares the ratings with those in the file: lines `puzzle ER EP ED`.
//! Lines with the puzzle alone are only rated. `scripts/compare_ratings` runs this.

use std::{
    process::ExitCode,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};
use sudomill_puzzle::grid::Puzzle;
use sudomill_rating::{Rater, RatingLimits};

/// Options before the paths.
#[derive(Clone, Copy, Default)]
struct Options {
    /// Shows the ratings.
    print: bool,
    /// Shows the steps, too.
    steps: bool,
    /// Rates on one thread.
    serial: bool,
}

fn main() -> ExitCode {
    let mut options = Options::default();
    let mut paths = Vec::new();
    for argument in std::env::args().skip(1) {
        match argument.as_str() {
            "--print" => options.print = true,
            "--steps" => options.steps = true,
            "--serial" => options.serial = true,
            path => paths.push(path.to_owned()),
        }
    }
    let mut different = 0;
    for path in &paths {
        match std::fs::read_to_string(path) {
            Ok(text) => different += compare(path, &text, options),
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::FAILURE;
            }
        }
    }
    if different == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The number of different ratings in a file.
fn compare(path: &str, text: &str, options: Options) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let (next, different, compared) =
        (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let threads = match options.serial {
        true => 1,
        false => std::thread::available_parallelism().map_or(1, usize::from),
    };
    let work = || {
        let mut rater = Rater::new();
        let mut busy = Duration::ZERO;
        while let Some(line) = lines.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (puzzle, expected) = line.split_at_checked(81).unwrap_or((line, ""));
            let start = Instant::now();
            let found = rate(&mut rater, puzzle, options);
            busy += start.elapsed();
            if options.print || options.steps {
                println!("{puzzle}{found}");
            }
            if !expected.is_empty() {
                compared.fetch_add(1, Ordering::Relaxed);
                if expected != found {
                    different.fetch_add(1, Ordering::Relaxed);
                    println!("{path}: {puzzle}: found{found}; expected{expected}");
                }
            }
        }
        busy
    };
    let busy: Duration = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).sum()
    });
    let (compared, different) = (compared.into_inner(), different.into_inner());
    let each = busy.as_secs_f64() * 1e3 / lines.len().max(1) as f64;
    println!("{path}: {compared} compared, {different} different, {each:.3} ms each");
    different
}

/// The ratings as in the files, with a space in front.
fn rate(rater: &mut Rater, puzzle: &str, options: Options) -> String {
    let puzzle: Puzzle = match puzzle.parse() {
        Ok(puzzle) => puzzle,
        Err(error) => return format!(" {error}"),
    };
    let limits = RatingLimits::default();
    let rating = match options.steps {
        true => rater.steps(&puzzle, &limits, &mut |step| println!("  {step}")),
        false => rater.rate(&puzzle, &limits),
    };
    match rating {
        Ok(rating) => format!(" {} {} {}", rating.hardest, rating.pearl, rating.diamond),
        Err(reason) => format!(" {reason}"),
    }
}
