//! Compares solvers with each other on any number of puzzles of every kind.
//!
//! ```sh
//! # The two fastest backends; then all of them, and seed 7.
//! cargo run --release -p sudomill-library-tests --example cross_check -- fast 1000000
//! cargo run --release -p sudomill-library-tests --example cross_check -- all 100000 7
//! ```
//!
//! `fast` compares the two fastest backends of `lanes`; `all` compares every backend with `mrv` and
//! with an exact cover count that shares no code with the library. Each backend solves every puzzle
//! twice: among many, and alone. Every solution is also checked here. The puzzles depend only on the
//! seed. The first difference is printed with its puzzle and ends the run.

mod puzzles;

use puzzles::Base;
use rayon::prelude::*;
use std::{env, fmt::Debug, process::ExitCode, time::Instant};
use sudomill::{
    grid::Order3,
    input::{Line, parse_line},
    memory::{self, MemoryOptions, Results},
    solver::{
        Outcome, Solver, Status,
        lanes::{Backend, LaneSolver},
        registry::{self, Strategy},
    },
    verify,
};
use sudomill_oracles::cover::Cover;

/// The number of puzzles that are generated, solved and compared at a time.
const BATCH: u64 = 1 << 12;

/// The solvers to compare.
struct Solvers {
    /// Strategies that must agree on everything, including the first solution.
    lanes: Vec<Strategy>,
    /// Whether `mrv` and an exact cover must agree on the number of solutions, and `mrv` on the
    /// solution if it is unique.
    has_others: bool,
}

impl Solvers {
    fn named(mode: &str) -> Option<Self> {
        let has_others = mode == "all";
        let backends = Backend::available().take(if has_others { usize::MAX } else { 2 });
        let lanes = backends.map(|it| Strategy::default().on(it)).collect();
        (has_others || mode == "fast").then_some(Self { lanes, has_others })
    }

    fn names(&self) -> Vec<String> {
        let lanes = self.lanes.iter().filter_map(Strategy::backend);
        let lanes = lanes.map(|backend| format!("lanes on {}", backend.name()));
        let others = ["mrv", "exact cover"].iter().filter(|_| self.has_others);
        lanes.chain(others.map(|&name| name.to_owned())).collect()
    }

    /// Compares the answers to these puzzles. Returns the number of puzzles with each status.
    fn compare<T: AsRef<[u8]> + Sync>(&self, texts: &[T]) -> Result<Counts, String> {
        let solve = |strategy: &Strategy| {
            let options = MemoryOptions::default().with_strategy(strategy.clone());
            memory::solve(texts, &options).map_err(|error| error.to_string())
        };
        let first = solve(&self.lanes[0])?;
        let mrv = self.has_others.then(|| registry::find("mrv").expect("a strategy"));
        for strategy in self.lanes[1..].iter().chain(&mrv) {
            let (other, is_lanes) = (solve(strategy)?, strategy.backend().is_some());
            for (row, text) in texts.iter().enumerate() {
                let [one, two] = [&first, &other].map(|of| answer(of, row, is_lanes));
                same(text.as_ref(), &strategy.name(), &one, &two)?;
            }
        }
        let (mut counts, cover) = (Counts::default(), Cover::new(3, 3));
        for (row, text) in texts.iter().map(AsRef::as_ref).enumerate() {
            counts.0[first.statuses[row] as usize] += 1;
            if first.statuses[row] == Status::Invalid {
                continue;
            }
            self.compare_alone(text, &first, row)?;
            if self.has_others {
                let covered = cover.solutions(&|cell, digit| may_be(text, cell, digit), 2);
                same(text, "exact cover", &first.solutions[row], &(covered.len() as u64))?;
            }
        }
        Ok(counts)
    }

    /// Checks the answer to a puzzle among many, and compares it with those to the puzzle alone.
    fn compare_alone(&self, text: &[u8], among: &Results, row: usize) -> Result<(), String> {
        let Line::Puzzle(_, puzzle) = parse_line::<Order3>(text) else {
            return Err(format!("{}\nis not a puzzle", text.escape_ascii()));
        };
        for backend in self.lanes.iter().filter_map(Strategy::backend) {
            let Outcome { status, solutions, solution, counters, .. } =
                LaneSolver::new(backend).solve(&puzzle, &MemoryOptions::default().limits);
            let text_of = solution.map(|solution| solution.to_string());
            let alone = (status, solutions, Some(counters.guesses), text_of.as_deref());
            same(text, &format!("{} alone", backend.name()), &answer(among, row, true), &alone)?;
            let verdict = solution.map_or(Ok(()), |it| verify::check(&puzzle, it.values()));
            same(text, backend.name(), &Ok(()), &verdict)?;
        }
        Ok(())
    }
}

/// Returns true if a puzzle of 81 clues or 729 candidates allows this digit (from 0) in a cell.
fn may_be(text: &[u8], cell: usize, digit: usize) -> bool {
    let symbol = b'1' + digit as u8;
    match text.len() {
        81 => matches!(text[cell], b'.' | b'0') || text[cell] == symbol,
        _ => text[9 * cell + digit] == symbol,
    }
}

/// Status, number of solutions, guesses and first solution.
type Answer<'a> = (Status, u64, Option<u64>, Option<&'a str>);

/// What two solvers must agree on: only backends of the lanes also on the guesses, and on the first
/// of several solutions.
fn answer(of: &Results, row: usize, is_lanes: bool) -> Answer<'_> {
    let (status, guesses) = (of.statuses[row], of.guesses[row]);
    let solution = of.solution(row).filter(|_| is_lanes || status == Status::Unique);
    (status, of.solutions[row], is_lanes.then_some(guesses), solution)
}

/// Returns an error that shows the difference between the answers of the first solver and another.
fn same<T: PartialEq + Debug>(text: &[u8], name: &str, one: &T, other: &T) -> Result<(), String> {
    let difference = || format!("{}\nlanes: {one:?}\n{name}: {other:?}", text.escape_ascii());
    (one == other).then_some(()).ok_or_else(difference)
}

/// The number of puzzles with each status.
#[derive(Clone, Debug, Default, PartialEq)]
struct Counts([u64; Status::ALL.len()]);

impl Counts {
    fn plus(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
        self
    }
}

/// Compares `count` puzzles, plus a few more to fill the last batch.
fn run(solvers: &Solvers, count: u64, seed: u64) -> Result<Counts, String> {
    let base = Base::new(seed).map_err(|error| error.to_string())?;
    let batch = |number: u64| {
        let (clues, pencilmarks) = puzzles::batch(&base, seed, number, BATCH);
        Ok(solvers.compare(&pencilmarks)?.plus(&solvers.compare(&clues)?))
    };
    let batches = (0..count.div_ceil(BATCH)).into_par_iter().map(batch);
    batches.try_reduce(Counts::default, |one, other| Ok(one.plus(&other)))
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default| args.get(at).map_or(Ok(default), |text| text.parse::<u64>());
    let mode = args.first().map_or("fast", String::as_str);
    let (Some(solvers), Ok(count), Ok(seed)) =
        (Solvers::named(mode), number(1, 1_000_000), number(2, 1))
    else {
        eprintln!("usage: cross_check [fast|all] [PUZZLES] [SEED]");
        return ExitCode::from(2);
    };
    println!("seed {seed}: {}", solvers.names().join(", "));
    let start = Instant::now();
    match run(&solvers, count, seed) {
        Ok(counts) => {
            let puzzles: u64 = counts.0.iter().sum();
            let by_status = Status::ALL.iter().zip(counts.0).filter(|(_, count)| *count > 0);
            let by_status: Vec<_> =
                by_status.map(|(status, count)| format!("{count} {status}")).collect();
            println!("{puzzles} puzzles: {}", by_status.join(", "));
            let seconds = start.elapsed().as_secs();
            let solves = puzzles * solvers.names().len() as u64;
            println!("{solves} solves in {seconds} s, no difference");
            ExitCode::SUCCESS
        }
        Err(text) => {
            println!("{text}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_agree() {
        let counts = run(&Solvers::named("all").unwrap(), 2 * BATCH, 1).unwrap();
        let seen = [Status::Unique, Status::Multiple, Status::None, Status::Invalid];
        assert!(seen.into_iter().all(|status| counts.0[status as usize] > 100), "{counts:?}");
        assert_eq!(counts.0.iter().sum::<u64>(), 2 * BATCH + 1);
    }

    #[test]
    fn differences_are_found() {
        let text = format!("{:.<81}", "12345678");
        let mut results = memory::solve(&[text][..], &MemoryOptions::default()).unwrap();
        let other = results.clone();
        let is_same =
            |one: &Results, is_lanes| answer(one, 0, is_lanes) == answer(&other, 0, is_lanes);
        assert!(is_same(&results, true));
        results.symbols[80] = if results.symbols[80] == b'1' { b'2' } else { b'1' };
        // If there are several solutions, each solver may find a different one first.
        assert!(!is_same(&results, true) && is_same(&results, false));
        results.solutions[0] = 1;
        assert!(!is_same(&results, false));
        assert!(same(b"", "mrv", &1, &2).is_err() && same(b"", "mrv", &1, &1).is_ok());
    }
}
