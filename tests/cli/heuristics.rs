//! Composed strategies: their names, their results, their list.

use crate::{
    docs::STRATEGIES,
    puzzles::*,
    run::{Folder, feed, untimed},
};

/// Every branching rule, as listed by `sudomill strategies`.
const RULES: &str = "mrv, mrv+degree, mrv+last-bivalue, bilocation, first, random:SEED";

const ORDERS: &str = "ascending, descending, least-constraining";

/// Returns the results of the hard set, and the timing rows without times.
fn solve(args: &str) -> (String, Vec<Vec<String>>) {
    let folder = Folder::with("hard.txt", shipped("hard.txt"));
    let run = folder.run(&format!("solve hard.txt --quiet --timing timing.csv {args}"));
    run.is_silent(0);
    (run.out, untimed(&folder.read("timing.csv")))
}

#[test]
fn same_bytes_for_any_threads() {
    for strategy in ["locked/mrv+degree", "random:7", "descending/bilocation"] {
        let args = format!("--strategy {strategy} --chunk-size 1000");
        let alone = solve(&format!("{args} --threads 1"));
        assert!(alone.0 == shipped("hard.solutions.txt"), "{strategy}");
        for threads in [2, 5] {
            assert!(solve(&format!("{args} --threads {threads}")) == alone, "{strategy}");
        }
    }
    let ((out, timing), other) = (solve("--strategy random:1"), solve("--strategy random:2"));
    assert!(out == other.0 && timing != other.1, "seeds guess differently");
}

#[test]
fn summary_omits_default_parts() {
    for (given, told) in [
        ("descending/mrv+degree/locked", "locked/mrv+degree/descending"),
        ("singles/mrv/ascending", "mrv"),
        ("random:7", "random:7"),
    ] {
        let folder = Folder::new();
        let args = format!("solve --strategy {given} --summary summary.json");
        let run = folder.feed(lines(&[EY1]), &args);
        run.prints(0, &lines(&[EY1_SOLVED])).tells(0, &[&format!("strategy {told}, limit 2")]);
        assert_eq!(folder.json("summary.json")["strategy"], told);
    }
}

#[test]
fn invalid_names() {
    // The library's tests have all faults of a name.
    feed(EY1, "solve --strategy naked/magic").refuses_arguments(&[
        "unknown part 'magic'; expected one of",
        STRATEGIES,
        "[PROPAGATION/]BRANCHING[/ORDER]",
        "naked, singles, locked, pairs",
        RULES,
        ORDERS,
    ]);
    // Similar names are proposed.
    for (name, meant) in [
        ("elektroyou", "electroyou"),
        ("backtracking-desending", "backtracking-descending"),
        ("lockd/mrv", "locked"),
        ("locked/bilocaton/ascending", "bilocation"),
    ] {
        let told = format!("; did you mean '{meant}'?");
        for command in ["solve set", "bench set"] {
            let folder = Folder::with("set", lines(&[EY1]));
            folder.run(&format!("{command} --strategy {name}")).refuses_arguments(&[&told]);
        }
    }
    feed(EY1, "solve --strategy qqqq").lacks("did you mean");
}

#[test]
fn parts_are_listed() {
    let run = Folder::new().run("strategies");
    let mut parts = run.out.split("\n\n").skip(1);
    assert!(parts.next().unwrap().contains("[PROPAGATION/]BRANCHING[/ORDER]"));
    for expected in [
        "PROPAGATION, naked, singles, locked, pairs",
        &format!("BRANCHING, {RULES}"),
        &format!("ORDER, {ORDERS}"),
    ] {
        let lines = parts.next().unwrap().lines();
        let names: Vec<_> = lines.map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(names.join(", "), expected, "left: the program, right: RULES and this test");
    }
    assert_eq!(parts.next(), None);
}
