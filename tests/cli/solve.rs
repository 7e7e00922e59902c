//! `sudomill solve`: the content of a result line in each format.

use crate::{
    puzzles::*,
    run::{Folder, rows},
};
use serde_json::{Value, json};

const STRATEGIES: [&str; 8] = [
    "lanes",
    "mrv",
    "restarts",
    "electroyou",
    "moler",
    "backtracking",
    "backtracking-descending",
    "generate-and-test",
];

#[test]
fn solution_per_line() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE, EY1]));
    let run = folder.run("solve puzzles.txt --quiet");
    run.gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED, EY1_SOLVED]));
}

#[test]
fn reads_stdin() {
    for args in ["solve --quiet", "solve - --quiet", "solve - -o - -q"] {
        Folder::new().feed(lines(&[EY1]), args).gives(&lines(&[EY1_SOLVED]));
    }
}

#[test]
fn dash_is_stream() {
    let folder = Folder::with("-", lines(&[ROYLE]));
    folder.feed(lines(&[EY1]), "solve --quiet").gives(&lines(&[EY1_SOLVED]));
}

#[test]
fn no_solution_is_empty_line() {
    let run = Folder::new().feed(lines(&[NO_SOLUTION, EY1]), "solve --quiet");
    assert_eq!((run.code, run.out), (Some(1), lines(&["", EY1_SOLVED])));
}

#[test]
fn first_of_several() {
    for strategy in STRATEGIES {
        let args = format!("solve --quiet --strategy {strategy}");
        let run = Folder::new().feed(lines(&[DIAG]), &args);
        assert_eq!(run.code, Some(1));
        assert!(DIAG_SOLVED.contains(&run.out.trim_end()), "{strategy}: {}", run.out);
    }
}

#[test]
fn every_strategy() {
    for strategy in STRATEGIES {
        let args = format!("solve --quiet --strategy {strategy}");
        Folder::new().feed(lines(&[SMALL]), &args).gives(&lines(&[SMALL_SOLVED]));
        if strategy != "generate-and-test" {
            Folder::new().feed(lines(&[EY1]), &args).gives(&lines(&[EY1_SOLVED]));
        }
    }
    let nearly_full = with(EY1_SOLVED, 40, '.');
    let run = Folder::new().feed(nearly_full, "solve -q --strategy generate-and-test");
    run.gives(&lines(&[EY1_SOLVED]));
}

#[test]
fn count_format() {
    let input = lines(&[DIAG, NO_SMALL, SMALL]);
    let run = Folder::new().feed(input.clone(), "solve --quiet --format count");
    let expected =
        [format!("{DIAG}:2:"), format!("{NO_SMALL}:0:"), format!("{SMALL}:1:{SMALL_SOLVED}")];
    assert_eq!(run.out, lines(&expected));

    // After the first solution, it is unknown whether it is the only one.
    let run = Folder::new().feed(input, "solve --quiet --format count --limit 1");
    let expected = [format!("{DIAG}:1:"), format!("{NO_SMALL}:0:"), format!("{SMALL}:1:")];
    assert_eq!(run.out, lines(&expected));
}

#[test]
fn echoes_input_symbols() {
    for blank in [".", "0", "-", "_", "*", "?", "x", "X"] {
        let puzzle = EY1.replace('0', blank);
        let run = Folder::new().feed(format!("7,{puzzle},x"), "solve --quiet --format count");
        run.gives(&format!("{puzzle}:1:{EY1_SOLVED}\n"));
        let run = Folder::new().feed(puzzle.clone(), "solve --quiet --format csv");
        assert_eq!(run.rows()[1][1], puzzle);
    }
}

#[test]
fn csv_format() {
    let input = format!("# three\n{SMALL}\n{NO_SMALL}\n\n1,23;4\n{DIAG}\n");
    let run = Folder::new().feed(input, "solve --quiet --format csv --strategy backtracking");
    let bad = "2: found the end of the puzzle after 1 cell; expected 16";
    let expected = [
        ["line", "puzzle", "status", "message", "solutions", "solution"],
        ["2", SMALL, "unique", "", "1", SMALL_SOLVED],
        ["3", NO_SMALL, "none", "", "0", ""],
        ["5", "1,23;4", "invalid", bad, "0", ""],
        ["6", DIAG, "multiple", "", "2", DIAG_SOLVED[1]],
    ];
    assert_eq!(run.rows(), expected);
    assert_eq!(run.code, Some(1));
}

#[test]
fn jsonl_format() {
    let input = lines(&[EY1, "what?", NO_SOLUTION]);
    let args = "solve --quiet --format jsonl --limit 1 --strategy electroyou";
    let run = Folder::new().feed(input, args);
    let objects: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        objects[0],
        json!({
            "line": 1, "puzzle": EY1, "status": "solved", "message": null, "solutions": 1,
            "solution": EY1_SOLVED,
            "counters": {
                "clues": 28, "guesses": 2, "backtracks": 0, "steps": 53, "calls": 2, "passes": 53,
            },
        })
    );
    let bad = "1: found 'w'; expected 1-9 or one of . 0 - _ * ? x X";
    assert_eq!(
        objects[1],
        json!({
            "line": 2, "puzzle": "what?", "status": "invalid", "message": bad, "solutions": 0, "solution": null,
            "counters": {},
        })
    );
    assert_eq!(objects[2]["status"], "none");
    assert_eq!(objects[2]["solution"], Value::Null);
    assert_eq!(objects.len(), 3);
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
        let args = format!("solve --quiet --format jsonl --strategy {strategy}");
        let run = Folder::new().feed(SMALL, &args);
        let row: Value = serde_json::from_str(&run.out).unwrap();
        let counters = row["counters"].as_object().unwrap();
        let common = ["clues", "guesses", "backtracks", "steps"];
        let mut names: Vec<_> = common.iter().chain(own).copied().collect();
        names.sort_unstable();
        let mut found: Vec<_> = counters.keys().map(String::as_str).collect();
        found.sort_unstable();
        assert_eq!(found, names, "{strategy}");
        assert!(counters.values().all(Value::is_u64), "{strategy}");
    }
}

#[test]
fn backtracking_counters_of_ey1() {
    let args = "solve --quiet --format jsonl --limit 1 --strategy backtracking";
    let run = Folder::new().feed(EY1, args);
    let row: Value = serde_json::from_str(&run.out).unwrap();
    let figures = ["calls", "checks", "undos"].map(|name| row["counters"][name].clone());
    assert_eq!(figures, [json!(1972), json!(17531), json!(1918)]);
}

#[test]
fn timing_rows() {
    let input = format!("{EY1}\n\nbad\n{ROYLE}\n{NO_SOLUTION}\n");
    let folder = Folder::with("puzzles.txt", input);
    let run = folder.run("solve puzzles.txt --quiet --strategy backtracking --timing timing.csv");
    assert_eq!(run.code, Some(1));
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
