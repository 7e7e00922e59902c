//! Finds a value in a line of JSON Lines.

use serde::{
    Deserialize,
    de::{Deserializer, MapAccess, Visitor},
};
use serde_json::value::RawValue;
use std::{borrow::Cow, fmt, ops::Range};

/// Why a value was not found.
#[derive(Debug)]
pub(super) enum Fault {
    /// The line is not a JSON object: the offset and the message of the parser.
    Syntax(usize, String),
    /// The object lacks the key.
    NoKey,
}

/// The place of the value of a key; for a string, without its quotes.
pub(super) fn value(line: &[u8], key: &str) -> Result<Range<usize>, Fault> {
    let mut found = None;
    object(line, |name, value| {
        if name == key && found.is_none() {
            found = Some(unquoted(line, value));
        }
    })?;
    found.ok_or(Fault::NoKey)
}

/// All keys of a line, with the places of their values.
pub(super) fn values(line: &[u8]) -> Option<Vec<(String, Range<usize>)>> {
    let mut all = Vec::new();
    object(line, |name, value| all.push((name.to_owned(), unquoted(line, value)))).ok()?;
    Some(all)
}

/// Calls `each` for every key of a line and the place of its value; for a string, with its
/// quotes. Returns whether the line is an object.
pub(super) fn whole_values(line: &[u8], mut each: impl FnMut(&str, Range<usize>)) -> bool {
    object(line, |name, value| each(name, whole(line, value))).is_ok()
}

fn whole(line: &[u8], value: &RawValue) -> Range<usize> {
    let start = value.get().as_ptr().addr() - line.as_ptr().addr();
    start..start + value.get().len()
}

fn unquoted(line: &[u8], value: &RawValue) -> Range<usize> {
    let Range { start, end } = whole(line, value);
    if line[start] == b'"' { start + 1..end - 1 } else { start..end }
}

/// Calls `each` for every key and value of the object in a line.
fn object<'a>(line: &'a [u8], each: impl FnMut(&str, &'a RawValue)) -> Result<(), Fault> {
    let mut parser = serde_json::Deserializer::from_slice(line);
    let read = parser.deserialize_map(Object(each)).and_then(|()| parser.end());
    // The text is one line, so the column of the parser is an offset from 1.
    read.map_err(|e| {
        let words = e.to_string();
        let words = words.split(" at line ").next().unwrap_or_default().to_owned();
        Fault::Syntax(e.column().clamp(1, line.len().max(1)) - 1, words)
    })
}

struct Object<F>(F);

impl<'de, F: FnMut(&str, &'de RawValue)> Visitor<'de> for Object<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("a JSON object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(Key(key)) = map.next_key()? {
            let value: &RawValue = map.next_value()?;
            (self.0)(&key, value);
        }
        Ok(())
    }
}

/// A key, borrowed if it contains no escapes.
#[derive(Deserialize)]
struct Key<'a>(#[serde(borrow)] Cow<'a, str>);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_values_by_key() {
        let line = r#"{"answer": "12", "a\"b": {"puzzle": "no"}, "puzzle": "..3", "n": 7}"#;
        let text = |key| value(line.as_bytes(), key).map(|range| &line[range]);
        assert_eq!(text("puzzle").unwrap(), "..3");
        assert_eq!(text("a\"b").unwrap(), r#"{"puzzle": "no"}"#);
        assert_eq!(text("n").unwrap(), "7");
        assert!(matches!(text("x"), Err(Fault::NoKey)));
        let names: Vec<_> = values(line.as_bytes()).unwrap().into_iter().map(|v| v.0).collect();
        assert_eq!(names, ["answer", "a\"b", "puzzle", "n"]);
    }

    #[test]
    fn locates_broken_objects() {
        for (line, at) in [(r#"{"puzzle": "..3""#, 15), (r#"{"puzzle" "..3"}"#, 10), ("[1]", 0)] {
            match value(line.as_bytes(), "puzzle") {
                Err(Fault::Syntax(found, words)) => assert_eq!(found, at, "{line}: {words}"),
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}
