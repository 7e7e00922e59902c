//! 16×16 and 25×25: compares every strategy and every combination with `verify` and with each
//! other, on threads with the default stack size.

use super::common::with_clues;
use proptest::prelude::*;
use std::thread;
use sudomill::{
    generate::{Kind, Recipe},
    grid::{Order, Order2, Order3, Order4, Order5, Puzzle},
    solver::{
        Limits, Outcome, Status,
        registry::{self, STRATEGIES, Tuning},
    },
    verify,
};

/// The default stack size of `std::thread` and of rayon's workers.
const STACK: usize = 2 << 20;

/// Limits so low that no strategy takes long on any puzzle.
const CAPPED: Limits = Limits::DEFAULT.with_max_guesses(2_000);
const TUNING: Tuning = Tuning::DEFAULT.with_max_passes(2_000).with_max_fillings(2_000);

/// Returns every strategy and every combination of parts.
fn everyone() -> impl Iterator<Item = registry::Strategy> {
    STRATEGIES.iter().map(registry::Strategy::from).chain(registry::all_combinations())
}

fn find(name: &str) -> registry::Strategy {
    registry::find(name).unwrap()
}

/// Solves on a thread with the default stack, and checks what must hold for any outcome.
fn solve<O: Order>(
    strategy: &registry::Strategy,
    puzzle: &Puzzle<O>,
    limits: &Limits,
) -> Outcome<O> {
    let outcome = thread::scope(|scope| {
        let solve = || strategy.solver::<O>().solve(puzzle, limits);
        let thread = thread::Builder::new().stack_size(STACK);
        thread.spawn_scoped(scope, solve).unwrap().join().unwrap()
    });
    let context = format!("{strategy} on {puzzle}: {:?}", outcome.counters);
    if let Some(solution) = &outcome.solution {
        assert_eq!(verify::check(puzzle, solution.values()), Ok(()), "{context}");
    }
    assert_eq!(outcome.solution.is_some(), outcome.solutions > 0, "{context}");
    assert_eq!(outcome.counters.clues, puzzle.clue_count() as u64, "{context}");
    assert!(outcome.counters.backtracks <= outcome.counters.guesses, "{context}");
    assert!(outcome.counters.guesses <= limits.max_guesses, "{context}");
    outcome
}

/// Checks that everyone finds this status, and the same solution if it is unique, or gives up.
/// Returns the number of strategies that did not give up.
fn all_say<O: Order>(status: Status, puzzle: &Puzzle<O>, limits: &Limits) -> usize {
    all_say_tuned(TUNING, status, puzzle, limits)
}

fn all_say_tuned<O: Order>(
    tuning: Tuning,
    status: Status,
    puzzle: &Puzzle<O>,
    limits: &Limits,
) -> usize {
    let solved = |strategy: registry::Strategy| {
        let outcome = solve(&strategy.clone().tuned(tuning), puzzle, limits);
        (strategy, outcome)
    };
    let decided = everyone().map(solved);
    let decided: Vec<_> = decided.filter(|(_, o)| o.status != Status::GaveUp).collect();
    for (strategy, outcome) in &decided {
        assert_eq!(outcome.status, status, "{strategy} on {puzzle}");
        if status == Status::Unique {
            assert_eq!(outcome.solution, decided[0].1.solution, "{strategy} on {puzzle}");
        }
    }
    decided.len()
}

fn recipe(kind: Kind, clues: usize) -> Recipe {
    Recipe { clues: Some(clues), ..Recipe::new(kind, 16) }
}

fn empty<O: Order>() -> Puzzle<O> {
    Puzzle::new(&vec![0; O::CELLS]).unwrap()
}

#[test]
fn generated_puzzles() {
    fn check<O: Order>(kind: Kind, clues: usize, least: usize) {
        for number in 0..2 {
            let puzzle = recipe(kind, clues).puzzle::<O>(number).unwrap();
            assert_eq!(puzzle.clue_count(), clues);
            let decided = all_say(Status::Unique, &puzzle, &CAPPED);
            assert!(decided >= least, "{decided} of {}", everyone().count());
        }
    }
    // Of the 70 strategies, some that guess without a plan give up.
    check::<Order4>(Kind::Unique, 128, 60);
    check::<Order4>(Kind::Easy, 113, 60);
    check::<Order5>(Kind::Unique, 417, 60);
}

#[test]
fn three_open_cells() {
    fn check<O: Order>() {
        let limits = CAPPED.with_max_guesses(u64::MAX);
        let tuning = TUNING.with_max_fillings(u64::MAX);
        let puzzle = recipe(Kind::Easy, O::CELLS - 3).puzzle::<O>(0).unwrap();
        let decided = all_say_tuned(tuning, Status::Unique, &puzzle, &limits);
        assert_eq!(decided, everyone().count());
    }
    check::<Order4>();
    check::<Order5>();
}

#[test]
fn full_grid() {
    fn check<O: Order>() {
        let full = Recipe::new(Kind::Solved, 1).puzzle::<O>(0).unwrap();
        for strategy in everyone() {
            let outcome = solve(&strategy, &full, &Limits::default());
            let status = match strategy.name() == "backtracking-descending" {
                true => Status::Invalid, // as in its text
                false => Status::Unique,
            };
            assert_eq!((outcome.status, outcome.counters.steps), (status, 0), "{strategy}");
        }
    }
    check::<Order4>();
    check::<Order5>();
}

/// Returns a grid whose first row lacks one digit, which the column of its open cell contains.
fn without_a_last_digit<O: Order>() -> Puzzle<O> {
    let mut values = vec![0; O::CELLS];
    (1..O::SIDE).for_each(|i| values[i - 1] = i as u8);
    values[O::CELLS - 1] = O::SIDE as u8;
    Puzzle::new(&values).unwrap()
}

#[test]
fn no_solution() {
    fn check<O: Order>() {
        let naked = find("naked/mrv");
        let puzzle = without_a_last_digit::<O>();
        assert_eq!(solve(&naked, &puzzle, &Limits::default()).status, Status::None);
        assert!(all_say(Status::None, &puzzle, &CAPPED) > 60);
        // A full grid except for one cell, whose peers contain every digit.
        let full = Recipe::new(Kind::Solved, 2).puzzle::<O>(0).unwrap();
        let mut values = full.values().to_vec();
        let row = &values[1..O::SIDE];
        let other = (0..O::CELLS).rev().find(|&i| i % O::SIDE > 0 && values[i] == row[0]);
        let (cell, digit) = (other.unwrap(), values[0]);
        for i in (0..O::CELLS).filter(|&i| values[i] == digit).collect::<Vec<_>>() {
            values[i] = 0;
        }
        values[cell] = digit;
        let crossed = Puzzle::<O>::new(&values).unwrap();
        assert!(all_say(solve(&find("mrv"), &crossed, &CAPPED).status, &crossed, &CAPPED) > 60);
    }
    check::<Order4>();
    check::<Order5>();
}

#[test]
fn empty_grid() {
    fn check<O: Order>(finds: &[&str], gives_up: &[&str]) {
        assert!(all_say(Status::Multiple, &empty::<O>(), &CAPPED) > 0);
        let status = |name: &&str| solve(&find(name), &empty::<O>(), &CAPPED).status;
        assert!(finds.iter().all(|name| status(name) == Status::Multiple));
        assert!(gives_up.iter().all(|name| status(name) == Status::GaveUp));
    }
    // Entering digits in ascending order, row by row, leads straight to the XOR table of 16×16.
    check::<Order4>(&["lanes", "mrv", "electroyou", "backtracking"], &["generate-and-test"]);
    check::<Order5>(&["lanes"], &["generate-and-test", "backtracking"]);
}

#[test]
fn exact_limits() {
    let grid = empty::<Order5>();
    let tuned = |name: &str, counter: &str, limits: &Limits, tuning: Tuning| {
        let outcome = solve(&find(name).tuned(tuning), &grid, limits);
        assert_eq!((outcome.status, outcome.solutions), (Status::GaveUp, 0), "{name}");
        let solver = find(name).solver::<Order5>();
        solver.counter(&outcome.counters, counter).unwrap()
    };
    // There are 25^625 fillings to try, and the program does not compute that number.
    let (default, tuning) = (Limits::default(), Tuning::DEFAULT.with_max_fillings(10_000));
    assert_eq!(tuned("generate-and-test", "fillings", &default, tuning), 10_000);
    let own = |name, counter, limits: &_| tuned(name, counter, limits, Tuning::DEFAULT);
    let guesses = Limits::default().with_max_guesses(10_000);
    assert_eq!(own("backtracking", "guesses", &guesses), 10_000);
    assert_eq!(own("moler", "guesses", &guesses.with_max_guesses(300)), 300);
    // As in its article, the pass at which it gives up is counted.
    let tuning = Tuning::DEFAULT.with_max_passes(500);
    assert_eq!(tuned("electroyou", "passes", &default, tuning), 501);
}

#[test]
fn empty_4x4() {
    let limits = Limits::default().with_solutions(300);
    for strategy in everyone().filter(|strategy| strategy.name() != "generate-and-test") {
        let outcome = solve(&strategy, &empty::<Order2>(), &limits);
        assert_eq!((outcome.status, outcome.solutions), (Status::Multiple, 288), "{strategy}");
    }
}

#[test]
fn diagonal_4x4() {
    let puzzle: Puzzle<Order2> = "1000020000300004".parse().unwrap();
    for strategy in everyone() {
        let outcome = solve(&strategy, &puzzle, &Limits::default().with_solutions(3));
        assert_eq!((outcome.status, outcome.solutions), (Status::Multiple, 2), "{strategy}");
        let first = outcome.solution.unwrap().to_string();
        assert!(["1423324141322314", "1342421324313124"].contains(&first.as_str()), "{strategy}");
    }
}

#[test]
fn default_strategy() {
    let names = [2, 3, 4, 5].map(|order| find("lanes").for_order(order).name());
    assert_eq!(names, ["mrv", "lanes", "restarts", "restarts"]);
    fn same_counters<O: Order>(stand_in: &str) {
        let puzzle = Recipe::new(Kind::Easy, 3).puzzle::<O>(0).unwrap();
        let outcome = |name| solve(&find(name), &puzzle, &Limits::default());
        assert_eq!(outcome("lanes"), outcome(stand_in));
    }
    same_counters::<Order2>("mrv");
    same_counters::<Order3>("lanes");
    same_counters::<Order4>("restarts");
    same_counters::<Order5>("restarts");
}

/// Generates full grids with some cells opened, as many as `open` says, and a few changed.
fn random<O: Order>(open: std::ops::Range<usize>) -> impl Strategy<Value = Puzzle<O>> {
    let order = Just((0..O::CELLS).collect::<Vec<usize>>()).prop_shuffle();
    let spoiled = prop::collection::vec((0..O::CELLS, 1..=O::SIDE as u8), 0..4);
    (any::<u64>(), order, open, spoiled).prop_map(|(seed, order, open, spoiled)| {
        let full = Recipe::new(Kind::Solved, seed).puzzle::<O>(0).unwrap();
        let mut values = full.values().to_vec();
        order[..open].iter().for_each(|&cell| values[cell] = 0);
        with_clues(values, spoiled)
    })
}

/// Checks that the strategies that finish such grids agree, even on the number of solutions.
fn strong_agree<O: Order>(puzzle: &Puzzle<O>, solutions: u64) {
    let names = ["mrv", "lanes", "electroyou", "naked/mrv+degree", "locked/bilocation/descending"];
    let limits = CAPPED.with_solutions(solutions).with_max_guesses(20_000);
    let said = names.map(|name| solve(&find(name), puzzle, &limits));
    let mut said = said.iter().filter(|outcome| outcome.status != Status::GaveUp);
    let first = said.next().expect("mrv finishes these");
    for other in said {
        assert_eq!((first.status, first.solutions), (other.status, other.solutions), "{puzzle}");
        assert!(first.status != Status::Unique || first.solution == other.solution, "{puzzle}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn random_16x16(puzzle in random::<Order4>(20..150)) {
        for limit in [1, 2, 10] {
            strong_agree(&puzzle, limit);
        }
    }

    #[test]
    fn random_25x25(puzzle in random::<Order5>(20..250)) {
        strong_agree(&puzzle, 2);
    }

    #[test]
    fn over_full_16x16(puzzle in random::<Order4>(1..30)) {
        let status = solve(&find("mrv"), &puzzle, &CAPPED).status;
        prop_assert!(all_say(status, &puzzle, &CAPPED) > 60);
    }
}

#[test]
fn trace_changes_nothing() {
    let puzzle = recipe(Kind::Unique, 110).puzzle::<Order4>(0).unwrap();
    for strategy in everyone() {
        let mut events = 0u64;
        let mut watch = |_: sudomill::solver::Event, _: &_| events += 1;
        let traced = strategy.solver::<Order4>().trace(&puzzle, &CAPPED, &mut watch);
        assert_eq!(traced, solve(&strategy, &puzzle, &CAPPED), "{strategy}");
        assert!(events >= traced.counters.clues + traced.counters.steps, "{strategy}");
    }
}

#[test]
fn names_on_every_size() {
    fn names<O: Order>(strategy: &registry::Strategy) -> Vec<&'static str> {
        strategy.solver::<O>().own_counters().iter().map(|counter| counter.name).collect()
    }
    for strategy in everyone().filter(|strategy| strategy.name() != "lanes") {
        let nine = names::<Order3>(&strategy);
        assert_eq!(names::<Order2>(&strategy), nine, "{strategy}");
        assert_eq!(names::<Order4>(&strategy), nine, "{strategy}");
        assert_eq!(names::<Order5>(&strategy), nine, "{strategy}");
    }
}
