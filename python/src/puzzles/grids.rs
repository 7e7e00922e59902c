//! Puzzles as values of cells: lists of integers in one or two dimensions, or bytes.

use crate::call::value_error;
use arrow_array::{
    Array, ArrayRef, BinaryViewArray, Int8Array, LargeBinaryArray, UInt8Array, cast::AsArray,
    downcast_integer_array,
};
use arrow_buffer::{ArrowNativeType, OffsetBuffer};
use arrow_cast::{cast, display::array_value_to_string};
use arrow_schema::{ArrowError, DataType};
use pyo3::{exceptions::PyTypeError, prelude::*};
use std::{collections::BTreeMap, ops::Range, sync::Arc};
use sudomill::grid::{Digit, Size};

/// Reads an array of lists of cells, of lists of rows of cells, or of bytes. Returns the symbols of each
/// row, and what is wrong with the cells of rows.
pub fn read(array: &ArrayRef) -> PyResult<(BinaryViewArray, BTreeMap<usize, String>)> {
    let array = match array.as_any_dictionary_opt() {
        Some(dictionary) => &cast(array, dictionary.values().data_type()).map_err(value_error)?,
        None => array,
    };
    let (mut starts, mut cells) = parts(array).map_err(value_error)?;
    let mut faults = BTreeMap::new();
    if let Ok((offsets, values)) = parts(&cells) {
        for row in (0..array.len()).filter(|&row| array.is_valid(row)) {
            let rows = starts[row] as usize..starts[row + 1] as usize;
            faults.extend(ragged(&cells, &offsets, rows).map(|it| (row, it)));
        }
        starts = starts.iter().map(|&start| offsets[start as usize]).collect();
        cells = values;
    }
    let (mut symbols, are_bytes) = (values(&cells)?, cells.data_type() == &DataType::UInt8);
    for (row, ends) in starts.windows(2).enumerate() {
        let grid = &mut symbols[ends[0] as usize..ends[1] as usize];
        let most = side(grid.len());
        if grid.iter().all(|&value| value <= most) {
            grid.iter_mut().for_each(|value| *value = symbol(*value));
        } else if array.is_valid(row) && !(are_bytes && grid.iter().all(|&byte| byte >= b' ')) {
            let cell = grid.iter().position(|&value| value > most).unwrap_or_default();
            let found = array_value_to_string(&cells, ends[0] as usize + cell).unwrap_or_default();
            let found = if found.is_empty() { "null" } else { &found };
            faults.entry(row).or_insert_with(|| {
                let cell = cell + 1;
                format!("{cell}: found {found}; expected 1-{most} or 0 for an empty cell")
            });
        }
    }
    let starts = OffsetBuffer::new(starts.into());
    let texts = LargeBinaryArray::new(starts, symbols.into(), array.nulls().cloned());
    Ok((BinaryViewArray::from(&texts), faults))
}

/// Describes which row of a grid, given by the indexes of its lists, has not as many cells as there
/// are rows.
fn ragged(lists: &ArrayRef, offsets: &[i64], rows: Range<usize>) -> Option<String> {
    let (first, expected) = (offsets[rows.start], rows.len() as i64);
    rows.zip(1..).find_map(|(list, number)| {
        let (start, end) = (offsets[list], offsets[list + 1]);
        if lists.is_null(list) {
            return Some("found null; expected a row of cells".to_owned());
        }
        let (cell, cells) = (start - first + 1, end - start);
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

/// Returns the start of each list, followed by the end of the last one, and the values of an array of
/// lists or of bytes.
fn parts(array: &ArrayRef) -> Result<(Vec<i64>, ArrayRef), ArrowError> {
    let kind = match array.data_type() {
        DataType::FixedSizeBinary(_) => DataType::LargeBinary,
        DataType::List(item)
        | DataType::FixedSizeList(item, _)
        | DataType::ListView(item)
        | DataType::LargeListView(item) => DataType::LargeList(item.clone()),
        other => other.clone(),
    };
    let array = cast(array, &kind)?;
    if let Some(bytes) = array.as_binary_opt::<i64>() {
        let values = UInt8Array::new(bytes.values().clone().into(), None);
        return Ok((bytes.offsets().to_vec(), Arc::new(values)));
    }
    let other = || ArrowError::CastError(format!("found {kind}; expected lists"));
    let list = array.as_list_opt::<i64>().ok_or_else(other)?;
    Ok((list.offsets().to_vec(), list.values().clone()))
}

/// Returns a value, or 255 if it needs more than a byte.
fn byte(value: impl ArrowNativeType) -> u8 {
    value.to_usize().and_then(|value| value.try_into().ok()).unwrap_or(u8::MAX)
}

/// Returns each value of an array of integers, or 255 if it is missing or needs more than a byte.
fn values(array: &ArrayRef) -> PyResult<Vec<u8>> {
    let nothing = (array.data_type() == &DataType::Null).then(|| Int8Array::new_null(array.len()));
    let array: &dyn Array = nothing.as_ref().map_or(array.as_ref(), |nothing| nothing);
    downcast_integer_array! {
        array => {
            let mut bytes: Vec<u8> = array.values().iter().copied().map(byte).collect();
            if let Some(nulls) = array.nulls() {
                let missing = bytes.iter_mut().zip(nulls).filter(|(_, is_there)| !is_there);
                missing.for_each(|(byte, _)| *byte = u8::MAX);
            }
            Ok(bytes)
        },
        other => Err(PyTypeError::new_err(format!(
            "found lists of {other}; expected lists of integers: 0 for an empty cell"
        ))),
    }
}
