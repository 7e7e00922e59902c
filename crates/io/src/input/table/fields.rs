//! Finds the fields of a line or record: their ranges, without surrounding quotes and spaces.

use super::records::SEPARATORS;
use crate::input::lines::line_end::without_line_end;
use memchr::memchr;
use std::ops::Range;
use sudomill_core::puzzle_line::word::{trimmed, unquoted};

pub(in crate::input) use sudomill_core::puzzle_line::word::words;

/// How lines are divided into fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::input) enum Division {
    /// Words, separated by any of `, ; : | tab space`. Spaces around a separator belong to it.
    #[default]
    Words,
    /// Fields between this separator, outside quotes.
    Delimited(u8),
    /// Each line is a JSON object; its values are the fields.
    Json,
}

impl Division {
    /// The fields of a row; none for a JSON object, whose fields have keys.
    pub(super) fn fields(self, row: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
        let (words, separator) = match self {
            Self::Words => (Some(words(row)), None),
            Self::Delimited(separator) => (None, Some(separator)),
            Self::Json => (None, None),
        };
        let delimited = separator.map(|separator| delimited(row, separator));
        words.into_iter().flatten().chain(delimited.into_iter().flatten())
    }
}

/// The fields of a delimited record.
pub(in crate::input) fn delimited(
    record: &[u8],
    separator: u8,
) -> impl Iterator<Item = Range<usize>> + '_ {
    whole(record, separator).map(|field| unquoted(record, trimmed(record, field)))
}

/// The fields of a record with their quotes and surrounding spaces.
pub(super) fn whole(record: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    let record = without_line_end(record);
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let end = field_end(record, start, separator);
        next = (end < record.len()).then_some(end + 1);
        Some(start..end)
    })
}

/// Finds the field `index`, from 0, in a line without quotes.
#[inline]
pub(super) fn nth_plain(line: &[u8], separator: u8, index: usize) -> Option<Range<usize>> {
    let mut start = 0;
    for _ in 0..index {
        start += memchr(separator, &line[start..])? + 1;
    }
    let end = memchr(separator, &line[start..]).map_or(line.len(), |len| start + len);
    Some(start..end)
}

fn field_end(record: &[u8], start: usize, separator: u8) -> usize {
    let find = |from: usize| memchr(separator, &record[from..]).map(|len| from + len);
    let quote = skip_blanks(record, start);
    let mut from = start;
    if record.get(quote) == Some(&b'"') {
        let mut close = quote + 1;
        while let Some(len) = memchr(b'"', &record[close..]) {
            close += len + 1;
            match record.get(close) {
                Some(b'"') => close += 1,
                _ => {
                    let after = record.get(skip_blanks(record, close));
                    from = if after.is_none_or(|&byte| byte == separator) { close } else { start };
                    break;
                }
            }
        }
    }
    find(from).unwrap_or(record.len())
}

/// Skips spaces before a field, but not tabs, which may be separators.
fn skip_blanks(record: &[u8], from: usize) -> usize {
    from + record[from..].iter().take_while(|&&byte| byte == b' ').count()
}

/// The separator that the first line of a spreadsheet export declares: `sep=;`.
pub(super) fn named_separator(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    match line {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator] => Some(*separator),
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'='] => Some(b'\t'),
        _ => None,
    }
    .filter(|separator| SEPARATORS.contains(separator))
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
