//! Returns the fields of a row exactly as written, for callers that copy them.

use super::{Column, Division, Table, fields, json};
pub(crate) use crate::input::lines::line_end::without_line_end;
use memchr::{memchr, memchr_iter};
use std::{borrow::Cow, ops::Range};
use sudomill_core::NoColumn;

impl Table {
    /// The indices, from 0, of the columns that the user chose.
    pub(crate) fn indices(&self, wanted: &[Column]) -> Result<Vec<usize>, NoColumn> {
        let index = |column: &Column| {
            let index = column.index(&self.names).filter(|_| !self.names.is_empty());
            index.ok_or_else(|| NoColumn::new(column, &self.names, self.names.len()))
        };
        wanted.iter().map(index).collect()
    }

    /// Returns true if commas separate the fields of a row.
    pub(crate) fn has_commas(&self) -> bool {
        self.division == Division::Delimited(b',')
    }

    /// Finds the fields of a row that is not an object, including their quotes.
    pub(crate) fn whole_fields(&self, row: &[u8], places: &mut Vec<Range<usize>>) {
        places.clear();
        match self.division {
            Division::Delimited(separator) if memchr(b'"', row).is_none() => {
                let row = without_line_end(row);
                let mut start = 0;
                for end in memchr_iter(separator, row).chain([row.len()]) {
                    places.push(start..end);
                    start = end + 1;
                }
            }
            Division::Delimited(separator) => places.extend(fields::whole(row, separator)),
            Division::Words => places.extend(fields::words(row)),
            Division::Json => {}
        }
    }
}

/// Calls `each` for every key of a JSON object and the range of its value; for a string, with its
/// quotes. Returns true if the line is an object.
pub(crate) fn whole_values(line: &[u8], each: impl FnMut(&str, Range<usize>)) -> bool {
    json::whole_values(line, each)
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
pub(crate) fn value(field: &[u8]) -> Cow<'_, [u8]> {
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
