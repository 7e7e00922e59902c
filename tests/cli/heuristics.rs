//! Composed strategies: their names, their results, their list.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, feed},
};
use sudomill::solver::propagation::Propagation;

/// Every branching rule, as listed by `sudomill strategies`.
const RULES: &str = "mrv, mrv+degree, mrv+last-bivalue, bilocation, first, random:SEED";

/// The named strategies, in the order of their list.
const STRATEGIES: &str = "lanes, region-lanes, mrv, restarts, regions, electroyou, moler, \
                          backtracking, backtracking-descending, generate-and-test";

const ORDERS: &str = "ascending, descending, least-constraining";

/// The propagations, as listed by `sudomill strategies`.
fn propagations() -> String {
    Propagation::ALL.iter().map(|it| it.part().name).collect::<Vec<_>>().join(", ")
}

#[test]
fn same_bytes_in_every_way() {
    for strategy in ["locked/mrv+degree", "random:7", "descending/bilocation"] {
        let run = solve_every_way(shipped("hard.txt"), &format!("--strategy {strategy}"));
        assert!(run.is_silent(0).out == shipped("hard.solutions.txt"), "{strategy}");
    }
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
        &propagations(),
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
    let propagations = format!("PROPAGATION, {}", propagations());
    let [rules, orders] = [format!("BRANCHING, {RULES}"), format!("ORDER, {ORDERS}")];
    let expected = [STRATEGIES, &propagations, &rules, &orders];
    assert_eq!(listed, expected, "left: the program, right: RULES and this test");
}
