//! Items of lists.

use sudomill_input::list::{is_key, item};

#[test]
fn items() {
    for (line, expected) in [
        ("- 12", Some("12")),
        ("  - \"1 2\" \r", Some("1 2")),
        ("- '12'", Some("12")),
        ("  - - [1, 2]", Some("[1, 2]")),
        ("- - \"12\"", Some("12")),
        // The second dash is a cell.
        ("- - 1", Some("- 1")),
        ("-", None),
        ("-12", None),
        ("12", None),
        ("- ", Some("")),
        ("- \"", Some("\"")),
    ] {
        assert_eq!(item(line.as_bytes()).map(|item| &line[item]), expected, "{line}");
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
