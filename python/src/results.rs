//! Converts the results of a column to a record batch.

use crate::{
    puzzles::Puzzles,
    steps,
    wanted::{GUESSES, Wanted},
};
use arrow_array::{
    Array, BinaryArray, BooleanArray, FixedSizeBinaryArray, Float64Array, Int64Array,
    LargeBinaryArray, RecordBatch, RecordBatchOptions, make_array,
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, Field, Schema};
use bytes::Bytes;
use memmap2::MmapMut;
use std::{
    collections::BTreeMap,
    iter::repeat_n,
    mem,
    sync::{Arc, Mutex},
};
use sudomill::{
    Error,
    memory::{self, MemoryOptions, Results, RowProblem, Texts, Wrong},
};
use sudomill_input::error::io_error;
use sudomill_output::{
    columns::{Column, Extra, InMemory},
    rows::{Extras, Searched},
};

/// The most memory that is kept for the next call: that of 1.6 million solutions. To get it again page
/// by page takes half as long as the solving.
const KEPT: usize = 1 << 27;

/// The memory of solutions that are no longer in use.
static SPARE: Mutex<Option<MmapMut>> = Mutex::new(None);

/// Memory that becomes [`SPARE`] when the last array that uses it is dropped.
struct Pages(Option<MmapMut>);

impl AsRef<[u8]> for Pages {
    fn as_ref(&self) -> &[u8] {
        self.0.as_deref().unwrap_or_default()
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        if let Ok(mut spare) = SPARE.lock() {
            *spare = self.0.take().filter(|pages| pages.len() <= KEPT).or(spare.take());
        }
    }
}

/// The results, and the solutions apart, in memory for Arrow.
pub type Solved = (Results, Buffer);

/// Solves all puzzles.
pub fn solve(puzzles: &Puzzles, cells: usize, options: &MemoryOptions) -> Result<Solved, Error> {
    let bytes = cells * puzzles.len();
    let fits = |pages: &mut MmapMut| pages.len() == bytes;
    let mut pages = match SPARE.lock().ok().and_then(|mut spare| spare.take_if(fits)) {
        Some(pages) => pages,
        None => MmapMut::map_anon(bytes).map_err(io_error("<memory>", "cannot map"))?,
    };
    // A system without huge pages is slower.
    #[cfg(target_os = "linux")]
    let _ = pages.advise(memmap2::Advice::HugePage);
    let results = memory::solve_into(puzzles, options, &mut pages)?;
    // Nothing of an earlier call remains.
    for row in (0..puzzles.len()).filter(|&row| results.solutions[row] == 0) {
        pages[row * cells..][..cells].fill(0);
    }
    Ok((results, Bytes::from_owner(Pages(Some(pages))).into()))
}

/// Returns the requested columns, with one row per puzzle.
pub fn batch(
    wanted: &Wanted,
    puzzles: &Puzzles,
    (mut results, symbols): Solved,
    extras: &[Extras],
    agrees: Vec<Option<bool>>,
) -> Result<RecordBatch, ArrowError> {
    let (mut fields, mut arrays, rows) = (Vec::new(), Vec::new(), results.statuses.len());
    let found = BooleanBuffer::collect_bool(rows, |row| results.solutions[row] > 0);
    for &(name, column) in &wanted.0 {
        let Some(kind) = column.in_memory() else { continue };
        // Numbers are moved, because no column is requested twice.
        let array = match kind {
            InMemory::Solution => solutions(results.cells, symbols.clone(), found.clone()),
            InMemory::Status => texts(results.statuses.iter().map(|status| Some(status.name()))),
            InMemory::Solutions => number(mem::take(&mut results.solutions)),
            InMemory::Message => {
                let message = |(&row, problem): (&usize, &RowProblem)| {
                    (row, puzzles.fault(row).unwrap_or_else(|| problem.to_string()))
                };
                sparse(&results.bad.iter().map(message).collect(), rows)
            }
            InMemory::Counter(_) if name == GUESSES => number(mem::take(&mut results.guesses)),
            InMemory::Counter(at) => {
                number(results.details.iter().map(|it| it.counters.values()[at]))
            }
            InMemory::OfSearch(of) => {
                number(results.details.iter().map(|it| of(&Searched::Whole(it))))
            }
            // Each counter is a column of its own.
            InMemory::AllCounters => continue,
            InMemory::Extra(_) if column == Column::Agrees => {
                BooleanArray::from(agrees.clone()).into_data()
            }
            InMemory::Extra(extra) => typed(extra, extras)?,
        };
        // Counts and times are 0 in a row that is not a puzzle, and not null: pandas would convert a
        // column with nulls to floating point. But extras may be unknown.
        use InMemory::{Counter, OfSearch, Solutions, Status};
        let may_be_null = !matches!(kind, Status | Solutions | OfSearch(_) | Counter(_));
        fields.push(Field::new(name, array.data_type().clone(), may_be_null));
        arrays.push(make_array(array));
    }
    // Without columns, only this option gives the number of rows.
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
}

/// Returns one of the extras of each row, with null for those that are unknown.
fn typed(extra: Extra, rows: &[Extras]) -> Result<ArrayData, ArrowError> {
    let rows = rows.iter();
    Ok(match extra {
        Extra::Count(count) => {
            rows.map(|row| count(row).map(u64::cast_signed)).collect::<Int64Array>().into_data()
        }
        Extra::Decimal(decimal) => {
            rows.map(|row| decimal(row).map(f64::from)).collect::<Float64Array>().into_data()
        }
        Extra::Flag(flag) => rows.map(flag).collect::<BooleanArray>().into_data(),
        Extra::Words(words) => texts(rows.map(words)),
        Extra::Steps(found) => steps::steps(rows.map(found))?,
        Extra::Sentences(found) => steps::sentences(rows.map(found))?,
        Extra::Key(key) => {
            FixedSizeBinaryArray::try_from_sparse_iter_with_size(rows.map(key), 16)?.into_data()
        }
    })
}

/// Returns signed numbers, because Spark has no unsigned integers. No count reaches 2^63.
fn number(numbers: impl IntoIterator<Item = u64>) -> ArrayData {
    Int64Array::from_iter_values(numbers.into_iter().map(u64::cast_signed)).into()
}

/// Returns an array of texts, with null for those that are missing. Python turns it into one of strings:
/// here that would check all bytes for UTF-8. The array has 64-bit offsets if they need them.
pub fn texts<'a>(texts: impl Iterator<Item = Option<&'a str>> + Clone) -> ArrayData {
    match i32::try_from(texts.clone().flatten().map(str::len).sum::<usize>()) {
        Ok(_) => texts.collect::<BinaryArray>().into(),
        Err(_) => texts.collect::<LargeBinaryArray>().into(),
    }
}

/// Returns the solutions, which follow each other in memory, and of which some are there; like [`texts`].
fn solutions(cells: usize, symbols: Buffer, some: BooleanBuffer) -> ArrayData {
    let lengths = repeat_n(cells, some.len());
    let nulls = Some(NullBuffer::new(some)).filter(|nulls| nulls.null_count() > 0);
    match i32::try_from(symbols.len()) {
        Ok(_) => BinaryArray::new(OffsetBuffer::from_lengths(lengths), symbols, nulls).into(),
        Err(_) => LargeBinaryArray::new(OffsetBuffer::from_lengths(lengths), symbols, nulls).into(),
    }
}

/// Returns an array with texts in some rows and null in all others.
fn sparse(some: &BTreeMap<usize, String>, rows: usize) -> ArrayData {
    if some.is_empty() {
        return BinaryArray::new_null(rows).into();
    }
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
