//! Solves inputs in pieces: one worker reads, the others solve.

use crate::{json, message, slices::Slices};
use serde::{Deserialize, Serialize};
use sudomill::{
    batch::{Options, solve_chunk},
    grid::{Order, Order3},
    input::{ChunkPlace, Column, Open, Skip, Source, line_ends, read_file},
    output::{self, Columns, Keep, Plan, Tally, Timing},
    solver::{Limits, Status, lanes::Backend, registry},
};
use wasm_bindgen::prelude::*;

/// The approximate size of a piece, in bytes.
const PIECE: usize = 1 << 20;

/// The options of a run, with the names of the command line's options.
#[derive(Deserialize)]
#[serde(default, rename_all = "kebab-case")]
struct Settings {
    strategy: String,
    backend: Option<String>,
    format: String,
    limit: u64,
    column: Option<String>,
    keep_all: bool,
    timing: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            strategy: registry::DEFAULT.into(),
            backend: None,
            format: "solution".into(),
            limit: 2,
            column: None,
            keep_all: false,
            timing: false,
        }
    }
}

impl Settings {
    fn of(json: &str) -> Result<Self, JsError> {
        serde_json::from_str(json).map_err(message)
    }

    fn how(&self) -> Result<Open, JsError> {
        let column = self.column.as_deref().map(str::parse::<Column>).transpose();
        Ok(Open { column: column.map_err(message)?, ..Open::default() })
    }

    fn options(&self) -> Result<Options<'static>, JsError> {
        let mut strategy = registry::find(&self.strategy).map_err(message)?;
        if let Some(name) = &self.backend {
            strategy = strategy.on(Backend::find(name).map_err(message)?);
        }
        let keep = if self.keep_all { Keep::All } else { Keep::Nothing };
        Ok(Options {
            strategy,
            limits: Limits::default().with_solutions(self.limit.max(1)),
            format: self.format.parse().map_err(message)?,
            columns: Columns { names: None, keep },
            ..Options::default()
        })
    }
}

/// Opens the worker's file.
fn open_file(name: &str, size: u64, settings: &Settings) -> Result<Source, JsError> {
    read_file(name, Slices::of_size(size), Some(size), &settings.how()?).map_err(message)
}

/// Reads the worker's file piece by piece.
#[wasm_bindgen]
pub struct Reader {
    source: Source,
    /// The number of newlines so far.
    newlines: u64,
}

#[wasm_bindgen]
impl Reader {
    #[wasm_bindgen(constructor)]
    pub fn open(name: &str, size: f64, settings: &str) -> Result<Self, JsError> {
        let source = open_file(name, size as u64, &Settings::of(settings)?)?;
        Ok(Self { source, newlines: 0 })
    }

    /// Returns the next piece; nothing at the end.
    pub fn next_piece(&mut self) -> Result<Option<Cut>, JsError> {
        let Some(chunk) = self.source.next_chunk(PIECE).map_err(message)? else { return Ok(None) };
        let (place, bytes) = chunk.into_parts();
        let place = Place { chunk: place, newlines: self.newlines };
        self.newlines += line_ends(&bytes);
        Ok(Some(Cut { place, bytes }))
    }
}

/// The position of a piece in its file.
#[derive(Serialize, Deserialize)]
struct Place {
    chunk: ChunkPlace,
    /// The number of newlines before the piece.
    newlines: u64,
}

/// A piece to be passed to a solver.
#[wasm_bindgen]
pub struct Cut {
    place: Place,
    bytes: Vec<u8>,
}

#[wasm_bindgen]
impl Cut {
    pub fn place(&self) -> Result<String, JsError> {
        json(&self.place)
    }

    /// Takes the bytes out of the piece.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }
}

/// Solves pieces of the worker's file.
#[wasm_bindgen]
pub struct Solver {
    source: Source,
    options: Options<'static>,
    plan: Plan,
    timed: bool,
}

/// The columns of a file.
#[derive(Serialize)]
struct Table<'a> {
    /// The column that is read: its number, from 1, and its name.
    number: usize,
    column: Option<&'a str>,
    /// A column with puzzles, if the chosen one has none in the first row.
    elsewhere: Option<(usize, Option<&'a str>)>,
    /// The usual and the actual name of each column of results whose name the file has, too.
    renamed: Vec<(&'a str, &'a str)>,
}

/// A summary of a solved piece.
#[derive(Serialize)]
struct Report {
    statuses: output::Counts<Status>,
    skipped: output::Counts<Skip>,
    counts: Counts,
    consumed: u64,
    /// The first bad lines: `file:line:column: what is wrong`.
    bad: Vec<String>,
}

/// The other counts of a piece.
#[derive(Serialize)]
struct Counts {
    lines: u64,
    valid: u64,
    with_empty_cells: u64,
    not_kept: u64,
    letters: u64,
}

impl Counts {
    fn of(tally: &Tally) -> Self {
        Self {
            lines: tally.lines(),
            valid: tally.valid(),
            with_empty_cells: tally.has_empty_cells.into(),
            not_kept: tally.unkept,
            letters: tally.letters,
        }
    }
}

#[wasm_bindgen]
impl Solver {
    #[wasm_bindgen(constructor)]
    pub fn open(name: &str, size: f64, settings: &str) -> Result<Self, JsError> {
        let settings = Settings::of(settings)?;
        let source = open_file(name, size as u64, &settings)?;
        let (order, mut options) = (source.layout().size.order(), settings.options()?);
        let plan = options.plan(&source).map_err(message)?;
        // On grids larger than 9×9, a weak strategy may never finish.
        if order > Order3::BOX {
            options.limits.max_guesses = Limits::usual_guesses(order);
        }
        Ok(Self { source, options, plan, timed: settings.timing })
    }

    /// Describes the columns of the file as JSON.
    pub fn table(&self) -> Result<String, JsError> {
        let table = &self.source.layout().table;
        let renamed = self.plan.renamed().collect();
        let (number, column, elsewhere) = (table.number(), table.column(), table.elsewhere());
        json(&Table { number, column, elsewhere, renamed })
    }

    pub fn header(&self) -> Vec<u8> {
        self.plan.header()
    }

    pub fn timing_header(&self) -> Vec<u8> {
        Timing::header(false)
    }

    pub fn solve(&self, place: &str, bytes: Vec<u8>) -> Result<Solved, JsError> {
        let Place { chunk, newlines } = serde_json::from_str(place).map_err(message)?;
        let Self { source, options, plan, timed } = self;
        let chunk = source.chunk_at(chunk, bytes);
        let consumed = chunk.consumed();
        let ([results, timing], bad, tally) =
            solve_chunk(chunk, newlines, options, plan, *timed).map_err(message)?;
        let bad = bad.iter().map(|(line, bad)| format!("{}:{line}:{bad}", source.name()));
        let report = Report {
            statuses: tally.statuses,
            skipped: tally.skipped,
            counts: Counts::of(&tally),
            consumed,
            bad: bad.collect(),
        };
        Ok(Solved { report: json(&report)?, results, timing })
    }
}

/// The results of a piece.
#[wasm_bindgen]
pub struct Solved {
    report: String,
    results: Vec<u8>,
    timing: Vec<u8>,
}

#[wasm_bindgen]
impl Solved {
    pub fn report(&self) -> String {
        self.report.clone()
    }

    pub fn take_results(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.results)
    }

    pub fn take_timing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.timing)
    }
}
