//! A block through the lane kernel.

use super::{Options, Row, Texts, block::Block};
use crate::{
    grid::{Alphabet, Order3},
    input::{Line, is_all_symbols, parse_line},
    solver::lanes::{Engine, LaneOutcome},
};
use std::time::Instant;

/// 9×9 has one.
const ALPHABET: Alphabet = Alphabet::FromOne;

pub(super) fn solve(texts: &dyn Texts, options: &Options, block: &mut Block) {
    let fed = lines(texts, block);
    let begun = Instant::now();
    let mut sweeps = 0;
    let mut sink = |id: u64, outcome: &LaneOutcome| {
        let index = id as usize;
        if outcome.solutions > 0 {
            block.slot(index).copy_from_slice(&outcome.first);
        }
        sweeps += outcome.counters.sweeps;
        block.rows[index] = Row {
            status: outcome.status(&options.limits),
            solutions: outcome.solutions,
            guesses: outcome.counters.guesses,
            // Its share of the time is known when all have ended.
            solve_ns: outcome.counters.sweeps,
        };
    };
    let mut engine = Engine::new(options.backend, options.limits);
    engine.feed(fed.iter().copied(), &mut sink);
    engine.drain(&mut sink);
    let ns_per_sweep = begun.elapsed().as_nanos() as f64 / sweeps.max(1) as f64;
    for (id, line) in fed {
        let row = &mut block.rows[id as usize];
        row.solve_ns = (row.solve_ns as f64 * ns_per_sweep) as u64;
        // The kernel does not tell a repeated clue from a puzzle without solution.
        if row.solutions == 0
            && let Line::Bad(bad) = parse_line::<Order3>(line)
        {
            *row = Row::NONE;
            block.refuse(id as usize, bad.into());
        }
    }
}

/// The puzzles of a block, each with its number in it. Their clues may repeat a
/// digit.
fn lines<'t>(texts: &'t dyn Texts, block: &mut Block) -> Vec<(u64, &'t [u8; 81])> {
    let mut lines = Vec::with_capacity(block.rows.len());
    for index in 0..block.rows.len() {
        let plain = texts.text(block.first + index).and_then(|text| text.try_into().ok());
        let plain = plain.filter(|text: &&[u8; 81]| is_all_symbols::<Order3>(*text, ALPHABET));
        let line = plain.or_else(|| {
            let (text, _) = block.puzzle::<Order3>(texts, index, ALPHABET)?;
            text.try_into().ok()
        });
        lines.extend(line.map(|line| (index as u64, line)));
    }
    lines
}
