//! An Arrow array of puzzles, as rows of text. Only arrays of cell values and the keys of
//! dictionaries are copied.

mod grids;

use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray,
    LargeStringArray, StringArray, StringViewArray, cast::AsArray, types::ByteArrayType,
};
use arrow_buffer::NullBuffer;
use arrow_schema::DataType;
use grids::Grids;
use pyo3::{exceptions::PyTypeError, prelude::*};
use pyo3_arrow::input::AnyArray;
use sudomill::{columns::Texts, grid::Digit};

/// The puzzles of an array, or of all chunks of a chunked array.
pub struct Puzzles {
    chunks: Vec<Chunk>,
    /// The end of each chunk, as a row number.
    ends: Vec<usize>,
}

/// An array of a type that can hold puzzles.
enum Chunk {
    String(StringArray),
    LargeString(LargeStringArray),
    StringView(StringViewArray),
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    /// Lists of integers.
    Grids(Grids),
    /// The symbols of all rows, the number of symbols per row, and the validity of each row.
    Cells(Vec<u8>, usize, Option<NullBuffer>),
    /// The index of each row into the values, the validity of each row, and the values.
    Dictionary(Vec<usize>, Option<NullBuffer>, Box<Chunk>),
    /// Null in every row.
    Nulls,
}

impl Puzzles {
    pub fn new(array: AnyArray) -> PyResult<Self> {
        let chunked = array.into_chunked_array()?;
        let mut puzzles = Self { chunks: Vec::new(), ends: Vec::new() };
        for array in chunked.chunks() {
            puzzles.ends.push(puzzles.len() + array.len());
            puzzles.chunks.push(Chunk::new(array)?);
        }
        Ok(puzzles)
    }

    /// Returns the chunk that holds a row, and the index of the row in it.
    fn place(&self, row: usize) -> (&Chunk, usize) {
        let chunk = self.ends.partition_point(|&end| end <= row);
        let first = if chunk == 0 { 0 } else { self.ends[chunk - 1] };
        (&self.chunks[chunk], row - first)
    }

    /// Describes why the integers of a row are not a puzzle; `None` for rows of other types.
    pub fn fault(&self, row: usize) -> Option<String> {
        match self.place(row) {
            (Chunk::Grids(grids), row) => grids.fault(row),
            _ => None,
        }
    }
}

impl Texts for Puzzles {
    fn len(&self) -> usize {
        self.ends.last().copied().unwrap_or(0)
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        let (chunk, row) = self.place(row);
        chunk.text(row)
    }
}

impl Chunk {
    fn new(array: &ArrayRef) -> PyResult<Self> {
        Ok(match array.data_type() {
            DataType::Utf8 => Self::String(array.as_string().clone()),
            DataType::LargeUtf8 => Self::LargeString(array.as_string().clone()),
            DataType::Utf8View => Self::StringView(array.as_string_view().clone()),
            DataType::Binary => Self::Binary(array.as_binary().clone()),
            DataType::LargeBinary => Self::LargeBinary(array.as_binary().clone()),
            DataType::BinaryView => Self::BinaryView(array.as_binary_view().clone()),
            DataType::FixedSizeBinary(_) => Self::cells(array.as_fixed_size_binary()),
            DataType::Dictionary(..) => {
                let array = array.as_any_dictionary();
                // If every row is null, the values of a pandas categorical may have any type.
                if array.values().is_empty() {
                    return Ok(Self::Nulls);
                }
                let values = Box::new(Self::new(array.values())?);
                Self::Dictionary(array.normalized_keys(), array.nulls().cloned(), values)
            }
            DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(..) => {
                Self::Grids(Grids::new(array)?)
            }
            // A column without values may have the null type, or any other.
            _ if !array.is_empty() && array.logical_null_count() == array.len() => Self::Nulls,
            DataType::Null => Self::Nulls,
            other if other.is_numeric() => {
                return Err(PyTypeError::new_err(format!(
                    "found an array of {other}; expected strings or lists of integers; a puzzle \
                     that was read as a number has lost digits: read the column as text"
                )));
            }
            other => {
                return Err(PyTypeError::new_err(format!(
                    "found an array of {other}; expected string, large_string, string_view, a \
                     dictionary of these, lists of integers, or cells as fixed-size binary"
                )));
            }
        })
    }

    /// Reads cells that are values, 0 for an empty cell, or symbols.
    fn cells(array: &FixedSizeBinaryArray) -> Self {
        let size = array.value_length() as usize;
        let rows = &array.value_data()[array.offset() * size..][..array.len() * size];
        Self::Cells(rows.iter().map(|&byte| symbol(byte)).collect(), size, array.nulls().cloned())
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        fn of<T: ByteArrayType<Native: AsRef<[u8]>>>(
            array: &arrow_array::GenericByteArray<T>,
            row: usize,
        ) -> Option<&[u8]> {
            array.is_valid(row).then(|| array.value(row).as_ref())
        }
        match self {
            Self::String(array) => of(array, row),
            Self::LargeString(array) => of(array, row),
            Self::Binary(array) => of(array, row),
            Self::LargeBinary(array) => of(array, row),
            Self::StringView(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Self::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Self::Cells(symbols, size, nulls) => {
                let is_there = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                is_there.then(|| &symbols[row * size..][..*size])
            }
            Self::Grids(grids) => grids.text(row),
            Self::Dictionary(places, nulls, values) => {
                let is_there = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                is_there.then(|| values.text(places[row])).flatten()
            }
            Self::Nulls => None,
        }
    }
}

/// Returns the symbol of a cell's value; a byte above the largest digit already is a symbol. Uses
/// no branch and no table, so that the compiler vectorizes the loop over the cells.
const fn symbol(byte: u8) -> u8 {
    let digit = byte.wrapping_add(if byte < 10 { b'0' } else { b'A' - 10 });
    let digit = if byte == 0 { b'.' } else { digit };
    if byte <= Digit::MAX { digit } else { byte }
}
