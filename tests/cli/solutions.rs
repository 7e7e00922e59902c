//! Every solution of a puzzle, one line each.

use crate::{puzzles::*, run::Folder};

const EMPTY: &str = "................";

/// Returns the results of these puzzles, which must not depend on the threads and the chunk size.
#[track_caller]
fn list(puzzles: &[&str], args: &str) -> String {
    let folder = Folder::with("puzzles", lines(puzzles));
    let solve = |how: &str| folder.run(&format!("solve puzzles --quiet {args} {how}"));
    let run = solve("--threads 1");
    for how in ["--threads 3 --chunk-size 1", "--threads 2 --chunk-size 50", "--no-mmap -j1"] {
        let again = solve(how);
        assert_eq!((again.code, &again.err), (run.code, &run.err), "{how}");
        // Not printed on failure, because they are megabytes.
        assert!(again.out == run.out, "{how}: other solutions");
    }
    run.out
}

#[test]
fn all_solutions() {
    let all = list(&[EMPTY], "--format solutions --limit 1000");
    let mut grids: Vec<_> = all.lines().collect();
    assert_eq!(grids.len(), 288);
    assert!(grids.iter().all(|grid| grid.len() == 16));
    grids.sort_unstable();
    grids.dedup();
    assert_eq!(grids.len(), 288);
    // The strategy tries the first empty cell and digits in ascending order, so grids come out
    // sorted.
    let sorted = list(&[EMPTY], "--format solutions --limit 1000 --strategy backtracking");
    assert_eq!(sorted, lines(&grids));
    assert_eq!(
        list(&[EMPTY], "--format solutions --limit 5 --strategy backtracking"),
        lines(&grids[..5])
    );
}

#[test]
fn solutions_have_line_and_number() {
    let puzzles = [DIAG, "# comment", NO_SMALL, "1Z", SMALL];
    let [second, first] = DIAG_SOLVED;
    let csv = list(&puzzles, "--format solutions-csv --limit 9");
    let rows = [
        "line,index,solution".to_owned(),
        format!("1,1,{first}"),
        format!("1,2,{second}"),
        format!("5,1,{SMALL_SOLVED}"),
    ];
    assert_eq!(csv, lines(&rows));
    let json = list(&puzzles, "--format solutions-jsonl --limit 1 --columns index,puzzle,solution");
    let object = |puzzle: &str, solution: &str| {
        format!("{{\"index\":1,\"puzzle\":\"{puzzle}\",\"solution\":\"{solution}\"}}")
    };
    assert_eq!(json, lines(&[object(DIAG, first), object(SMALL, SMALL_SOLVED)]));
    assert_eq!(list(&puzzles, "--format solutions"), lines(&[first, second, SMALL_SOLVED]));
}

#[test]
fn solutions_beside_kept_columns() {
    let text = format!("id,puzzle\na,{DIAG}\nb,{NO_SMALL}\nc,{SMALL}\n");
    let folder = Folder::with("a.csv", text);
    let run = folder.run("solve a.csv -q --format solutions-csv --keep id --columns solution");
    let [second, first] = DIAG_SOLVED;
    let expected = format!("id,solution\na,{first}\na,{second}\nc,{SMALL_SOLVED}\n");
    assert_eq!((run.out, run.code), (expected, Some(1)));
}

/// More solutions than a worker buffers, in chunks of one puzzle.
#[test]
fn many_solutions() {
    let empty = "0".repeat(81);
    let all = list(&[&empty, "bad", &empty, EY1], "--format solutions-csv --limit 20000");
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
    let run = folder.run("solve puzzles --format solutions --summary s.json -o out");
    assert!(
        run.err.contains("\n4 puzzles: 1 unique, 1 multiple, 1 none, 1 invalid\n"),
        "{}",
        run.err
    );
    assert!(run.err.contains("\n3 solutions: 1 puzzle reached the limit of 2\n"), "{}", run.err);
    assert!(run.err.contains("\nstrategy mrv, limit 2"), "{}", run.err);
    let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert_eq!((&summary["solutions"], &summary["at_limit"]), (&3.into(), &1.into()));
    let run = folder.run("solve puzzles --format solutions-csv --limit 3 -o out");
    assert!(run.err.contains("\n3 solutions\n"), "{}", run.err);
    let run = folder.run("solve puzzles --summary s.json -o out");
    assert!(!run.err.contains("solutions"), "{}", run.err);
    let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert_eq!(summary.get("solutions"), None);
}

/// The lanes cannot list solutions, so 9×9 puzzles use `mrv`, too.
#[test]
fn lanes_stand_for_mrv() {
    let puzzle = EY1.replace('8', "0");
    for limit in [1, 7, 100] {
        let args = format!("--format solutions --limit {limit}");
        let lanes = list(&[&puzzle], &args);
        assert_eq!(lanes, list(&[&puzzle], &format!("{args} --strategy mrv")));
        assert_eq!(lanes.lines().count().min(limit), lanes.lines().count());
    }
    assert_eq!(list(&[EY1, ROYLE], "--format solutions"), lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

/// Solutions found before a search gave up are written, and the status says that it gave up.
#[test]
fn given_up() {
    let folder = Folder::with("puzzles", lines(&[EMPTY]));
    let run = folder.run("solve puzzles --format solutions --limit 1000 --max-guesses 40");
    assert!(run.err.contains("1 puzzle: 1 gave-up\n"), "{}", run.err);
    assert!((1..288).contains(&run.out.lines().count()), "{}", run.out);
    assert_eq!(run.code, Some(1));
}
