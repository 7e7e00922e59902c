//! Finds the fields of a line or record, and the quotes around them.

use super::{layout::Format, lines::line_end::without_line_end};
use memchr::{memchr, memchr_iter};
use std::{borrow::Cow, iter, ops::Range};
use sudomill_core::puzzle_line::word::{trimmed, unquoted};

pub(in crate::input) use sudomill_core::puzzle_line::word::words;

impl Format {
    /// The fields of a row without their quotes; none for a JSON object, whose fields have keys.
    pub fn fields<'a>(&self, row: &'a [u8]) -> Box<dyn Iterator<Item = Range<usize>> + 'a> {
        match self {
            Self::JsonLines => Box::new(iter::empty()),
            Self::Delimited(separator) => Box::new(delimited(row, *separator)),
            _ => Box::new(words(row)),
        }
    }
}

/// The fields of a delimited record.
pub(in crate::input) fn delimited(
    record: &[u8],
    separator: u8,
) -> impl Iterator<Item = Range<usize>> + '_ {
    whole(record, separator).map(|field| unquoted(record, trimmed(record, field)))
}

/// The field with this index, from 0.
#[inline]
pub(super) fn nth(record: &[u8], separator: u8, index: usize) -> Option<Range<usize>> {
    whole(record, separator).nth(index).map(|field| unquoted(record, trimmed(record, field)))
}

/// The fields of a record with their quotes and surrounding spaces.
pub(super) fn whole(record: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    let record = without_line_end(record);
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let end = field_end(record, start, separator);
        next = (end < record.len()).then_some(end + 1);
        Some(start..end)
    })
}

/// Finds the end of a field: its separator, or the end of the record.
#[inline]
fn field_end(record: &[u8], start: usize, separator: u8) -> usize {
    let quote = skip_blanks(record, start);
    let from = match record.get(quote) {
        Some(b'"') => match closing_quote(record, quote, &[separator]) {
            Close::At(close) => close + 1,
            Close::Open | Close::None => start,
        },
        _ => start,
    };
    memchr(separator, &record[from..]).map_or(record.len(), |len| from + len)
}

/// Skips spaces before a field, but not tabs, which may be separators.
fn skip_blanks(record: &[u8], from: usize) -> usize {
    from + record[from..].iter().take_while(|&&byte| byte == b' ').count()
}

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

/// The separator that the first line of a spreadsheet export declares: `sep=;`.
pub(super) fn named_separator(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let (name, separator) = line.split_at_checked(4)?;
    let separator = if separator.is_empty() { b"\t" } else { separator };
    let is_meant = name.eq_ignore_ascii_case(b"sep=") && separator.len() == 1;
    SEPARATORS.into_iter().find(|it| is_meant && separator[0] == *it)
}

/// The text between the quotes of a field, and true if every quote within it is doubled; `None` if
/// the field is not quoted.
pub(crate) fn quoted(field: &[u8]) -> Option<(&[u8], bool)> {
    let [b'"', inner @ .., b'"'] = field.trim_ascii() else { return None };
    let mut quotes = memchr_iter(b'"', inner);
    let mut all = true;
    while let Some(first) = quotes.next() {
        all &= quotes.next() == Some(first + 1);
    }
    Some((inner, all))
}

/// The value of a field: without its quotes, and with doubled quotes reduced to one.
pub(crate) fn field_value(field: &[u8]) -> Cow<'_, [u8]> {
    match quoted(field) {
        None => field.into(),
        Some((inner, true)) if memchr(b'"', inner).is_some() => {
            let mut value = Vec::with_capacity(inner.len());
            let mut rest = inner;
            while let Some(quote) = memchr(b'"', rest) {
                value.extend_from_slice(&rest[..=quote]);
                rest = &rest[quote + 2..];
            }
            value.extend_from_slice(rest);
            value.into()
        }
        Some((inner, _)) => inner.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(line: &str, fields: impl Iterator<Item = Range<usize>>) -> Vec<&str> {
        fields.map(|field| &line[field]).collect()
    }

    #[test]
    fn delimited_follows_rfc_4180() {
        let fields = |line| texts(line, delimited(line.as_bytes(), b','));
        assert_eq!(fields("a, b ,\"c,d\",\"e\"\"f\"\r\n"), ["a", "b", "c,d", "e\"\"f"]);
        assert_eq!(fields("1,\"x\ny\",2\n"), ["1", "x\ny", "2"]);
        assert_eq!(fields(",,"), ["", "", ""]);
        assert_eq!(fields("a\"b,\"c"), ["a\"b", "\"c"]);
        assert_eq!(fields("\"a\"b,c"), ["\"a\"b", "c"]);
        assert_eq!(texts("a;b,c", delimited(b"a;b,c", b';')), ["a", "b,c"]);
    }

    #[test]
    fn named_separators() {
        assert_eq!(named_separator(b"sep=;\r"), Some(b';'));
        assert_eq!(named_separator(b"\"sep=,\""), Some(b','));
        assert_eq!(named_separator(b"sep=x"), None);
        assert_eq!(named_separator(b"separator"), None);
    }
}
