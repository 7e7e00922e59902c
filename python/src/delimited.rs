//! Blocks of delimited text → record batches of text.

use crate::call::value_error;
use arrow_array::{ArrayRef, RecordBatch, builder::StringBuilder};
use arrow_pyarrow::PyArrowType;
use pyo3::prelude::*;
use std::{borrow::Cow, sync::Arc};
use sudomill_batch::memory::delimited;

/// Delimited text, of which the start is known and the rest comes in blocks.
#[pyclass]
pub struct Delimited(delimited::Delimited);

#[pymethods]
impl Delimited {
    #[new]
    fn new(head: &[u8]) -> Self {
        Self(delimited::Delimited::new(head))
    }

    /// The names of the columns, each with true if it holds whole numbers so far.
    fn columns(&self) -> Vec<(String, bool)> {
        self.0.names.iter().cloned().zip(self.0.are_numbers()).collect()
    }

    fn remarks(&self) -> Vec<String> {
        self.0.remarks()
    }

    /// Passes the rows that end in the next block.
    fn pass_over(&mut self, block: &[u8], last: bool) -> PyResult<()> {
        self.0.read(block, last, &mut |_| {}).map_err(value_error)
    }

    /// Returns the rows that end in the next block; nulls for those with more or fewer fields.
    fn read(&mut self, block: &[u8], last: bool) -> PyResult<PyArrowType<RecordBatch>> {
        let mut columns: Vec<_> = self.0.names.iter().map(|_| StringBuilder::new()).collect();
        let mut each = |values: Option<&[Cow<[u8]>]>| {
            for (at, column) in columns.iter_mut().enumerate() {
                column.append_option(values.and_then(|it| str::from_utf8(&it[at]).ok()));
            }
        };
        self.0.read(block, last, &mut each).map_err(value_error)?;
        let arrays = columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef);
        let fields = self.0.names.iter().zip(arrays).map(|(name, array)| (name, array, true));
        Ok(PyArrowType(RecordBatch::try_from_iter_with_nullable(fields).map_err(value_error)?))
    }
}
