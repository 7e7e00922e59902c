//! The functions of sudomill that the page calls for one puzzle, each in a Web Worker: `pasted` reads it,
//! `one` solves it, `watch` shows a search step by step, and `person` says who can solve it without guesses. What solves files is in files/, what
//! measures strategies in compare/.

mod one;
mod pasted;
mod person;
mod watch;

use serde::Serialize;
use sudomill::{
    grid::{Alphabet, Size},
    rating::Technique,
    solver::{
        lanes::Backend,
        propagation,
        registry::{STRATEGIES, Strategy},
    },
};
use wasm_bindgen::prelude::*;

/// Converts an error to its message, for the page.
fn message(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Converts a value to JSON.
fn json(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(message)
}

/// This build.
#[derive(Serialize)]
struct About {
    version: &'static str,
    /// Those of `lanes`, fastest first.
    backends: Vec<&'static str>,
    /// With their summaries.
    strategies: Vec<[&'static str; 2]>,
    /// With their meanings.
    techniques: Vec<[&'static str; 2]>,
    /// The names of those that are rated, as they are tried.
    rated: Vec<&'static str>,
    /// The sides of grids, ascending.
    sides: Vec<usize>,
}

/// Describes this build as JSON.
#[wasm_bindgen]
pub fn about() -> Result<String, JsError> {
    let removing = propagation::techniques();
    let removing = removing.iter().map(|it| [it.name, it.meaning]);
    let rated = Technique::ALL.iter().map(|it| [it.name(), it.meaning()]);
    json(&About {
        version: env!("CARGO_PKG_VERSION"),
        backends: Backend::available().map(Backend::name).collect(),
        strategies: STRATEGIES.iter().map(|it| [it.part.name, it.part.summary]).collect(),
        techniques: removing.chain(rated).collect(),
        rated: Technique::ALL.iter().map(|it| it.name()).collect(),
        sides: Size::ALL.iter().map(|it| it.side()).collect(),
    })
}

/// Values by the name of a counter, in the order of the solver.
type ByCounter<T> = Vec<(&'static str, T)>;

/// Returns what the strategy's own counters count.
fn meanings(strategy: &Strategy, size: Size) -> ByCounter<&'static str> {
    strategy.about(size).own_counters.iter().map(|it| (it.name, it.meaning)).collect()
}

/// Returns the symbols of the digits of a grid, from 1 to its side.
fn symbols(alphabet: Alphabet, size: Size) -> String {
    size.digits().iter().map(|digit| alphabet.symbol(digit)).collect()
}
