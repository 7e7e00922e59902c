//! Composed strategies: their names, their results, their list.

use crate::{
    puzzles::*,
    run::{Folder, rows},
};

const SET: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/hard.txt");
/// Every branching rule, as listed by `sudomill strategies`.
const RULES: &str = "mrv, mrv+degree, mrv+last-bivalue, bilocation, first, random:SEED";
const SOLUTIONS: &str = include_str!("../../datasets/hard.solutions.txt");

/// Returns the results, and the timing rows without times.
fn solve(args: &str) -> (String, Vec<Vec<String>>) {
    let folder = Folder::new();
    let run = folder.run(&format!("solve {SET} --quiet --timing timing.csv {args}"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args}");
    let mut timing = rows(&folder.read("timing.csv"));
    timing.iter_mut().for_each(|row| row.truncate(7));
    (run.out, timing)
}

#[test]
fn same_bytes_for_any_threads() {
    for strategy in ["locked/mrv+degree", "random:7", "descending/bilocation"] {
        let args = format!("--strategy {strategy} --chunk-size 1000");
        let alone = solve(&format!("{args} --threads 1"));
        assert!(alone.0 == SOLUTIONS, "{strategy}");
        for threads in [2, 5] {
            assert!(solve(&format!("{args} --threads {threads}")) == alone, "{strategy}");
        }
    }
}

#[test]
fn seeds_guess_differently() {
    let ((out, timing), other) = (solve("--strategy random:1"), solve("--strategy random:2"));
    assert!(out == other.0 && timing != other.1);
}

#[test]
fn summary_omits_default_parts() {
    for (given, told) in [
        ("descending/mrv+degree/locked", "locked/mrv+degree/descending"),
        ("singles/mrv/ascending", "mrv"),
        ("random:7", "random:7"),
    ] {
        let args = format!("solve --strategy {given} --summary summary.json");
        let folder = Folder::new();
        let run = folder.feed(lines(&[EY1]), &args);
        assert_eq!(run.out, lines(&[EY1_SOLVED]));
        assert!(run.err.contains(&format!("strategy {told}, limit 2")), "{}", run.err);
        assert!(folder.read("summary.json").contains(&format!("\"strategy\": \"{told}\"")));
    }
}

#[test]
fn solves_both_sizes() {
    for strategy in ["naked/bilocation", "locked/first/least-constraining", "random:1"] {
        let args = format!("solve --quiet --strategy {strategy}");
        Folder::new().feed(lines(&[SMALL]), &args).gives(&lines(&[SMALL_SOLVED]));
    }
}

#[test]
fn invalid_names() {
    for (name, wrong) in [
        ("magic", "unknown strategy 'magic'"),
        ("naked/magic", "unknown part 'magic'"),
        ("locked", "has no branching"),
        ("mrv/first", "'mrv' and 'first' are both a branching"),
        ("lanes/naked", "'lanes' is a complete strategy and takes no parts"),
        ("random", "'random' needs a seed"),
    ] {
        let run = Folder::new().feed(EY1, &format!("solve --strategy {name}"));
        run.refuses_arguments(&[
            wrong,
            "one of lanes, mrv, restarts, electroyou, ",
            "[PROPAGATION/]BRANCHING[/ORDER]",
            "naked, singles, locked, pairs",
            RULES,
            "ascending, descending, least-constraining",
        ]);
    }
}

#[test]
fn similar_names_are_proposed() {
    for (name, meant) in [
        ("elektroyou", "electroyou"),
        ("backtracking-desending", "backtracking-descending"),
        ("lockd/mrv", "locked"),
        ("locked/bilocaton/ascending", "bilocation"),
    ] {
        let told = format!("; did you mean '{meant}'?");
        let run = Folder::new().feed(EY1, &format!("solve --strategy {name}"));
        run.refuses_arguments(&[&told]);
        let run = Folder::with("set", lines(&[EY1])).run(&format!("bench set --strategy {name}"));
        run.refuses_arguments(&[&told]);
    }
    let run = Folder::new().feed(EY1, "solve --strategy qqqq");
    assert!(!run.err.contains("did you mean"), "{}", run.err);
}

#[test]
fn parts_are_listed() {
    let run = Folder::new().run("strategies");
    let mut parts = run.out.split("\n\n").skip(1);
    assert!(parts.next().unwrap().contains("[PROPAGATION/]BRANCHING[/ORDER]"));
    for expected in [
        "PROPAGATION, naked, singles, locked, pairs",
        &format!("BRANCHING, {RULES}"),
        "ORDER, ascending, descending, least-constraining",
    ] {
        let lines = parts.next().unwrap().lines();
        let names: Vec<_> = lines.map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(names.join(", "), expected, "left: the program, right: RULES and this test");
    }
    assert_eq!(parts.next(), None);
}
