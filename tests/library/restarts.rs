//! `restarts`, the default above 9×9: its searches end, and its events describe them.

use super::common::{few_clues, limits};
use std::sync::LazyLock;
use sudomill::{
    grid::{Order5, Puzzle},
    solver::{Event, Limits, Status, registry::Strategy},
    trace::{self, Moment, State, StepObserver},
    verify,
};

/// 44 puzzles with 156, 200 and 250 clues, among which searches by other strategies take millions
/// of guesses.
static PUZZLES: LazyLock<Vec<Puzzle<Order5>>> = LazyLock::new(|| {
    (0..44).map(|seed| few_clues(seed, [156, 200, 250][seed as usize % 3])).collect()
});

#[test]
fn searches_of_25x25_end() {
    let solver = Strategy::default().solver::<Order5>();
    let limits = Limits::default().with_max_guesses(5_000);
    let mut restarted = 0;
    for (seed, puzzle) in PUZZLES.iter().enumerate() {
        let outcome = solver.solve(puzzle, &limits);
        assert!(outcome.counters.guesses < 5_000, "{seed}: {:?}", outcome.counters);
        assert!(matches!(outcome.status, Status::Unique | Status::Multiple), "{seed}");
        assert_eq!(verify::check(puzzle, outcome.solution.unwrap().values()), Ok(()), "{seed}");
        restarted += usize::from(outcome.counters.guesses > 300);
    }
    assert!(restarted > 10, "{restarted}");
}

#[derive(Default)]
struct Followed {
    guesses: u64,
    restarts: usize,
    solutions: Vec<Vec<u8>>,
}

impl StepObserver for Followed {
    fn event(&mut self, moment: &Moment, state: &State) {
        match moment.event {
            Event::Guess(..) => self.guesses += 1,
            Event::Restart => {
                self.restarts += 1;
                assert_eq!((moment.depth, state.filled()), (0, moment.counters.clues as usize));
            }
            Event::Solution => self.solutions.push(state.values().to_vec()),
            _ => {}
        }
        assert_eq!(moment.counters.guesses, self.guesses);
    }

    fn step_done(&mut self, _: u64, _: &State, _: Option<Event>) {}
}

#[test]
fn events_of_a_restart() {
    let solver = Strategy::default().solver::<Order5>();
    let limits = limits(5);
    let mut restarts = 0;
    for (seed, puzzle) in PUZZLES.iter().enumerate().take(20) {
        let mut followed = Followed::default();
        let outcome = trace::observe(&*solver, puzzle, &limits, &mut followed);
        assert_eq!(outcome, solver.solve(puzzle, &limits), "{seed}");
        assert_eq!(followed.guesses, outcome.counters.guesses, "{seed}");
        restarts += followed.restarts;
        // No solution is told twice.
        let mut solutions = followed.solutions;
        assert_eq!(solutions.len() as u64, outcome.solutions, "{seed}");
        assert!(solutions.iter().all(|it| verify::check(puzzle, it).is_ok()), "{seed}");
        solutions.sort();
        solutions.dedup();
        assert_eq!(solutions.len() as u64, outcome.solutions, "{seed}");
    }
    assert!(restarts > 2, "{restarts}");
}

#[test]
fn limit_across_rounds() {
    let solver = Strategy::default().solver::<Order5>();
    let mut gave_up = 0;
    for puzzle in &*PUZZLES {
        for max_guesses in [0, 299, 300, 301, 400] {
            let outcome = solver.solve(puzzle, &Limits::default().with_max_guesses(max_guesses));
            if outcome.status == Status::GaveUp {
                assert_eq!(outcome.counters.guesses, max_guesses);
                gave_up += 1;
            }
            assert!(outcome.counters.guesses <= max_guesses);
        }
    }
    assert!(gave_up > 44 + 10, "{gave_up}");
}
