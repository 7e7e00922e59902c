//! Arrow arrays of puzzles, as rows of text. Texts are not copied, unless they are in another
//! notation than one symbol per cell.

mod frames;
mod grids;

use crate::call::interruptible;
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, LargeBinaryArray, cast::AsArray, make_array,
};
use arrow_data::ArrayData;
use arrow_pyarrow::PyArrowType;
use arrow_schema::DataType;
use frames::Frame;
use grids::Grids;
use pyo3::{
    exceptions::{PyTypeError, PyUserWarning},
    prelude::*,
};
use rayon::prelude::*;
use std::{
    cmp::Reverse,
    collections::BTreeMap,
    ffi::CString,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    Error, RunError,
    grid::{Digit, Size},
    input::{self, Layout, Problem},
    memory::{self, Texts},
};
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
    chunks: Vec<Chunk>,
    /// The end of each chunk, as a row number.
    ends: Vec<usize>,
    others: Others,
}

/// The symbols of rows in other notations, such as `5 3 0 …`; or why a row is no puzzle, if its text
/// does not tell.
type Others = BTreeMap<usize, Result<Vec<u8>, String>>;

/// An array of a type that can hold puzzles.
enum Chunk {
    Text(BinaryArray),
    LargeText(LargeBinaryArray),
    TextView(BinaryViewArray),
    Grids(Grids),
    /// The index of each row into the values, and the values.
    Dictionary(Vec<Option<usize>>, Box<Chunk>),
}

impl Puzzles {
    pub fn new(py: Python<'_>, chunks: Chunks, threads: usize) -> PyResult<Self> {
        let mut puzzles = Self { chunks: Vec::new(), ends: Vec::new(), others: BTreeMap::new() };
        let mut others = Vec::new();
        for PyArrowType(data) in chunks {
            let (array, start) = (make_array(data), puzzles.len());
            let chunk = Chunk::new(&array)?;
            match &chunk {
                Chunk::Grids(grids) => {
                    let faults = grids.faults.iter();
                    puzzles.others.extend(faults.map(|(row, it)| (start + row, Err(it.clone()))));
                }
                texts => py.detach(|| {
                    let is_other = |row: &usize| texts.text(*row).is_some_and(is_other_notation);
                    others.extend((0..array.len()).filter(is_other).map(|row| start + row));
                }),
            }
            puzzles.ends.push(start + array.len());
            puzzles.chunks.push(chunk);
        }
        if !others.is_empty() {
            let text = |row: usize| puzzles.text(row).unwrap_or_default();
            let frames = Frame::learn(others.iter().map(|&row| text(row)));
            let framed = |text: &[u8]| frames.iter().find_map(|frame| frame.read(text)).map(Ok);
            let read = |row: usize, stop: &AtomicBool| match stop.load(Ordering::Relaxed) {
                true => Err(Error::from(RunError::Interrupted)),
                false => Ok(framed(text(row)).or_else(|| read(text(row))).map(|it| (row, it))),
            };
            let read = interruptible(py, |stop| {
                let rows = others.par_iter().map(|&row| read(row, stop));
                pool(threads)?.install(|| rows.collect::<Result<Vec<_>, _>>())
            })?;
            puzzles.others.append(&mut read.into_iter().flatten().collect());
        }
        Ok(puzzles)
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
        let mut rows = BTreeMap::<usize, (usize, Reverse<usize>)>::new();
        for (row, length) in texts.iter().map(|text| length(text)).enumerate() {
            if is_length(length) {
                rows.entry(length).or_insert((0, Reverse(row))).0 += 1;
            }
        }
        if rows.len() > 1 {
            let most = rows.iter().max_by_key(|(_, count)| **count).map(|(&length, _)| length);
            texts.retain(|text| Some(length(text)) == most);
            let found = rows.iter().map(|(length, (count, _))| format!("{count} of {length}"));
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
        self.ends.last().copied().unwrap_or(0)
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        if !self.others.is_empty()
            && let Some(other) = self.others.get(&row)
        {
            return other.as_ref().ok().map(Vec::as_slice);
        }
        let chunk = self.ends.partition_point(|&end| end <= row);
        let first = if chunk == 0 { 0 } else { self.ends[chunk - 1] };
        self.chunks[chunk].text(row - first)
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
fn read(text: &[u8]) -> Option<Result<Vec<u8>, String>> {
    match input::read_puzzle(text) {
        Ok(puzzle) if puzzle.candidates.is_empty() => {
            let symbol = |&value| Digit::new(value).map_or('.', |it| puzzle.alphabet.symbol(it));
            Some(Ok(puzzle.values.iter().map(symbol).collect::<String>().into_bytes()))
        }
        Err(bad) if matches!(bad.problem, Problem::Conflict { .. }) => {
            Some(Err(if bad.line_offset > 0 { bad.at(1) } else { bad.to_string() }))
        }
        _ => None,
    }
}

impl Chunk {
    fn new(array: &ArrayRef) -> PyResult<Self> {
        let no_values = array.as_any_dictionary_opt().is_some_and(|it| it.values().is_empty());
        Ok(match array.data_type() {
            DataType::Utf8 => Self::Text(array.as_string::<i32>().clone().into()),
            DataType::LargeUtf8 => Self::LargeText(array.as_string::<i64>().clone().into()),
            DataType::Utf8View => Self::TextView(array.as_string_view().clone().to_binary_view()),
            DataType::Binary => Self::Text(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeText(array.as_binary().clone()),
            DataType::BinaryView => Self::TextView(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_)
            | DataType::List(_)
            | DataType::LargeList(_)
            | DataType::FixedSizeList(..) => Self::Grids(Grids::new(array)?),
            // A column without values may have any type, as may the values of its dictionary.
            DataType::Null => Self::Text(BinaryArray::new_null(array.len())),
            _ if array.logical_null_count() == array.len() && (!array.is_empty() || no_values) => {
                Self::Text(BinaryArray::new_null(array.len()))
            }
            DataType::Dictionary(..) => {
                let array = array.as_any_dictionary();
                let keys = array.normalized_keys().into_iter().enumerate();
                let places = keys.map(|(row, key)| array.is_valid(row).then_some(key));
                Self::Dictionary(places.collect(), Box::new(Self::new(array.values())?))
            }
            other => {
                return Err(PyTypeError::new_err(format!(
                    "found an array of {other}; expected strings, a dictionary of strings, lists \
                     of integers, or cells as fixed-size binary; a puzzle that was read as a \
                     number has lost digits: read the column as text"
                )));
            }
        })
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Text(array) => array.is_valid(row).then(|| array.value(row)),
            Self::LargeText(array) => array.is_valid(row).then(|| array.value(row)),
            Self::TextView(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Grids(grids) => grids.text(row),
            Self::Dictionary(places, values) => values.text(places[row]?),
        }
    }
}
