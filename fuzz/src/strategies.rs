//! Properties that hold for all strategies on any puzzle.

use sudomill::{
    grid::{Order, Puzzle},
    solver::{
        Counters, Event, Limits, Outcome, Status,
        lanes::Backend,
        registry::{STRATEGIES, Strategy, Tuning},
    },
    verify,
};

/// The limits after which a strategy gives up: the slow ones would never end.
const MAX_GUESSES: u64 = 300;
const TUNING: Tuning = Tuning::DEFAULT.with_max_passes(5000).with_max_fillings(1000);

/// Returns every listed strategy except the lanes.
pub fn listed() -> impl Iterator<Item = Strategy> {
    STRATEGIES.iter().map(Strategy::from).filter(|strategy| strategy.backend().is_none())
}

/// Returns the lanes on every backend of this CPU.
pub fn lanes() -> impl Iterator<Item = Strategy> {
    Backend::available().map(|backend| Strategy::default().on(backend))
}

/// Solves a puzzle with each strategy. Strategies that finish must agree, and strategies that give
/// up must not have found more solutions. Only a full grid may be invalid. A trace must have the same outcome as a normal search.
pub fn assert_agree<O: Order>(puzzle: &Puzzle<O>, strategies: &[Strategy], solutions: u64) {
    let limits = Limits::default().with_solutions(solutions).with_max_guesses(MAX_GUESSES);
    let mut sure: Option<Outcome<O>> = None;
    let mut given_up = 0;
    for strategy in strategies {
        let solver = strategy.clone().tuned(TUNING).solver::<O>();
        let outcome = solver.solve(puzzle, &limits);
        let traced = solver.trace(puzzle, &limits, &mut |_: Event, _: &Counters| {});
        assert_eq!(outcome, traced, "{strategy} on {puzzle}");
        if let Some(solution) = &outcome.solution {
            let verdict = verify::check(puzzle, solution.values());
            assert_eq!(verdict, Ok(()), "{strategy} on {puzzle}");
        }
        assert_eq!(outcome.solution.is_some(), outcome.solutions > 0, "{strategy} on {puzzle}");
        if outcome.status == Status::Invalid {
            assert!(puzzle.clue_count() == O::CELLS, "{strategy} on {puzzle}");
            continue;
        }
        if outcome.status == Status::GaveUp {
            given_up = given_up.max(outcome.solutions);
            continue;
        }
        let other = *sure.get_or_insert(outcome);
        let said = |outcome: Outcome<O>| (outcome.status, outcome.solutions);
        assert_eq!(said(outcome), said(other), "{strategy} on {puzzle}");
        if outcome.status == Status::Unique {
            assert_eq!(outcome.solution, other.solution, "{strategy} on {puzzle}");
        }
    }
    assert!(sure.is_none_or(|sure| given_up <= sure.solutions), "{puzzle}");
}
