//! The fields of a record.

use std::ops::Range;
use sudomill_input::fields::{delimited, named_separator};

fn texts(line: &str, fields: impl Iterator<Item = Range<usize>>) -> Vec<&str> {
    fields.map(|field| &line[field]).collect()
}

#[test]
fn delimited_follows_rfc_4180() {
    let fields = |line| texts(line, delimited(line.as_bytes(), b','));
    assert_eq!(fields("a, b ,\"c,d\",\"e\"\"f\"\r\n"), ["a", "b", "c,d", "e\"\"f"]);
    assert_eq!(fields("1,\"x\ny\",2\n"), ["1", "x\ny", "2"]);
    assert_eq!(fields(",,"), ["", "", ""]);
    assert_eq!(fields("a\"b,\"c"), ["a\"b", "\"c"]);
    assert_eq!(fields("\"a\"b,c"), ["\"a\"b", "c"]);
    assert_eq!(texts("a;b,c", delimited(b"a;b,c", b';')), ["a", "b,c"]);
}

#[test]
fn named_separators() {
    assert_eq!(named_separator(b"sep=;\r"), Some(b';'));
    assert_eq!(named_separator(b"\"sep=,\""), Some(b','));
    assert_eq!(named_separator(b"sep=x"), None);
    assert_eq!(named_separator(b"separator"), None);
}

#[cfg(feature = "files")]
mod parsed {
    use sudomill_input::{
        BadLine, Problem,
        fields::{value, values, whole_values},
    };

    #[test]
    fn finds_values_by_key() {
        let line = r#"{"answer": "12", "a\"b": {"puzzle": "no"}, "puzzle": "..3", "n": 7}"#;
        let text = |key| value(line.as_bytes(), key).unwrap().map(|range| &line[range]);
        assert_eq!(text("puzzle"), Some("..3"));
        assert_eq!(text("a\"b"), Some(r#"{"puzzle": "no"}"#));
        assert_eq!(text("n"), Some("7"));
        assert_eq!(text("x"), None);
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
                Err(BadLine { column, problem: Problem::KeyTwice(twice), .. }) => {
                    assert_eq!((column - 1, &*twice), (at, key));
                }
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
            assert_eq!(found.problem, Problem::KeyTwice(key.to_owned()));
        }
    }

    #[test]
    fn locates_broken_objects() {
        for (line, at) in [(r#"{"puzzle": "..3""#, 15), (r#"{"puzzle" "..3"}"#, 10), ("[1]", 0)] {
            match value(line.as_bytes(), "puzzle") {
                Err(BadLine { column, problem: Problem::Json(words), .. }) => {
                    assert_eq!(column - 1, at, "{line}: {words}");
                }
                other => panic!("{line}: {other:?}"),
            }
        }
    }
}

#[cfg(not(feature = "files"))]
mod refused {
    use std::io::Cursor;
    use sudomill_input::read_from;
    use sudomill_puzzle::grid::Order3;

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
