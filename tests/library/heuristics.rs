//! Tests composed strategies: every propagation with every branching rule and every order, against
//! `mrv`, `verify` and recorded figures.

use super::common::with_clues;
use proptest::prelude::*;
use std::{
    fs,
    path::Path,
    sync::{Arc, OnceLock},
};
use sudomill::{
    generate::{Kind, Recipe},
    grid::{Cell, Digit, Order, Order2, Order3, Puzzle, Unit},
    solver::{
        Event, Limits, Outcome, Solver, Status,
        branching::{Bilocation, Branching, First, Mrv, MrvDegree, MrvLastBivalue, Target, View},
        propagation::Propagation,
        registry::{self, BRANCHINGS},
        strategy::Rules,
        value_order::ValueOrder,
    },
    verify,
};

/// Checks that all combinations find the same number of solutions, exactly.
fn all_say<O: Order>(puzzle: &Puzzle<O>, limit: u64) -> Outcome<O> {
    let limits = Limits::default().with_solutions(limit);
    let expected = solve("mrv", puzzle, &limits);
    for strategy in registry::all_combinations() {
        let outcome = strategy.solver().solve(puzzle, &limits);
        let context = format!("{strategy} on {puzzle}, limit {limit}");
        let said = (outcome.status, outcome.solutions);
        assert_eq!(said, (expected.status, expected.solutions), "{context}");
        assert_eq!(outcome.solution.is_some(), outcome.solutions > 0, "{context}");
        if let Some(solution) = &outcome.solution {
            assert_eq!(verify::check(puzzle, solution.values()), Ok(()), "{context}");
        }
        if outcome.status == Status::Unique {
            assert_eq!(outcome.solution, expected.solution, "{context}");
        }
        check_counters(strategy, puzzle, &outcome);
    }
    expected
}

/// Checks what must hold for the counters of any combination.
fn check_counters<O: Order>(
    strategy: registry::Strategy,
    puzzle: &Puzzle<O>,
    outcome: &Outcome<O>,
) {
    let counters = &outcome.counters;
    let solver = strategy.solver::<O>();
    let by_name = |name| solver.counter(counters, name).unwrap_or(0);
    assert_eq!(counters.clues, puzzle.clue_count() as u64, "{strategy}");
    assert!(counters.backtracks <= counters.guesses, "{strategy}");
    // Every value entered is a guess or a single; locked candidates enter nothing.
    let entered = counters.guesses + by_name("naked_singles") + by_name("hidden_singles");
    assert_eq!(entered, counters.steps, "{strategy} on {puzzle}");
    let own = counters.own.into_iter().skip(solver.own_counters().len());
    assert_eq!(own.sum::<u64>(), 0, "{strategy} counts without a name");
}

fn solve<O: Order>(name: &str, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
    registry::find(name).unwrap().solver().solve(puzzle, limits)
}

/// Returns the first puzzles of a shipped set.
fn shipped<O: Order>(name: &str, count: usize) -> Vec<Puzzle<O>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../datasets/{name}.txt"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().take(count).map(|line| line.parse().unwrap()).collect()
}

fn guesses(name: &str, puzzles: &[Puzzle], limit: u64) -> u64 {
    let limits = Limits::default().with_solutions(limit);
    puzzles.iter().map(|puzzle| solve(name, puzzle, &limits).counters.guesses).sum()
}

fn random_4x4() -> impl Strategy<Value = Puzzle<Order2>> {
    prop::collection::vec((0..16usize, 1..=4u8), 0..20)
        .prop_map(|clues| with_clues(vec![0; 16], clues))
}

/// Generates 9×9 grids with 35 to 75 clues of a full grid, a few of them changed.
fn random_9x9() -> impl Strategy<Value = Puzzle<Order3>> {
    let order = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    let spoiled = prop::collection::vec((0..81usize, 1..=9u8), 0..4);
    (any::<u64>(), order, 6..=46usize, spoiled).prop_map(|(seed, order, empty, spoiled)| {
        let full = Recipe::new(Kind::Solved, seed).puzzle::<Order3>(0).unwrap();
        let mut values = full.values().to_vec();
        order[..empty].iter().for_each(|&cell| values[cell] = 0);
        with_clues(values, spoiled)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn counts_random_4x4(puzzle in random_4x4()) {
        for limit in [1, 2, 5, 1000] {
            all_say(&puzzle, limit);
        }
    }

    #[test]
    fn counts_random_9x9(puzzle in random_9x9()) {
        for limit in [1, 2, 20] {
            all_say(&puzzle, limit);
        }
    }
}

#[test]
fn empty_grids() {
    let small = Puzzle::<Order2>::new(&[0; 16]).unwrap();
    assert_eq!(all_say(&small, 1000).solutions, 288);
    let empty = Puzzle::<Order3>::new(&[0; 81]).unwrap();
    for limit in [1, 2] {
        assert_eq!(all_say(&empty, limit).solutions, limit);
    }
}

#[test]
fn all_combinations_agree() {
    for puzzle in shipped::<Order3>("minimal", 12) {
        assert_eq!(all_say(&puzzle, 2).status, Status::Unique);
    }
    for puzzle in shipped::<Order3>("multiple", 6) {
        for limit in [1, 2, 50] {
            all_say(&puzzle, limit);
        }
    }
    for puzzle in shipped::<Order3>("unsolvable", 6) {
        assert_eq!(all_say(&puzzle, 2).status, Status::None);
    }
    for puzzle in shipped::<Order3>("easy", 6) {
        assert_eq!(all_say(&puzzle, 2).counters.guesses, 0);
    }
    for puzzle in shipped::<Order2>("4x4", 50) {
        assert_eq!(all_say(&puzzle, 2).status, Status::Unique);
    }
    // No digit is left for r1c9, though no digit repeats.
    let dead = format!("12345678.........9{}", ".".repeat(63)).parse::<Puzzle>().unwrap();
    assert_eq!(all_say(&dead, 2).status, Status::None);
    let full = Recipe::new(Kind::Solved, 9).puzzle::<Order3>(0).unwrap();
    assert_eq!(all_say(&full, 2).counters.steps, 0);
}

#[test]
fn composed_mrv_is_mrv() {
    for puzzle in shipped::<Order3>("hard", 20) {
        for limits in [Limits::default(), Limits::default().with_max_guesses(7)] {
            let composed = registry::all_combinations().find(|c| c.name() == "mrv").unwrap();
            let outcome = composed.solver().solve(&puzzle, &limits);
            assert_eq!(outcome, solve("mrv", &puzzle, &limits));
        }
    }
}

/// This follows from the definition of the techniques. It does not follow that stronger techniques
/// need fewer guesses in total, because the paths differ.
#[test]
fn stronger_propagation_solves_more() {
    for rule in BRANCHINGS.iter().map(|rule| rule.usage().replace("SEED", "1")) {
        for puzzle in shipped::<Order3>("minimal", 60).iter().chain(&shipped("easy", 20)) {
            let limits = Limits::default().with_max_guesses(0);
            let free = ["naked/", "", "locked/", "pairs/"]
                .map(|propagation| solve(&format!("{propagation}{rule}"), puzzle, &limits))
                .map(|outcome| outcome.status == Status::Unique);
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
    let row = |rule| {
        let count = |propagation: &str| guesses(&format!("{propagation}/{rule}"), &hard, 2);
        (rule, count("naked"), count("singles"), count("locked"))
    };
    let now: Vec<_> = GUESSES.iter().map(|&(rule, ..)| row(rule)).collect();
    assert_eq!(now, GUESSES, "left: the guesses now, right: GUESSES");
    let known = |rule: &String| GUESSES.iter().any(|(name, ..)| name == rule);
    let rules = BRANCHINGS.iter().map(|rule| rule.usage().replace("SEED", "7"));
    let missing: Vec<_> = rules.filter(|rule| !known(rule)).collect();
    let rows: Vec<_> = missing.iter().map(|rule| format!("    {:?},", row(rule))).collect();
    assert!(rows.is_empty(), "add to GUESSES in tests/library/heuristics.rs:\n{}", rows.join("\n"));
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

/// Records the first target of a branching rule.
struct Noted<B>(B, OnceLock<Target>);

impl<B: Branching<Order3>> Branching<Order3> for Noted<B> {
    fn choose(&self, view: &View<Order3>) -> Target {
        *self.1.get_or_init(|| self.0.choose(view))
    }
}

/// Returns the first target of a rule, after propagation with singles.
fn first_target(branching: impl Branching<Order3>, puzzle: &str) -> String {
    let noted = Arc::new(Noted(branching, OnceLock::new()));
    let rules = Rules::new(Propagation::Singles, Shared(Arc::clone(&noted)), ValueOrder::Ascending);
    let _ = rules.solve(&puzzle.parse().unwrap(), &Limits::default().with_max_guesses(0));
    match noted.1.get().unwrap() {
        Target::Cell(cell) => cell.name::<Order3>(),
        Target::Places(digit, unit) => format!("{digit} in {unit}"),
    }
}

struct Shared<B>(Arc<B>);

impl<O: Order, B: Branching<O>> Branching<O> for Shared<B> {
    fn choose(&self, view: &View<O>) -> Target {
        self.0.choose(view)
    }
}

#[test]
fn branching_cell_of_every_rule() {
    // r1c1 is 2, r2c4 and r3c7 are 1: row 1 has its 1 in r1c2 or r1c3; no cell has fewer candidates
    // than the seven of r1c4.
    let sparse = format!("2{}1{}1{}", ".".repeat(11), ".".repeat(11), ".".repeat(56));
    assert_eq!(first_target(First, &sparse), "r1c2");
    assert_eq!(first_target(Mrv, &sparse), "r1c4");
    assert_eq!(first_target(MrvDegree, &sparse), "r1c4");
    assert_eq!(first_target(MrvLastBivalue, &sparse), "r1c4");
    assert_eq!(first_target(Bilocation, &sparse), "1 in row 1");

    // Some cells here are bivalue, the first of them r1c6.
    assert_eq!(first_target(First, ROYLE), "r1c1");
    assert_eq!(first_target(Mrv, ROYLE), "r1c6");
    assert_eq!(first_target(MrvDegree, ROYLE), "r5c7");
    assert_eq!(first_target(MrvLastBivalue, ROYLE), "r9c4");
    assert_eq!(first_target(Bilocation, ROYLE), "r1c6");
}

const ROYLE: &str =
    "020030040600000003004000500000806000800010006000705000007000600400000008030040020";

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
    let limits = Limits::default().with_solutions(u64::MAX);
    let solver = registry::find(name).unwrap().solver::<O>();
    solver.trace(&puzzle.parse().unwrap(), &limits, &mut watch);
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

/// Always chooses the same target.
struct Fixed(Target);

impl<O: Order> Branching<O> for Fixed {
    fn choose(&self, _: &View<O>) -> Target {
        self.0
    }
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

#[test]
#[should_panic = "the branching chose the filled cell"]
fn filled_cell_panics() {
    let rules =
        Rules::new(Propagation::Naked, Fixed(Target::Cell(Cell::new(0))), ValueOrder::Ascending);
    let puzzle: Puzzle<Order2> = "1000020000300004".parse().unwrap();
    let _ = rules.solve(&puzzle, &Limits::default());
}

#[test]
#[should_panic = "the 1 of row 1 is placed already"]
fn placed_digit_panics() {
    let target = Target::Places(Digit::new(1).unwrap(), Unit::Row(0));
    let rules = Rules::new(Propagation::Naked, Fixed(target), ValueOrder::Descending);
    let puzzle: Puzzle<Order2> = "1000020000300004".parse().unwrap();
    let _ = rules.solve(&puzzle, &Limits::default());
}
