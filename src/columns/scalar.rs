//! Row by row, with a solver of one puzzle at a time.

use super::{Row, Texts, block::Block};
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
    for index in 0..block.rows.len() {
        let Some((_, puzzle)) = block.puzzle::<O>(texts, index, alphabet) else { continue };
        let begun = Instant::now();
        let outcome = solver.solve(&puzzle, limits);
        block.rows[index] = Row {
            status: outcome.status,
            solutions: outcome.solutions,
            guesses: outcome.counters.guesses,
            solve_ns: begun.elapsed().as_nanos() as u64,
        };
        if let Some(first) = outcome.first {
            block.slot(index).copy_from_slice(first.text(alphabet).as_bytes());
        }
    }
}
