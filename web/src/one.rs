//! Solves one puzzle, typed or pasted.

use crate::{ByCounter, json, meanings, message};
use serde::Serialize;
use sudomill::{
    for_size,
    grid::{Digit, Order},
    input::{AnyPuzzle, read_puzzle},
    solver::{
        Limits, Status,
        registry::{self, Strategy},
    },
};
use wasm_bindgen::prelude::*;

/// A puzzle and its solution.
#[derive(Serialize)]
struct Answer {
    size: usize,
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

/// Solves one puzzle, in any form that `sudomill solve` accepts as an argument.
#[wasm_bindgen]
pub fn solve_one(text: &str, strategy: &str, limit: f64) -> Result<String, JsError> {
    let given = read(text)?;
    let strategy = registry::find(strategy).map_err(message)?.for_order(given.size.order());
    for_size!(given.size, O => answer::<O>(&given, strategy, (limit as u64).max(1)))
}

/// Reads one puzzle. An error begins with the number of cells if it is wrong: two texts may be mixed.
pub fn read(text: &str) -> Result<AnyPuzzle, JsError> {
    read_puzzle(text.as_bytes()).map_err(|bad| {
        let cells = text.chars().filter(|&it| it.is_alphanumeric() || "._*?".contains(it)).count();
        let words = match cells {
            // Puzzles, and their candidates.
            16 | 81 | 256 | 625 | 64 | 729 | 4096 | 15625 => String::new(),
            _ => format!("This text has {cells} cells; a puzzle has 16, 81, 256 or 625.\n"),
        };
        message(format!("{words}line {}", bad.at(1)))
    })
}

/// Returns the puzzle in one line: the clues in its own symbols, or the candidates of all cells.
pub fn one_line(given: &AnyPuzzle) -> Result<String, JsError> {
    if !given.candidates.is_empty() {
        return for_size!(given.size, O => Ok(given.puzzle::<O>().map_err(message)?.to_string()));
    }
    let symbol = |&value: &u8| Digit::new(value).map_or('.', |digit| given.alphabet.symbol(digit));
    Ok(given.values.iter().map(symbol).collect())
}

fn answer<O: Order>(
    given: &AnyPuzzle,
    strategy: Strategy,
    solutions: u64,
) -> Result<String, JsError> {
    let (puzzle, solver) = (given.puzzle::<O>().map_err(message)?, strategy.solver::<O>());
    strategy.check_candidates(O::SIZE, "the puzzle", puzzle.has_candidates()).map_err(message)?;
    let outcome = solver.solve(&puzzle, &Limits::default_for(O::BOX).with_solutions(solutions));
    json(&Answer {
        size: O::BOX,
        symbols: crate::symbols(given.alphabet),
        puzzle: one_line(given)?,
        clues: given.values.clone(),
        solution: outcome.solution.map(|solution| solution.values().to_vec()),
        status: outcome.status,
        solutions: outcome.solutions,
        strategy: strategy.name(),
        counters: outcome.named_counters().into_iter().collect(),
        counter_words: meanings(&*solver),
    })
}
