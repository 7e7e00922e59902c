//! The steps of a person as lists with types.

use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, GenericListArray, GenericStringArray, Int8Array,
    OffsetSizeTrait, StructArray,
};
use arrow_buffer::{BooleanBuffer, NullBuffer, OffsetBuffer};
use arrow_data::ArrayData;
use arrow_schema::Field;
use std::sync::Arc;
use sudomill::{
    grid::{Cell, Digit, Order3, Unit},
    rating::Step,
    solver::{ChainLink, ChainNode},
};

/// Returns the steps of each row, with the fields of `schema/path.schema.json`, and null for a row without.
pub fn steps<'a>(rows: impl Iterator<Item = Option<&'a [Step]>> + Clone) -> ArrayData {
    let all: Vec<&Step> = rows.clone().flatten().flatten().collect();
    let placed = || all.iter().map(|step| step.placed());
    let removed = |step: &&Step| {
        let of_cell = step.removed().into_iter();
        of_cell.flat_map(|(cell, digits)| digits.iter().map(move |digit| (cell, digit))).collect()
    };
    let fields = record([
        ("technique", texts(all.iter().map(|step| Some(step.technique().name())))),
        (
            "rating",
            Arc::new(
                all.iter().map(|step| Some(f64::from(step.rating()))).collect::<Float64Array>(),
            ),
        ),
        ("cell", cells(placed().map(|it| Some(it?.0)))),
        ("digit", digits(placed().map(|it| Some(it?.1)))),
        ("removed", lists(&all, removed, |all| candidates(all.iter().copied()))),
        (
            "cells",
            lists(&all, |it| it.cells().iter().collect(), |all| cells(all.into_iter().map(Some))),
        ),
        (
            "digits",
            lists(&all, |it| it.digits().iter().collect(), |all| digits(all.into_iter().map(Some))),
        ),
        ("units", lists(&all, |it| it.units().collect(), units)),
        ("chains", lists(&all, |it| it.chains().to_vec(), |all| lists(&all, Vec::clone, links))),
    ]);
    rows_of(rows, fields)
}

/// Returns the texts of each row, and null for a row without.
pub fn sentences<'a>(rows: impl Iterator<Item = Option<&'a [String]>> + Clone) -> ArrayData {
    let all = texts(rows.clone().flatten().flatten().map(|text| Some(text.as_str())));
    rows_of(rows, all)
}

/// Returns the items of all rows as a list for each.
fn rows_of<'a, T: 'a>(
    rows: impl Iterator<Item = Option<&'a [T]>> + Clone,
    items: ArrayRef,
) -> ArrayData {
    let some: BooleanBuffer = rows.clone().map(|row| row.is_some()).collect();
    let nulls = Some(NullBuffer::new(some)).filter(|nulls| nulls.null_count() > 0);
    list(rows.map(|row| row.map_or(0, <[T]>::len)), items, nulls).into_data()
}

/// Returns what each element has several of, as lists.
fn lists<E, T>(
    elements: &[E],
    of: impl Fn(&E) -> Vec<T>,
    array: impl FnOnce(Vec<T>) -> ArrayRef,
) -> ArrayRef {
    let (mut lengths, mut items) = (Vec::with_capacity(elements.len()), Vec::new());
    for element in elements {
        let found = of(element);
        lengths.push(found.len());
        items.extend(found);
    }
    list(lengths.into_iter(), array(items), None)
}

/// Returns items as lists of these lengths, with 64-bit offsets if they need them.
fn list(
    lengths: impl Iterator<Item = usize>,
    items: ArrayRef,
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    fn of<O: OffsetSizeTrait>(
        lengths: impl Iterator<Item = usize>,
        items: ArrayRef,
        nulls: Option<NullBuffer>,
    ) -> ArrayRef {
        let field = Arc::new(Field::new("item", items.data_type().clone(), true));
        let offsets = OffsetBuffer::from_lengths(lengths);
        Arc::new(GenericListArray::<O>::new(field, offsets, items, nulls))
    }
    match i32::try_from(items.len()) {
        Ok(_) => of::<i32>(lengths, items, nulls),
        Err(_) => of::<i64>(lengths, items, nulls),
    }
}

/// Returns a struct of fields.
fn record<const N: usize>(fields: [(&str, ArrayRef); N]) -> ArrayRef {
    let field = |(name, array): (&str, ArrayRef)| {
        (Arc::new(Field::new(name, array.data_type().clone(), true)), array)
    };
    Arc::new(StructArray::from(fields.map(field).to_vec()))
}

/// Returns texts, with 64-bit offsets if they need them.
fn texts<'a>(texts: impl Iterator<Item = Option<&'a str>> + Clone) -> ArrayRef {
    match i32::try_from(texts.clone().flatten().map(str::len).sum::<usize>()) {
        Ok(_) => Arc::new(texts.collect::<GenericStringArray<i32>>()),
        Err(_) => Arc::new(texts.collect::<GenericStringArray<i64>>()),
    }
}

fn cells(cells: impl Iterator<Item = Option<Cell>>) -> ArrayRef {
    let names: Vec<_> = cells.map(|cell| Some(cell?.name::<Order3>())).collect();
    texts(names.iter().map(Option::as_deref))
}

fn units(units: Vec<Unit>) -> ArrayRef {
    let names: Vec<_> = units.iter().map(Unit::to_string).collect();
    texts(names.iter().map(|name| Some(name.as_str())))
}

fn digits(digits: impl Iterator<Item = Option<Digit>>) -> ArrayRef {
    Arc::new(digits.map(|digit| Some(digit?.value().cast_signed())).collect::<Int8Array>())
}

fn candidates(all: impl Iterator<Item = (Cell, Digit)> + Clone) -> ArrayRef {
    let digit = digits(all.clone().map(|it| Some(it.1)));
    record([("cell", cells(all.map(|it| Some(it.0)))), ("digit", digit)])
}

fn links(all: Vec<ChainLink>) -> ArrayRef {
    let nodes = |node: fn(&ChainLink) -> ChainNode| {
        let nodes = || all.iter().map(node);
        let on: BooleanArray = nodes().map(|it| Some(it.is_on)).collect();
        record([
            ("cell", cells(nodes().map(|it| Some(it.cell)))),
            ("digit", digits(nodes().map(|it| Some(it.digit)))),
            ("on", Arc::new(on)),
        ])
    };
    record([("from", nodes(|link| link.from)), ("to", nodes(|link| link.to))])
}
