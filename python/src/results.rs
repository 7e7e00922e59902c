//! The results of a column as a record batch.

use arrow_array::{
    ArrayRef, LargeStringArray, RecordBatch, StringArray, UInt64Array, builder::StringBuilder,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3_arrow::PyRecordBatch;
use std::sync::Arc;
use sudomill::columns::{Results, Row};

/// `solution`, `status`, `solutions`, `guesses`, `solve_ns`, `message`: a row for
/// each row of the column.
pub fn batch(results: Results) -> Result<PyRecordBatch, ArrowError> {
    let number = |of: fn(&Row) -> u64| -> ArrayRef {
        Arc::new(UInt64Array::from_iter_values(results.rows.iter().map(of)))
    };
    let statuses = results.rows.iter().map(|row| row.status.name());
    let status: ArrayRef = Arc::new(StringArray::from_iter_values(statuses));
    let (solutions, guesses) = (number(|row| row.solutions), number(|row| row.guesses));
    let solve_ns = number(|row| row.solve_ns);
    let message = messages(&results);
    let solution = solution(results.symbols, results.cells, &results.rows)?;
    let columns = [
        ("solution", solution, true),
        ("status", status, false),
        ("solutions", solutions, false),
        ("guesses", guesses, false),
        ("solve_ns", solve_ns, false),
        ("message", message, true),
    ];
    let field = |(name, array, null): &(&str, ArrayRef, bool)| {
        Field::new(*name, array.data_type().clone(), *null)
    };
    let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
    let arrays = columns.into_iter().map(|(_, array, _)| array).collect();
    Ok(PyRecordBatch::new(RecordBatch::try_new(Arc::new(schema), arrays)?))
}

/// The solutions, null where there is none. The symbols become the array as they
/// are where every row has one.
fn solution(mut symbols: Vec<u8>, cells: usize, rows: &[Row]) -> Result<ArrayRef, ArrowError> {
    let has = |row: &Row| row.solutions > 0;
    let nulls: NullBuffer = rows.iter().map(has).collect();
    if nulls.null_count() > 0 {
        let mut end = 0;
        for (at, _) in (0..).step_by(cells).zip(rows).filter(|(_, row)| has(row)) {
            symbols.copy_within(at..at + cells, end);
            end += cells;
        }
        symbols.truncate(end);
    }
    let lengths = rows.iter().map(|row| if has(row) { cells } else { 0 });
    let values = Buffer::from_vec(symbols);
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    // 2^31 bytes are the most that a `string` array can hold.
    Ok(match i32::try_from(values.len()) {
        Ok(_) => {
            Arc::new(StringArray::try_new(OffsetBuffer::from_lengths(lengths), values, nulls)?)
        }
        Err(_) => {
            Arc::new(LargeStringArray::try_new(OffsetBuffer::from_lengths(lengths), values, nulls)?)
        }
    })
}

/// Why a row is no puzzle, else null.
fn messages(results: &Results) -> ArrayRef {
    let mut messages = StringBuilder::new();
    let mut rows = 0;
    for (&row, problem) in &results.bad {
        messages.append_nulls(row - rows);
        messages.append_value(problem.to_string());
        rows = row + 1;
    }
    messages.append_nulls(results.rows.len() - rows);
    Arc::new(messages.finish())
}
