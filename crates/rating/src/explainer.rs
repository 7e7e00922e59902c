//! The steps of a rating as a search without guesses, for a trace.

use crate::{Rater, RatingLimits, Step};
use std::any::Any;
use sudomill_puzzle::{
    grid::{Order, Order3, Puzzle, Solution},
    solving::{Event, Limits, Observer, Outcome, Status, report_clues},
    verify,
};
use sudomill_solvers::Solver;

/// The strategy `explainer`: takes the steps of the rating, each as an
/// [`Event::Deduction`](sudomill_puzzle::solving::Event).
///
/// It is for 9×9 puzzles with exactly one solution, which the techniques take for granted: it looks for no
/// second one. It gives up where no technique finds anything, and on other sizes.
#[derive(Clone, Debug, Default)]
pub struct Explainer {
    /// The steps, if they are known already.
    steps: Option<Vec<Step>>,
}

impl Explainer {
    /// The strategy for a puzzle whose steps [`Rater::steps`] has found: it does not look for them again.
    #[must_use]
    pub const fn of_steps(steps: Vec<Step>) -> Self {
        Self { steps: Some(steps) }
    }
}

impl<O: Order> Solver<O> for Explainer {
    fn solve(&self, puzzle: &Puzzle<O>, limits: &Limits) -> Outcome<O> {
        self.trace(puzzle, limits, &mut ())
    }

    fn trace(
        &self,
        puzzle: &Puzzle<O>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Outcome<O> {
        let mut outcome = Outcome::without_solution(Status::GaveUp);
        outcome.counters.clues = puzzle.clue_count() as u64;
        report_clues(puzzle, observer);
        let of_nine = (puzzle as &dyn Any).downcast_ref::<Puzzle<Order3>>();
        let Some(of_nine) = of_nine else { return outcome };
        let mut values = puzzle.values().to_vec();
        let mut take = |step: &Step| {
            if let Some((cell, digit)) = step.placed() {
                values[cell.index()] = digit.value();
                outcome.counters.steps += 1;
            }
            observer.chains(step.chains());
            observer.event(Event::Deduction(step.into()), &outcome.counters);
        };
        match &self.steps {
            Some(steps) => steps.iter().for_each(take),
            None => {
                let limits = RatingLimits { stop: limits.stop, ..RatingLimits::default() };
                // A rating that was stopped leaves the grid as it is.
                let _ = Rater::new().steps(of_nine, &limits, &mut take);
            }
        }
        // A puzzle without a solution may lead to a full grid, too.
        let is_right = verify::check(puzzle, &values).is_ok();
        if let Some(solution) = Solution::new(&values).ok().filter(|_| is_right) {
            if observer.wants_solutions() {
                // The search ends here in any case.
                let _ = observer.solution(&values);
            }
            observer.event(Event::Solution, &outcome.counters);
            outcome.status = Status::Solved;
            outcome.solutions = 1;
            outcome.solution = Some(solution);
        }
        outcome
    }

    fn takes_candidates(&self) -> bool {
        true
    }
}
