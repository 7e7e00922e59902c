//! Text as lines.

use proptest::prelude::*;
use sudomill_input::Lines;
use sudomill_puzzle::puzzle_line::line_end;

#[test]
fn every_kind_of_line_end() {
    for (text, lines) in [
        ("a\nb", &["a", "b"][..]),
        ("a\r\nb\r\n", &["a\r", "b\r"]),
        ("a\rb\r", &["a", "b"]),
        ("a\r\r\nb", &["a", "\r", "b"]),
        ("a\r\rb", &["a", "", "b"]),
        ("a\rb\nc\r\nd", &["a", "b", "c\r", "d"]),
        ("\n\r", &["", ""]),
    ] {
        let found: Vec<_> = Lines::new(text.as_bytes()).map(|it| it.1).collect();
        let expected: Vec<_> = lines.iter().map(|line| line.as_bytes()).collect();
        assert_eq!(found, expected, "{text:?}");
    }
}

proptest! {
    #[test]
    fn lines_equal_a_split(text in "[ab\n]{0,60}") {
        let found: Vec<_> = Lines::new(text.as_bytes()).map(|(_, l)| l).collect();
        let expected: Vec<_> = text.strip_suffix('\n').unwrap_or(&text).split('\n').collect();
        let expected: Vec<_> = expected.iter().map(|l| l.as_bytes()).collect();
        prop_assert_eq!(found, if text.is_empty() { vec![] } else { expected });
    }

    #[test]
    fn count_is_that_of_lines(text in "[a\r\n]{0,60}") {
        let mut lines = Lines::new(text.as_bytes());
        lines.by_ref().for_each(drop);
        prop_assert_eq!(lines.newlines(), line_end::count(text.as_bytes()));
    }
}
