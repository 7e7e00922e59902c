//! Every solution of a puzzle, one line each.

use crate::{
    puzzles::*,
    run::{Folder, solve, solve_every_way},
};

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
    let told = [
        "\n4 puzzles: 1 unique, 1 multiple, 1 none, 1 invalid\n",
        "\n3 solutions: 1 puzzle reached the limit of 2\n",
        "\nstrategy mrv, limit 2",
    ];
    run("--format solutions --summary s.json").tells(1, &told);
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
