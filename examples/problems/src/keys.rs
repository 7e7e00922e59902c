//! Reads one key at a time. On a terminal, Enter sends them.

use std::io::{self, BufRead, Read};

/// Returns the next character that is not white space; `None` to leave: Esc, or the end of the
/// input.
pub fn next_key(input: &mut impl BufRead) -> io::Result<Option<char>> {
    for byte in input.by_ref().bytes() {
        match byte? {
            b'\x1b' => return Ok(None),
            key if key.is_ascii_whitespace() => {}
            key => return Ok(Some(key.into())),
        }
    }
    Ok(None)
}
