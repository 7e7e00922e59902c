//! Files of delimited text, read by the rules of the command line.

use crate::{call::value_error, results::sparse, spelled};
use arrow_array::{ArrayRef, RecordBatch, UInt64Array, builder::StringBuilder};
use arrow_schema::{DataType, Field, Schema};
use pyo3::{exceptions::PyOSError, prelude::*, types::PyBytes};
use pyo3_arrow::PyRecordBatch;
use std::{
    collections::BTreeMap,
    io::{self, Read},
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use sudomill::{
    Error,
    input::{self, Column, Open, Row, Rows},
};

/// The number of rows and of bytes of text after which a batch ends.
const ROWS: usize = 1 << 16;
const BYTES: usize = 1 << 25;

/// Reads the rows of a file in batches.
#[pyclass(frozen, module = "sudomill._sudomill")]
pub struct TextRows(Mutex<Rows>);

#[pymethods]
impl TextRows {
    /// Opens a file by its path or, if `reader` is given, an object with `read(n)` that `path`
    /// stands for in messages. The other arguments are the options of the command line.
    #[new]
    #[pyo3(signature = (
        path, reader=None, *, column=None, encoding=None, delimiter=None, comment=None,
        header=None, restore_zeros=None
    ))]
    // Python passes them by name.
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        path: &str,
        reader: Option<Py<PyAny>>,
        column: Option<&str>,
        encoding: Option<&str>,
        delimiter: Option<char>,
        comment: Option<char>,
        header: Option<bool>,
        restore_zeros: Option<bool>,
    ) -> PyResult<Self> {
        let byte = |symbol: Option<char>| symbol.map(u8::try_from).transpose().map_err(value_error);
        let how = Open {
            // Without a map: a process of others handles no SIGBUS.
            map: false,
            column: column.map(|name| name.parse::<Column>().unwrap_or_else(|no| match no {})),
            encoding: encoding.map(str::parse).transpose().map_err(value_error)?,
            delimiter: byte(delimiter)?,
            comment: byte(comment)?,
            header,
            restore_zeros: restore_zeros.unwrap_or_default(),
            ..Open::default()
        };
        let rows = py.detach(|| {
            let source = match reader {
                Some(reader) => input::read_as(path, Reader(reader), &how),
                None => input::open(Path::new(path), &how),
            };
            source.and_then(Rows::new)
        });
        Ok(Self(Mutex::new(rows.map_err(raised)?)))
    }

    /// The names of the columns; empty for a file without header and rows.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.rows().names().to_vec()
    }

    /// The index of the column of puzzles, from 0.
    #[getter]
    fn column(&self) -> usize {
        self.rows().source().layout().table.number() - 1
    }

    /// The order of the puzzles, and the symbol of their first digit or "pencilmarks".
    #[getter]
    fn layout(&self) -> (usize, String) {
        spelled(self.rows().source().layout())
    }

    /// The number of lines read so far.
    #[getter]
    fn lines(&self) -> u64 {
        self.rows().lines()
    }

    /// Returns the next rows, and the number of values that have no column; `None` at the end. The
    /// first three columns are the line of each row, the text of its puzzle, and the reason if
    /// there is none; the columns of the file follow.
    fn next(&self, py: Python<'_>) -> PyResult<Option<(Py<PyAny>, usize)>> {
        let read = py.detach(|| {
            let mut rows = self.rows();
            let mut batch = Batch::new(rows.names().len());
            let name = rows.source().name().to_owned();
            while batch.lines.len() < ROWS
                && batch.bytes < BYTES
                && rows.next_chunk(&mut |row| batch.push(&name, row))?
            {}
            Ok((rows.names().to_vec(), batch))
        });
        let (names, batch) = read.map_err(raised)?;
        if batch.lines.is_empty() {
            return Ok(None);
        }
        let beyond = batch.beyond;
        let batch = batch.finish(names).map_err(value_error)?;
        Ok(Some((PyRecordBatch::new(batch).into_pyarrow(py)?.unbind(), beyond)))
    }
}

impl TextRows {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Converts an error about a file; its message begins with the path.
fn raised(error: Error) -> PyErr {
    match error {
        Error::Io { .. } | Error::Shrunk { .. } => PyOSError::new_err(error.to_string()),
        error => value_error(error),
    }
}

/// Columns of text that are filled row by row.
struct Batch {
    lines: Vec<u64>,
    puzzles: StringBuilder,
    problems: BTreeMap<usize, String>,
    columns: Vec<StringBuilder>,
    bytes: usize,
    beyond: usize,
}

impl Batch {
    fn new(columns: usize) -> Self {
        let columns = (0..columns).map(|_| StringBuilder::new()).collect();
        let (lines, puzzles, problems) = Default::default();
        Self { lines, puzzles, problems, columns, bytes: 0, beyond: 0 }
    }

    fn push(&mut self, path: &str, row: Row) -> Result<(), Error> {
        let Row { line, fields, puzzle } = row;
        let not_utf_8 = |number: usize| {
            Error::Impossible(format!(
                "{path}:{line}: found text that is not UTF-8 in field {number}; convert the file to \
                 UTF-8"
            ))
        };
        match puzzle {
            Ok(text) => {
                let text = str::from_utf8(text).map_err(|_| not_utf_8(1))?;
                self.puzzles.append_value(text);
            }
            Err(bad) => {
                self.puzzles.append_null();
                let message = if bad.line_offset > 0 { bad.at(line) } else { bad.to_string() };
                self.problems.insert(self.lines.len(), message);
            }
        }
        for (index, column) in self.columns.iter_mut().enumerate() {
            let Some(value) = fields.get(index) else {
                column.append_null();
                continue;
            };
            let text = str::from_utf8(value).map_err(|_| not_utf_8(index + 1))?;
            column.append_value(text);
            self.bytes += text.len();
        }
        self.beyond += fields.len().saturating_sub(self.columns.len());
        self.lines.push(line);
        Ok(())
    }

    fn finish(mut self, names: Vec<String>) -> Result<RecordBatch, arrow_schema::ArrowError> {
        let rows = self.lines.len();
        let mut arrays: Vec<ArrayRef> = vec![
            Arc::new(UInt64Array::from(self.lines)),
            Arc::new(self.puzzles.finish()),
            sparse(&self.problems, rows),
        ];
        arrays.extend(self.columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        let mut fields = vec![
            Field::new("line", DataType::UInt64, false),
            Field::new("puzzle", DataType::Utf8, true),
            Field::new("problem", DataType::Utf8, true),
        ];
        fields.extend(names.into_iter().map(|name| Field::new(name, DataType::Utf8, true)));
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
    }
}

/// Reads from a Python file object.
struct Reader(Py<PyAny>);

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let failed = |error: PyErr| io::Error::other(error.to_string());
        Python::attach(|py| {
            let bytes = self.0.bind(py).call_method1("read", (buffer.len(),)).map_err(failed)?;
            let bytes = bytes.cast::<PyBytes>().map_err(|error| failed(error.into()))?.as_bytes();
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        })
    }
}
