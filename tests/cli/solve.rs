//! `sudomill solve`: the content of a result line in each format, and every solution of a puzzle.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, rows, solve},
};
use serde_json::{Value, json};
use sudomill::solver::registry::STRATEGIES;

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

const EMPTY: &str = "................";

/// Returns the results of these puzzles, which must not depend on how they are read.
#[track_caller]
fn list(puzzles: &[&str], args: &str) -> String {
    solve_every_way(lines(puzzles), &format!("--format {args}")).out
}

#[test]
fn all_solutions() {
    let all = list(&[EMPTY], "solutions --limit 1000");
    let mut grids: Vec<_> = all.lines().collect();
    assert!(grids.len() == 288 && grids.iter().all(|grid| grid.len() == 16));
    grids.sort_unstable();
    grids.dedup();
    assert_eq!(grids.len(), 288);
    // The strategy tries the first empty cell and digits in ascending order, so grids come out
    // sorted.
    for (limit, count) in [(1000, 288), (5, 5)] {
        let sorted = list(&[EMPTY], &format!("solutions --limit {limit} --strategy backtracking"));
        assert_eq!(sorted, lines(&grids[..count]));
    }
}

#[test]
fn solutions_have_line_and_number() {
    let puzzles = [DIAG, "# comment", NO_SMALL, "1Z", SMALL];
    let [second, first] = DIAG_SOLVED;
    let object = |puzzle: &str, solution: &str| {
        format!("{{\"index\":1,\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}")
    };
    let rows = format!("line,index,solution\n1,1,{first}\n1,2,{second}\n5,1,{SMALL_SOLVED}\n");
    let columns = "solutions-jsonl --limit 1 --columns index,puzzle,solution";
    for (args, expected) in [
        ("solutions-csv --limit 9", rows),
        (columns, lines(&[object(DIAG, first), object(SMALL, SMALL_SOLVED)])),
        ("solutions", lines(&[first, second, SMALL_SOLVED])),
    ] {
        assert_eq!(list(&puzzles, args), expected, "{args}");
    }
    // Beside kept columns.
    let text = format!("id,puzzle\na,{DIAG}\nb,{NO_SMALL}\nc,{SMALL}\n");
    let run = solve(text, "--format solutions-csv --keep id --columns solution");
    run.prints(1, &format!("id,solution\na,{first}\na,{second}\nc,{SMALL_SOLVED}\n"));
}

/// More solutions than a worker buffers, in chunks of one puzzle.
#[test]
fn many_solutions() {
    let empty = "0".repeat(81);
    let all = list(&[&empty, "bad", &empty, EY1], "solutions-csv --limit 20000");
    assert_eq!(all.lines().count(), 40_002);
    assert!(all.ends_with(&format!("\n4,1,{EY1_SOLVED}\n")));
    for line in [1, 3] {
        let rows = all.lines().filter(|row| row.starts_with(&format!("{line},")));
        let numbers = rows.map(|row| row.split(',').nth(1).unwrap().parse::<u32>().unwrap());
        assert!(numbers.eq(1..=20_000), "{line}");
    }
}

#[test]
fn summary_counts_solutions() {
    let folder = Folder::with("puzzles", lines(&[DIAG, NO_SMALL, "1Z", SMALL]));
    let run = |args: &str| folder.run(&format!("solve puzzles -o out {args}"));
    let limit = "\n3 solutions: 1 puzzle reached the limit of 2\n";
    run("--format solutions --summary s.json").tells(1, &[limit, "\nstrategy mrv, limit 2"]);
    let summary = folder.json("s.json");
    assert_eq!((&summary["solutions"], &summary["at_limit"]), (&3.into(), &1.into()));
    run("--format solutions-csv --limit 3").tells(1, &["\n3 solutions\n"]);
    run("--summary s.json").lacks("solutions");
    assert_eq!(folder.json("s.json").get("solutions"), None);
}

/// The lanes cannot list solutions, so 9×9 puzzles use `mrv`, too.
#[test]
fn lanes_stand_for_mrv() {
    let puzzle = EY1.replace('8', "0");
    for limit in [1, 7, 100] {
        let args = format!("solutions --limit {limit}");
        let lanes = list(&[&puzzle], &args);
        assert_eq!(lanes, list(&[&puzzle], &format!("{args} --strategy mrv")));
        assert!(lanes.lines().count() <= limit);
    }
    assert_eq!(list(&[EY1, ROYLE], "solutions"), lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

/// Solutions found before a search gave up are written, and the status says that it gave up.
#[test]
fn given_up() {
    let folder = Folder::with("puzzles", lines(&[EMPTY]));
    let run = folder.run("solve puzzles --format solutions --limit 1000 --max-guesses 40");
    run.tells(1, &["1 puzzle: 1 gave-up\n"]);
    assert!((1..288).contains(&run.out.lines().count()), "{}", run.out);
}
