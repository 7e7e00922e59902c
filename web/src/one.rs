//! Solves one puzzle, typed or pasted.

use crate::{
    ByCounter, json, meanings, message,
    pasted::{one_line, read},
};
use serde::Serialize;
use sudomill::solver::{Limits, Status, registry};
use wasm_bindgen::prelude::*;

/// A puzzle and its solution.
#[derive(Serialize)]
struct Answer {
    /// The rows and the columns of a box.
    boxes: [usize; 2],
    symbols: String,
    /// The puzzle in one line.
    puzzle: String,
    /// The values of the clues, and of the first solution; 0 for an empty cell.
    clues: Vec<u8>,
    solution: Option<Vec<u8>>,
    status: Status,
    solutions: u64,
    strategy: String,
    counters: ByCounter<u64>,
    /// What the strategy's own counters count.
    counter_words: ByCounter<&'static str>,
}

/// Solves one puzzle, in any form that `pasted` reads.
#[wasm_bindgen]
pub fn solve_one(text: &str, strategy: &str, limit: f64) -> Result<String, JsError> {
    let given = read(text)?;
    let size = given.size;
    let strategy = registry::find(strategy).map_err(message)?.for_size(size);
    let has_candidates = !given.candidates.is_empty();
    strategy.check_candidates(size, "the puzzle", has_candidates).map_err(message)?;
    let limits = Limits::default_for(size).with_solutions((limit as u64).max(1));
    let outcome = strategy.solve_any(&given, &limits).map_err(message)?;
    json(&Answer {
        boxes: [size.box_rows(), size.box_columns()],
        symbols: crate::symbols(given.alphabet),
        puzzle: one_line(&given),
        clues: given.values,
        solution: outcome.solution,
        status: outcome.status,
        solutions: outcome.solutions,
        strategy: strategy.name(),
        counters: outcome.named_counters,
        counter_words: meanings(&strategy, size),
    })
}
