//! `candidates`: one puzzle with its candidates and its difficulty.

use crate::{
    puzzles::*,
    run::{Folder, Run},
};
use serde_json::{Value, json};

fn candidates(args: &str) -> Run {
    Folder::new().run(&format!("candidates {args}"))
}

fn record(puzzle: &str) -> Value {
    let mut values = candidates(&format!("{puzzle} --format jsonl")).values();
    assert_eq!(values.len(), 1);
    values.remove(0)
}

#[test]
fn what_it_says() {
    let contradicted =
        "difficulty: easy; naked singles show that it has no solution\nno solution\n";
    let full = "16 clues, 0 open cells\nthe grid is full and keeps the rules: ";
    let empty = ".".repeat(81);
    for (args, code, words) in [
        (ROYLE, 0, "60 open cells\nsingles: 0 naked, 4 hidden\ndifficulty: search; "),
        (ROYLE, 0, "exactly one solution\n"),
        (SMALL, 0, "difficulty: easy; naked singles solve it\nexactly one solution\n"),
        (SMALL_SOLVED, 0, full),
        (DIAG, 1, "at least 2 solutions; --limit N counts up to N\n"),
        (&format!("{DIAG} --limit 3"), 0, "exactly 2 solutions\n"),
        (&format!("{DIAG} --limit 1"), 0, "a solution; --limit 2 asks"),
        (&format!("{empty} --limit 1000"), 0, "at least 1,000 solutions;"),
        (&format!("{empty} --max-guesses 3"), 1, "given up with 0 solutions found"),
        (NO_SMALL, 1, "× no candidate left"),
        (NO_SMALL, 1, contradicted),
        (NO_SMALL, 1, "\nreason: r1c4 has no candidate left\nsuspects: none: no clue, "),
        (MISREAD, 1, "\nsuspects: r2c2=3 r4c3=4; each, alone, leaves exactly one solution"),
        (&format!("{MISREAD} --max-guesses 0"), 1, "\nsuspects: not known: "),
    ] {
        candidates(args).is_silent(code).shows(&[words]);
    }
    let [minimal, more] = [".4.3.3........2.", "24.3.3........2."];
    candidates(minimal).shows(&["\nexactly one solution\nminimal: every clue is needed\n"]);
    assert_eq!(record(minimal)["redundant_clues"], json!([]));
    candidates(more).shows(&["\nredundant clues, each by itself: r1c1\n"]);
    assert_eq!(record(more)["redundant_clues"], json!(["r1c1"]));
    assert_eq!(record(DIAG)["redundant_clues"], Value::Null);
    for puzzle in [SMALL, NO_SMALL] {
        assert_eq!(record(puzzle)["difficulty"], "easy");
    }
    assert_eq!(record(MISREAD)["suspects"], "r2c2=3 r4c3=4");
    assert_eq!(record(SMALL)["reason"], Value::Null);
    candidates(CONFLICT).refuses("<argument>:1:66: digit 5 twice in column 3 (r2c3 and r8c3)");
}

#[test]
fn royle_needs_search() {
    let run = candidates(ROYLE);
    let cell: Vec<String> =
        picture_rows(&run.out).take(3).map(|line| line.chars().skip(1).take(7).collect()).collect();
    assert_eq!(cell, [" 1     ", "   5   ", " 7   9 "]);
    let record = record(ROYLE);
    assert_eq!(record["candidates"]["r1c1"], json!([1, 5, 7, 9]));
    assert_eq!(record["candidates"].as_object().unwrap().len(), 60);
    assert_eq!((&record["difficulty"], &record["status"]), (&"search".into(), &"unique".into()));
}

/// Moler's 4×4 puzzle after a guess: singles that follow are marked.
#[test]
fn singles_are_marked() {
    let run = candidates("1300020000300004");
    let grid = picture_rows(&run.out).collect::<String>();
    assert_eq!((grid.matches('s').count(), grid.matches('h').count()), (3, 4));
    let record = record("1300020000300004");
    let naked = json!({"r1c4": 2, "r2c1": 4, "r4c2": 1});
    let hidden = json!({"r1c3": 4, "r2c4": 3, "r3c2": 4, "r4c1": 3});
    assert_eq!((&record["naked_singles"], &record["hidden_singles"]), (&naked, &hidden));
}

/// Moler's Figures 1, 3 and 7 show no candidates.
#[test]
fn grid_without_candidates() {
    let folder = Folder::new();
    let run = folder.run("candidates 1300020000300004 --no-candidates --svg grid.svg");
    let grid = "    1  2    3  4
  ┏━━━━━━━┳━━━━━━━┓
1 ┃ 1c 3c ┃ .  .  ┃
2 ┃ .  2c ┃ .  .  ┃
  ┣━━━━━━━╋━━━━━━━┫
3 ┃ .  .  ┃ 3c .  ┃
4 ┃ .  .  ┃ .  4c ┃
  ┗━━━━━━━┻━━━━━━━┛
c clue
5 clues, 11 open cells
singles: 3 naked, 4 hidden
";
    assert!(run.out.starts_with(grid), "{}", run.out);
    let svg = folder.read("grid.svg");
    let drawn = ["clue", "number", "candidate", "single", "hidden"]
        .map(|class| svg.matches(&format!("<text class=\"{class}\"")).count());
    assert_eq!(drawn, [5, 8, 0, 0, 0], "{svg}");
    assert!(svg.contains("<title id=\"title\">5 clues</title>"), "{svg}");
}

#[test]
fn writes_svg() {
    let folder = Folder::new();
    let run = folder.run(&format!("candidates {ROYLE} --svg grid.svg"));
    run.is_silent(0);
    let svg = folder.read("grid.svg");
    assert_eq!(svg.matches("<text class=\"clue\"").count(), 21);
    let all = record(ROYLE);
    let candidates = all["candidates"].as_object().unwrap().values();
    let number: usize = candidates.map(|digits| digits.as_array().unwrap().len()).sum();
    assert_eq!(svg.matches("<text class=\"hidden\"").count(), 4);
    assert_eq!(svg.matches("<text class=\"candidate\"").count(), number - 4);
    folder.run(&format!("candidates {ROYLE} --svg -")).gives(&svg);
}
