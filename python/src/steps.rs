//! The steps of a person as lists with types, made of the records that files have as JSON.

use arrow_array::{
    Array, ArrayRef, GenericListArray, GenericStringArray, OffsetSizeTrait, new_empty_array,
};
use arrow_data::ArrayData;
use arrow_json::ReaderBuilder;
use arrow_schema::{ArrowError, DataType, Field};
use arrow_select::concat::concat;
use serde::Serialize;
use std::sync::Arc;
use sudomill::rating::Step;
use sudomill_trace::StepRecord;

/// The rows whose records wait to become arrays: they take several times the memory of these.
const LOT: usize = 1 << 6;

/// The type of steps, with the fields of `schema/path.schema.json`. The offsets of texts and lists have 32 bits
/// or 64.
fn of_steps<O: OffsetSizeTrait>() -> DataType {
    let (cell, digit) = (("cell", of_texts::<O>()), ("digit", DataType::Int8));
    let candidate = record([cell.clone(), digit.clone()]);
    let node = record([cell.clone(), digit.clone(), ("on", DataType::Boolean)]);
    let link = record([("from", node.clone()), ("to", node)]);
    record([
        ("technique", of_texts::<O>()),
        ("rating", DataType::Float64),
        cell,
        digit,
        ("removed", list::<O>(candidate)),
        ("cells", list::<O>(of_texts::<O>())),
        ("digits", list::<O>(DataType::Int8)),
        ("units", list::<O>(of_texts::<O>())),
        ("chains", list::<O>(list::<O>(link))),
    ])
}

const fn of_texts<O: OffsetSizeTrait>() -> DataType {
    GenericStringArray::<O>::DATA_TYPE
}

fn list<O: OffsetSizeTrait>(items: DataType) -> DataType {
    GenericListArray::<O>::DATA_TYPE_CONSTRUCTOR(Arc::new(Field::new_list_field(items, true)))
}

fn record<const N: usize>(fields: [(&str, DataType); N]) -> DataType {
    DataType::Struct(fields.map(|(name, kind)| Field::new(name, kind, true)).into_iter().collect())
}

/// Returns the steps of each row, and null for a row without.
pub fn steps<'a>(rows: impl Iterator<Item = Option<&'a [Step]>>) -> Result<ArrayData, ArrowError> {
    let record = |step: &'a Step| StepRecord::new(step, step.chains()).with_empty_lists();
    let records = |steps: &'a [Step]| steps.iter().map(record).collect::<Vec<_>>();
    lists(rows, |row| row.map(records), [of_steps::<i32>(), of_steps::<i64>()])
}

/// Returns the texts of each row, and null for a row without.
pub fn sentences<'a>(
    rows: impl Iterator<Item = Option<&'a [String]>>,
) -> Result<ArrayData, ArrowError> {
    lists(rows, |row| row, [of_texts::<i32>(), of_texts::<i64>()])
}

/// Returns what serializes as a list for each row. The items have the first type or, if there are too many for
/// it, the second.
fn lists<R: Copy, S: Serialize>(
    rows: impl Iterator<Item = R>,
    record: impl Fn(R) -> S,
    [usual, large]: [DataType; 2],
) -> Result<ArrayData, ArrowError> {
    let rows: Vec<R> = rows.collect();
    let with = |kind: DataType| {
        let field = Arc::new(Field::new("list", kind, true));
        let mut parts: Vec<ArrayRef> = vec![new_empty_array(field.data_type())];
        let mut decoder =
            ReaderBuilder::new_with_field(field).with_batch_size(LOT).build_decoder()?;
        for lot in rows.chunks(LOT) {
            decoder.serialize(&lot.iter().copied().map(&record).collect::<Vec<_>>())?;
            parts.extend(decoder.flush()?.map(|batch| batch.column(0).clone()));
        }
        concat(&parts.iter().map(|part| part.as_ref()).collect::<Vec<_>>())
    };
    Ok(with(list::<i32>(usual)).or_else(|_| with(list::<i64>(large)))?.into_data())
}
