//! Finds a puzzle inside the values of a JSON object, where it is not read without its path.

use super::super::{
    lines::symbols::is_grid,
    table::{Nested, Role, column_named},
    text::plain,
};
use crate::sizes::{detected, shows};
use serde_json::value::RawValue;
use std::{collections::BTreeMap, slice};
use sudomill_puzzle::grid::{Alphabet, BLANKS, Digit, Size};

/// The most values inside each other that are looked at.
const MOST_NESTED: usize = 128;

/// A value, whose parts stay text until they are looked at: numbers are never parsed as floats.
enum Value<'a> {
    Text(String),
    Array(Vec<&'a RawValue>),
    Object(Members<'a>),
    Other,
}

type Members<'a> = BTreeMap<String, &'a RawValue>;

impl<'a> Value<'a> {
    fn of(raw: &'a RawValue) -> Self {
        let text = raw.get();
        let value = match text.as_bytes().first() {
            Some(b'"') => serde_json::from_str(text).map(Self::Text),
            Some(b'[') => serde_json::from_str(text).map(Self::Array),
            Some(b'{') => serde_json::from_str(text).map(Self::Object),
            _ => return Self::Other,
        };
        value.unwrap_or(Self::Other)
    }
}

/// A number without a sign or fraction.
fn number(raw: &RawValue) -> Option<u64> {
    raw.get().parse().ok()
}

/// The place of the first puzzle with empty cells in an object; `None` if there is none. A full grid is a
/// solution, which may stand beside its puzzle, under a key that comes first.
pub fn first(object: &[u8]) -> Option<Nested> {
    search(serde_json::from_slice(object).ok()?, &[])
}

/// Looks for a puzzle in a value at this path, and in the values that it holds.
fn search(raw: &RawValue, path: &[PathStep]) -> Option<Nested> {
    let value = Value::of(raw);
    // The outermost value decides: a row of 16 cells, by itself, would be a puzzle of 4×4.
    if let Some(grid) = of_value(raw, &value, path).or_else(|| of_objects(&value, path)) {
        return grid.has_empty.then_some(grid.place);
    }
    if path.len() == MOST_NESTED {
        return None;
    }
    let below = |value, step| search(value, &[path, &[step]].concat());
    match value {
        Value::Array(values) => {
            let mut values = values.iter().enumerate();
            values.find_map(|(index, value)| below(value, PathStep::Item(index)))
        }
        Value::Object(values) if !is_answer(&values) => {
            // A key with a dot cannot be part of a path.
            let mut others = values.iter().filter(|(key, _)| {
                !key.contains('.')
                    && column_named(slice::from_ref(key), Role::Solutions).next().is_none()
            });
            others.find_map(|(key, value)| below(value, PathStep::Key(key)))
        }
        _ => None,
    }
}

/// A step from a value to one that it holds.
#[derive(Clone, Copy)]
enum PathStep<'a> {
    Key(&'a str),
    Item(usize),
}

impl PathStep<'_> {
    fn in_path(self) -> String {
        match self {
            Self::Key(key) => key.to_owned(),
            Self::Item(index) => index.to_string(),
        }
    }

    fn in_filter(self) -> String {
        match self {
            Self::Key(key) => in_filter(key),
            Self::Item(index) => format!("[{index}]"),
        }
    }
}

/// Returns true for a message of a conversation that a language model wrote.
fn is_answer(message: &Members) -> bool {
    let text = |key: &&str| match Value::of(message.get(*key)?) {
        Value::Text(text) => Some(text),
        _ => None,
    };
    let speaker = ["role", "from"].iter().find_map(text);
    speaker.is_some_and(|name| ["assistant", "gpt", "model"].contains(&&*name))
}

/// A grid in an object.
struct NestedGrid {
    place: Nested,
    has_empty: bool,
}

/// A key in a filter of `jq`.
fn in_filter(key: &str) -> String {
    // To `jq`, a bare `-` in a key is a minus. In quotes, a key may hold anything.
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let quoted = || serde_json::to_string(key).unwrap_or_default();
    if is_plain { format!(".{key}") } else { format!(".{}", quoted()) }
}

/// A grid that is a string, or an array that [`plain`] reads.
fn of_value(raw: &RawValue, value: &Value, path: &[PathStep]) -> Option<NestedGrid> {
    let (text, is_array) = match value {
        Value::Text(text) => (&**text, false),
        // As text, its numbers are read as an array on a line of its own would be.
        Value::Array(_) => (raw.get(), true),
        _ => return None,
    };
    let symbols = plain(text.as_bytes(), is_array, Alphabet::FromOne);
    let is_grid = detected(None).any(|size| {
        is_grid(&symbols, size, Alphabet::FromOne) && shows(&symbols, size, None, Alphabet::FromOne)
    });
    let has_empty = symbols.iter().any(|symbol| BLANKS.contains(symbol));
    let steps = || path.iter().map(|step| step.in_path()).collect::<Vec<_>>();
    is_grid.then(|| NestedGrid { place: Nested::Path(steps().join(".")), has_empty })
}

/// A grid of which each cell is an object, whose value is a number under one of its keys.
fn of_objects(value: &Value, path: &[PathStep]) -> Option<NestedGrid> {
    let Value::Array(rows) = value else { return None };
    // Interfaces keep the cells of a row together, or all cells in one list.
    let nested: Option<Vec<Vec<&RawValue>>> =
        rows.iter().map(|row| serde_json::from_str(row.get()).ok()).collect();
    let (cells, each) = match nested {
        Some(rows) => (rows.into_iter().flatten().collect(), "[][]"),
        None => (rows.clone(), "[]"),
    };
    let size = Size::from_cells(cells.len())?;
    let cells: Option<Vec<Members>> =
        cells.into_iter().map(|cell| serde_json::from_str(cell.get()).ok()).collect();
    let cells = cells?;
    let is_digit = |value: &RawValue| number(value).is_some_and(|it| it <= size.side() as u64);
    // An empty cell may lack the key or have null there, so only the other cells tell.
    let holds_digits = |key: &&String| {
        let values = cells.iter().filter_map(|cell| cell.get(*key));
        values.filter(|it| it.get() != "null").all(|value| is_digit(value))
    };
    let shows = |key: &&String| {
        let digit =
            |cell: &Members| cell.get(*key).and_then(|value| number(value)).unwrap_or(0) as u8;
        let symbol = |value| Digit::new(value).map_or('.', |it| Alphabet::FromOne.symbol(it)) as u8;
        let symbols: Vec<u8> = cells.iter().map(|cell| symbol(digit(cell))).collect();
        shows(&symbols, size, None, Alphabet::FromOne)
    };
    let mut keys = cells.iter().flat_map(|cell| cell.keys());
    let key = keys.find(|key| holds_digits(key) && shows(key))?;
    let is_clue = |value: &&RawValue| number(value) > Some(0);
    let has_empty = cells.iter().any(|cell| !cell.get(key).is_some_and(is_clue));
    let path: String = path.iter().map(|step| step.in_filter()).collect();
    let filter = format!("[{path}{each} | {} // 0]", in_filter(key));
    Some(NestedGrid { place: Nested::Filter(filter), has_empty })
}
