//! Converts the results of a column to a record batch.

use crate::{
    puzzles::Puzzles,
    wanted::{Column, GUESSES, Wanted},
};
use arrow_array::{
    ArrayRef, BooleanArray, Int64Array, LargeStringArray, RecordBatch, RecordBatchOptions,
    StringArray, builder::StringBuilder,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, Field, Schema};
use pyo3_arrow::PyRecordBatch;
use std::{collections::BTreeMap, fmt::Display, mem, sync::Arc};
use sudomill::{
    columns::{Problem, Results, Texts, Wrong},
    solver::{Counters, Grade, Status},
};

/// The results of all rows.
pub struct Rows<'a> {
    pub puzzles: &'a Puzzles,
    pub results: Results,
    /// The grade of each row; empty unless a column shows it.
    pub grades: Vec<Option<Grade>>,
    /// True for each row whose given solution is right; `None` if none is given or none was found.
    /// Empty unless a column shows it.
    pub agrees: Vec<Option<bool>>,
}

/// Returns the requested columns, with one row per puzzle.
pub fn batch(mut rows: Rows, wanted: &Wanted) -> Result<PyRecordBatch, ArrowError> {
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (name, column) in wanted.iter() {
        let array = rows.column(column)?;
        // Counts and times are 0 in a row that is not a puzzle, and not null: pandas would convert
        // a column with nulls to floating point. But the guesses of a search that gave up are not
        // known.
        let may_be_null = matches!(
            column,
            Column::Solution
                | Column::Message
                | Column::Difficulty
                | Column::DifficultyGuesses
                | Column::Agrees
        );
        fields.push(Field::new(name, array.data_type().clone(), may_be_null));
        arrays.push(array);
    }
    // Without columns, only this option gives the number of rows.
    let options = RecordBatchOptions::new().with_row_count(Some(rows.results.len()));
    let schema = Arc::new(Schema::new(fields));
    Ok(PyRecordBatch::new(RecordBatch::try_new_with_options(schema, arrays, &options)?))
}

impl Rows<'_> {
    /// Returns the array of a column. Its numbers are moved, because no column is requested twice.
    fn column(&mut self, column: Column) -> Result<ArrayRef, ArrowError> {
        let results = &mut self.results;
        Ok(match column {
            Column::Solution => {
                solution(mem::take(&mut results.symbols), results.cells, &results.solutions)?
            }
            Column::Status => statuses(&results.statuses),
            // A copy, because other columns also need to know which rows have a solution.
            Column::Solutions => number(results.solutions.clone()),
            Column::SolveNs => number(mem::take(&mut results.solve_ns)),
            Column::Message => messages(results, self.puzzles),
            Column::Counter(GUESSES) => number(mem::take(&mut results.guesses)),
            Column::Counter(at) => {
                number(results.counters.iter().map(|counters| counter(counters, at)).collect())
            }
            Column::Difficulty => {
                let name = |grade: &Option<Grade>| grade.map(|grade| grade.difficulty.name());
                Arc::new(self.grades.iter().map(name).collect::<StringArray>())
            }
            Column::DifficultyGuesses => {
                let guesses = |grade: &Option<Grade>| grade.map_or(Some(0), |grade| grade.guesses);
                let guesses = self.grades.iter().map(guesses);
                Arc::new(guesses.map(|it| it.map(u64::cast_signed)).collect::<Int64Array>())
            }
            Column::Agrees => Arc::new(self.agrees.iter().copied().collect::<BooleanArray>()),
        })
    }
}

/// Returns signed numbers, because Spark has no unsigned integers. No count reaches 2^63.
fn number(numbers: Vec<u64>) -> ArrayRef {
    Arc::new(Int64Array::new(Buffer::from_vec(numbers).into(), None))
}

fn counter(counters: &Counters, number: usize) -> u64 {
    let common = counters.common();
    match common.get(number) {
        Some(&value) => value,
        None => counters.own.get(number - common.len()).copied().unwrap_or(0),
    }
}

/// Returns the solutions, with null for rows without one. If every row has one, the symbols become
/// the array without a copy.
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

/// Returns an array of texts, with null for those that are missing.
pub fn strings(texts: &[Option<String>]) -> ArrayRef {
    let bytes = texts.iter().flatten().map(String::len).sum::<usize>();
    // As in `solution`.
    match i32::try_from(bytes) {
        Ok(_) => Arc::new(texts.iter().collect::<StringArray>()),
        Err(_) => Arc::new(texts.iter().collect::<LargeStringArray>()),
    }
}

fn statuses(statuses: &[Status]) -> ArrayRef {
    let most = Status::Unique.name().len() * statuses.len();
    let mut names = StringBuilder::with_capacity(statuses.len(), most);
    statuses.iter().for_each(|status| names.append_value(status.name()));
    Arc::new(names.finish())
}

/// Returns why rows are not puzzles, with null for puzzles.
fn messages(results: &Results, puzzles: &Puzzles) -> ArrayRef {
    let message = |(&row, problem): (&usize, &Problem)| {
        (row, puzzles.fault(row).unwrap_or_else(|| problem.to_string()))
    };
    sparse::<String>(&results.bad.iter().map(message).collect(), results.len())
}

/// Returns why solutions are wrong, with null for right ones.
pub fn faults(faults: &BTreeMap<usize, Wrong>, puzzles: &Puzzles, solutions: &Puzzles) -> ArrayRef {
    let fault = |(&row, wrong): (&usize, &Wrong)| {
        let of_cells = match wrong {
            Wrong::Puzzle(_) => puzzles.fault(row).map(|fault| format!("puzzle: {fault}")),
            _ => solutions.fault(row).map(|fault| format!("solution: {fault}")),
        };
        (row, of_cells.unwrap_or_else(|| wrong.to_string()))
    };
    sparse::<String>(&faults.iter().map(fault).collect(), puzzles.len())
}

/// Returns an array with texts in some rows and null in all others.
pub fn sparse<T: Display>(texts: &BTreeMap<usize, T>, rows: usize) -> ArrayRef {
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
