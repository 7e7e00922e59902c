//! The strategies of sudomill, run by the engine as in `solve` and `bench`.

use super::{Answer, Contender};
use ::sudomill::{
    engine::{self, Clock, Finished, Puzzles},
    grid::{Order3, Puzzle},
    solver::{Limits, Solver, Status, lanes::Backend, registry::Strategy},
};
use std::{hint::black_box, ops::Range};

/// A strategy with its limits.
struct Solve<'a> {
    name: String,
    solver: Box<dyn Solver<Order3>>,
    puzzles: &'a [Puzzle],
    /// See [`Puzzles::lines`].
    lines: &'a [[u8; 81]],
    limits: Limits<'a>,
}

/// Returns the strategy itself, or, if it has backends, one per backend of this CPU.
pub fn on_each_backend(strategy: Strategy) -> Vec<Strategy> {
    match strategy.backend() {
        Some(_) => Backend::available().map(|backend| strategy.on(backend)).collect(),
        None => vec![strategy],
    }
}

/// Returns a strategy. `lines` must be the [`Puzzles::lines`] of the puzzles.
pub fn strategy<'a>(
    strategy: Strategy,
    puzzles: &'a [Puzzle],
    lines: &'a [[u8; 81]],
    limits: Limits<'a>,
) -> Box<dyn Contender + 'a> {
    let name = match strategy.backend() {
        Some(backend) => format!("{strategy} ({})", backend.name()),
        None => strategy.name(),
    };
    Box::new(Solve { name, solver: strategy.solver(), puzzles, lines, limits })
}

impl<'a> Solve<'a> {
    fn lot<F: FnMut(u32, &Finished)>(
        &self,
        block: Range<usize>,
        ended: F,
    ) -> Puzzles<'a, Order3, F> {
        Puzzles::new(self.puzzles, self.lines, block.start as u32..block.end as u32, ended)
    }
}

impl Contender for Solve<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, blocks: &mut dyn Iterator<Item = Range<usize>>) {
        let ended = |_: u32, finished: &Finished| _ = black_box(*finished);
        let mut engine = engine::new(&*self.solver, &self.limits, Clock::Off);
        for block in blocks {
            engine.take(self.lot(block, ended));
            while engine.next_done().is_some() {}
        }
        engine.finish();
    }

    fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>> {
        let mut answers = vec![Answer { solutions: None, grid: None }; block.len()];
        let first = block.start;
        let ended =
            |row: u32, finished: &Finished| answers[row as usize - first] = answer(finished);
        let mut engine = engine::new(&*self.solver, &self.limits, Clock::Off);
        engine.take(self.lot(block, ended));
        engine.finish();
        drop(engine);
        Some(answers)
    }
}

fn answer(finished: &Finished) -> Answer {
    let solutions = (finished.status != Status::GaveUp).then_some(finished.solutions);
    let symbols = finished.first.and_then(|symbols| <[u8; 81]>::try_from(symbols).ok());
    Answer { solutions, grid: symbols.map(|symbols| symbols.map(|symbol| symbol - b'0')) }
}
