//! Lists as YAML writes them: an item on each line behind a dash, below a key.

use super::lines::symbols::is_separator;
use std::ops::Range;

/// The longest name, in bytes: of a column, a key, or what stands between a name and its bracket. In a long line,
/// each word would look for its bracket up to the end.
pub const LONGEST_NAME: usize = 64;

/// The item in a line of a list: what stands behind its dash, without quotes. `None` for a line
/// that begins with no dash, or with one that is followed by another character than a space.
///
/// A dash may also be an empty cell, so that only the first lines of a file can show whether it has
/// lists. An item that is a list begins with further dashes, before a bracket or a quote.
pub fn item(line: &[u8]) -> Option<Range<usize>> {
    let mut start = behind_dash(line, 0)?;
    while let Some(next) = behind_dash(line, start)
        && line.get(first_word_from(line, next)).is_some_and(|byte| b"[\"'".contains(byte))
    {
        start = next;
    }
    let end = line.trim_ascii_end().len().max(start);
    match &line[start..end] {
        [b'"', inner @ .., b'"'] | [b'\'', inner @ .., b'\''] => {
            Some(start + 1..start + 1 + inner.len())
        }
        _ => Some(start..end),
    }
}

/// The offset of the text behind the first dash from an offset, if nothing but spaces is before it.
fn behind_dash(line: &[u8], from: usize) -> Option<usize> {
    let rest = line[from..].trim_ascii_start();
    let item = rest.strip_prefix(b"-").filter(|item| item.first() == Some(&b' '))?;
    Some(line.len() - item.trim_ascii_start().len())
}

/// The offset behind all dashes that begin a text.
fn first_word_from(line: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(next) = behind_dash(line, at) {
        at = next;
    }
    at
}

/// Returns true for an item in quotes or brackets, which is certainly one.
pub fn is_enclosed(line: &[u8], item: &Range<usize>) -> bool {
    let quote = item.start.checked_sub(1).map(|at| line[at]);
    line.get(item.start) == Some(&b'[') || quote.is_some_and(|byte| b"\"'".contains(&byte))
}

/// Returns true for a line of a file of lists that holds no item: `puzzles:`, or the beginning or
/// the end of a document.
pub fn is_key(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let Some(key) = line.strip_suffix(b":") else { return matches!(line, b"---" | b"...") };
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b" _-./'\"".contains(byte);
    key.len() <= LONGEST_NAME
        && key.iter().all(is_part)
        && key
            .iter()
            .find(|byte| !is_separator(**byte))
            .is_some_and(|first| first.is_ascii_alphanumeric() || b"_'\"".contains(first))
}
