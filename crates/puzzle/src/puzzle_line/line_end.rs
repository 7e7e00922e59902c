//! Finds where lines end: at LF, at CRLF, or at a lone CR, as old Macs and some spreadsheets write
//! it, in any mixture.

use memchr::{memchr, memchr_iter, memchr2, memrchr, memrchr_iter};

/// Finds the first line end at or after `from`. Returns the end of the text before it and the start
/// of the next line. The text keeps the CR of a CRLF, which every reader trims.
///
/// A CR as the last byte counts as a line end; if more bytes may follow, check [`may_continue`].
#[inline]
pub fn line_end(bytes: &[u8], from: usize) -> Option<(usize, usize)> {
    let at = from + memchr2(b'\n', b'\r', &bytes[from..])?;
    Some(match bytes[at..] {
        [b'\r', b'\n', ..] => (at + 1, at + 2),
        _ => (at, at + 1),
    })
}

/// Returns true if the next byte decides where the last line ends: after CR, there may be an LF.
pub fn may_continue(bytes: &[u8]) -> bool {
    bytes.last() == Some(&b'\r')
}

/// Returns the end of the last complete line within the first `within` bytes. Prefers LF, because
/// it always ends a line; `last` means that no more bytes will come.
pub fn last_line_end(bytes: &[u8], within: usize, last: bool) -> Option<usize> {
    if let Some(newline) = memrchr(b'\n', &bytes[..within]) {
        return Some(newline + 1);
    }
    let is_alone = |&end: &usize| bytes.get(end).map_or(last, |&byte| byte != b'\n');
    memrchr_iter(b'\r', &bytes[..within]).map(|at| at + 1).find(is_alone)
}

/// Strips the line end from a line or record.
#[inline]
pub fn without_line_end(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    text.strip_suffix(b"\r").unwrap_or(text)
}

/// Counts line ends.
pub fn count(bytes: &[u8]) -> u64 {
    if memchr(b'\r', bytes).is_none() {
        return memchr_iter(b'\n', bytes).count() as u64;
    }
    let mut at = 0;
    let ends = std::iter::from_fn(|| {
        at = line_end(bytes, at)?.1;
        Some(())
    });
    ends.count() as u64
}
