//! The entry points of the library: many puzzles, one puzzle, a file, a solver of another crate.

use super::common::{dataset, find, lines};
use std::{fs, path::Path};
use sudomill::{
    Error, OptionsError, batch,
    grid::{Order, Order2, Order3, Puzzle},
    memory,
    output::Format,
    solver::{Limits, Outcome, Solver, Status, registry::Strategy},
    verify,
};

/// Returns lines of every kind: puzzles with one, no and several solutions, and bad lines.
fn mixed() -> Vec<String> {
    let sets = ["easy.txt", "unsolvable.txt", "multiple.txt", "malformed.txt", "hard.txt"];
    sets.into_iter().flat_map(|set| lines(set).into_iter().take(400)).collect()
}

#[test]
fn solve_all_is_solve_for_each() {
    let lines = mixed();
    let results = sudomill::solve_all(&lines);
    assert_eq!(results.statuses.len(), lines.len());
    let mut seen = Vec::new();
    for (row, line) in lines.iter().enumerate() {
        let status = results.statuses[row];
        seen.push(status);
        let Ok(puzzle) = line.parse::<Puzzle>() else {
            assert_eq!((status, results.solution(row)), (Status::Invalid, None), "{line}");
            continue;
        };
        let outcome = sudomill::solve(&puzzle);
        let solution = outcome.solution.map(|solution| solution.to_string());
        assert_eq!((status, results.solution(row)), (outcome.status, solution.as_deref()));
        if let Some(solution) = outcome.solution {
            assert_eq!(verify::check(&puzzle, solution.values()), Ok(()));
        }
    }
    for status in [Status::Unique, Status::Multiple, Status::None, Status::Invalid] {
        assert!(seen.contains(&status), "{status}");
    }
}

#[test]
fn empty_input() {
    let results = sudomill::solve_all::<&str>(&[]);
    assert!(results.statuses.is_empty());
    assert_eq!(results.solution(0), None);
}

#[test]
fn puzzles_of_a_file() {
    let malformed = dataset("malformed.txt");
    let found: Vec<_> = sudomill::open(&malformed).unwrap().puzzles::<Order3>().collect();
    let bad: Vec<String> =
        found.iter().filter_map(|puzzle| Some(puzzle.as_ref().err()?.to_string())).collect();
    let folder = tempfile::tempdir().unwrap();
    let tally =
        batch::solve_file(&malformed, folder.path().join("out"), &Default::default()).unwrap();
    assert_eq!(bad.len() as u64, tally.of(Status::Invalid));
    assert_eq!(found.len() as u64, tally.puzzles());
    assert!(bad.iter().all(|error| error.starts_with(malformed.to_str().unwrap())), "{bad:?}");
}

#[test]
fn puzzles_of_another_size() {
    let mut puzzles = sudomill::open(dataset("easy.txt")).unwrap().puzzles::<Order2>();
    let error = puzzles.next().unwrap().unwrap_err();
    assert!(matches!(&error, Error::Options(OptionsError::OtherSize { .. })));
    assert!(error.to_string().ends_with("easy.txt: found puzzles of 9×9; expected 4×4"), "{error}");
    assert!(puzzles.next().is_none());
}

/// `mrv`, wrapped like in another crate.
struct Own;

impl<O: Order> Solver<O> for Own {
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
        find("mrv").solver().solve(puzzle, limits)
    }
}

fn own() -> Strategy {
    Strategy::own("own", Own)
}

fn written(strategy: &Strategy, input: &Path, format: Format) -> String {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("out");
    let options = batch::SolveOptions::default()
        .with_strategy(strategy.clone())
        .with_run(batch::RunOptions::default().with_threads(2))
        .with_format(format);
    batch::solve_file(input, &output, &options).unwrap();
    fs::read_to_string(output).unwrap()
}

#[test]
fn own_solver_in_batch() {
    let mrv = find("mrv");
    for input in ["malformed.txt", "multiple.txt", "4x4.txt", "16x16.txt"].map(dataset) {
        for format in [Format::Solution, Format::Count, Format::Csv] {
            assert_eq!(written(&own(), &input, format), written(&mrv, &input, format), "{input:?}");
        }
    }
}

#[test]
fn own_solver_in_columns() {
    let lines = mixed();
    let solve = |strategy| {
        let options = memory::MemoryOptions::default().with_strategy(strategy).with_threads(2);
        memory::solve(&lines[..], &options).unwrap()
    };
    assert_eq!(solve(own()), solve(find("mrv")));
}
