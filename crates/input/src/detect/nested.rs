//! Finds a puzzle inside the values of a JSON object, where it is not read, and the filter of `jq`
//! that gets it out.

use super::super::{
    cells,
    table::{Role, column_named},
};
use crate::sizes::{detected, shows};
use serde_json::{Map, Value};
use std::slice;
use sudomill_puzzle::grid::{Alphabet, BLANKS, Digit, Size};

/// The filter for the first puzzle with empty cells in an object; `None` if there is none. A full grid is a
/// solution, which may stand beside its puzzle, under a key that comes first.
pub(super) fn filter(object: &[u8]) -> Option<String> {
    search(&serde_json::from_slice(object).ok()?, String::new())
}

/// Looks for a puzzle in a value with this path, and in the values that it holds.
fn search(value: &Value, path: String) -> Option<String> {
    // The outermost value decides: a row of 16 cells, by itself, would be a puzzle of 4×4.
    if let Some(grid) = of_value(value, &path).or_else(|| of_objects(value, &path)) {
        return grid.has_empty.then_some(grid.filter);
    }
    match value {
        Value::Array(values) => {
            let mut values = values.iter().enumerate();
            values.find_map(|(index, value)| search(value, format!("{path}[{index}]")))
        }
        Value::Object(values) if !is_answer(values) => {
            let mut others = values.iter().filter(|(key, _)| {
                column_named(slice::from_ref(key), Role::Solutions).next().is_none()
            });
            others.find_map(|(key, value)| search(value, format!("{path}{}", step(key))))
        }
        _ => None,
    }
}

/// Returns true for a message of a conversation that a language model wrote.
fn is_answer(message: &Map<String, Value>) -> bool {
    let speaker = ["role", "from"].iter().find_map(|key| message.get(*key)?.as_str());
    speaker.is_some_and(|name| ["assistant", "gpt", "model"].contains(&name))
}

/// A grid in an object.
struct Found {
    filter: String,
    has_empty: bool,
}

/// A key in a path.
fn step(key: &str) -> String {
    // To `jq`, a bare `-` in a key is a minus. In quotes, a key may hold anything.
    let is_plain = key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { format!(".{key}") } else { format!(".{}", Value::from(key)) }
}

/// A grid that is a string, or an array that [`cells`] read.
fn of_value(value: &Value, path: &str) -> Option<Found> {
    let text = match value {
        Value::String(text) => text.clone(),
        // As text, its numbers are read as an array on a line of its own would be.
        Value::Array(_) => value.to_string(),
        _ => return None,
    };
    let symbols = cells::plain(text.as_bytes(), value.is_array(), Alphabet::FromOne);
    let is_grid = detected(None).any(|size| {
        cells::is_grid_of(&symbols, size) && shows(&symbols, size, None, Alphabet::FromOne)
    });
    let has_empty = symbols.iter().any(|symbol| BLANKS.contains(symbol));
    is_grid.then(|| Found { filter: path.to_owned(), has_empty })
}

/// A grid of which each cell is an object, whose value is a number under one of its keys.
fn of_objects(value: &Value, path: &str) -> Option<Found> {
    let Value::Array(rows) = value else { return None };
    // Interfaces keep the cells of a row together, or all cells in one list.
    let nested: Option<Vec<_>> = rows.iter().map(Value::as_array).collect();
    let (cells, each): (Vec<_>, _) = match nested {
        Some(rows) => (rows.into_iter().flatten().collect(), "[][]"),
        None => (rows.iter().collect(), "[]"),
    };
    let cells: Vec<&Map<_, _>> = cells.into_iter().map(Value::as_object).collect::<Option<_>>()?;
    let size = Size::from_cells(cells.len())?;
    let is_digit = |value: &Value| value.as_u64().is_some_and(|it| it <= size.side() as u64);
    // An empty cell may lack the key or have null there, so only the other cells tell.
    let holds_digits = |key: &&String| {
        let mut values = cells.iter().filter_map(|cell| cell.get(*key)).filter(|it| !it.is_null());
        values.all(is_digit)
    };
    let shows = |key: &&String| {
        let digit = |cell: &&Map<_, _>| cell.get(*key).and_then(Value::as_u64).unwrap_or(0) as u8;
        let symbol = |value| Digit::new(value).map_or('.', |it| Alphabet::FromOne.symbol(it)) as u8;
        let symbols: Vec<u8> = cells.iter().map(|cell| symbol(digit(cell))).collect();
        shows(&symbols, size, None, Alphabet::FromOne)
    };
    let mut keys = cells.iter().flat_map(|cell| cell.keys());
    let key = keys.find(|key| holds_digits(key) && shows(key))?;
    let is_clue = |value: &Value| value.as_u64() > Some(0);
    let has_empty = cells.iter().any(|cell| !cell.get(key).is_some_and(is_clue));
    Some(Found { filter: format!("[{path}{each} | {} // 0]", step(key)), has_empty })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filters() {
        let grid = "[[1,0,0,0],[0,0,4,0],[0,2,0,0],[0,0,0,3]]";
        let objects = grid.replace('0', "{}").replace(['1', '2', '3', '4'], "{\"v\":1}");
        for (object, expected) in [
            (r#"{"a":{"b c":["x","1...4.....2....3"]}}"#.to_owned(), Some(r#".a."b c"[1]"#)),
            (format!(r#"{{"a":{{"board":{grid}}}}}"#), Some(".a.board")),
            (
                format!(r#"{{"a":{{"solved":"1234341243212143","board":{grid}}}}}"#),
                Some(".a.board"),
            ),
            (r#"{"a":[{"t":"1,.,.,.\n4,.,.,.\n.,.,2,.\n.,.,.,3"}]}"#.to_owned(), Some(".a[0].t")),
            (format!(r#"{{"size":4,"grid":{objects}}}"#), Some("[.grid[][] | .v // 0]")),
            (r#"{"a":{"b":"1...4"}}"#.to_owned(), None),
            // The question, or none.
            (
                r#"{"chat":[{"from":"human","value":"Solve 1...4.....2....3"},
                    {"from":"gpt","value":"12343412431221.3"}]}"#
                    .to_owned(),
                Some(".chat[0].value"),
            ),
            (
                r#"{"messages":[{"role":"user","content":"Solve it."},
                    {"role":"assistant","content":"12343412431221.3"}]}"#
                    .to_owned(),
                None,
            ),
            (r#"{"a":{"question":"?","answer":"12343412431221.3"}}"#.to_owned(), None),
            (r#"{"a":["x","1234341243212143"]}"#.to_owned(), None),
            (
                r#"{"states":["1...4.....2....3","12..4.....2....3","1234341243212143"]}"#
                    .to_owned(),
                Some(".states[0]"),
            ),
            ("{".to_owned(), None),
        ] {
            assert_eq!(filter(object.as_bytes()).as_deref(), expected, "{object}");
        }
    }
}
