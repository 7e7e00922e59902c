//! Compares every strategy with `verify`, which shares no code with them, and with every other
//! strategy, on grids of every sort.

use super::common::with_clues;
use proptest::prelude::*;
use std::{ops::ControlFlow, sync::LazyLock};
use sudomill::{
    generate::{Kind, Recipe},
    grid::{Order, Order2, Order3, Puzzle},
    solver::{
        Counters, Event, Limits, Observer, Outcome, Status,
        registry::{self, STRATEGIES, Tuning},
    },
    verify,
};

/// Strategies that finish any 9×9 puzzle in reasonable time.
const STRONG: [&str; 3] = ["lanes", "mrv", "electroyou"];

/// Counts the solutions of a 4×4 puzzle by trying all grids, sharing no code with a solver.
fn count_by_force(puzzle: &Puzzle<Order2>) -> u64 {
    static GRIDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let empty = Puzzle::<Order2>::new(&[0; 16]).unwrap();
        let rows: Vec<[u8; 4]> = (0..256)
            .map(|i| [0, 2, 4, 6].map(|shift| (i >> shift & 3) as u8 + 1))
            .filter(|row| (1..=4).all(|digit| row.contains(&digit)))
            .collect();
        let mut grids = Vec::new();
        for a in &rows {
            for b in &rows {
                for c in &rows {
                    for d in &rows {
                        let grid = [*a, *b, *c, *d].concat();
                        if verify::check(&empty, &grid).is_ok() {
                            grids.push(grid);
                        }
                    }
                }
            }
        }
        grids
    });
    GRIDS.iter().filter(|grid| verify::check(puzzle, grid).is_ok()).count() as u64
}

/// Solves with more passes for `electroyou` than in its article, which are too few here.
fn solve<O: Order>(name: &str, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
    let strategy = registry::find(name).unwrap();
    let tuning = Tuning::DEFAULT.with_max_passes(1_000_000);
    let outcome = strategy.tuned(tuning).solver().solve(puzzle, limits);
    check(name, puzzle, limits, &outcome);
    outcome
}

/// Checks what must hold for every outcome of any strategy.
fn check<O: Order>(name: &str, puzzle: &Puzzle<O>, limits: &Limits, outcome: &Outcome<O>) {
    if let Some(solution) = &outcome.solution {
        let verdict = verify::check(puzzle, solution.values());
        assert_eq!(verdict, Ok(()), "{name} on {puzzle}");
    }
    let Outcome { status, solutions, solution, counters } = *outcome;
    let context = format!("{name} on {puzzle}, limit {}: {outcome:?}", limits.solutions.get());
    assert_eq!(solution.is_some(), solutions > 0, "{context}");
    assert!(solutions <= limits.solutions.get(), "{context}");
    let expected = match solutions {
        _ if status == Status::GaveUp => Status::GaveUp,
        0 if is_ill_posed(name, puzzle) => Status::Invalid,
        0 => Status::None,
        1 if limits.solutions.get() == 1 => Status::Solved,
        1 => Status::Unique,
        _ => Status::Multiple,
    };
    assert_eq!(status, expected, "{context}");
    assert_eq!(counters.clues, puzzle.clue_count() as u64, "{context}");
    assert!(counters.backtracks <= counters.guesses, "{context}");
    assert!(counters.guesses <= counters.steps, "{context}");
}

/// Returns true if the strategy's text rejects the puzzle.
fn is_ill_posed<O: Order>(name: &str, puzzle: &Puzzle<O>) -> bool {
    name == "backtracking-descending" && puzzle.clue_count() == O::CELLS
}

/// Checks that all these strategies agree on a puzzle.
fn all_agree<O: Order>(names: &[&str], puzzle: &Puzzle<O>, solutions: u64) -> Outcome<O> {
    let limits = Limits::default().with_solutions(solutions);
    let names = names.iter().filter(|name| !is_ill_posed(name, puzzle));
    let said = names.map(|name| solve(name, puzzle, &limits));
    let said: Vec<_> = said.filter(|outcome| outcome.status != Status::GaveUp).collect();
    assert!(said.len() > 1, "who gives up agrees with nobody: {puzzle}");
    for other in &said[1..] {
        assert_eq!(
            (said[0].status, said[0].solutions),
            (other.status, other.solutions),
            "{puzzle}, limit {solutions}"
        );
        if said[0].solutions == 1 && solutions > 1 {
            assert_eq!(said[0].solution, other.solution, "{puzzle}");
        }
    }
    said[0]
}

fn names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|entry| entry.part.name).collect()
}

fn without_generate_and_test() -> Vec<&'static str> {
    names().into_iter().filter(|name| *name != "generate-and-test").collect()
}

/// Generates 4×4 grids with at least 8 random clues, so few open cells that all fillings can be
/// tried.
fn random_4x4() -> impl Strategy<Value = Puzzle<Order2>> {
    prop::collection::vec((0..16usize, 1..=4u8), 8..30)
        .prop_map(|clues| with_clues(vec![0; 16], clues))
        .prop_filter("too many fillings", |puzzle| puzzle.clue_count() >= 8)
}

/// Generates 9×9 grids with 25 to 75 clues of a full grid, a few of them changed.
fn random_9x9() -> impl Strategy<Value = Puzzle<Order3>> {
    let order = Just((0..81).collect::<Vec<usize>>()).prop_shuffle();
    let spoiled = prop::collection::vec((0..81usize, 1..=9u8), 0..5);
    (any::<u64>(), order, 6..=56usize, spoiled).prop_map(|(seed, order, empty, spoiled)| {
        let full = Recipe::new(Kind::Solved, seed).puzzle::<Order3>(0).unwrap();
        let mut values = full.values().to_vec();
        order[..empty].iter().for_each(|&cell| values[cell] = 0);
        with_clues(values, spoiled)
    })
}

fn generated(kind: Kind) -> impl Strategy<Value = Puzzle<Order3>> {
    any::<u64>().prop_map(move |seed| Recipe::new(kind, seed).puzzle(0).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_4x4_same_as_brute_force(
        puzzle in random_4x4(),
    ) {
        let expected = count_by_force(&puzzle);
        for limit in [2, 3, 1000] {
            let outcome = all_agree(&names(), &puzzle, limit);
            prop_assert_eq!(outcome.solutions, expected.min(limit));
        }
        let first = all_agree(&names(), &puzzle, 1);
        prop_assert_eq!(first.solutions, expected.min(1));
    }

    #[test]
    fn agree_on_random_9x9(puzzle in random_9x9()) {
        all_agree(&STRONG, &puzzle, 2);
    }

    #[test]
    fn over_full_9x9(
        seed in any::<u64>(), spoiled in prop::collection::vec((0..81usize, 1..=9u8), 0..6),
    ) {
        let easy = Recipe { clues: Some(50), ..Recipe::new(Kind::Easy, seed) };
        let values = easy.puzzle::<Order3>(0).unwrap().values().to_vec();
        let puzzle = with_clues::<Order3>(values, spoiled);
        all_agree(&without_generate_and_test(), &puzzle, 2);
    }

    #[test]
    fn minimal_puzzles(puzzle in generated(Kind::Minimal)) {
        prop_assert_eq!(all_agree(&["lanes", "mrv", "electroyou", "moler"], &puzzle, 2).status, Status::Unique);
    }

    #[test]
    fn several_solutions(puzzle in generated(Kind::Multiple)) {
        prop_assert_eq!(all_agree(&STRONG, &puzzle, 2).status, Status::Multiple);
        all_agree(&STRONG, &puzzle, 50);
    }

    #[test]
    fn unsolvable_puzzles(puzzle in generated(Kind::Unsolvable)) {
        prop_assert_eq!(all_agree(&STRONG, &puzzle, 2).status, Status::None);
    }

    #[test]
    fn guess_limit(
        puzzle in generated(Kind::Minimal), max_guesses in 0..20u64,
    ) {
        let free = solve("mrv", &puzzle, &Limits::default());
        let capped = solve("mrv", &puzzle, &Limits::default().with_max_guesses(max_guesses));
        if free.counters.guesses <= max_guesses {
            prop_assert_eq!(free, capped);
        } else {
            prop_assert_eq!(capped.status, Status::GaveUp);
            prop_assert_eq!(capped.counters.guesses, max_guesses);
        }
    }
}

#[test]
fn empty_4x4() {
    let empty = Puzzle::<Order2>::new(&[0; 16]).unwrap();
    assert_eq!(count_by_force(&empty), 288);
    let outcome = all_agree(&without_generate_and_test(), &empty, 300);
    assert_eq!((outcome.status, outcome.solutions), (Status::Multiple, 288));
}

#[test]
fn empty_9x9_up_to_limit() {
    let empty = Puzzle::<Order3>::new(&[0; 81]).unwrap();
    for limit in [1, 2, 1000] {
        let outcome = all_agree(&without_generate_and_test(), &empty, limit);
        assert_eq!(outcome.solutions, limit);
    }
}

#[test]
fn full_grid() {
    let full = Recipe::new(Kind::Solved, 1).puzzle::<Order3>(0).unwrap();
    for name in names() {
        let outcome = solve(name, &full, &Limits::default());
        // The lanes need one sweep to see that the grid is full.
        let steps = u64::from(name == "lanes");
        let status = match is_ill_posed(name, &full) {
            true => Status::Invalid,
            false => Status::Unique,
        };
        assert_eq!((outcome.status, outcome.counters.steps), (status, steps), "{name}");
    }
}

#[test]
fn nearly_full_grid() {
    let recipe = Recipe { clues: Some(75), ..Recipe::new(Kind::Easy, 2) };
    for number in 0..20 {
        let puzzle = recipe.puzzle::<Order3>(number).unwrap();
        assert_eq!(all_agree(&names(), &puzzle, 2).status, Status::Unique);
    }
}

#[test]
fn stopped_search_claims_nothing() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let empty = Puzzle::<Order3>::new(&[0; 81]).unwrap();
    for name in names() {
        let outcome = solve(name, &empty, &Limits::default().with_stop(&stop));
        assert_eq!((outcome.status, outcome.solution), (Status::GaveUp, None), "{name}");
    }
}

/// Ends the search at its first solution.
struct AtFirst;

impl Observer for AtFirst {
    fn event(&mut self, _: Event, _: &Counters) {}

    fn wants_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, _: &[u8]) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn search_ended_by_its_observer_claims_nothing() {
    // Few enough open cells for every strategy.
    let puzzle: Puzzle<Order2> = "2413134242......".parse().unwrap();
    for name in names() {
        let solver = registry::find(name).unwrap().solver::<Order2>();
        let traced = |solutions| {
            let limits = Limits::default().with_solutions(solutions);
            let outcome = solver.trace(&puzzle, &limits, &mut AtFirst);
            (outcome.status, outcome.solutions)
        };
        assert_eq!(traced(2), (Status::GaveUp, 1), "{name}");
        assert_eq!(traced(1), (Status::Solved, 1), "{name}");
    }
    let puzzle = Recipe::new(Kind::Easy, 3).puzzle::<Order3>(0).unwrap();
    let lanes = registry::find("lanes").unwrap().solver::<Order3>();
    let outcome = lanes.trace(&puzzle, &Limits::default(), &mut AtFirst);
    assert_eq!((outcome.status, outcome.solutions), (Status::GaveUp, 1));
}

#[test]
fn trace_changes_nothing() {
    for number in 0..20 {
        let puzzle = Recipe::new(Kind::Minimal, 3).puzzle::<Order3>(number).unwrap();
        // A sweep of the lanes enters many values with one event.
        for name in ["mrv", "electroyou"] {
            let solver = registry::find(name).unwrap().solver::<Order3>();
            let limits = Limits::default();
            let mut entered = 0;
            let mut watch = |event: sudomill::solver::Event, _: &_| {
                use sudomill::solver::Event::{Guess, HiddenSingle, NakedSingle};
                entered +=
                    u64::from(matches!(event, NakedSingle(..) | HiddenSingle(..) | Guess(..)));
            };
            let traced = solver.trace(&puzzle, &limits, &mut watch);
            assert_eq!(traced, solver.solve(&puzzle, &limits), "{name}");
            assert_eq!(entered, traced.counters.steps, "{name}");
        }
    }
}
