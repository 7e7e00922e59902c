//! Lists as YAML writes them: an item on each line behind a dash, below a key.

use super::lines::symbols::is_separator;

/// The longest name, in bytes: of a column, a key, or what stands between a name and its bracket. In a long line,
/// each word would look for its bracket up to the end.
pub const LONGEST_NAME: usize = 64;

/// The offset of an item behind a dash; `None` if another character than a space stands in front of the dash, or
/// behind it. A dash may also be an empty cell.
pub fn behind_dash(line: &[u8]) -> Option<usize> {
    let item = line.trim_ascii_start().strip_prefix(b"-")?;
    item.starts_with(b" ").then(|| line.len() - item.trim_ascii_start().len())
}

/// The offset of a list, a string or several values behind one dash or more. No dash in front of such an item is a
/// cell, behind which there would be a comma, too.
pub fn enclosed_item(line: &[u8]) -> Option<usize> {
    let mut start = behind_dash(line)?;
    loop {
        let item = &line[start..];
        let is_value = |comma: usize| comma > 0 && !item[..comma].trim_ascii_end().contains(&b' ');
        if b"[\"'".contains(item.first()?) || memchr::memchr(b',', item).is_some_and(is_value) {
            return Some(start);
        }
        start += behind_dash(item)?;
    }
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
