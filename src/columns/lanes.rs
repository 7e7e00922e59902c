//! A block through the lane kernel.

use super::{
    Options, Texts,
    block::{Block, Row},
    puzzle,
    work::is_stopped,
};
use crate::{
    grid::{Alphabet, Order3},
    input::is_all_symbols,
    solver::lanes::{Engine, LaneOutcome},
};
use std::time::{Duration, Instant};

/// 9×9 has one.
const ALPHABET: Alphabet = Alphabet::FromOne;

/// Rows that are parsed before the kernel gets them: so few that their texts are still
/// in the cache then.
const LOT: usize = 1 << 10;

pub(super) fn solve(texts: &dyn Texts, options: &Options, block: &mut Block) {
    let ns = run(texts, options, block).as_nanos() as f64;
    if is_stopped(&options.limits) {
        return;
    }
    // A lane has no stopwatch of its own: the kernel's time is divided by the sweeps that
    // each row took, which stand where its time goes.
    let ns_per_sweep = ns / block.solve_ns.iter().sum::<u64>().max(1) as f64;
    for index in 0..block.len() {
        block.solve_ns[index] = (block.solve_ns[index] as f64 * ns_per_sweep) as u64;
        // What is no puzzle is told from one without solution when all have ended.
        if block.solutions[index] == 0
            && let Err(problem) = puzzle::<Order3>(texts.text(block.first + index), ALPHABET)
        {
            block.refuse(index, problem);
        }
    }
}

/// Solves the rows; the time of the kernel's calls alone comes out, parsing not counted.
fn run(texts: &dyn Texts, options: &Options, block: &mut Block) -> Duration {
    let (first, rows) = (block.first, block.len());
    let mut sink = |id: u64, outcome: &LaneOutcome| {
        let index = id as usize;
        if outcome.solutions > 0 {
            block.slot(index).copy_from_slice(&outcome.first);
        }
        let row = Row {
            status: outcome.status(&options.limits),
            solutions: outcome.solutions,
            guesses: outcome.counters.guesses,
            solve_ns: outcome.counters.sweeps,
        };
        block.set(index, row);
    };
    let mut engine = Engine::new(options.backend, options.limits);
    let mut spent = Duration::ZERO;
    let mut timed = |call: &mut dyn FnMut()| {
        let begun = Instant::now();
        call();
        spent += begun.elapsed();
    };
    let mut lines = Vec::with_capacity(LOT.min(rows));
    for start in (0..rows).step_by(LOT).take_while(|_| !is_stopped(&options.limits)) {
        let lot = start..rows.min(start + LOT);
        lines.extend(lot.filter_map(|index| Some((index as u64, line(texts, first + index)?))));
        timed(&mut || engine.feed(lines.drain(..), &mut sink));
    }
    timed(&mut || engine.drain(&mut sink));
    spent
}

/// The symbols of a row, `None` if it holds no puzzle. Its clues may repeat a digit.
fn line(texts: &dyn Texts, row: usize) -> Option<&[u8; 81]> {
    let text = texts.text(row)?;
    match <&[u8; 81]>::try_from(text) {
        Ok(line) if is_all_symbols::<Order3>(line, ALPHABET) => Some(line),
        _ => puzzle::<Order3>(Some(text), ALPHABET).ok()?.0.try_into().ok(),
    }
}
