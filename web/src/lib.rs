//! The functions of sudomill that the page calls, each in a Web Worker: `files` solves inputs in
//! pieces, `one` solves a typed puzzle, `watch` shows a search step by step, and `compare` measures
//! strategies.

mod compare;
mod counters;
mod files;
mod one;
mod slices;
mod watch;

use sudomill::{
    grid::Alphabet,
    solver::{lanes::Backend, registry::STRATEGIES},
};
use wasm_bindgen::prelude::*;

/// Converts an error to its message, for the page.
fn message(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Converts a value to JSON.
fn json(value: &impl serde::Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(message)
}

/// Describes this build as JSON: its version, its strategies, and the backends of `lanes`, fastest
/// first.
#[wasm_bindgen]
pub fn about() -> Result<String, JsError> {
    let backends: Vec<&str> = Backend::available().map(Backend::name).collect();
    let strategies: Vec<[&str; 2]> = STRATEGIES.iter().map(|it| [it.part.name, it.part.summary]).collect();
    json(&serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "backends": backends,
        "strategies": strategies,
    }))
}

/// Returns the symbols of an alphabet, from 1 to 25.
fn symbols(alphabet: Alphabet) -> String {
    (1..=25).filter_map(sudomill::grid::Digit::new).map(|digit| alphabet.symbol(digit)).collect()
}
