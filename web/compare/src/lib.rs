//! Measures strategies on this machine, like `sudomill bench`.

use serde::{Deserialize, Serialize};
use std::{io::Cursor, time::Duration};
use sudomill::{
    bench::{self, Options, Set},
    report::Report,
    solver::registry,
};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Receives the step that is about to start. Defined by `worker.js`.
    #[wasm_bindgen(js_namespace = globalThis, js_name = tellStep)]
    fn tell_step(what: &str, done: f64, of: f64);
}

/// Converts an error to its message, for the page.
fn message(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// Converts a value to JSON.
fn json(value: &impl Serialize) -> Result<String, JsError> {
    serde_json::to_string(value).map_err(message)
}

/// The strategies to measure, and for how long.
#[derive(Deserialize)]
struct Settings {
    strategies: Vec<String>,
    rounds: u32,
    seconds: f64,
}

/// A finished benchmark.
#[wasm_bindgen]
pub struct Benchmark(bench::Benchmark);

#[wasm_bindgen]
impl Benchmark {
    /// Measures strategies on a set.
    #[wasm_bindgen(constructor)]
    pub fn run(name: &str, puzzles: Vec<u8>, settings: &str) -> Result<Self, JsError> {
        let settings: Settings = serde_json::from_str(settings).map_err(message)?;
        let found = settings.strategies.iter().map(|name| registry::find(name));
        let options = Options {
            strategies: found.collect::<Result<_, _>>().map_err(message)?,
            rounds: settings.rounds.clamp(1, 100),
            time: Duration::from_secs_f64(settings.seconds.clamp(0.1, 60.0)),
            ..Options::default()
        };
        let set = Set::read_from(name, Cursor::new(puzzles)).map_err(message)?;
        let tell = |step: bench::Step| tell_step(step.what, step.done as f64, step.of as f64);
        bench::run(&[set], &options, &tell).map(Self).map_err(message)
    }

    /// Returns the JSON of `sudomill bench --json`.
    pub fn json(&self) -> Result<String, JsError> {
        json(&self.0)
    }

    /// Returns the page of `sudomill report`.
    pub fn page(&self) -> String {
        self.report().page()
    }

    /// The plots of that page: their kinds and HTML.
    pub fn figures(&self) -> Result<String, JsError> {
        json(&self.report().figures())
    }

    fn report(&self) -> Report {
        let mut report = Report::new("Measured in a browser");
        report.add_result("browser", self.0.clone());
        report
    }
}
