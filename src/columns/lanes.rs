//! A block through the lane kernel.

use super::{
    Options, Texts,
    block::{Block, Row},
    puzzle,
};
use crate::{
    grid::{Alphabet, Order3},
    input::is_all_symbols,
    solver::lanes::{Engine, LaneOutcome},
};
use std::time::Instant;

/// 9×9 has one.
const ALPHABET: Alphabet = Alphabet::FromOne;

pub(super) fn solve(texts: &dyn Texts, options: &Options, block: &mut Block) {
    let begun = Instant::now();
    let (first, rows) = (block.first, block.len());
    // What is no puzzle is told from one without solution when all have ended.
    let lines = (0..rows).filter_map(|index| Some((index as u64, line(texts, first + index)?)));
    let mut sweeps = 0;
    let mut sink = |id: u64, outcome: &LaneOutcome| {
        let index = id as usize;
        if outcome.solutions > 0 {
            block.slot(index).copy_from_slice(&outcome.first);
        }
        sweeps += outcome.counters.sweeps;
        let row = Row {
            status: outcome.status(&options.limits),
            solutions: outcome.solutions,
            guesses: outcome.counters.guesses,
            // Its share of the time is known when all have ended.
            solve_ns: outcome.counters.sweeps,
        };
        block.set(index, row);
    };
    let mut engine = Engine::new(options.backend, options.limits);
    engine.feed(lines, &mut sink);
    engine.drain(&mut sink);
    let ns_per_sweep = begun.elapsed().as_nanos() as f64 / sweeps.max(1) as f64;
    for index in 0..rows {
        block.solve_ns[index] = (block.solve_ns[index] as f64 * ns_per_sweep) as u64;
        if block.solutions[index] == 0
            && let Err(problem) = puzzle::<Order3>(texts.text(first + index), ALPHABET)
        {
            block.refuse(index, problem);
        }
    }
}

/// The symbols of a row, `None` if it holds no puzzle. Its clues may repeat a digit.
fn line(texts: &dyn Texts, row: usize) -> Option<&[u8; 81]> {
    let text = texts.text(row)?;
    match <&[u8; 81]>::try_from(text) {
        Ok(line) if is_all_symbols::<Order3>(line, ALPHABET) => Some(line),
        _ => puzzle::<Order3>(Some(text), ALPHABET).ok()?.0.try_into().ok(),
    }
}
