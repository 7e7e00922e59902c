//! Converts the results of a column to a record batch.

use crate::{puzzles::Puzzles, wanted::Wanted};
use arrow_array::{
    Array, BooleanArray, GenericStringArray, Int64Array, OffsetSizeTrait, RecordBatch,
    RecordBatchOptions, builder::GenericStringBuilder, make_array,
};
use arrow_buffer::{Buffer, NullBuffer, OffsetBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, Field, Schema};
use std::{collections::BTreeMap, mem, sync::Arc};
use sudomill::{
    columns::{Problem, Results, Texts, Wrong},
    solver::{Counters, Grade},
};

/// Returns the requested columns, with one row per puzzle. `grades` and `agrees` are empty unless a
/// column shows them.
pub fn batch(
    wanted: &Wanted,
    puzzles: &Puzzles,
    mut results: Results,
    grades: &[Option<Grade>],
    agrees: Vec<Option<bool>>,
) -> Result<RecordBatch, ArrowError> {
    let (mut fields, mut arrays, rows) = (Vec::new(), Vec::new(), results.len());
    for &(name, counter) in &wanted.0 {
        // Numbers are moved, because no column is requested twice.
        let array = match name {
            "solution" => solution(&mut results)?,
            "status" => texts(results.statuses.iter().map(|status| Some(status.name()))),
            // A copy, because other columns also need to know which rows have a solution.
            "solutions" => number(results.solutions.clone()),
            "solve_ns" => number(mem::take(&mut results.solve_ns)),
            "message" => {
                let message = |(&row, problem): (&usize, &Problem)| {
                    (row, puzzles.fault(row).unwrap_or_else(|| problem.to_string()))
                };
                sparse(&results.bad.iter().map(message).collect(), rows)
            }
            "difficulty" => texts(grades.iter().map(|it| Some(it.as_ref()?.difficulty.name()))),
            "difficulty_guesses" => {
                let guesses = grades.iter().map(|it| it.map_or(Some(0), |grade| grade.guesses));
                guesses.map(|it| it.map(u64::cast_signed)).collect::<Int64Array>().into_data()
            }
            "agrees" => BooleanArray::from(agrees.clone()).into_data(),
            "guesses" => number(mem::take(&mut results.guesses)),
            _ => {
                let all = |it: &Counters| it.common().into_iter().chain(it.own);
                let value = |counters| all(counters).nth(counter?);
                number(results.counters.iter().map(|it| value(it).unwrap_or(0)).collect())
            }
        };
        // Counts and times are 0 in a row that is not a puzzle, and not null: pandas would convert a
        // column with nulls to floating point. But the guesses of a search that gave up are unknown.
        const UNKNOWN: [&str; 5] =
            ["solution", "message", "difficulty", "difficulty_guesses", "agrees"];
        let may_be_null = UNKNOWN.contains(&name);
        fields.push(Field::new(name, array.data_type().clone(), may_be_null));
        arrays.push(make_array(array));
    }
    // Without columns, only this option gives the number of rows.
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
}

/// Returns signed numbers, because Spark has no unsigned integers. No count reaches 2^63.
fn number(numbers: Vec<u64>) -> ArrayData {
    Int64Array::new(Buffer::from_vec(numbers).into(), None).into()
}

/// Returns the solutions, with null for rows without one. If every row has one, the symbols become
/// the array without a copy.
fn solution(results: &mut Results) -> Result<ArrayData, ArrowError> {
    let (mut symbols, cells) = (mem::take(&mut results.symbols), results.cells);
    let has = |&solutions: &u64| solutions > 0;
    let nulls: NullBuffer = results.solutions.iter().map(has).collect();
    if nulls.null_count() > 0 {
        let mut end = 0;
        let rows = (0..).step_by(cells).zip(&results.solutions);
        for (at, _) in rows.filter(|(_, solutions)| has(solutions)) {
            symbols.copy_within(at..at + cells, end);
            end += cells;
        }
        symbols.truncate(end);
    }
    fn array<O: OffsetSizeTrait>(
        lengths: impl Iterator<Item = usize>,
        symbols: Vec<u8>,
        nulls: NullBuffer,
    ) -> Result<ArrayData, ArrowError> {
        let offsets = OffsetBuffer::<O>::from_lengths(lengths);
        let nulls = Some(nulls).filter(|nulls| nulls.null_count() > 0);
        Ok(GenericStringArray::try_new(offsets, Buffer::from_vec(symbols), nulls)?.into())
    }
    let lengths = results.solutions.iter().map(|row| if has(row) { cells } else { 0 });
    match is_large(symbols.len()) {
        false => array::<i32>(lengths, symbols, nulls),
        true => array::<i64>(lengths, symbols, nulls),
    }
}

/// Returns true if texts of so many bytes are too long for an array of type `string`, which becomes
/// one of type `large_string`.
fn is_large(bytes: usize) -> bool {
    i32::try_from(bytes).is_err()
}

/// Returns an array of texts, with null for those that are missing.
pub fn texts<'a>(texts: impl Iterator<Item = Option<&'a str>> + Clone) -> ArrayData {
    fn array<'a, O: OffsetSizeTrait>(
        texts: impl Iterator<Item = Option<&'a str>>,
        bytes: usize,
    ) -> ArrayData {
        let mut array = GenericStringBuilder::<O>::with_capacity(texts.size_hint().0, bytes);
        texts.for_each(|text| array.append_option(text));
        array.finish().into()
    }
    let bytes = texts.clone().flatten().map(str::len).sum();
    match is_large(bytes) {
        false => array::<i32>(texts, bytes),
        true => array::<i64>(texts, bytes),
    }
}

/// Returns an array with texts in some rows and null in all others.
fn sparse(some: &BTreeMap<usize, String>, rows: usize) -> ArrayData {
    let mut some = some.iter().peekable();
    let text = move |row: usize| some.next_if(|text| *text.0 == row).map(|text| text.1.as_str());
    texts((0..rows).map(text))
}

/// Returns why solutions are wrong, with null for right ones.
pub fn faults(
    faults: &BTreeMap<usize, Wrong>,
    puzzles: &Puzzles,
    solutions: &Puzzles,
) -> ArrayData {
    let fault = |(&row, wrong): (&usize, &Wrong)| {
        let of_cells = match wrong {
            Wrong::Puzzle(_) => puzzles.fault(row).map(|fault| format!("puzzle: {fault}")),
            _ => solutions.fault(row).map(|fault| format!("solution: {fault}")),
        };
        (row, of_cells.unwrap_or_else(|| wrong.to_string()))
    };
    sparse(&faults.iter().map(fault).collect(), puzzles.len())
}
