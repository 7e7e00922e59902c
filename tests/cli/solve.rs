//! `sudomill solve`: the content of a result line in each format.

use crate::{
    puzzles::*,
    run::{Folder, feed, rows},
};
use serde_json::{Value, json};
use sudomill::solver::registry::STRATEGIES;

/// Solves from standard input.
#[track_caller]
fn solve(input: impl Into<Vec<u8>>, args: &str) -> crate::run::Run {
    feed(input, &format!("solve --quiet {args}"))
}

#[test]
fn solution_per_line() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE, EY1]));
    folder.run("solve puzzles.txt --quiet").gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED]));
    // A dash is the stream, even if a file has that name.
    let folder = Folder::with("-", lines(&[ROYLE]));
    for args in ["solve --quiet", "solve - --quiet", "solve - -o - -q"] {
        folder.feed(lines(&[EY1]), args).gives(&lines(&[EY1_SOLVED]));
    }
    solve(lines(&[NO_SOLUTION, EY1]), "").prints(1, &lines(&["", EY1_SOLVED]));
}

#[test]
fn every_strategy() {
    for strategy in STRATEGIES.iter().map(|strategy| strategy.part.name) {
        let args = format!("--strategy {strategy}");
        // One of several solutions.
        let run = solve(lines(&[DIAG]), &args);
        assert!(DIAG_SOLVED.contains(&run.exits(1).out.trim_end()), "{strategy}: {}", run.out);
        solve(lines(&[SMALL]), &args).gives(&lines(&[SMALL_SOLVED]));
        let puzzle = if strategy == "generate-and-test" { &with(EY1_SOLVED, 40, '.') } else { EY1 };
        solve(lines(&[puzzle]), &args).gives(&lines(&[EY1_SOLVED]));
    }
}

#[test]
fn count_format() {
    let input = lines(&[DIAG, NO_SMALL, SMALL]);
    let unique = format!("{SMALL}:1:{SMALL_SOLVED}");
    // After the first solution, it is unknown whether it is the only one.
    for (limit, diag, small) in [(2, "2:", &*unique), (1, "1:", &format!("{SMALL}:1:"))] {
        let expected = format!("{DIAG}:{diag}\n{NO_SMALL}:0:\n{small}\n");
        assert_eq!(solve(input.clone(), &format!("--format count --limit {limit}")).out, expected);
    }
}

#[test]
fn csv_format() {
    let input = format!("# three\n{SMALL}\n{NO_SMALL}\n\n1,23;4\n{DIAG}\n");
    let run = solve(input, "--format csv --strategy backtracking");
    let bad = "2: found the end of the puzzle after 1 cell; expected 16";
    let expected = [
        ["line", "puzzle", "status", "message", "solutions", "solution"],
        ["2", SMALL, "unique", "", "1", SMALL_SOLVED],
        ["3", NO_SMALL, "none", "", "0", ""],
        ["5", "1,23;4", "invalid", bad, "0", ""],
        ["6", DIAG, "multiple", "", "2", DIAG_SOLVED[1]],
    ];
    assert_eq!(run.exits(1).rows(), expected);
}

#[test]
fn jsonl_format() {
    let args = "--format jsonl --limit 1 --strategy electroyou";
    let objects = solve(lines(&[EY1, "what?", NO_SOLUTION]), args).values();
    let bad = "1: found 'w'; expected 1-9 or one of . 0 - _ * ? x X";
    let expected = [
        json!({
            "line": 1, "puzzle": EY1, "status": "solved", "message": null, "solutions": 1,
            "solution": EY1_SOLVED,
            "counters": {
                "clues": 28, "guesses": 2, "backtracks": 0, "steps": 53, "calls": 2, "passes": 53,
            },
        }),
        json!({
            "line": 2, "puzzle": "what?", "status": "invalid", "message": bad, "solutions": 0,
            "solution": null, "counters": {},
        }),
    ];
    assert_eq!((&objects[..2], objects.len()), (&expected[..], 3));
    assert_eq!((&objects[2]["status"], &objects[2]["solution"]), (&json!("none"), &Value::Null));
}

#[test]
fn own_counters() {
    let own: [(&str, &[&str]); 6] = [
        ("mrv", &["naked_singles", "hidden_singles"]),
        ("electroyou", &["calls", "passes"]),
        ("moler", &["singletons", "refreshes"]),
        ("backtracking", &["calls", "checks", "undos"]),
        ("backtracking-descending", &["calls", "checks", "undos"]),
        ("generate-and-test", &["fillings"]),
    ];
    for (strategy, own) in own {
        let row = &solve(SMALL, &format!("--format jsonl --strategy {strategy}")).values()[0];
        let counters = row["counters"].as_object().unwrap();
        let common = ["clues", "guesses", "backtracks", "steps"];
        let names: std::collections::BTreeSet<_> = common.iter().chain(own).copied().collect();
        assert!(names.iter().eq(counters.keys()), "{strategy}: {counters:?}");
        assert!(counters.values().all(Value::is_u64), "{strategy}");
    }
}

#[test]
fn timing_rows() {
    let input = format!("{EY1}\n\nbad\n{ROYLE}\n{NO_SOLUTION}\n");
    let folder = Folder::with("puzzles.txt", input);
    folder.run("solve puzzles.txt --quiet --strategy backtracking --timing timing.csv").exits(1);
    let timing = rows(&folder.read("timing.csv"));
    assert_eq!(
        timing[0],
        ["line", "status", "solutions", "clues", "guesses", "backtracks", "steps", "solve_ns"]
    );
    let told: Vec<_> = timing[1..].iter().map(|row| row[..4].to_vec()).collect();
    let expected = [
        ["1", "unique", "1", "28"],
        ["3", "invalid", "0", "0"],
        ["4", "unique", "1", "21"],
        ["5", "none", "0", "9"],
    ];
    assert_eq!(told, expected);
    let ns: Vec<u64> = timing[1..].iter().map(|row| row[7].parse().unwrap()).collect();
    assert!(ns[0] > 0 && ns[1] == 0 && ns[2] > 0, "{ns:?}");
}
