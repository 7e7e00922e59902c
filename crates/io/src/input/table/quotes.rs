//! Finds the quotes of delimited text.

use memchr::{memchr, memchr_iter};

/// The separators that can divide a file into columns.
pub(in crate::input) const SEPARATORS: [u8; 4] = *b",;\t|";

/// Finds the first quote from `at` to `end` that starts a field.
pub(super) fn opening_quote(
    bytes: &[u8],
    start: usize,
    at: usize,
    end: usize,
    separators: &[u8],
) -> Option<usize> {
    let begins = |&quote: &usize| {
        let before = bytes[start..quote].iter().rev().find(|&&byte| byte != b' ');
        before.is_none_or(|byte| separators.contains(byte))
    };
    memchr_iter(b'"', bytes.get(at..end)?).map(|quote| at + quote).find(begins)
}

pub(super) enum Close {
    At(usize),
    /// The bytes end before the closing quote.
    Open,
    /// The quote does not open a quoted field.
    None,
}

/// Finds the quote that closes the one at offset `quote`.
pub(super) fn closing_quote(bytes: &[u8], quote: usize, separators: &[u8]) -> Close {
    let mut at = quote + 1;
    while let Some(found) = memchr(b'"', &bytes[at..]) {
        let close = at + found;
        match bytes[close + 1..].iter().find(|&&byte| byte != b' ') {
            Some(b'"') if bytes[close + 1] == b'"' => at = close + 2,
            Some(b'\n' | b'\r') | None => return Close::At(close),
            Some(byte) if separators.contains(byte) => return Close::At(close),
            Some(_) => return Close::None,
        }
    }
    Close::Open
}
