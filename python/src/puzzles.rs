//! Arrow arrays of puzzles, as rows of text. Texts are not copied, unless they are in another
//! notation than one symbol per cell.

mod grids;

use crate::call::{interruptible, value_error};
use arrow_array::{Array, ArrayRef, BinaryViewArray, cast::AsArray, make_array};
use arrow_cast::cast;
use arrow_data::ArrayData;
use arrow_pyarrow::PyArrowType;
use arrow_schema::DataType;
use arrow_select::concat::concat;
use pyo3::{
    exceptions::{PyTypeError, PyUserWarning},
    prelude::*,
};
use rayon::prelude::*;
use std::{collections::BTreeMap, ffi::CString, sync::atomic::Ordering};
use sudomill::{
    grid::Size,
    input::{self, Layout, Problem, ReadOptions},
    memory::{self, Texts},
};
use sudomill_batch::memory::frames::Frames;
use sudomill_solvers::threads::pool;

/// The chunks of a column, as Python passes them.
pub type Chunks = Vec<PyArrowType<ArrayData>>;

/// The bytes of text at the start of a column from which its layout is detected.
const SAMPLE: usize = 1 << 21;

/// Returns true for the length of a puzzle with one symbol per cell, or per candidate of 9×9.
fn is_length(length: usize) -> bool {
    length == 9 * Size::Nine.cells() || Size::from_cells(length).is_some()
}

/// The puzzles of a column.
pub struct Puzzles {
    /// Views of the symbols of grids, and of the bytes of strings, wherever a chunk or its dictionary has
    /// them.
    texts: BinaryViewArray,
    others: Others,
}

/// The symbols of rows in other notations, such as `5 3 0 …`; or why a row is no puzzle, if its text
/// does not tell.
type Others = BTreeMap<usize, Result<Vec<u8>, String>>;

impl Puzzles {
    /// Reads the puzzles of a column, with the units of these options.
    pub fn new(
        py: Python<'_>,
        chunks: Chunks,
        threads: usize,
        how: &ReadOptions,
    ) -> PyResult<Self> {
        let (mut parts, mut rows) = (Vec::new(), 0);
        let (mut others, mut is_other) = (Others::new(), Vec::new());
        for PyArrowType(data) in chunks {
            let array = make_array(data);
            let part = match texts(&array)? {
                Some(texts) => {
                    py.detach(|| {
                        let some =
                            texts.iter().zip(rows..).filter_map(|(it, row)| Some((it?, row)));
                        is_other.extend(some.filter(|it| is_other_notation(it.0)).map(|it| it.1));
                    });
                    texts
                }
                None => {
                    let (symbols, faults) = grids::read(&array)?;
                    others.extend(faults.into_iter().map(|(row, it)| (rows + row, Err(it))));
                    symbols
                }
            };
            rows += part.len();
            parts.push(part);
        }
        // One is not copied.
        let parts: Vec<&dyn Array> = parts.iter().map(|part: &BinaryViewArray| part as _).collect();
        let texts = concat(&parts).map_err(value_error)?.as_binary_view().clone();
        others.append(&mut read_all(py, &texts, &is_other, threads, how)?);
        Ok(Self { texts, others })
    }

    /// Describes why a row is not a puzzle, if its text does not tell.
    pub fn fault(&self, row: usize) -> Option<String> {
        self.others.get(&row)?.as_ref().err().cloned()
    }

    /// Detects the layout of most of the first rows; of two lengths that are equally frequent, the
    /// first one counts. Warns if some rows have the length of other puzzles.
    pub fn layout(&self, py: Python<'_>) -> PyResult<Layout> {
        let mut bytes = 0;
        let texts = (0..self.len()).map_while(|row| {
            let text = self.text(row).unwrap_or_default();
            bytes += text.len() + 1;
            (bytes <= SAMPLE).then_some(text)
        });
        let mut texts: Vec<&[u8]> = texts.collect();
        let lengths = || texts.iter().map(|text| length(text)).filter(|&length| is_length(length));
        let mut counts = BTreeMap::<usize, usize>::new();
        lengths().for_each(|length| *counts.entry(length).or_default() += 1);
        if counts.len() > 1 {
            // Of equals, the last is taken.
            let most = lengths().rev().max_by_key(|length| counts[length]);
            texts.retain(|text| Some(length(text)) == most);
            let found = counts.iter().map(|(length, count)| format!("{count} of {length}"));
            let found = found.collect::<Vec<_>>().join(", ");
            let remark =
                format!("found puzzles of several lengths ({found} symbols); expected one");
            // At the line that calls `__init__.py`.
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &CString::new(remark)?, 2)?;
        }
        Ok(memory::layout(&texts[..]))
    }
}

impl Texts for Puzzles {
    fn len(&self) -> usize {
        self.texts.len()
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        match self.others.get(&row) {
            Some(other) => other.as_ref().ok().map(Vec::as_slice),
            None => self.texts.is_valid(row).then(|| self.texts.value(row)),
        }
    }
}

/// Returns the length of a text, or up to its first separator or line end unless it is that of a
/// puzzle.
fn length(text: &[u8]) -> usize {
    if is_length(text.len()) {
        return text.len();
    }
    let text = text.trim_ascii_start();
    let ends = |byte: &u8| byte.is_ascii_whitespace() || input::SEPARATORS.contains(byte);
    text.iter().position(ends).unwrap_or(text.len())
}

/// Returns true if a text may be a puzzle that does not begin with one symbol per cell.
fn is_other_notation(text: &[u8]) -> bool {
    !is_length(text.len())
        && (Size::Four.cells()..=input::MAX_LINE).contains(&text.len())
        && match length(text) {
            // The first of 16 lines.
            16 => text.len() > 16 * 16,
            length => !is_length(length),
        }
}

/// Reads a puzzle that does not have one symbol per cell, by the code of the command line, and returns
/// its symbols. `None` if the text is no puzzle for a reason that parsing it as a line tells, too.
fn read(text: &[u8], frames: &Frames) -> Option<Result<Vec<u8>, String>> {
    match frames.read(text) {
        Ok(it) if it.candidates.is_empty() => Some(Ok(it.text(it.alphabet).into_bytes())),
        Err(bad) if matches!(bad.problem, Problem::Conflict { .. }) => {
            Some(Err(if bad.line_offset > 0 { bad.at(1) } else { bad.to_string() }))
        }
        _ => None,
    }
}

/// Reads rows that have other notations.
fn read_all(
    py: Python<'_>,
    texts: &BinaryViewArray,
    rows: &[usize],
    threads: usize,
    how: &ReadOptions,
) -> PyResult<Others> {
    if rows.is_empty() {
        return Ok(Others::new());
    }
    let text = |row: usize| texts.value(row);
    let frames = Frames::learn(rows.iter().map(|&row| text(row)), how);
    interruptible(py, |stop| {
        let rows = rows.par_iter().take_any_while(|_| !stop.load(Ordering::Relaxed));
        let others = rows.filter_map(|&row| Some((row, read(text(row), &frames)?)));
        pool(threads)?.install(|| Ok(others.collect()))
    })
}

/// Returns the bytes of strings; `None` for an array of grids.
fn texts(array: &ArrayRef) -> PyResult<Option<BinaryViewArray>> {
    let dictionary = array.as_any_dictionary_opt();
    let kind = dictionary.map_or(array.data_type(), |it| it.values().data_type());
    // A column without values may have any type, as may the values of its dictionary.
    let can_be_empty = !array.is_empty() || dictionary.is_some_and(|it| it.values().is_empty());
    let is_empty = can_be_empty && array.logical_null_count() == array.len();
    match kind {
        DataType::FixedSizeBinary(_) => Ok(None),
        kind if kind.is_list() => Ok(None),
        kind if kind.is_string() || kind.is_binary() => {
            let views = cast(array, &DataType::BinaryView).map_err(value_error)?;
            Ok(Some(views.as_binary_view().clone()))
        }
        kind if is_empty || kind.is_null() => Ok(Some(BinaryViewArray::new_null(array.len()))),
        _ => Err(PyTypeError::new_err(format!(
            "found an array of {kind}; expected strings, a dictionary of strings, lists of integers, \
             or cells as fixed-size binary; a puzzle that was read as a number has lost digits: read \
             the column as text"
        ))),
    }
}
