//! Blocks of delimited text → record batches of text.

use crate::call::value_error;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions, builder::StringBuilder};
use arrow_pyarrow::PyArrowType;
use arrow_schema::{DataType, Field, Schema};
use pyo3::prelude::*;
use std::{borrow::Cow, sync::Arc};
use sudomill::internal;

/// Delimited text, of which the start is known and the rest comes in blocks.
#[pyclass]
pub struct Delimited {
    text: internal::Delimited,
    /// The first row with more or fewer fields than there are columns, and the number of such rows.
    #[pyo3(get)]
    ragged: Option<String>,
    #[pyo3(get)]
    ragged_rows: u64,
}

#[pymethods]
impl Delimited {
    #[new]
    fn new(head: &[u8]) -> Self {
        Self { text: internal::Delimited::new(head), ragged: None, ragged_rows: 0 }
    }

    #[getter]
    fn names(&self) -> Vec<String> {
        self.text.names.clone()
    }

    #[getter]
    fn blank_lines(&self) -> u64 {
        self.text.blank_lines
    }

    /// Returns the rows that end in the next block; those with more or fewer fields have nothing but
    /// nulls. Empty fields at the end are none.
    fn read(&mut self, block: &[u8], last: bool) -> PyResult<PyArrowType<RecordBatch>> {
        let names = self.text.names.clone();
        let mut columns: Vec<_> = names.iter().map(|_| StringBuilder::new()).collect();
        let mut rows = 0;
        let mut each = |line: u64, values: &[Cow<[u8]>]| {
            rows += 1;
            let filled = values.iter().rposition(|value| !value.is_empty()).map_or(0, |it| it + 1);
            if values.len() < names.len() || filled > names.len() {
                let (found, expected) = (values.len(), names.len());
                let told = || format!("line {line}: found {found} fields; expected {expected}");
                self.ragged.get_or_insert_with(told);
                self.ragged_rows += 1;
                columns.iter_mut().for_each(StringBuilder::append_null);
                return Ok(());
            }
            for (column, value) in columns.iter_mut().zip(values) {
                let text = str::from_utf8(value).map_err(|_| {
                    "found bytes that are no UTF-8; convert the file, such as by iconv -f latin1 -t utf8"
                })?;
                column.append_value(text);
            }
            Ok(())
        };
        self.text.read(block, last, &mut each).map_err(value_error)?;
        let arrays = columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef);
        let fields = names.iter().map(|name| Field::new(name, DataType::Utf8, true));
        let schema = Arc::new(Schema::new(fields.collect::<Vec<_>>()));
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(schema, arrays.collect(), &options);
        Ok(PyArrowType(batch.map_err(value_error)?))
    }
}
