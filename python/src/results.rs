//! The results of a column as a record batch.

use arrow_array::{
    ArrayRef, Int64Array, LargeStringArray, RecordBatch, StringArray, builder::StringBuilder,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3_arrow::PyRecordBatch;
use std::{collections::BTreeMap, fmt::Display, sync::Arc};
use sudomill::{columns::Results, solver::Status};

/// The columns `solution`, `status`, `solutions`, `guesses`, `solve_ns` and `message`, with a
/// row for each puzzle.
pub fn batch(results: Results) -> Result<PyRecordBatch, ArrowError> {
    // Signed, because Spark has no unsigned integers. No count reaches 2^63.
    let number = |numbers: Vec<u64>| -> ArrayRef {
        Arc::new(Int64Array::new(Buffer::from_vec(numbers).into(), None))
    };
    let message = sparse(&results.bad, results.statuses.len());
    let solution = solution(results.symbols, results.cells, &results.solutions)?;
    let status = statuses(&results.statuses);
    let [solutions, guesses, solve_ns] =
        [results.solutions, results.guesses, results.solve_ns].map(number);
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

/// The solutions; null if a row has none. If every row has one, the symbols become the array
/// without a copy.
fn solution(mut symbols: Vec<u8>, cells: usize, solutions: &[u64]) -> Result<ArrayRef, ArrowError> {
    let has = |&solutions: &u64| solutions > 0;
    let nulls: NullBuffer = solutions.iter().map(has).collect();
    if nulls.null_count() > 0 {
        let mut end = 0;
        for (at, _) in (0..).step_by(cells).zip(solutions).filter(|(_, row)| has(row)) {
            symbols.copy_within(at..at + cells, end);
            end += cells;
        }
        symbols.truncate(end);
    }
    let lengths = solutions.iter().map(|row| if has(row) { cells } else { 0 });
    let values = Buffer::from_vec(symbols);
    let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
    // A `string` array holds less than 2^31 bytes.
    Ok(match i32::try_from(values.len()) {
        Ok(_) => {
            Arc::new(StringArray::try_new(OffsetBuffer::from_lengths(lengths), values, nulls)?)
        }
        Err(_) => {
            Arc::new(LargeStringArray::try_new(OffsetBuffer::from_lengths(lengths), values, nulls)?)
        }
    })
}

fn statuses(statuses: &[Status]) -> ArrayRef {
    let most = Status::Unique.name().len() * statuses.len();
    let mut names = StringBuilder::with_capacity(statuses.len(), most);
    statuses.iter().for_each(|status| names.append_value(status.name()));
    Arc::new(names.finish())
}

/// Texts at some rows, null at all others.
pub fn sparse(texts: &BTreeMap<usize, impl Display>, rows: usize) -> ArrayRef {
    let mut array = StringBuilder::new();
    let mut next = 0;
    for (&row, text) in texts {
        array.append_nulls(row - next);
        array.append_value(text.to_string());
        next = row + 1;
    }
    array.append_nulls(rows - next);
    Arc::new(array.finish())
}
