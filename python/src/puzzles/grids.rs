//! Puzzles as lists of integers: one value per cell, in any number of dimensions.

use super::symbol;
use arrow_array::{Array, ArrayRef, cast::AsArray, downcast_integer_array};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use pyo3::{exceptions::PyTypeError, prelude::*};
use std::{collections::BTreeMap, fmt};
use sudomill::grid::Digit;

/// The rows of an array, one list of cells each.
pub struct Grids {
    symbols: Vec<u8>,
    /// The start of each row's symbols, followed by the end of the last row.
    starts: Vec<usize>,
    nulls: Option<NullBuffer>,
    /// The first invalid cell value of each row that has one.
    faults: BTreeMap<usize, Fault>,
}

/// An invalid value of a cell.
struct Fault {
    /// The number of the cell, from 1; 0 if a whole row of the grid is missing.
    cell: usize,
    found: Option<i128>,
    /// The greatest valid value.
    most: u8,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cell == 0 {
            return f.write_str("found null; expected a row of cells");
        }
        match self.found {
            Some(value) => write!(f, "{}: found {value}", self.cell)?,
            None => write!(f, "{}: found null", self.cell)?,
        }
        write!(f, "; expected 1-{} or 0 for an empty cell", self.most)
    }
}

impl Grids {
    /// Reads an array of lists, or of lists of lists.
    pub fn new(array: &ArrayRef) -> PyResult<Self> {
        let (rows, nulls) = (array.len(), array.nulls().cloned());
        let mut starts: Vec<usize> = (0..=rows).collect();
        let mut array = array.clone();
        // The rows in which an inner list is null, as indices in the array.
        let mut missing = Vec::new();
        let mut is_outer = true;
        while let Some((offsets, values)) = parts(&array) {
            if let Some(nulls) = array.nulls().filter(|_| !is_outer) {
                let nulls = (0..nulls.len()).filter(|&at| nulls.is_null(at));
                let row_of = |at| starts.partition_point(|&start| start <= at);
                missing.extend(nulls.map(row_of).filter(|row| (1..=rows).contains(row)));
            }
            starts.iter_mut().for_each(|start| *start = offsets(*start));
            array = values;
            is_outer = false;
        }
        let values = integers(&array)?;
        let mut grids =
            Self { symbols: Vec::new(), starts: vec![0], nulls, faults: BTreeMap::new() };
        for (row, ends) in starts.windows(2).enumerate() {
            let (first, last) = (ends[0], ends[1].max(ends[0]));
            let most = side(last - first);
            let is_there = grids.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
            if is_there {
                grids.push(row, (first..last).map(&values), most);
            }
            grids.starts.push(grids.symbols.len());
        }
        for row in missing {
            let fault = Fault { cell: 0, found: None, most: Digit::MAX };
            grids.faults.entry(row - 1).or_insert(fault);
        }
        Ok(grids)
    }

    fn push(&mut self, row: usize, values: impl Iterator<Item = Option<i128>>, most: u8) {
        for (cell, found) in values.enumerate() {
            let value = found.and_then(|value| u8::try_from(value).ok());
            match value.filter(|&value| value <= most) {
                Some(value) => self.symbols.push(symbol(value)),
                None => {
                    self.faults.entry(row).or_insert(Fault { cell: cell + 1, found, most });
                    return;
                }
            }
        }
    }

    /// Returns the symbols of a row; `None` if it is null or has a fault.
    pub fn text(&self, row: usize) -> Option<&[u8]> {
        let is_there = self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
        let has_text = is_there && !self.faults.contains_key(&row);
        has_text.then(|| &self.symbols[self.starts[row]..self.starts[row + 1]])
    }

    /// Describes the first invalid value of a row.
    pub fn fault(&self, row: usize) -> Option<String> {
        self.faults.get(&row).map(Fault::to_string)
    }
}

/// Returns the greatest cell value in a grid of `cells` cells.
fn side(cells: usize) -> u8 {
    (2..=5_u8)
        .map(|order| order * order)
        .find(|&side| usize::from(side).pow(2) == cells)
        .unwrap_or(Digit::MAX)
}

/// Returns the start of the list with this index.
type Offsets = Box<dyn Fn(usize) -> usize>;

/// Returns the offsets and the values of an array of lists; `None` for other arrays.
fn parts(array: &ArrayRef) -> Option<(Offsets, ArrayRef)> {
    Some(match array.data_type() {
        DataType::List(_) => {
            let list = array.as_list::<i32>();
            let offsets = list.offsets().clone();
            (Box::new(move |at| offsets[at] as usize), list.values().clone())
        }
        DataType::LargeList(_) => {
            let list = array.as_list::<i64>();
            let offsets = list.offsets().clone();
            (Box::new(move |at| offsets[at] as usize), list.values().clone())
        }
        DataType::FixedSizeList(_, length) => {
            let length = *length as usize;
            // The values of a sliced array are sliced, too.
            (Box::new(move |at| at * length), array.as_fixed_size_list().values().clone())
        }
        _ => return None,
    })
}

/// Returns the values of an array of integers; `None` for a null.
fn integers(array: &ArrayRef) -> PyResult<Box<dyn Fn(usize) -> Option<i128>>> {
    let refused = || {
        Err(PyTypeError::new_err(format!(
            "found lists of {}; expected lists of integers: 0 for an empty cell",
            array.data_type()
        )))
    };
    if array.data_type() == &DataType::Null {
        return Ok(Box::new(|_| None));
    }
    let array: &dyn Array = array.as_ref();
    downcast_integer_array! {
        array => {
            let array = array.clone();
            Ok(Box::new(move |at| array.is_valid(at).then(|| array.value(at).into())))
        },
        _ => refused(),
    }
}
