//! The Python module: Arrow arrays in, record batches out.
//!
//! ```text
//! pyarrow, Polars, pandas, NumPy ─ puzzles.rs ─ sudomill::columns ─ results.rs ─ pyarrow
//!     delimited text ─ sudomill::input ─ rows.rs ─┘       files ─ output.rs ─┘
//! ```
//!
//! Users import `sudomill/__init__.py`, which converts other types to Arrow arrays.

mod call;
mod measure;
mod output;
mod puzzles;
mod results;
mod rows;
mod wanted;

use arrow_array::{ArrayRef, StringArray};
use call::{in_pool, interruptible, value_error};
use puzzles::Puzzles;
use pyo3::prelude::*;
use pyo3_arrow::{PyArray, input::AnyArray};
use results::Rows;
use std::sync::{Arc, atomic::AtomicBool};
use sudomill::{
    Error,
    columns::{self, Options, Results, Texts},
    for_size,
    generate::{Kind, Recipe},
    grid::{Alphabet, Digit, Size},
    input::{Column, Encoding, Layout, Role, column_named, find_column, is_missing},
    solver::Limits,
};
use wanted::Wanted;

#[pymodule(name = "_sudomill")]
mod module {
    #[pymodule_export]
    use super::{
        bench, canonical, column, encodings, generate, layout, shuffle, solution_columns, solve,
        verify,
    };
    #[pymodule_export]
    use crate::output::{Output, discard_unfinished};
    #[pymodule_export]
    use crate::rows::TextRows;
}

/// See `sudomill.solve`.
#[pyfunction]
// Python passes these arguments by name.
#[allow(clippy::too_many_arguments)]
fn solve(
    py: Python<'_>,
    puzzles: AnyArray,
    limit: u64,
    strategy: &str,
    threads: Option<usize>,
    max_guesses: Option<u64>,
    layout: Option<(usize, String)>,
    columns: Option<Vec<String>>,
    given: Option<AnyArray>,
) -> PyResult<Py<PyAny>> {
    let puzzles = Puzzles::new(puzzles)?;
    let given = given.map(Puzzles::new).transpose()?;
    let layout = layout.map(named_layout).transpose()?;
    let (strategy, threads) = (call::strategy(strategy)?, call::threads(threads)?);
    let wanted = Wanted::new(columns, strategy, given.is_some())?;
    let batch = interruptible(py, |stop| {
        let layout = layout.unwrap_or_else(|| columns::layout(&puzzles));
        let limits = Limits {
            solutions: limit,
            max_guesses: max_guesses.unwrap_or(Limits::usual_guesses(layout.size.order())),
            stop: Some(stop),
            ..Limits::default()
        };
        let layout = Some(layout);
        let counters = wanted.has_counters();
        let options = Options { strategy, threads, limits, layout, counters };
        let results = columns::solve(&puzzles, &options)?;
        let grades = match wanted.is_graded() {
            true => columns::grade(&puzzles, &options)?,
            false => Vec::new(),
        };
        let agrees = match &given {
            Some(given) => compare(&puzzles, given, &results, &options)?,
            None => Vec::new(),
        };
        Ok(results::batch(Rows { puzzles: &puzzles, results, grades, agrees }, &wanted))
    })?;
    Ok(batch.map_err(value_error)?.into_pyarrow(py)?.unbind())
}

/// Returns for each row true if the given solution is right; `None` if there is none, or none was
/// found.
fn compare(
    puzzles: &Puzzles,
    given: &Puzzles,
    results: &Results,
    options: &Options,
) -> Result<Vec<Option<bool>>, Error> {
    let given = Trimmed(given);
    let wrong = columns::verify(puzzles, &given, options)?;
    let agrees = |row| {
        let is_given = given.text(row).is_some_and(|text| !is_missing(text));
        (is_given && results.solutions[row] > 0).then(|| !wrong.contains_key(&row))
    };
    Ok((0..results.len()).map(agrees).collect())
}

/// Texts without surrounding white space, like the fields of a file.
struct Trimmed<'a>(&'a Puzzles);

impl Texts for Trimmed<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        self.0.text(row).map(<[u8]>::trim_ascii)
    }
}

/// See `sudomill.layout`.
#[pyfunction]
fn layout(puzzles: AnyArray) -> PyResult<(usize, String)> {
    Ok(spelled(&columns::layout(&Puzzles::new(puzzles)?)))
}

/// Returns the order of a layout, and the symbol of its first digit or [`PENCILMARKS`].
fn spelled(layout: &Layout) -> (usize, String) {
    let first = layout.alphabet.symbol(Digit::new(1).expect("it is one"));
    let written = if layout.candidates { PENCILMARKS.to_owned() } else { first.to_string() };
    (layout.size.order(), written)
}

/// Returns the index, from 0, of the column of a table that holds puzzles or solutions, by the
/// rules of the command line.
#[pyfunction]
fn column(
    names: Vec<String>,
    rows: Vec<Vec<String>>,
    named: Option<String>,
    solutions: bool,
) -> PyResult<usize> {
    let role = if solutions { Role::Solutions } else { Role::Puzzles };
    let named = named.map(|name| name.parse::<Column>().unwrap_or_else(|never| match never {}));
    find_column(&names, &rows, role, named.as_ref())
        .map_err(|missing| value_error(missing.to_string()))
}

/// Returns the indices, from 0, of the columns with a name for solutions, likeliest first.
#[pyfunction]
fn solution_columns(names: Vec<String>) -> Vec<usize> {
    column_named(&names, Role::Solutions).collect()
}

/// The names of the encodings of text.
#[pyfunction]
fn encodings() -> [&'static str; Encoding::ALL.len()] {
    Encoding::ALL.map(Encoding::name)
}

/// The name of puzzles that are given by candidates, where others have a first digit.
const PENCILMARKS: &str = "pencilmarks";

/// Returns the layout for a result of [`spelled`].
fn named_layout((order, written): (usize, String)) -> PyResult<Layout> {
    let candidates = written == PENCILMARKS;
    let alphabet = match written.as_str() {
        "1" | PENCILMARKS => Some(Alphabet::FromOne),
        "0" => Some(Alphabet::FromZero),
        _ => None,
    };
    let layout = alphabet.and_then(|alphabet| Layout::lines(Size::from_order(order)?, alphabet));
    let mut layout = layout.filter(|layout| !candidates || layout.size == Size::Nine);
    if let Some(layout) = &mut layout {
        layout.candidates = candidates;
    }
    layout.ok_or_else(|| {
        value_error(format!(
            "layout: found ({order}, {written:?}); expected (2 to 5, \"1\"), (4 or 5, \"0\") or \
             (3, \"{PENCILMARKS}\")"
        ))
    })
}

/// The options of a call that solves nothing.
fn options(stop: &AtomicBool, threads: usize, layout: Option<Layout>) -> Options<'_> {
    let limits = Limits { stop: Some(stop), ..Limits::default() };
    Options { threads, limits, layout, ..Options::default() }
}

/// See `sudomill.verify`.
#[pyfunction]
fn verify(
    py: Python<'_>,
    puzzles: AnyArray,
    solutions: AnyArray,
    threads: Option<usize>,
    layout: Option<(usize, String)>,
) -> PyResult<Py<PyAny>> {
    let (puzzles, solutions) = (Puzzles::new(puzzles)?, Puzzles::new(solutions)?);
    let (layout, threads) = (layout.map(named_layout).transpose()?, call::threads(threads)?);
    let faults = interruptible(py, |stop| {
        let options = options(stop, threads, layout);
        let faults = columns::verify(&puzzles, &solutions, &options)?;
        Ok(results::faults(&faults, &puzzles, &solutions))
    })?;
    Ok(PyArray::from_array_ref(faults).to_pyarrow(py)?.unbind())
}

/// See `sudomill.canonical`.
#[pyfunction]
fn canonical(
    py: Python<'_>,
    puzzles: AnyArray,
    threads: Option<usize>,
    layout: Option<(usize, String)>,
) -> PyResult<Py<PyAny>> {
    let (puzzles, threads) = (Puzzles::new(puzzles)?, call::threads(threads)?);
    let layout = layout.map(named_layout).transpose()?;
    let forms = interruptible(py, |stop| {
        let options = options(stop, threads, layout);
        Ok(results::strings(&columns::canonical(&puzzles, &options)?))
    })?;
    Ok(PyArray::from_array_ref(forms).to_pyarrow(py)?.unbind())
}

/// See `sudomill.shuffle`. Returns the puzzles and, if some are given, the solutions.
#[pyfunction]
fn shuffle(
    py: Python<'_>,
    puzzles: AnyArray,
    seed: u64,
    solutions: Option<AnyArray>,
    threads: Option<usize>,
    layout: Option<(usize, String)>,
) -> PyResult<Vec<Py<PyAny>>> {
    let puzzles = Puzzles::new(puzzles)?;
    let solutions = solutions.map(Puzzles::new).transpose()?;
    let (layout, threads) = (layout.map(named_layout).transpose()?, call::threads(threads)?);
    let arrays = interruptible(py, |stop| {
        let options = options(stop, threads, layout);
        let copies = columns::shuffle(&puzzles, solutions.as_ref(), seed, &options)?;
        let columns = copies.into_iter().map(|copy| match copy {
            Some(copy) => (Some(copy.puzzle), copy.solution),
            None => (None, None),
        });
        let (of_puzzles, of_solutions): (Vec<_>, Vec<_>) = columns.unzip();
        let mut arrays = vec![results::strings(&of_puzzles)];
        arrays.extend(solutions.as_ref().map(|_| results::strings(&of_solutions)));
        Ok(arrays)
    })?;
    let array = |array| Ok(PyArray::from_array_ref(array).to_pyarrow(py)?.unbind());
    arrays.into_iter().map(array).collect()
}

/// See `sudomill.generate`.
#[pyfunction]
// Python passes these arguments by name.
#[allow(clippy::too_many_arguments)]
fn generate(
    py: Python<'_>,
    kind: &str,
    count: u64,
    seed: u64,
    order: usize,
    clues: Option<usize>,
    min_guesses: Option<u64>,
    threads: Option<usize>,
) -> PyResult<Py<PyAny>> {
    let kind: Kind = kind.parse().map_err(value_error)?;
    let recipe = Recipe { clues, min_guesses, ..Recipe::new(kind, seed) };
    let threads = call::threads(threads)?;
    let lines = interruptible(py, |stop| {
        let mut text = Vec::new();
        let mut write = |lines: &[u8]| {
            text.extend_from_slice(lines);
            Ok(())
        };
        let no_order = || Error::Impossible(format!("order: found {order}; expected 2 to 5"));
        let size = Size::from_order(order).ok_or_else(no_order)?;
        for_size!(size, O => {
            in_pool(threads, || recipe.write::<O>(0..count, stop, &mut write, &()))
        })?;
        Ok(text)
    })?;
    let lines = lines.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    texts(py, lines.map(|line| Some(String::from_utf8_lossy(line))))
}

/// See `sudomill.bench`. Takes the sets by name and returns JSON.
#[pyfunction]
fn bench(
    py: Python<'_>,
    sets: Vec<(String, AnyArray)>,
    strategies: Option<Vec<String>>,
    limit: Option<u64>,
    rounds: Option<u32>,
    seconds: Option<f64>,
    threads: Option<usize>,
) -> PyResult<String> {
    let sets = sets.into_iter().map(|(name, array)| Ok((name, Puzzles::new(array)?)));
    let sets = sets.collect::<PyResult<Vec<_>>>()?;
    let threads = threads.map(|threads| call::threads(Some(threads))).transpose()?;
    let turns = measure::Turns { limit, rounds, seconds, threads };
    let strategies = strategies
        .map(|names| names.iter().map(|name| call::strategy(name)).collect::<PyResult<Vec<_>>>())
        .transpose()?;
    interruptible(py, |stop| measure::bench(&sets, strategies, &turns, stop))
}

/// Converts strings to an Arrow array for Python.
fn texts(
    py: Python<'_>,
    texts: impl Iterator<Item = Option<impl AsRef<str>>>,
) -> PyResult<Py<PyAny>> {
    let array: ArrayRef = Arc::new(texts.collect::<StringArray>());
    Ok(PyArray::from_array_ref(array).to_pyarrow(py)?.unbind())
}
