//! Replaces `json` in builds without the feature `files`, which read no JSON. An input that begins
//! with an object is refused; an object elsewhere is a bad line.

use std::ops::Range;

/// See `json.rs`.
#[derive(Debug)]
pub(super) enum Fault {
    Syntax(usize, String),
    #[allow(dead_code)]
    NoKey,
    #[allow(dead_code)]
    Twice(usize, String),
}

pub(super) fn value(_: &[u8], _: &str) -> Result<Range<usize>, Fault> {
    Err(Fault::Syntax(0, "JSON Lines need the feature `files` of sudomill".to_owned()))
}

pub(super) fn values(_: &[u8]) -> Option<Vec<(String, Range<usize>)>> {
    None
}

pub(crate) fn whole_values(_: &[u8], _: impl FnMut(&str, Range<usize>)) -> bool {
    false
}

#[cfg(test)]
mod tests {
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
