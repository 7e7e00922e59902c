//! The sets of `datasets/`, and those of the folder in `SUDOMILL_DATASETS`, with every solution
//! verified.

use super::common::{dataset, find, shipped};
use std::{fs, path::Path};
use sudomill::{
    batch::{self, Outputs, RunOptions, SolveOptions},
    grid::{Order, Order2, Order3, Order4, Order5, Puzzle, Size},
    input,
    output::{Format, Sink, Tally},
    solver::{Limits, Status},
    verify,
};

/// Runs a file through the whole pipeline on two threads.
fn solve(file: &Path, format: Format, strategy: &str) -> (Tally, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results");
    let mut outputs = Outputs { results: Sink::create(&path).unwrap(), timing: None };
    let run = RunOptions { threads: 2, ..RunOptions::default() };
    let options = SolveOptions { strategy: find(strategy), run, format, ..SolveOptions::default() };
    let source = input::open(file, &Default::default()).unwrap();
    let tally = batch::run(source, &options, &mut outputs, &()).unwrap().into_result().unwrap();
    outputs.results.finish().unwrap();
    (tally, fs::read_to_string(path).unwrap())
}

/// Checks the solutions of a file, given by line. Returns the number of solutions.
fn verify_all<O: Order>(file: &Path, solutions: &str) -> usize {
    let mut answers = solutions.lines();
    let source = input::open(file, &Default::default()).unwrap();
    let mut verified = 0;
    for puzzle in source.puzzles::<O>() {
        let answer = answers.next().expect("a line for every puzzle");
        if let (Ok(puzzle), false) = (puzzle, answer.is_empty()) {
            let digit = |symbol: char| symbol.to_digit(36).expect("a digit or a letter") as u8;
            let grid: Vec<u8> = answer.chars().map(digit).collect();
            let verdict = verify::check(&puzzle, &grid);
            assert_eq!(verdict, Ok(()), "{puzzle}");
            verified += 1;
        }
    }
    assert_eq!(answers.next(), None);
    verified
}

fn is_solved<O: Order>(name: &str, count: u64, status: Status) {
    let file = dataset(&format!("{name}.txt"));
    let committed = fs::read_to_string(dataset(&format!("{name}.solutions.txt"))).unwrap();
    for strategy in ["mrv", "lanes"] {
        let (tally, solutions) = solve(&file, Format::Solution, strategy);
        assert_eq!((tally.puzzles(), tally.of(status)), (count, count), "{name}");
        // If there are several solutions, each strategy finds a different one first.
        if strategy == "mrv" || status != Status::Multiple {
            assert_eq!(solutions, committed, "{name}");
        }
        let expected = if status == Status::None { 0 } else { count as usize };
        assert_eq!(verify_all::<O>(&file, &solutions), expected, "{name}");
    }
}

#[test]
fn unique_sets() {
    is_solved::<Order3>("easy", 10_000, Status::Unique);
    is_solved::<Order3>("minimal", 10_000, Status::Unique);
    is_solved::<Order3>("hard", 500, Status::Unique);
    is_solved::<Order2>("4x4", 200, Status::Unique);
    is_solved::<Order4>("16x16", 1_000, Status::Unique);
    is_solved::<Order5>("25x25", 100, Status::Unique);
}

#[test]
fn multiple_and_unsolvable_sets() {
    is_solved::<Order3>("multiple", 1_000, Status::Multiple);
    is_solved::<Order3>("unsolvable", 200, Status::None);
}

#[test]
fn hard_and_easy_sets() {
    let solver = find("mrv").solver::<Order3>();
    let guesses = |puzzle: &Puzzle| solver.solve(puzzle, &Limits::default()).counters.guesses;
    assert!(shipped("hard", 500).iter().all(|puzzle| guesses(puzzle) >= 20));
    assert!(shipped("easy", 10_000).iter().all(|puzzle| guesses(puzzle) == 0));
}

#[test]
fn malformed_lines() {
    let (tally, results) = solve(&dataset("malformed.txt"), Format::Csv, "mrv");
    assert_eq!(results, fs::read_to_string(dataset("malformed.csv")).unwrap());
    assert_eq!((tally.puzzles(), tally.lines()), (20, 22));
}

#[test]
fn sets_from_environment() {
    // Does nothing without the variable; the shipped sets are tested above.
    let Some(folder) = std::env::var_os("SUDOMILL_DATASETS") else { return };
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if !name.contains(".txt") && !name.contains(".csv") {
            continue;
        }
        match input::open(&file, &Default::default()).unwrap().layout().size {
            Size::Four => further::<Order2>(&file),
            _ => further::<Order3>(&file),
        }
    }
}

fn further<O: Order>(file: &Path) {
    let (_, by_mrv) = solve(file, Format::Count, "mrv");
    let (_, by_lanes) = solve(file, Format::Count, "lanes");
    assert_eq!(by_lanes, by_mrv);
    let (tally, solutions) = solve(file, Format::Solution, "lanes");
    let verified = verify_all::<O>(file, &solutions) as u64;
    assert_eq!(verified, tally.of(Status::Unique) + tally.of(Status::Multiple));
    println!("{}: {verified} of {} verified", file.display(), tally.puzzles());
    // A second opinion, if it takes reasonable time.
    let solver = find("electroyou").solver::<O>();
    let source = input::open(file, &Default::default()).unwrap();
    let puzzles = source.puzzles::<O>().filter_map(Result::ok).take(250);
    for (puzzle, solution) in puzzles.zip(solutions.lines()) {
        let outcome = solver.solve(&puzzle, &Limits::default());
        if outcome.status == Status::Unique {
            assert_eq!(outcome.solution.unwrap().to_string(), solution);
        }
    }
}
