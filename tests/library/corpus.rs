//! The sets of `datasets/`, with every solution verified.

use super::common::{dataset, find, lines, run, shipped};
use std::{fs, path::Path};
use sudomill::{
    batch::{Options, RunOptions},
    columns,
    grid::{Order, Order2, Order3, Order4, Order5, Puzzle},
    input,
    output::{Format, Tally},
    solver::{Limits, Status},
    verify,
};

/// Runs a file through the whole pipeline on two threads.
fn solve(file: &Path, format: Format, strategy: &str) -> (Tally, String) {
    let threads = RunOptions { threads: 2, ..RunOptions::default() };
    let options = Options { strategy: find(strategy), run: threads, format, ..Options::default() };
    let source = input::open(file, &Default::default()).unwrap();
    let (run, results) = run(source, &options).unwrap();
    (run.into_result().unwrap(), results)
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
    let texts = lines(&format!("{name}.txt"));
    for strategy in ["mrv", "lanes"] {
        let (tally, solutions) = solve(&file, Format::Solution, strategy);
        assert_eq!((tally.puzzles(), tally.of(status)), (count, count), "{name}");
        // If there are several solutions, each strategy finds a different one first.
        if strategy == "mrv" || status != Status::Multiple {
            assert_eq!(solutions, committed, "{name}");
        }
        let expected = if status == Status::None { 0 } else { count as usize };
        assert_eq!(verify_all::<O>(&file, &solutions), expected, "{name}");
        // In memory, too.
        let options =
            columns::Options { strategy: find(strategy), threads: 2, ..Default::default() };
        let results = columns::solve(&texts[..], &options).unwrap();
        let found: Vec<_> =
            (0..texts.len()).map(|row| results.solution(row).unwrap_or("")).collect();
        assert_eq!(found, solutions.lines().collect::<Vec<_>>(), "{name}");
        assert!(results.bad.is_empty(), "{name}");
        let faults = columns::verify(&texts[..], &found[..], &options).unwrap();
        assert_eq!(faults.len(), texts.len() - expected, "{name}");
    }
}

#[test]
fn shipped_sets() {
    is_solved::<Order3>("easy", 10_000, Status::Unique);
    is_solved::<Order3>("minimal", 10_000, Status::Unique);
    is_solved::<Order3>("hard", 500, Status::Unique);
    is_solved::<Order2>("4x4", 200, Status::Unique);
    is_solved::<Order4>("16x16", 1_000, Status::Unique);
    is_solved::<Order5>("25x25", 100, Status::Unique);
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
