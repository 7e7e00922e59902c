//! The strategies of sudomill, run by the engine as in `solve` and `bench`.

use super::{Answer, Contender};
use ::sudomill::{
    engine::{Clock, Engine},
    grid::Order3,
    solver::{Batch, Limits, Solver, Status, lanes::Backend, registry::Strategy},
};
use std::{hint::black_box, ops::Range};

/// A strategy with its limits.
struct Solve<'a> {
    name: String,
    solver: Box<dyn Solver<Order3>>,
    rows: &'a Batch,
    limits: Limits<'a>,
}

/// Returns the strategy itself, or, if it has backends, one per backend of this CPU.
pub fn on_each_backend(strategy: Strategy) -> Vec<Strategy> {
    match strategy.backend() {
        Some(_) => Backend::available().map(|backend| strategy.on(backend)).collect(),
        None => vec![strategy],
    }
}

/// Returns a strategy that solves these rows.
pub fn strategy<'a>(
    strategy: Strategy,
    rows: &'a Batch,
    limits: Limits<'a>,
) -> Box<dyn Contender + 'a> {
    let name = match strategy.backend() {
        Some(backend) => format!("{strategy} ({})", backend.name()),
        None => strategy.name(),
    };
    Box::new(Solve { name, solver: strategy.solver(), rows, limits })
}

impl Solve<'_> {
    fn engine(&self) -> Engine<'_> {
        Engine::of_solver(&*self.solver, &self.limits, Clock::Off)
    }
}

impl Contender for Solve<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        let finished = &mut |batch: &Batch| _ = black_box(batch);
        self.engine().solve_rows(self.rows, &mut || blocks.next(), finished);
    }

    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>> {
        let (mut answers, mut block) = (Vec::new(), Some(block));
        self.engine().solve_rows(self.rows, &mut || block.take(), &mut |batch| {
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
