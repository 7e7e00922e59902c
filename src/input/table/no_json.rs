//! Without the feature `files` no line is read as JSON: every object is a bad line.

use std::ops::Range;

/// See `json.rs`.
#[derive(Debug)]
pub(super) enum Fault {
    Syntax(usize, String),
    #[allow(dead_code)]
    NoKey,
}

pub(super) fn value(_: &[u8], _: &str) -> Result<Range<usize>, Fault> {
    Err(Fault::Syntax(0, "JSON Lines need the feature `files` of sudomill".to_owned()))
}

pub(super) fn values(_: &[u8]) -> Option<Vec<(String, Range<usize>)>> {
    None
}
