//! Row by row, with a solver of one puzzle at a time.

use super::{
    Texts,
    block::{Block, Row},
    puzzle,
    work::is_stopped,
};
use crate::{
    grid::{Alphabet, Order},
    solver::{Limits, Solver},
};
use std::time::Instant;

pub(super) fn solve<O: Order>(
    texts: &dyn Texts,
    alphabet: Alphabet,
    solver: &dyn Solver<O>,
    limits: &Limits,
    block: &mut Block,
) {
    for index in (0..block.len()).take_while(|_| !is_stopped(limits)) {
        let puzzle = match puzzle::<O>(texts.text(block.first + index), alphabet) {
            Ok((_, puzzle)) => puzzle,
            Err(problem) => {
                block.refuse(index, problem);
                continue;
            }
        };
        let begun = Instant::now();
        let outcome = solver.solve(&puzzle, limits);
        let row = Row {
            status: outcome.status,
            solutions: outcome.solutions,
            guesses: outcome.counters.guesses,
            solve_ns: begun.elapsed().as_nanos() as u64,
        };
        block.set(index, row);
        if let Some(first) = outcome.first {
            block.slot(index).copy_from_slice(first.text(alphabet).as_bytes());
        }
    }
}
