//! The Python module: Arrow arrays in, Arrow arrays and record batches out.
//!
//! ```text
//! pyarrow, Polars, pandas, NumPy ─ puzzles.rs ─ sudomill::columns ─ results.rs ─ pyarrow
//! ```
//!
//! Users import `sudomill/__init__.py`, which converts other types to Arrow arrays.

mod call;
mod delimited;
mod puzzles;
mod results;
mod steps;
mod wanted;

use arrow_array::{BooleanArray, RecordBatch};
use arrow_buffer::BooleanBuffer;
use arrow_data::ArrayData;
use arrow_pyarrow::PyArrowType;
use call::{interruptible, value_error};
use delimited::Delimited;
use puzzles::{Chunks, Puzzles};
use pyo3::{IntoPyObjectExt, prelude::*};
use std::{num::NonZeroU64, str::FromStr, sync::atomic::AtomicBool};
use sudomill::{
    Error,
    generate::{Kind, Recipe},
    grid::{Alphabet, Digit, Extra, Size, Units},
    input::{self, BadLine, Layout, ReadOptions, Role},
    memory::{self, Copies, MemoryOptions, Repeats, Texts, Wrong},
    rating::Tenths,
    solver::{Limits, registry},
};
use sudomill_batch::memory::by_row::extras;
use sudomill_input::{OptionsError, is_missing};
use sudomill_output::columns::Column as Named;
use sudomill_solvers::threads::pool;
use wanted::Wanted;

#[pymodule(name = "_sudomill")]
mod module {
    use super::Size;
    #[pymodule_export]
    use super::{
        Dedup, Delimited, canonical, columns_named, generate, layout, shuffle, solve, verify,
        vicinity,
    };
    use pyo3::{prelude::*, types::PyTuple};

    /// `CELLS`: the numbers of cells of grids of every size, ascending.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let cells = Size::ALL.iter().map(|size| size.cells());
        module.add("CELLS", PyTuple::new(module.py(), cells)?)
    }
}

/// The arguments that most functions share, from a dictionary.
#[derive(Default, FromPyObject)]
#[pyo3(from_item_all)]
struct Shared<'py> {
    threads: Option<usize>,
    /// As [`named_layout`] reads it.
    layout: Option<Bound<'py, PyAny>>,
    /// A drawing.
    regions: Option<String>,
    /// Names or drawings.
    extra: Vec<String>,
}

impl Shared<'_> {
    /// The options that read puzzles in these units.
    fn how(&self) -> PyResult<ReadOptions> {
        let of = |name| move |bad: BadLine| value_error(format!("{name}: {}", bad.at(1)));
        let regions = self.regions.as_ref().map(|text| input::read_drawing(text.as_bytes()));
        let extra = self.extra.iter().map(|text| {
            let drawn = || input::read_drawing(text.as_bytes()).map(Extra::Drawing);
            Extra::named(text).map_or_else(drawn, Ok)
        });
        let how = ReadOptions::default().with_regions(regions.transpose().map_err(of("regions"))?);
        Ok(how.with_extra(extra.collect::<Result<_, _>>().map_err(of("extra"))?))
    }
}

/// The units of puzzles of this size.
fn units(how: &ReadOptions, size: Size) -> PyResult<Units> {
    Units::new(size, how.regions.as_ref(), &how.extra)
        .map_err(|error| value_error(format!("regions, extra: {error}")))
}

/// An array for Python.
type Column = PyArrowType<ArrayData>;

/// See `sudomill.solve`.
#[pyfunction]
// Python passes these arguments by name.
#[allow(clippy::too_many_arguments)]
fn solve(
    py: Python<'_>,
    puzzles: Chunks,
    limit: NonZeroU64,
    strategy: Option<&str>,
    max_guesses: Option<u64>,
    max_rating: Option<Bound<'_, PyAny>>,
    columns: Option<Vec<String>>,
    given: Option<Chunks>,
    shared: Shared,
) -> PyResult<PyArrowType<RecordBatch>> {
    let has_boxes = shared.regions.is_none() && shared.extra.is_empty();
    let usual = if has_boxes { registry::DEFAULT } else { registry::REGION_LANES };
    let strategy = registry::find(strategy.unwrap_or(usual)).map_err(value_error)?;
    let wanted = Wanted::new(columns, &strategy, given.is_some())?;
    if let Some(&(name, _)) = wanted.0.iter().find(|it| !has_boxes && it.1.is_of_boxes()) {
        return Err(value_error(OptionsError::ColumnOfBoxes { column: name.to_owned() }));
    }
    let max_rating = max_rating.map(|it| highest(&it, &wanted)).transpose()?;
    let call = Call::new(py, puzzles, given, &shared)?;
    let batch = interruptible(py, |stop| {
        let mut options = call.options(stop);
        (options.strategy, options.details) = (strategy, wanted.has_details());
        options.limits.solutions = limit;
        let usual = Limits::default_guesses(call.layout.size);
        options.limits.max_guesses = max_guesses.unwrap_or(usual);
        let solved = results::solve(&call.puzzles, call.layout.size.cells(), &options)?;
        let (found, symbols) = &solved;
        let solution = |row: usize| {
            (found.solutions[row] > 0).then(|| &symbols[found.cells * row..][..found.cells])
        };
        let (statuses, columns) = (&found.statuses, wanted.columns());
        let (puzzles, agrees) = (&call.puzzles, call.compare(&found.solutions, &options)?);
        let extras = extras(puzzles, statuses, solution, &columns, max_rating, &options)?;
        Ok(results::batch(&wanted, puzzles, solved, &extras, agrees))
    })?;
    Ok(PyArrowType(batch.map_err(value_error)?))
}

/// Reads the highest rating to look for.
fn highest(max_rating: &Bound<'_, PyAny>, wanted: &Wanted) -> PyResult<Tenths> {
    let found = match wanted.has_any(&Named::RATINGS) {
        true => Tenths::from_str(&max_rating.to_string()).map_err(|error| error.to_string()),
        false => Err("it is for the columns of ratings; add one to columns".to_owned()),
    };
    found.map_err(|reason| value_error(format!("max_rating: {reason}")))
}

/// The arguments that most functions share.
struct Call {
    puzzles: Puzzles,
    solutions: Option<Puzzles>,
    threads: usize,
    /// How puzzles are read.
    how: ReadOptions,
    layout: Layout,
}

impl Call {
    /// Detects the layout unless it is given.
    fn new(
        py: Python<'_>,
        puzzles: Chunks,
        solutions: Option<Chunks>,
        shared: &Shared,
    ) -> PyResult<Self> {
        let (threads, how) = (call::threads(shared.threads)?, shared.how()?);
        let read = |chunks| Puzzles::new(py, chunks, threads, &how);
        let (puzzles, solutions) = (read(puzzles)?, solutions.map(read).transpose()?);
        let mut layout = match &shared.layout {
            Some(spelled) => named_layout(spelled)?,
            None => puzzles.layout(py)?,
        };
        layout.units = units(&how, layout.size)?;
        Ok(Self { puzzles, solutions, threads, how, layout })
    }

    fn options<'a>(&self, stop: &'a AtomicBool) -> MemoryOptions<'a> {
        let limits = Limits::default().with_stop(stop);
        let layout = Some(self.layout.clone());
        MemoryOptions::default().with_threads(self.threads).with_limits(limits).with_layout(layout)
    }

    /// Returns for each row true if the given solution is right; `None` if there is none, or `found`
    /// is 0. Returns nothing without given solutions.
    fn compare(&self, found: &[u64], options: &MemoryOptions) -> Result<Vec<Option<bool>>, Error> {
        let Some(given) = &self.solutions else { return Ok(Vec::new()) };
        // Without surrounding white space, like the fields of a file.
        let texts = (0..given.len()).map(|row| given.text(row).unwrap_or_default().trim_ascii());
        let texts: Vec<&[u8]> = texts.collect();
        let wrong = memory::verify(&self.puzzles, &texts[..], options)?;
        let agrees = |row: usize| {
            // A grid that repeats a digit is given, though it has no text.
            let is_given = !is_missing(texts[row]) || given.fault(row).is_some();
            let is_damaged = matches!(wrong.get(&row), Some(Wrong::Damaged(_)));
            (is_given && !is_damaged && found[row] > 0).then(|| !wrong.contains_key(&row))
        };
        Ok((0..given.len()).map(agrees).collect())
    }
}

/// Returns the indices of the columns with a known name for puzzles, or for solutions; likeliest first.
#[pyfunction]
fn columns_named(names: Vec<String>, hold_puzzles: bool) -> Vec<usize> {
    let role = if hold_puzzles { Role::Puzzles } else { Role::Solutions };
    input::column_named(&names, role).collect()
}

/// The name of puzzles that are given by candidates, where others have a first digit.
const PENCILMARKS: &str = "pencilmarks";

/// See `sudomill.layout`. Returns the side of a square box or `2x3`, and the symbol of the first digit
/// or [`PENCILMARKS`].
#[pyfunction]
fn layout(py: Python<'_>, puzzles: Chunks) -> PyResult<(Bound<'_, PyAny>, String)> {
    let layout = Call::new(py, puzzles, None, &Shared::default())?.layout;
    let first = layout.alphabet.symbol(Digit::new(1).expect("it is one")).to_string();
    let order = match layout.size.order() {
        Some(order) => order.into_bound_py_any(py)?,
        None => layout.size.order_text().into_bound_py_any(py)?,
    };
    Ok((order, if layout.candidates { PENCILMARKS.to_owned() } else { first }))
}

/// Returns the layout that [`layout()`] writes like this.
fn named_layout(spelled: &Bound<'_, PyAny>) -> PyResult<Layout> {
    let named = || {
        let [order, written] = spelled.extract::<[Bound<'_, PyAny>; 2]>().ok()?;
        let written = written.extract::<String>().ok()?;
        let candidates = written == PENCILMARKS;
        let alphabet = match written.as_str() {
            "1" | PENCILMARKS => Alphabet::FromOne,
            "0" => Alphabet::FromZero,
            _ => return None,
        };
        let size = Size::from_order_text(&order.to_string())?;
        let mut layout = Layout::lines(size, alphabet)?;
        layout.candidates = candidates;
        (!candidates || size == Size::Nine).then_some(layout)
    };
    let expected = "(2 to 5, \"1\"), (4 or 5, \"0\") or (3, \"pencilmarks\")";
    let expected = format!("expected a tuple that sudomill.layout returns, such as {expected}");
    named().ok_or_else(|| value_error(format!("layout: found {spelled:?}; {expected}")))
}

/// See `sudomill.verify`.
#[pyfunction]
fn verify(py: Python<'_>, puzzles: Chunks, solutions: Chunks, shared: Shared) -> PyResult<Column> {
    let call = Call::new(py, puzzles, None, &shared)?;
    let solutions = Puzzles::new(py, solutions, call.threads, &call.how)?;
    interruptible(py, |stop| {
        let faults = memory::verify(&call.puzzles, &solutions, &call.options(stop))?;
        Ok(PyArrowType(results::faults(&faults, &call.puzzles, &solutions)))
    })
}

/// See `sudomill.canonical`.
#[pyfunction]
fn canonical(py: Python<'_>, puzzles: Chunks, shared: Shared) -> PyResult<Column> {
    let call = Call::new(py, puzzles, None, &shared)?;
    interruptible(py, |stop| {
        let forms = memory::canonical(&call.puzzles, &call.options(stop))?;
        let forms: Vec<_> = forms.iter().map(|it| Some(it.as_ref()?.puzzle.to_string())).collect();
        Ok(PyArrowType(results::texts(forms.iter().map(Option::as_deref))))
    })
}

/// See `sudomill.vicinity`.
#[pyfunction]
fn vicinity(py: Python<'_>, puzzles: Chunks, remove: usize, add: usize) -> PyResult<Column> {
    let call = Call::new(py, puzzles, None, &Shared::default())?;
    interruptible(py, |stop| {
        let forms = memory::canonical(&call.puzzles, &call.options(stop))?;
        let forms: Vec<_> = forms.iter().flatten().map(|it| it.puzzle).collect();
        let found = sudomill::vicinity(&forms, remove, add, Some(stop))?;
        let found: Vec<_> = found.iter().map(ToString::to_string).collect();
        Ok(PyArrowType(results::texts(found.iter().map(|it| Some(&**it)))))
    })
}

/// See `sudomill.shuffle`. Returns the puzzles and, if some are given, the solutions.
#[pyfunction]
fn shuffle(
    py: Python<'_>,
    puzzles: Chunks,
    seed: u64,
    copies: usize,
    first: u64,
    solutions: Option<Chunks>,
    shared: Shared,
) -> PyResult<Vec<Column>> {
    let call = Call::new(py, puzzles, solutions, &shared)?;
    interruptible(py, |stop| {
        let given = call.solutions.as_ref();
        let options = call.options(stop);
        let wanted = Copies::default().with_seed(seed).with_copies(copies).with_first(first);
        let copies = match given {
            Some(given) => memory::shuffle_with(&call.puzzles, given, &wanted, &options)?,
            None => memory::shuffle(&call.puzzles, &wanted, &options)?,
        };
        let puzzle = copies.iter().map(|copy| Some(copy.as_ref()?.puzzle.as_str()));
        let solution = copies.iter().map(|copy| copy.as_ref()?.solution.as_deref());
        let solutions = given.map(|_| results::texts(solution));
        Ok([results::texts(puzzle)].into_iter().chain(solutions).map(PyArrowType).collect())
    })
}

/// See `sudomill.dedup`: finds the first puzzle of each class among the rows of many columns.
#[pyclass]
struct Dedup(Repeats);

#[pymethods]
impl Dedup {
    #[new]
    fn new(exact: bool) -> Self {
        Self(Repeats::new(exact))
    }

    /// Adds the rows of a column. Returns the number of all rows so far.
    fn add(&mut self, py: Python<'_>, puzzles: Chunks, shared: Shared) -> PyResult<u64> {
        let call = Call::new(py, puzzles, None, &shared)?;
        interruptible(py, |stop| self.0.add(&call.puzzles, &call.options(stop)))?;
        Ok(self.0.rows())
    }

    /// Returns false for each row whose puzzle occurred in a row before, and begins again.
    fn firsts(&mut self, py: Python<'_>, threads: Option<usize>) -> PyResult<Column> {
        let options = MemoryOptions::default().with_threads(call::threads(threads)?);
        let repeated = interruptible(py, |stop| {
            let limits = Limits::default().with_stop(stop);
            self.0.find(&options.with_limits(limits))
        })?;
        let firsts = BooleanBuffer::collect_bool(repeated.len(), |row| !repeated[row]);
        Ok(PyArrowType(BooleanArray::from(firsts).into()))
    }
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
    order: Bound<'_, PyAny>,
    clues: Option<usize>,
    min_guesses: Option<u64>,
    shared: Shared,
) -> PyResult<Column> {
    let kind: Kind = kind.parse().map_err(value_error)?;
    let recipe = Recipe::new(kind, seed).with_clues(clues).with_min_guesses(min_guesses);
    let no_order = || {
        let expected = Size::list(Size::order_text);
        value_error(format!("order: found {order:?}; expected {expected}"))
    };
    let size = Size::from_order_text(&order.to_string()).ok_or_else(no_order)?;
    let recipe = recipe.with_units(units(&shared.how()?, size)?);
    let threads = call::threads(shared.threads)?;
    let lines = interruptible(py, |stop| {
        let mut text = Vec::new();
        let mut write = |lines: &[u8]| {
            text.extend_from_slice(lines);
            Ok::<_, Error>(())
        };
        pool(threads)?.install(|| recipe.write(size, 0..count, stop, &mut write, &()))?;
        Ok(text)
    })?;
    Ok(PyArrowType(results::texts(String::from_utf8(lines)?.lines().map(Some))))
}
