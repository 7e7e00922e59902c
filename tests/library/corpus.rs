//! The sets of `datasets/`, with every solution verified.

use super::common::{dataset, find, lines, run, shipped};
use std::{fs, path::Path};
use sudomill::{
    batch::{RunOptions, SolveOptions},
    grid::{Order3, Puzzle},
    input, memory,
    output::{Format, Tally},
    solver::{Limits, Status},
};

/// Runs a file through the whole pipeline on two threads.
fn solve(file: &Path, format: Format, strategy: &str) -> (Tally, String) {
    let options = SolveOptions::default()
        .with_strategy(find(strategy))
        .with_run(RunOptions::default().with_threads(2))
        .with_format(format);
    let source = input::open(file, &Default::default()).unwrap();
    let (run, results) = run(source, &options).unwrap();
    (run.into_result().unwrap(), results)
}

/// Solves a set from its file and in memory, and verifies the solutions.
fn is_solved(name: &str, count: u64, status: Status) {
    let file = dataset(&format!("{name}.txt"));
    let committed = lines(&format!("{name}.solutions.txt"));
    let texts = lines(&format!("{name}.txt"));
    for strategy in ["mrv", "lanes"] {
        let (tally, solutions) = solve(&file, Format::Solution, strategy);
        assert_eq!((tally.puzzles(), tally.of(status)), (count, count), "{name}");
        let solutions: Vec<_> = solutions.lines().collect();
        // If there are several solutions, each strategy finds a different one first.
        if strategy == "mrv" || status != Status::Multiple {
            assert_eq!(solutions, committed, "{name}");
        }
        let strategy = find(strategy);
        let options = memory::MemoryOptions::default().with_strategy(strategy).with_threads(2);
        let results = memory::solve(&texts[..], &options).unwrap();
        let in_memory = (0..texts.len()).map(|row| results.solution(row).unwrap_or(""));
        assert_eq!(in_memory.collect::<Vec<_>>(), solutions, "{name}");
        assert!(results.bad.is_empty(), "{name}");
        let wrong = memory::verify(&texts[..], &solutions[..], &options).unwrap();
        let missing = if status == Status::None { texts.len() } else { 0 };
        assert_eq!(wrong.len(), missing, "{name}");
    }
}

#[test]
fn shipped_sets() {
    is_solved("easy", 10_000, Status::Unique);
    is_solved("minimal", 10_000, Status::Unique);
    is_solved("hard", 500, Status::Unique);
    is_solved("4x4", 200, Status::Unique);
    is_solved("16x16", 1_000, Status::Unique);
    is_solved("25x25", 100, Status::Unique);
    is_solved("6x6", 1_000, Status::Unique);
    is_solved("12x12", 200, Status::Unique);
    is_solved("multiple", 1_000, Status::Multiple);
    is_solved("unsolvable", 200, Status::None);
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
