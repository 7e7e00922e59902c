//! Items of lists.

use sudomill_input::list::{behind_dash, enclosed_item, is_key};

#[test]
fn items() {
    for (line, item, enclosed) in [
        ("- 12", Some("12"), None),
        ("  - \"1 2\" \r", Some("\"1 2\" \r"), Some("\"1 2\" \r")),
        ("- '12'", Some("'12'"), Some("'12'")),
        ("  - - [1, 2]", Some("- [1, 2]"), Some("[1, 2]")),
        ("- - \"12\"", Some("- \"12\""), Some("\"12\"")),
        ("- 1, 2", Some("1, 2"), Some("1, 2")),
        // The last dash is a cell.
        ("  - - , 2", Some("- , 2"), Some("- , 2")),
        ("- , 2", Some(", 2"), None),
        // A comment may have commas.
        ("- 1 2 # a, b", Some("1 2 # a, b"), None),
        // The second dash is a cell.
        ("- - 1", Some("- 1"), None),
        ("-", None, None),
        ("-12", None, None),
        ("12", None, None),
        ("- ", Some(""), None),
    ] {
        let text = |start: usize| &line[start..];
        assert_eq!(behind_dash(line.as_bytes()).map(text), item, "{line}");
        assert_eq!(enclosed_item(line.as_bytes()).map(text), enclosed, "{line}");
    }
}

#[test]
fn keys() {
    for key in ["puzzles:", "  very hard:\r", "'a':", "1:", "---", "..."] {
        assert!(is_key(key.as_bytes()), "{key}");
    }
    for other in ["puzzle: 12", "- a:", ":", "12..", "----", "a,b:"] {
        assert!(!is_key(other.as_bytes()), "{other}");
    }
}
