//! Handles records of delimited text with a quoted field longer than [`MAX_LINE`]. Such a record is
//! one bad row, however many lines it spans.
//!
//! The quote may also be a stray one, before rows that must not be lost. So a quote that is not
//! closed within [`MAX_LINE`] bytes opens a field only if no line within them is a row, and the
//! field ends before the first line that is one: a line with a puzzle between separators.

use super::fields::{SEPARATORS, opening_quote};
use crate::input::lines::{
    Cut, MAX_LINE,
    line_end::line_end as find_line_end,
    symbols::{BLANKS, NONE, symbol_values},
};
use memchr::{memchr, memchr3};
use sudomill_core::grid::Size;

/// Minimum number of bytes of a long record to examine: a line that begins within [`MAX_LINE`] and
/// does not end by then is longer than a row.
const EXAMINED: usize = 2 * MAX_LINE + 1;

/// Returns true if a line within a quoted field holds a puzzle between separators, in any usual
/// symbols, before a quote that closes the field.
fn is_row(line: &[u8]) -> bool {
    if line.len() > MAX_LINE {
        return false;
    }
    let (mut at, mut end) = (0, line.len());
    while let Some(len) = memchr(b'"', &line[at..end]) {
        at += len + 1;
        match line.get(at) {
            Some(b'"') => at += 1,
            Some(byte) if !SEPARATORS.contains(byte) && !b"\r ".contains(byte) => {}
            _ => end = at - 1,
        }
        at = at.min(end);
    }
    let is_puzzle = |field: &[u8]| {
        let is_cell = |byte: &&u8| !b" \"\r".contains(byte);
        let (len, known) = (field.iter().filter(is_cell).count(), |size: Size| {
            let values = symbol_values(size, Default::default());
            field.iter().filter(is_cell).all(|&byte| values[usize::from(byte)] != NONE)
        });
        match len {
            // The symbols may be letters.
            81 => field
                .iter()
                .filter(is_cell)
                .all(|byte| byte.is_ascii_alphanumeric() || BLANKS.contains(byte)),
            16 => known(Size::Four) && field.iter().any(|byte| (b'1'..=b'4').contains(byte)),
            256 => known(Size::Sixteen),
            625 => known(Size::TwentyFive),
            729 => known(Size::Nine),
            _ => false,
        }
    };
    line[..end].split(|byte| SEPARATORS.contains(byte)).any(is_puzzle)
}

/// Returns true if a quote that is not closed before `bound` is a stray one, because a complete
/// line up to there is a row. The line with the quote ends at `line_end`.
pub(super) fn is_stray(bytes: &[u8], mut line_end: usize, bound: usize) -> bool {
    while let Some(rest) = bytes.get(line_end..bound)
        && let Some((len, next)) = find_line_end(rest, 0)
    {
        if is_row(&rest[..len]) {
            return true;
        }
        line_end += next;
    }
    false
}

/// The end of a long record.
pub(super) enum End {
    /// After this newline, or at the end of the text.
    At(usize),
    /// Beyond the examined bytes; the cut covers those that belong to the record.
    Beyond(Cut),
    /// More bytes are needed.
    Unknown,
}

impl End {
    /// Shifts the end by the `start` bytes that precede the text.
    pub fn after(self, start: usize) -> Self {
        match self {
            Self::At(len) => Self::At(start + len),
            other => other,
        }
    }
}

/// Finds the end of a record of one line of length `len`, of which `available` bytes are loaded.
pub(super) fn line_end(available: usize, len: usize, target: usize, last: bool) -> End {
    let limit = target.max(EXAMINED);
    match len <= limit {
        true => End::At(len),
        false if available < limit && !last => End::Unknown,
        false => {
            // A CR belongs to the LF after it.
            let limit = limit - usize::from(len == limit + 1);
            End::Beyond(Cut { inside_line: true, ..Cut::whole(limit) })
        }
    }
}

/// Finds the end of a record that is inside a quoted field at `at`. `bytes` starts at the start of
/// the record, or where an earlier chunk left off. Examines as much of the record as a chunk of
/// about `target` bytes needs, and more than `least` bytes. `last` means that no more bytes will
/// come.
pub(super) fn end(
    bytes: &[u8],
    at: usize,
    least: usize,
    target: usize,
    last: bool,
    separators: &[u8],
) -> End {
    let limit = target.max(EXAMINED).min(bytes.len());
    let is_all = last && limit == bytes.len();
    let beyond = |inside_record, newline: usize| match is_all {
        true => End::At(limit),
        false if limit < target.max(EXAMINED) => End::Unknown,
        false if inside_record && newline > least => {
            End::Beyond(Cut { inside_record, ..Cut::whole(newline) })
        }
        false => {
            // Never separate doubled quotes.
            let quotes = bytes[..limit].iter().rev().take_while(|&&byte| byte == b'"').count();
            let len = if limit - quotes > least { limit - quotes } else { limit };
            let len = len - usize::from(bytes[len - 1] == b'\r');
            End::Beyond(Cut { inside_line: true, inside_record, ..Cut::whole(len) })
        }
    };
    let text = &bytes[..limit];
    let (mut at, mut newline) = (at, 0);
    while let Some(found) = text.get(at..).and_then(|rest| memchr3(b'"', b'\n', b'\r', rest)) {
        at += found + 1;
        if text[at - 1] != b'"' {
            let has_more = bytes.get(at).map_or(!last, |&byte| byte == b'\n');
            if text[at - 1] == b'\r' && has_more {
                continue;
            }
            newline = at;
            match find_line_end(text, at) {
                Some((end, _)) if is_row(&text[at..end]) => return End::At(at),
                None if is_all && is_row(&text[at..]) => return End::At(at),
                _ => continue,
            }
        }
        match text.get(at) {
            Some(b'"') => at += 1,
            None => return beyond(true, newline),
            Some(byte) if !SEPARATORS.contains(byte) && !b"\r\n ".contains(byte) => {}
            // This closes the field. The record ends with the line, unless another field is open.
            Some(_) => {
                let next = find_line_end(text, at).map(|(_, next)| next);
                let line_end = next.unwrap_or(limit);
                match (opening_quote(text, at - 1, at, line_end, separators), next) {
                    (Some(quote), _) => at = quote + 1,
                    (None, Some(_)) => return End::At(line_end),
                    (None, None) => return beyond(false, newline),
                }
            }
        }
    }
    beyond(true, newline)
}

/// Cuts the rest of a long record off the front of `bytes`; `None` if more bytes are needed. The
/// cut has length 0 if the record has already ended.
pub(super) fn cut_rest(
    bytes: &[u8],
    inside_line: bool,
    target: usize,
    last: bool,
    separators: &[u8],
) -> Option<Cut> {
    if !inside_line {
        let line = find_line_end(&bytes[..bytes.len().min(MAX_LINE + 1)], 0);
        match line.map(|(len, _)| len) {
            Some(len) if is_row(&bytes[..len]) => return Some(Cut::whole(0)),
            None if last && is_row(bytes) => return Some(Cut::whole(0)),
            None if !last && bytes.len() <= MAX_LINE => return None,
            _ => {}
        }
    }
    match end(bytes, 0, 0, target, last, separators) {
        End::At(len) => Some(Cut::whole(len)),
        End::Beyond(cut) => Some(cut),
        End::Unknown => None,
    }
}
