//! Puzzles as values of cells: lists of integers in one or two dimensions, or bytes.

use arrow_array::{
    Array, ArrayRef, Int8Array, OffsetSizeTrait, UInt8Array, cast::AsArray, downcast_integer_array,
};
use arrow_buffer::{ArrowNativeType, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use pyo3::{exceptions::PyTypeError, prelude::*};
use std::{collections::BTreeMap, ops::Range, sync::Arc};
use sudomill::grid::{Digit, Size};

/// The rows of an array, one list of cells each.
pub struct Grids {
    symbols: Vec<u8>,
    /// The start of each row's symbols, followed by the end of the last row.
    starts: Vec<usize>,
    nulls: Option<NullBuffer>,
    /// What is wrong with the cells of a row that is not null.
    pub faults: BTreeMap<usize, String>,
}

impl Grids {
    /// Reads an array of lists of cells, of lists of rows of cells, or of bytes.
    pub fn new(array: &ArrayRef) -> PyResult<Self> {
        let (nulls, mut faults) = (array.nulls().cloned(), BTreeMap::new());
        let each = || ((0..=array.len()).collect(), array.clone());
        let (mut starts, mut cells) = parts(array).unwrap_or_else(each);
        if let Some((offsets, values)) = parts(&cells) {
            for (row, ends) in starts.windows(2).enumerate() {
                faults.extend(ragged(&cells, &offsets, ends[0]..ends[1]).map(|it| (row, it)));
            }
            starts.iter_mut().for_each(|start| *start = offsets[*start]);
            cells = values;
        }
        let Values { mut bytes, are_bytes, value } = values(&cells)?;
        for (row, ends) in starts.windows(2).enumerate() {
            let cells = &mut bytes[ends[0]..ends[1].max(ends[0])];
            let most = side(cells.len());
            if cells.iter().all(|&value| value <= most) {
                cells.iter_mut().for_each(|value| *value = symbol(*value));
            } else if !(are_bytes && cells.iter().all(|&byte| byte >= b' ')) {
                let cell = cells.iter().position(|&value| value > most).unwrap_or_default();
                let found = value(ends[0] + cell).map_or("null".to_owned(), |it| it.to_string());
                faults.entry(row).or_insert_with(|| {
                    let cell = cell + 1;
                    format!("{cell}: found {found}; expected 1-{most} or 0 for an empty cell")
                });
            }
        }
        faults.retain(|&row, _| nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row)));
        Ok(Self { symbols: bytes, starts, nulls, faults })
    }

    /// Returns the symbols of a row; `None` if it is null.
    pub fn text(&self, row: usize) -> Option<&[u8]> {
        let is_there = self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        is_there.then(|| &self.symbols[self.starts[row]..self.starts[row + 1]])
    }
}

/// Describes which row of a grid, given by the indexes of its lists, has not as many cells as there
/// are rows.
fn ragged(lists: &ArrayRef, offsets: &[usize], rows: Range<usize>) -> Option<String> {
    let (first, expected) = (offsets[rows.start], rows.len());
    rows.zip(1..).find_map(|(list, number)| {
        let (start, end) = (offsets[list], offsets[list + 1]);
        if lists.is_null(list) {
            return Some("found null; expected a row of cells".to_owned());
        }
        let (cell, cells) = (start - first + 1, end.saturating_sub(start));
        (cells != expected).then(|| {
            format!("{cell}: found {cells} cells in row {number}; expected {expected}, one per row")
        })
    })
}

/// Returns the symbol of a cell's value. Uses no branch and no table, so that the compiler
/// vectorizes the loop over the cells.
const fn symbol(value: u8) -> u8 {
    let digit = value + if value < 10 { b'0' } else { b'A' - 10 };
    if value == 0 { b'.' } else { digit }
}

/// Returns the greatest cell value in a grid of `cells` cells.
fn side(cells: usize) -> u8 {
    Size::from_cells(cells).map_or(Digit::MAX, |size| size.side() as u8)
}

fn list<O: OffsetSizeTrait>(array: &ArrayRef) -> (Vec<usize>, ArrayRef) {
    let list = array.as_list::<O>();
    (list.offsets().iter().map(|start| start.as_usize()).collect(), list.values().clone())
}

/// Returns the start of each list, followed by the end of the last one, and the values of an array of
/// lists; `None` for other arrays.
fn parts(array: &ArrayRef) -> Option<(Vec<usize>, ArrayRef)> {
    let equal = |length: usize| (0..=array.len()).map(|at| at * length).collect();
    Some(match array.data_type() {
        DataType::List(_) => list::<i32>(array),
        DataType::LargeList(_) => list::<i64>(array),
        // The values of a sliced array are sliced, too.
        DataType::FixedSizeList(_, length) => {
            (equal(*length as usize), array.as_fixed_size_list().values().clone())
        }
        DataType::FixedSizeBinary(length) => {
            let (length, array) = (*length as usize, array.as_fixed_size_binary());
            let bytes = ScalarBuffer::new(array.values().clone(), 0, array.len() * length);
            (equal(length), Arc::new(UInt8Array::new(bytes, None)))
        }
        _ => return None,
    })
}

/// The values of cells.
struct Values {
    /// Each value, or 255 if it is missing or needs more than a byte.
    bytes: Vec<u8>,
    /// True if the values may also be symbols.
    are_bytes: bool,
    /// Returns the value with this index; `None` for a null.
    value: Box<dyn Fn(usize) -> Option<i128>>,
}

/// Returns a value, or 255 if it needs more than a byte.
fn byte(value: impl ArrowNativeType) -> u8 {
    value.to_usize().and_then(|value| value.try_into().ok()).unwrap_or(u8::MAX)
}

/// Returns the values of an array of integers.
fn values(array: &ArrayRef) -> PyResult<Values> {
    let are_bytes = array.data_type() == &DataType::UInt8;
    let nothing = (array.data_type() == &DataType::Null).then(|| Int8Array::new_null(array.len()));
    let array: &dyn Array = nothing.as_ref().map_or(array.as_ref(), |nothing| nothing);
    downcast_integer_array! {
        array => {
            let mut bytes: Vec<u8> = array.values().iter().copied().map(byte).collect();
            if let Some(nulls) = array.nulls() {
                let missing = bytes.iter_mut().zip(nulls).filter(|(_, is_there)| !is_there);
                missing.for_each(|(byte, _)| *byte = u8::MAX);
            }
            let array = array.clone();
            let value = Box::new(move |at| array.is_valid(at).then(|| array.value(at).into()));
            Ok(Values { bytes, are_bytes, value })
        },
        other => Err(PyTypeError::new_err(format!(
            "found lists of {other}; expected lists of integers: 0 for an empty cell"
        ))),
    }
}
