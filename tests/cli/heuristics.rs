//! Composed strategies: their names, their results, their list.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, feed},
};
use std::collections::BTreeSet;
use sudomill::solver::{
    propagation::Propagation,
    registry::{BRANCHINGS, STRATEGIES},
    value_order::ValueOrder,
};

/// The named strategies, the propagations, the branching rules and the orders, each as `sudomill
/// strategies` lists them.
fn names() -> [Vec<String>; 4] {
    [
        STRATEGIES.iter().map(|it| it.part.name.to_owned()).collect(),
        Propagation::ALL.iter().map(|it| it.part().name.to_owned()).collect(),
        BRANCHINGS.iter().map(|it| it.usage()).collect(),
        ValueOrder::ALL.iter().map(|it| it.part().name.to_owned()).collect(),
    ]
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
    let run = feed(EY1, "solve --strategy naked/magic");
    run.refuses_arguments(&["unknown part 'magic'; expected one of"]);
    run.refuses_arguments(&["[PROPAGATION/]BRANCHING[/ORDER]"]);
    for names in names() {
        run.refuses_arguments(&[&names.join(", ")]);
    }
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
    let first_words =
        |part: &str| part.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    let mut listed: Vec<Vec<String>> = run.out.split("\n\n").map(first_words).collect();
    listed.remove(1);
    let headings = listed[1..].iter_mut().map(|part| part.remove(0));
    assert_eq!(headings.collect::<Vec<_>>(), ["PROPAGATION", "BRANCHING", "ORDER"]);
    assert_eq!(listed, names(), "left: the program, right: the registry");
}

/// The page on strategies has a row for each strategy, in the order of the list, and draws each part, and has no
/// others.
#[test]
fn strategies_and_parts_are_documented() {
    let page = std::fs::read_to_string("docs/strategies.md").unwrap();
    let [strategies, parts @ ..] = names();
    let (_, table) = page.split_once("\n| name | what it does | source |\n").unwrap();
    let rows = table.lines().skip(1).take_while(|line| !line.is_empty());
    let named: Vec<_> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
    assert_eq!(named, strategies, "left: docs/strategies.md");
    let without_seed = |name: &str| name.split(':').next().unwrap().to_owned();
    let drawn = page.split("**`").skip(1).map(|rest| rest.split_once("`**").unwrap().0);
    let drawn: BTreeSet<_> = drawn.map(without_seed).collect();
    let parts: BTreeSet<_> = parts.concat().iter().map(|name| without_seed(name)).collect();
    assert_eq!(drawn, parts, "left: docs/strategies.md");
}
