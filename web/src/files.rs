//! Solves inputs in pieces: one worker reads, the others solve.

use crate::{json, message, slices::Slices};
use serde::{Deserialize, Serialize};
use sudomill::{
    batch::{
        Options,
        pieces::{self, Piece},
    },
    grid::{Order, Order3},
    input::{Column, Open, Skip},
    output::{self, Columns, Keep, Tally},
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

/// Reads the worker's file piece by piece.
#[wasm_bindgen]
pub struct Reader(pieces::Reader);

#[wasm_bindgen]
impl Reader {
    #[wasm_bindgen(constructor)]
    pub fn open(name: &str, size: f64, settings: &str) -> Result<Self, JsError> {
        let (size, how) = (size as u64, Settings::of(settings)?.how()?);
        pieces::Reader::open(name, Slices::of_size(size), size, &how).map(Self).map_err(message)
    }

    /// Returns the next piece; nothing at the end.
    pub fn next_piece(&mut self) -> Result<Option<Cut>, JsError> {
        self.0.next_piece(PIECE).map(|piece| piece.map(Cut)).map_err(message)
    }
}

/// A piece to be passed to a solver.
#[wasm_bindgen]
pub struct Cut(Piece);

#[wasm_bindgen]
impl Cut {
    pub fn place(&self) -> Result<String, JsError> {
        json(&self.0.place)
    }

    /// Takes the bytes out of the piece.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.0.bytes)
    }
}

/// Solves pieces of the worker's file.
#[wasm_bindgen]
pub struct Solver {
    solver: pieces::Solver,
    name: String,
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
        let (size, settings) = (size as u64, Settings::of(settings)?);
        let (how, mut options) = (settings.how()?, settings.options()?);
        let open = |options| {
            pieces::Solver::open(name, Slices::of_size(size), size, &how, options, settings.timing)
        };
        let mut solver = open(options.clone()).map_err(message)?;
        // On grids larger than 9×9, a weak strategy may never finish.
        if solver.size().order() > Order3::BOX {
            options.limits.max_guesses = Limits::usual_guesses(solver.size().order());
            solver = open(options).map_err(message)?;
        }
        Ok(Self { solver, name: name.into() })
    }

    /// Describes the columns of the file as JSON.
    pub fn table(&self) -> Result<String, JsError> {
        let table = self.solver.table();
        let renamed = self.solver.renamed().collect();
        let (number, column, elsewhere) = (table.number(), table.column(), table.elsewhere());
        json(&Table { number, column, elsewhere, renamed })
    }

    pub fn header(&self) -> Vec<u8> {
        self.solver.header()
    }

    pub fn timing_header(&self) -> Vec<u8> {
        self.solver.timing_header()
    }

    pub fn solve(&self, place: &str, bytes: Vec<u8>) -> Result<Solved, JsError> {
        let place = serde_json::from_str(place).map_err(message)?;
        let solved = self.solver.solve(Piece { place, bytes }).map_err(message)?;
        let bad = solved.bad.iter().map(|(line, bad)| format!("{}:{line}:{bad}", self.name));
        let report = Report {
            statuses: solved.tally.statuses,
            skipped: solved.tally.skipped,
            counts: Counts::of(&solved.tally),
            consumed: solved.consumed,
            bad: bad.collect(),
        };
        Ok(Solved { report: json(&report)?, results: solved.results, timing: solved.timing })
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
