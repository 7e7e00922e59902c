//! sudomill's calls that solve one puzzle.

use super::{Answer, Contender};
use ::sudomill::{
    grid::{Order3, Puzzle},
    solver::{Limits, Outcome, Solver, Status, lanes::Backend, lanes::LaneSolver},
};
use std::{hint::black_box, ops::Range};

/// A function that solves one puzzle.
struct One<'a, F> {
    name: String,
    puzzles: &'a [Puzzle],
    solve: F,
}

/// Returns `sudomill::solve`, whose limit is 2.
pub fn library_call(puzzles: &[Puzzle]) -> Box<dyn Contender + '_> {
    Box::new(One { name: "sudomill::solve".to_owned(), puzzles, solve: ::sudomill::solve })
}

/// Returns the lanes, solving one puzzle at a time.
pub fn lanes_alone<'a>(puzzles: &'a [Puzzle], limits: Limits<'a>) -> Box<dyn Contender + 'a> {
    let solver = LaneSolver::new(Backend::best());
    let solve = move |puzzle: &Puzzle| Solver::solve(&solver, puzzle, &limits);
    Box::new(One { name: "lanes, one puzzle".to_owned(), puzzles, solve })
}

impl<F: Fn(&Puzzle) -> Outcome<Order3> + Sync> Contender for One<'_, F> {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        for block in blocks {
            self.puzzles[block].iter().for_each(|p| _ = black_box((self.solve)(black_box(p))));
        }
    }

    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>> {
        let answer = |outcome: Outcome<Order3>| Answer {
            solutions: (outcome.status != Status::GaveUp).then_some(outcome.solutions),
            grid: outcome.solution.map(|first| std::array::from_fn(|i| first.values()[i])),
        };
        Some(self.puzzles[block].iter().map(|puzzle| answer((self.solve)(puzzle))).collect())
    }
}
