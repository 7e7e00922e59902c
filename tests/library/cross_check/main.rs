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

#[path = "../cover.rs"]
mod cover;
mod puzzles;

use cover::Cover;
use puzzles::{Base, Puzzles};
use rayon::prelude::*;
use std::{env, error::Error, process::ExitCode, time::Instant};
use sudomill::{
    columns::{self, ColumnOptions, Results},
    grid::Order3,
    input::{Line, parse_line},
    solver::{
        Outcome, Solver, Status,
        lanes::{Backend, LaneSolver},
        registry::{self, Strategy},
    },
    verify,
};

/// The number of puzzles that are generated, solved and compared at a time.
const BATCH: u64 = 1 << 12;

/// The solvers to compare.
struct Solvers {
    /// Strategies that must agree on everything, including the first solution.
    lanes: Vec<Strategy>,
    /// Strategies that must agree on the number of solutions, and on the solution if it is unique.
    others: Vec<Strategy>,
    has_cover: bool,
}

impl Solvers {
    fn named(mode: &str) -> Result<Self, Box<dyn Error>> {
        let lanes = registry::find("lanes")?;
        let mut backends: Vec<Strategy> =
            Backend::available().map(|it| lanes.clone().on(it)).collect();
        match mode {
            "fast" => {
                backends.truncate(2);
                Ok(Self { lanes: backends, others: Vec::new(), has_cover: false })
            }
            "all" => {
                let others = vec![registry::find("mrv")?];
                Ok(Self { lanes: backends, others, has_cover: true })
            }
            _ => Err("expected fast or all".into()),
        }
    }

    fn names(&self) -> String {
        let lanes = self.lanes.iter().filter_map(Strategy::backend);
        let lanes = lanes.map(|backend| format!("lanes on {}", backend.name()));
        let others = self.others.iter().map(Strategy::name);
        let cover = self.has_cover.then(|| "exact cover".to_owned());
        lanes.chain(others).chain(cover).collect::<Vec<_>>().join(", ")
    }

    fn count(&self) -> u64 {
        (self.lanes.len() + self.others.len() + usize::from(self.has_cover)) as u64
    }

    /// Compares the answers to these puzzles. Returns the number of puzzles with each status.
    fn compare<T: AsRef<[u8]> + Sync>(&self, texts: &[T]) -> Result<Counts, String> {
        let solve = |strategy: &Strategy| {
            let options = ColumnOptions { strategy: strategy.clone(), ..ColumnOptions::default() };
            columns::solve(texts, &options).map_err(|error| error.to_string())
        };
        let first = solve(&self.lanes[0])?;
        for strategy in self.lanes.iter().chain(&self.others).skip(1) {
            let other = solve(strategy)?;
            let is_lanes = strategy.backend().is_some();
            let same = |row: &usize| is_same(&first, &other, *row, is_lanes);
            if let Some(row) = (0..texts.len()).find(|row| !same(row)) {
                return Err(difference(texts[row].as_ref(), &strategy.name(), &first, &other, row));
            }
        }
        let (mut counts, cover) = (Counts::default(), Cover::new(3));
        for (row, text) in texts.iter().map(AsRef::as_ref).enumerate() {
            counts.0[first.statuses[row] as usize] += 1;
            if first.statuses[row] == Status::Invalid {
                continue;
            }
            self.compare_alone(text, &first, row)?;
            let allows = |cell, digit| may_be(text, cell, digit);
            if self.has_cover && cover.solutions(allows, 2).len() as u64 != first.solutions[row] {
                let found = first.solutions[row];
                return Err(format!("{}\nexact cover does not find {found}", show(text)));
            }
        }
        Ok(counts)
    }

    /// Checks the answer to a puzzle among many, and compares it with those to the puzzle alone.
    fn compare_alone(&self, text: &[u8], among: &Results, row: usize) -> Result<(), String> {
        let Line::Puzzle(_, puzzle) = parse_line::<Order3>(text) else {
            return Err(format!("{}\nis not a puzzle", show(text)));
        };
        let answer = (among.statuses[row], among.solutions[row], among.guesses[row]);
        for backend in self.lanes.iter().filter_map(Strategy::backend) {
            let Outcome { status, solutions, solution, counters } =
                LaneSolver::new(backend).solve(&puzzle, &ColumnOptions::default().limits);
            let text_of = solution.map(|solution| solution.to_string());
            let alone = (status, solutions, counters.guesses);
            if (alone, text_of.as_deref()) != (answer, among.solution(row)) {
                let name = backend.name();
                return Err(format!("{}\nalone, {name} answers {status}", show(text)));
            }
            if solution.is_some_and(|it| verify::check(&puzzle, it.values()).is_err()) {
                let name = backend.name();
                return Err(format!("{}\n{name} answers what is no solution", show(text)));
            }
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

fn is_same(one: &Results, other: &Results, row: usize, is_lanes: bool) -> bool {
    one.statuses[row] == other.statuses[row]
        && one.solutions[row] == other.solutions[row]
        && (!is_lanes || one.guesses[row] == other.guesses[row])
        && (one.solution(row) == other.solution(row)
            || !is_lanes && one.statuses[row] != Status::Unique)
}

fn difference(text: &[u8], name: &str, one: &Results, other: &Results, row: usize) -> String {
    let answer = |of: &Results| {
        let (status, solutions, guesses) = (of.statuses[row], of.solutions[row], of.guesses[row]);
        format!("{status} ({solutions}), {guesses} guesses: {:?}", of.solution(row))
    };
    format!("{}\nlanes: {}\n{name}: {}", show(text), answer(one), answer(other))
}

fn show(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
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
        let puzzles = Puzzles::batch(&base, seed, number, BATCH as usize);
        let clues = solvers.compare(&puzzles.clues)?;
        Ok(solvers.compare(&puzzles.pencilmarks)?.plus(&clues))
    };
    let batches = (0..count.div_ceil(BATCH)).into_par_iter().map(batch);
    batches.try_reduce(Counts::default, |one, other| Ok(one.plus(&other)))
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize, default| args.get(at).map_or(Ok(default), |text| text.parse::<u64>());
    let mode = args.first().map_or("fast", String::as_str);
    let (Ok(solvers), Ok(count), Ok(seed)) =
        (Solvers::named(mode), number(1, 1_000_000), number(2, 1))
    else {
        eprintln!("usage: cross_check [fast|all] [PUZZLES] [SEED]");
        return ExitCode::from(2);
    };
    println!("seed {seed}: {}", solvers.names());
    let start = Instant::now();
    match run(&solvers, count, seed) {
        Ok(counts) => {
            let puzzles: u64 = counts.0.iter().sum();
            let by_status = Status::ALL.iter().zip(counts.0).filter(|(_, count)| *count > 0);
            let by_status: Vec<_> =
                by_status.map(|(status, count)| format!("{count} {status}")).collect();
            println!("{puzzles} puzzles: {}", by_status.join(", "));
            let seconds = start.elapsed().as_secs();
            println!("{} solves in {seconds} s, no difference", puzzles * solvers.count());
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
        let texts =
            ["12345678.........................................................................."];
        let mut results =
            columns::solve(&[&texts[0][..81]][..], &ColumnOptions::default()).unwrap();
        let other = results.clone();
        assert!(is_same(&results, &other, 0, true));
        results.symbols[80] = if results.symbols[80] == b'1' { b'2' } else { b'1' };
        assert!(!is_same(&results, &other, 0, true));
        // If there are several solutions, each solver may find a different one first.
        assert!(is_same(&results, &other, 0, false));
        results.solutions[0] = 1;
        assert!(!is_same(&results, &other, 0, false));
    }
}
