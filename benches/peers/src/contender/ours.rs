//! The strategies of sudomill, run by the engine as in `solve` and `bench`; and its call that
//! solves one puzzle.

use super::{Answer, Contender, Each};
use std::{array, hint::black_box, ops::Range};
use sudomill::{
    engine::Engine,
    grid::{Order3, Puzzle},
    solver::{
        Batch, Clock, Limits, Outcome, Solver, Status,
        lanes::{Backend, LaneSolver},
        registry::Strategy,
    },
};

/// A strategy with its limits.
struct Solve<'a> {
    name: String,
    solver: Box<dyn Solver<Order3>>,
    rows: &'a Batch,
    limits: Limits<'a>,
}

/// Returns the strategy with these rows; if it has backends, once for each backend of this CPU.
pub fn on_each_backend<'a>(
    strategy: &Strategy,
    rows: &'a Batch,
    limits: Limits<'a>,
) -> Vec<Box<dyn Contender + 'a>> {
    let of = |name: String, strategy: Strategy| -> Box<dyn Contender + 'a> {
        Box::new(Solve { name, solver: strategy.solver(), rows, limits })
    };
    if strategy.backend().is_none() {
        return vec![of(strategy.name(), strategy.clone())];
    }
    let name = |backend: Backend| format!("{strategy} ({})", backend.name());
    Backend::available().map(|backend| of(name(backend), strategy.clone().on(backend))).collect()
}

/// Returns `sudomill::solve`, whose limit is 2, or at other limits the kernel that it calls.
pub fn one_puzzle<'a>(puzzles: &'a [Puzzle], limits: Limits<'a>) -> Box<dyn Contender + 'a> {
    let answer = |outcome: Outcome<Order3>| Answer {
        solutions: (outcome.status != Status::GaveUp).then_some(outcome.solutions),
        grid: outcome.solution.map(|first| array::from_fn(|i| first.values()[i])),
    };
    if limits.solutions.get() == 2 {
        return Box::new(Each {
            name: "sudomill::solve",
            puzzles: puzzles.to_vec(),
            solve: |puzzle: &Puzzle| sudomill::solve(puzzle),
            answer: Some(move |puzzle: &Puzzle| answer(sudomill::solve(puzzle))),
        });
    }
    let solver = || LaneSolver::new(Backend::best());
    let (timed, checked) = (solver(), solver());
    Box::new(Each {
        name: "lanes, one puzzle",
        puzzles: puzzles.to_vec(),
        solve: move |puzzle: &Puzzle| Solver::solve(&timed, puzzle, &limits),
        answer: Some(move |puzzle: &Puzzle| answer(Solver::solve(&checked, puzzle, &limits))),
    })
}

impl Solve<'_> {
    fn each_batch(&self, puzzles: Range<usize>, finished: &mut impl FnMut(&Batch)) {
        let mut block = Some(puzzles);
        Engine::of_solver(&*self.solver, &self.limits, Clock::Off).solve_rows(
            self.rows,
            &mut || block.take(),
            &mut |batch| finished(batch),
        );
    }
}

impl Contender for Solve<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, puzzles: Range<usize>) {
        self.each_batch(puzzles, &mut |batch| _ = black_box(batch));
    }

    fn answers(&self, puzzles: Range<usize>) -> Option<Vec<Answer>> {
        let mut answers = Vec::new();
        self.each_batch(puzzles, &mut |batch| {
            answers.extend((0..batch.len()).map(|row| answer(batch, row)));
        });
        Some(answers)
    }
}

fn answer(batch: &Batch, row: usize) -> Answer {
    let result = &batch.results()[row];
    let solutions = (result.status != Status::GaveUp).then_some(result.solutions);
    let symbols = batch.solution(row).and_then(|symbols| <[u8; 81]>::try_from(symbols).ok());
    Answer { solutions, grid: symbols.map(|symbols| symbols.map(|symbol| symbol - b'0')) }
}
