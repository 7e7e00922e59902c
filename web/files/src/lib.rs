//! Solves files, piece by piece: the page decides how large a piece is, and may stop after any.

use serde::Deserialize;
use serde_json::json;
use std::io::{self, BufReader, Read};
use sudomill::{
    batch::SolveOptions,
    grid::Size,
    input::{self, Column, ReadOptions, Source},
    output::{Columns, Keep},
    solver::{Limits, registry},
};
use sudomill_batch::files::solve::{plan, solve_chunk};
use sudomill_output::{Plan, Timing};
use sudomill_puzzle::puzzle_line::line_end::count as line_ends;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Returns bytes of the worker's file, starting at an offset. Defined by `worker.js`.
    #[wasm_bindgen(js_namespace = globalThis, js_name = readSlice, catch)]
    fn read_slice(at: f64, len: u32) -> Result<Vec<u8>, JsValue>;
}

/// Converts an error to its message, for the page.
fn message(error: impl std::fmt::Display) -> JsError {
    JsError::new(&error.to_string())
}

/// The number of bytes requested at a time.
const SLICE: usize = 1 << 20;

/// The part of the worker's file that is not read yet.
struct Rest {
    at: u64,
    end: u64,
}

impl Read for Rest {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = (self.end - self.at).min(buffer.len() as u64);
        if len == 0 {
            return Ok(0);
        }
        let slice = read_slice(self.at as f64, len as u32).map_err(|error| {
            let reason = error.as_string().unwrap_or_else(|| "the browser gives no reason".into());
            io::Error::other(reason)
        })?;
        buffer[..slice.len()].copy_from_slice(&slice);
        self.at += slice.len() as u64;
        Ok(slice.len())
    }
}

/// The options of a run, with the names of the command line's options.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Settings {
    strategy: String,
    format: String,
    limit: u64,
    column: Option<String>,
    keep_all: bool,
    timing: bool,
}

impl Settings {
    fn how(&self) -> Result<ReadOptions, JsError> {
        let column = self.column.as_deref().map(str::parse::<Column>).transpose();
        Ok(ReadOptions::default().with_column(column.map_err(message)?))
    }

    fn options(&self) -> Result<SolveOptions<'static>, JsError> {
        let keep = if self.keep_all { Keep::All } else { Keep::Nothing };
        Ok(SolveOptions::default()
            .with_strategy(registry::find(&self.strategy).map_err(message)?)
            .with_limits(Limits::default().with_solutions(self.limit.max(1)))
            .with_format(self.format.parse().map_err(message)?)
            .with_columns(Columns::default().with_keep(keep)))
    }
}

/// Solves the worker's file.
#[wasm_bindgen]
pub struct Run {
    source: Source,
    options: SolveOptions<'static>,
    plan: Plan,
    timed: bool,
    /// The number of newlines of the pieces so far.
    newlines: u64,
}

#[wasm_bindgen]
impl Run {
    #[wasm_bindgen(constructor)]
    pub fn open(name: &str, size: f64, settings: &str) -> Result<Self, JsError> {
        let settings: Settings = serde_json::from_str(settings).map_err(message)?;
        let file = BufReader::with_capacity(SLICE, Rest { at: 0, end: size as u64 });
        let source = input::read_as(name, file, &settings.how()?).map_err(message)?;
        let (size, mut options) = (source.layout().size, settings.options()?);
        // On grids larger than 9×9, a weak strategy may never finish.
        if size > Size::Nine {
            options.limits.max_guesses = Limits::default_guesses(size);
        }
        let plan = plan(&options, &source).map_err(message)?;
        Ok(Self { source, options, plan, timed: settings.timing, newlines: 0 })
    }

    /// Describes the columns of the file as JSON: the one that is read, by number from 1 and name;
    /// one with puzzles, if the chosen one has none in the first row; and the usual and the actual
    /// name of each column of results whose name the file has, too.
    pub fn table(&self) -> String {
        let table = &self.source.layout().table;
        json!({
            "number": table.number(),
            "column": table.column(),
            "elsewhere": table.elsewhere(),
            "renamed": self.plan.renamed().collect::<Vec<_>>(),
        })
        .to_string()
    }

    pub fn header(&self) -> Vec<u8> {
        self.plan.header()
    }

    pub fn timing_header(&self) -> Vec<u8> {
        Timing::header(false)
    }

    /// Solves the next lines, of about `target` bytes; nothing at the end.
    pub fn next_piece(&mut self, target: usize) -> Result<Option<Solved>, JsError> {
        let Self { source, options, plan, timed, newlines } = self;
        let Some(chunk) = source.next_chunk(target).map_err(message)? else { return Ok(None) };
        let (consumed, ends) = (chunk.consumed(), line_ends(chunk.bytes()));
        let ([results, timing], bad, tally) =
            solve_chunk(chunk, *newlines, options, plan, *timed).map_err(message)?;
        *newlines += ends;
        let bad = bad.iter().map(|(line, bad)| format!("{}:{line}:{bad}", source.name()));
        let report = json!({
            "statuses": tally.statuses,
            "skipped": tally.skipped,
            "counts": {
                "lines": tally.lines(),
                "valid": tally.valid(),
                "with_empty_cells": u64::from(tally.has_empty_cells),
                "not_kept": tally.unkept,
                "letters": tally.letters,
            },
            "consumed": consumed,
            // `file:line:column: what is wrong`
            "bad": bad.collect::<Vec<_>>(),
        });
        Ok(Some(Solved { report: report.to_string(), results, timing }))
    }
}

/// The results of a piece.
#[wasm_bindgen(getter_with_clone)]
pub struct Solved {
    pub report: String,
    pub results: Vec<u8>,
    pub timing: Vec<u8>,
}
