//! The parts of composed strategies: what each of them does, and recorded figures.

use super::{
    common::{find, limits, shipped},
    sources::ROYLE,
};
use std::sync::{Arc, OnceLock};
use sudomill::{
    grid::{Cell, Digit, Order, Order2, Order3, Puzzle, Unit},
    solver::{
        Difficulty, Event, Level, Limits, Outcome, Solver, Status,
        branching::{Bilocation, Branching, First, Mrv, MrvDegree, MrvLastBivalue, Target, View},
        propagation::Propagation,
        registry::BRANCHINGS,
        strategy::Rules,
        value_order::ValueOrder,
    },
};

fn solve(name: &str, puzzle: &Puzzle, limits: &Limits) -> Outcome {
    find(name).solver().solve(puzzle, limits)
}

fn guesses(name: &str, puzzles: &[Puzzle], limit: u64) -> u64 {
    puzzles.iter().map(|puzzle| solve(name, puzzle, &limits(limit)).counters.guesses).sum()
}

/// This follows from the definition of the techniques. It does not follow that stronger techniques
/// need fewer guesses in total, because the paths differ.
#[test]
fn stronger_propagation_solves_more() {
    for rule in BRANCHINGS.iter().map(|rule| rule.usage().replace("SEED", "1")) {
        for puzzle in shipped::<Order3>("minimal", 60).iter().chain(&shipped("easy", 20)) {
            let limits = Limits::default().with_max_guesses(0);
            let free: Vec<_> = Difficulty::ALL
                .iter()
                .copied()
                .filter_map(Level::of)
                .map(|level| format!("{}/{rule}", level.propagation.part().name))
                .map(|name| solve(&name, puzzle, &limits))
                .map(|outcome| outcome.status == Status::Unique)
                .collect();
            assert!(free.is_sorted(), "{rule} on {puzzle}: {free:?}");
        }
    }
}

/// `(rule, naked, singles, locked)`: guesses to prove the first 100 puzzles of the hard set unique.
/// Any change to a rule or a technique shows up here.
const GUESSES: &[(&str, u64, u64, u64)] = &[
    ("mrv", 36_540, 2964, 1618),
    ("mrv+degree", 22_792, 1432, 790),
    ("mrv+last-bivalue", 29_348, 1338, 862),
    ("bilocation", 7788, 2964, 1618),
    ("first", 73_858, 3177, 1742),
    ("random:7", 325_094, 2855, 1407),
];

#[test]
fn known_guesses_of_every_rule() {
    let hard = shipped("hard", 100);
    let rules = BRANCHINGS.iter().map(|rule| rule.usage().replace("SEED", "7"));
    let counts = rules.map(|rule| {
        let of = |propagation: &str| guesses(&format!("{propagation}/{rule}"), &hard, 2);
        format!("{:?}", (&rule, of("naked"), of("singles"), of("locked")))
    });
    let known: Vec<_> = GUESSES.iter().map(|row| format!("{row:?}")).collect();
    let now: Vec<_> = counts.collect();
    assert!(
        now == known,
        "GUESSES in tests/library/heuristics.rs is now:\n    {},",
        now.join(",\n    ")
    );
}

#[test]
fn value_order_needs_early_end() {
    let hard = shipped("hard", 40);
    let orders = ["ascending", "descending", "least-constraining"];
    for rule in ["mrv", "mrv+degree", "bilocation", "first"] {
        let count = |limit| orders.map(|order| guesses(&format!("{rule}/{order}"), &hard, limit));
        let [all, first] = [count(2), count(1)];
        assert!(all.iter().all(|&guesses| guesses == all[0]), "{rule}: {all:?}");
        assert!(first[0] != first[1] && first[1] != first[2], "{rule}: {first:?}");
    }
}

#[test]
fn seeds() {
    let hard = shipped("hard", 20);
    let count = |seed: u64| guesses(&format!("random:{seed}"), &hard, 2);
    assert_eq!(count(1), count(1));
    let different = (0..8).map(count).collect::<std::collections::BTreeSet<_>>();
    assert!(different.len() > 6, "{different:?}");
}

/// A rule of a test.
struct By<F>(F);

impl<O: Order, F: Fn(&View<O>) -> Target + Send + Sync> Branching<O> for By<F> {
    fn choose(&self, view: &View<O>) -> Target {
        (self.0)(view)
    }
}

/// Returns the first target of a rule, after propagation with singles.
fn first_target(branching: impl Branching<Order3>, puzzle: &str) -> String {
    let first = Arc::new(OnceLock::new());
    let noted = Arc::clone(&first);
    let rule = By(move |view: &View<Order3>| *noted.get_or_init(|| branching.choose(view)));
    let rules = Rules::new(Propagation::Singles, rule, ValueOrder::Ascending);
    let _ = rules.solve(&puzzle.parse().unwrap(), &Limits::default().with_max_guesses(0));
    match first.get().unwrap() {
        Target::Cell(cell) => cell.name::<Order3>(),
        Target::Places(digit, unit) => format!("{digit} in {unit}"),
    }
}

#[test]
fn branching_cell_of_every_rule() {
    // r1c1 is 2, r2c4 and r3c7 are 1: row 1 has its 1 in r1c2 or r1c3; no cell has fewer candidates
    // than the seven of r1c4.
    let sparse = format!("2{}1{}1{}", ".".repeat(11), ".".repeat(11), ".".repeat(56));
    // Some cells of Royle are bivalue, the first of them r1c6.
    for (puzzle, expected) in [
        (&*sparse, ["r1c2", "r1c4", "r1c4", "r1c4", "1 in row 1"]),
        (ROYLE, ["r1c1", "r1c6", "r5c7", "r9c4", "r1c6"]),
    ] {
        let found = [
            first_target(First, puzzle),
            first_target(Mrv, puzzle),
            first_target(MrvDegree, puzzle),
            first_target(MrvLastBivalue, puzzle),
            first_target(Bilocation, puzzle),
        ];
        assert_eq!(found, expected, "{puzzle}");
    }
}

/// Returns the alternatives of the first branching, in the order in which they are tried.
fn first_alternatives<O: Order>(name: &str, puzzle: &str) -> String {
    let (mut depth, mut tried) = (0, Vec::new());
    let mut watch = |event: Event, _: &_| match event {
        Event::Guess(cell, digit) => {
            if depth == 0 {
                tried.push(format!("{}={digit}", cell.name::<O>()));
            }
            depth += 1;
        }
        Event::Undo(..) => depth -= 1,
        _ => {}
    };
    find(name).solver::<O>().trace(&puzzle.parse().unwrap(), &limits(u64::MAX), &mut watch);
    tried.join(" ")
}

#[test]
fn value_orders() {
    let digits = |name| first_alternatives::<Order3>(name, ROYLE);
    assert_eq!(digits("first"), "r1c1=1 r1c1=5 r1c1=7 r1c1=9");
    assert_eq!(digits("first/descending"), "r1c1=9 r1c1=7 r1c1=5 r1c1=1");
    // These digits eliminate candidates in 8, 3, 3 and 8 open peers.
    assert_eq!(digits("first/least-constraining"), "r1c1=5 r1c1=7 r1c1=1 r1c1=9");
    let places = |name| first_alternatives::<Order2>(name, "1...............");
    assert_eq!(places("bilocation"), "r2c3=1 r2c4=1");
    assert_eq!(places("bilocation/descending"), "r2c4=1 r2c3=1");
    assert_eq!(places("bilocation/least-constraining"), "r2c3=1 r2c4=1");
}

#[test]
fn rule_chosen_at_run_time() {
    let boxed: Box<dyn Branching<Order3>> = Box::new(Mrv);
    let boxed = Rules::new(Propagation::Singles, boxed, ValueOrder::Ascending);
    for puzzle in shipped("hard", 5) {
        let limits = Limits::default();
        assert_eq!(boxed.solve(&puzzle, &limits), solve("mrv", &puzzle, &limits));
    }
}

fn solve_by(target: Target) {
    let rule = By(move |_: &View<Order2>| target);
    let rules = Rules::new(Propagation::Naked, rule, ValueOrder::Ascending);
    let puzzle: Puzzle<Order2> = "1000020000300004".parse().unwrap();
    let _ = rules.solve(&puzzle, &limits(2));
}

#[test]
#[should_panic = "the branching chose the filled cell"]
fn filled_cell_panics() {
    solve_by(Target::Cell(Cell::new(0)));
}

#[test]
#[should_panic = "the 1 of row 1 is placed already"]
fn placed_digit_panics() {
    solve_by(Target::Places(Digit::new(1).unwrap(), Unit::Row(0)));
}
