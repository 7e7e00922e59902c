//! Composed strategies: their names, their results, their list.

use crate::{
    puzzles::*,
    run::{Folder, feed, untimed},
};

/// Every branching rule, as listed by `sudomill strategies`.
const RULES: &str = "mrv, mrv+degree, mrv+last-bivalue, bilocation, first, random:SEED";

/// The named strategies, in the order of their list.
const STRATEGIES: &str = "lanes, mrv, restarts, electroyou, moler, backtracking, \
                          backtracking-descending, generate-and-test";

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
    let folder = Folder::new();
    let args = "solve --strategy descending/mrv+degree/singles --summary summary.json";
    let run = folder.feed(lines(&[EY1]), args);
    run.prints(0, &solved("1")).tells(0, &["strategy mrv+degree/descending, limit 2"]);
    assert_eq!(folder.json("summary.json")["strategy"], "mrv+degree/descending");
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
fn strategies_and_parts_are_listed() {
    let run = Folder::new().run("strategies");
    let list = run.is_silent(0).out.split("\n\n").next().unwrap();
    assert!(list.lines().all(|line| line.len() > 60), "{list}");
    assert_eq!(list.matches("default").count(), 1);
    assert!(list.lines().next().unwrap().contains("default"), "{list}");
    assert!(run.out.split("\n\n").nth(1).unwrap().contains("[PROPAGATION/]BRANCHING[/ORDER]"));
    let names = |part: &str| {
        part.lines().map(|line| line.split(' ').next().unwrap()).collect::<Vec<_>>().join(", ")
    };
    let mut listed: Vec<_> = run.out.split("\n\n").map(names).collect();
    listed.remove(1);
    let [rules, orders] = [format!("BRANCHING, {RULES}"), format!("ORDER, {ORDERS}")];
    let expected = [STRATEGIES, "PROPAGATION, naked, singles, locked, pairs", &rules, &orders];
    assert_eq!(listed, expected, "left: the program, right: RULES and this test");
}
