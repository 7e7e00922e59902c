//! What the page asks of sudomill. Each function is called in a Web Worker: `files` solves
//! inputs in pieces, `one` a typed puzzle; `watch` shows a search step by step; `compare`
//! measures strategies.

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

/// An error for the page: its message.
fn message(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// A value as JSON.
fn json(value: &impl serde::Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(message)
}

/// What this build is: its version, and the backends of `lanes`, the fastest first.
#[wasm_bindgen]
pub fn about() -> Result<String, JsError> {
    let backends: Vec<&str> = Backend::available().map(Backend::name).collect();
    let strategies: Vec<[&str; 2]> = STRATEGIES.iter().map(|it| [it.name, it.summary]).collect();
    json(&serde_json::json!({
        "version": env!("CARGO_PKG_VERSION"),
        "backends": backends,
        "strategies": strategies,
    }))
}

/// The symbols of an alphabet, from 1 to 25.
fn symbols(alphabet: Alphabet) -> String {
    (1..=25).filter_map(sudomill::grid::Digit::new).map(|digit| alphabet.symbol(digit)).collect()
}
