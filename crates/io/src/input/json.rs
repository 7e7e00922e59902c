//! Finds values in a line of JSON Lines.

#[cfg(feature = "files")]
use parser::object;
use std::ops::Range;

/// The reason why a value was not found.
#[derive(Debug)]
pub(in crate::input) enum Fault {
    /// The line is not a JSON object: the offset and the parser's message.
    Syntax(usize, String),
    /// The object lacks the key.
    NoKey,
    /// The object repeats a key: the offset of the second occurrence, and the key.
    #[cfg_attr(not(feature = "files"), allow(dead_code))]
    Twice(usize, String),
}

/// The range of a key's value; for a string, without its quotes.
pub(super) fn value(line: &[u8], key: &str) -> Result<Range<usize>, Fault> {
    let mut found = None;
    object(line, &mut |name, value| {
        if name == key && found.is_none() {
            found = Some(unquoted(line, value));
        }
    })?;
    found.ok_or(Fault::NoKey)
}

/// All keys of a line, with the ranges of their values.
pub(super) fn values(line: &[u8]) -> Option<Vec<(String, Range<usize>)>> {
    let mut all = Vec::new();
    object(line, &mut |name, value| all.push((name.to_owned(), unquoted(line, value)))).ok()?;
    Some(all)
}

/// Calls `each` for every key of a line and the range of its first value; for a string, with its
/// quotes. Returns true if the line is an object without repeated keys.
pub(crate) fn whole_values(line: &[u8], mut each: impl FnMut(&str, Range<usize>)) -> bool {
    object(line, &mut each).is_ok()
}

fn unquoted(line: &[u8], Range { start, end }: Range<usize>) -> Range<usize> {
    if line[start] == b'"' { start + 1..end - 1 } else { start..end }
}

/// Without the feature `files` no JSON is read: an input that begins with an object is refused, and
/// an object elsewhere is a bad line.
#[cfg(not(feature = "files"))]
fn object(_: &[u8], _: &mut dyn FnMut(&str, Range<usize>)) -> Result<(), Fault> {
    Err(Fault::Syntax(0, "JSON Lines need the feature `files` of sudomill".to_owned()))
}

#[cfg(feature = "files")]
mod parser {
    use super::Fault;
    use serde::{
        Deserialize,
        de::{Deserializer, MapAccess, Visitor},
    };
    use serde_json::value::RawValue;
    use std::{borrow::Cow, fmt, ops::Range};

    /// Calls `each` for every key of the object in a line and the range of its first value. A
    /// repeated key is an error, because readers disagree about it: Python takes the last value,
    /// DuckDB the first.
    pub fn object(line: &[u8], each: &mut dyn FnMut(&str, Range<usize>)) -> Result<(), Fault> {
        let mut parser = serde_json::Deserializer::from_slice(line);
        let (mut twice, start) = (None, line.as_ptr().addr());
        let object = Object { each, start, twice: &mut twice };
        let read = parser.deserialize_map(object).and_then(|()| parser.end());
        // The text is one line, so the parser's column is an offset from 1.
        read.map_err(|e| {
            let words = e.to_string();
            let words = words.split(" at line ").next().unwrap_or_default().to_owned();
            Fault::Syntax(e.column().clamp(1, line.len().max(1)) - 1, words)
        })?;
        match twice {
            None => Ok(()),
            Some((after, key)) => {
                let at = memchr::memchr(b'"', &line[after..]).map_or(after, |len| after + len);
                Err(Fault::Twice(at, key))
            }
        }
    }

    struct Object<'t> {
        each: &'t mut dyn FnMut(&str, Range<usize>),
        /// The address of the line.
        start: usize,
        /// The end of the value before the first repeated key, and the key.
        twice: &'t mut Option<(usize, String)>,
    }

    impl<'de> Visitor<'de> for Object<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a JSON object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            let (mut keys, mut end): (Vec<Cow<str>>, _) = (Vec::new(), 0);
            while let Some(Key(key)) = map.next_key()? {
                let value: &RawValue = map.next_value()?;
                let start = value.get().as_ptr().addr() - self.start;
                let place = start..start + value.get().len();
                match keys.contains(&key) {
                    false => (self.each)(&key, place.clone()),
                    true => _ = self.twice.get_or_insert_with(|| (end, key.clone().into_owned())),
                }
                end = place.end;
                keys.push(key);
            }
            Ok(())
        }
    }

    /// A key, borrowed if it contains no escapes.
    #[derive(Deserialize)]
    struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
}

#[cfg(test)]
mod tests {
    #[cfg(feature = "files")]
    mod parsed {
        use super::super::*;

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
        fn keys_twice() {
            for (line, at, key) in [
                (r#"{"a": 1, "b": {"a": 2}, "a": 3, "b": 4}"#, 24, "a"),
                (r#"{"a":1,"\u0061":2}"#, 7, "a"),
                (r#"{"":1, "x\"":[1,"y"] , "x\u0022":2}"#, 23, "x\""),
            ] {
                match value(line.as_bytes(), "a") {
                    Err(Fault::Twice(found, twice)) => assert_eq!((found, &*twice), (at, key)),
                    other => panic!("{line}: {other:?}"),
                }
                assert!(values(line.as_bytes()).is_none());
                let mut first = Vec::new();
                assert!(!whole_values(line.as_bytes(), |key, place| {
                    first.push((key.to_owned(), place));
                }));
                assert!(first.iter().any(|(key, _)| ["a", ""].contains(&&**key)), "{first:?}");
            }
            let keys: Vec<_> = (0..5_000).map(|key| format!("\"{key}\":0")).collect();
            let line = |more: &str| format!("{{{}{more}}}", keys.join(","));
            assert!(value(line("").as_bytes(), "4999").is_ok());
            for key in ["0", "7", "8", "4999"] {
                let found = value(line(&format!(",\"{key}\":1")).as_bytes(), "7").unwrap_err();
                assert!(matches!(found, Fault::Twice(_, twice) if twice == key));
            }
        }

        #[test]
        fn locates_broken_objects() {
            for (line, at) in [(r#"{"puzzle": "..3""#, 15), (r#"{"puzzle" "..3"}"#, 10), ("[1]", 0)]
            {
                match value(line.as_bytes(), "puzzle") {
                    Err(Fault::Syntax(found, words)) => assert_eq!(found, at, "{line}: {words}"),
                    other => panic!("{line}: {other:?}"),
                }
            }
        }
    }

    #[cfg(not(feature = "files"))]
    mod refused {
        use crate::input::read_from;
        use std::io::Cursor;
        use sudomill_core::grid::Order3;

        const OBJECT: &str = "{\"puzzle\": \"1...4.....2....3\"}\n";

        #[test]
        fn refuses_json_lines() {
            let message = read_from("lines", Cursor::new(OBJECT)).unwrap_err().to_string();
            let found = "found JSON Lines, which this build does not read; expected lines of text";
            assert_eq!(message, format!("lines: {found}"));
        }

        #[test]
        fn object_below_comment_is_bad() {
            let lines = Cursor::new(format!("# a comment\n{OBJECT}"));
            let puzzle = read_from("lines", lines).unwrap().puzzles::<Order3>().next();
            let message = puzzle.unwrap().unwrap_err().to_string();
            assert!(message.contains("JSON Lines need the feature `files`"), "{message}");
        }
    }
}
