//! Columns of the input that are repeated in the results, copied verbatim where the format allows
//! it.

use super::{
    Format, Keep, Row,
    write::{Lines, csv_text, json_key, json_text},
};
use crate::input::{self, Source, Table, field_value, quoted, whole_values, without_line_end};
use memchr::memchr;
use std::{borrow::Cow, ops::Range, sync::Arc};
use sudomill_core::Error;

/// The columns of the input that the results repeat.
pub(crate) struct PassthroughColumns {
    table: Arc<Table>,
    /// The indices of the columns in the table, from 0.
    indices: Vec<usize>,
    pub names: Vec<String>,
    /// See [`Layout::names_are_bytes`](crate::input::Layout::names_are_bytes).
    names_are_bytes: bool,
    /// The key and colon in front of each value in JSON; empty in CSV.
    keys: Vec<String>,
    is_all: bool,
    is_csv: bool,
    /// The number of fields of a row that CSV can copy verbatim, provided that none is quoted.
    pub copied_fields: Option<u32>,
    /// Set if all members of an object are copied, so that a row may have other keys than `names`.
    pub copies_objects: bool,
}

/// The places of the fields in a row. The vector is reused from row to row.
pub(crate) type Places = Vec<Range<usize>>;

impl PassthroughColumns {
    /// Finds the columns of a source to keep; `None` if there are none.
    ///
    /// # Errors
    /// A column does not exist, is chosen twice, or has a name that JSON cannot represent.
    pub fn of(source: &Source, keep: &Keep, format: Format) -> Result<Option<Self>, Error> {
        let (layout, path) = (source.layout(), || source.name().to_owned());
        let (table, names_are_bytes) = (layout.table.clone(), layout.names_are_bytes);
        let (is_all, is_csv) = (matches!(keep, Keep::All), format.is_csv());
        let indices: Vec<_> = match keep {
            Keep::Nothing => return Ok(None),
            _ if table.columns().is_empty() => return Err(Error::NoHeader { path: path() }),
            Keep::All => (0..table.columns().len()).collect(),
            Keep::Named(columns) => table
                .indices(columns)
                .map_err(|missing| Error::NoColumn { path: path(), missing })?,
        };
        let names: Vec<_> = indices.iter().map(|&index| table.columns()[index].clone()).collect();
        let mut undecodable = names.iter().filter(|name| names_are_bytes && !name.is_ascii());
        if !is_csv && let Some(name) = undecodable.next() {
            let (line, column) = source.place_in_header(name);
            return Err(Error::NotUtf8 { path: path(), line, column });
        }
        // In CSV no column may be repeated, in JSON no name.
        let is_same = |one: usize, other: usize| match is_csv {
            true => indices[one] == indices[other],
            false => names[one] == names[other],
        };
        let is_repeated = |&at: &usize| (0..at).any(|before| is_same(before, at));
        if let Some(at) = (0..names.len()).find(is_repeated) {
            let message = format!("{}: column '{}' would be kept twice", path(), names[at]);
            return Err(Error::Impossible(message));
        }
        let key = |name: &String| if is_csv { String::new() } else { json_key(name) };
        let copies_fields = is_all && is_csv && table.separator() == Some(b',');
        Ok(Some(Self {
            keys: names.iter().map(key).collect(),
            copied_fields: copies_fields.then_some(indices.len() as u32),
            copies_objects: is_all && table.is_json() && !is_csv,
            table,
            indices,
            names,
            names_are_bytes,
            is_all,
            is_csv,
        }))
    }

    /// The names as bytes, exactly as they are in the input.
    pub fn written_names(&self) -> impl Iterator<Item = Vec<u8>> + '_ {
        let written = |name: &String| match self.names_are_bytes {
            true => name.chars().map(|c| c as u8).collect(),
            false => name.clone().into_bytes(),
        };
        self.names.iter().map(written)
    }

    /// Writes the values of a row as CSV, or as members of a JSON object.
    pub fn write(&self, row: Row, found: &mut Places, lines: &mut Lines) {
        let record = without_line_end(row.record());
        let is_quoted = || row.rows.chunk.place.has_quotes && memchr(b'"', record).is_some();
        let has_fields = |wanted| match row.origin.fields {
            0 => !is_quoted() && commas(record) + 1 == wanted,
            counted => counted == wanted,
        };
        if self.copied_fields.is_some_and(has_fields) {
            return lines.bytes.extend_from_slice(record);
        }
        lines.count_unkept(row, self.find(record, found));
        let out = &mut lines.bytes;
        for (number, key) in self.keys.iter().enumerate() {
            if number > 0 {
                out.push(b',');
            }
            out.extend_from_slice(key.as_bytes());
            let Some(place) = self.place(number, found) else {
                out.extend_from_slice(if self.is_csv { &b""[..] } else { b"null" });
                continue;
            };
            let (start, value) = (place.start, &record[place]);
            match (self.table.is_json(), self.is_csv) {
                (true, false) => out.extend_from_slice(value),
                (true, true) if value == b"null" => {}
                (true, true) => {
                    let text = serde_json::from_slice::<Cow<str>>(value);
                    csv_text(text.as_ref().map_or(value, |text| text.as_bytes()), out);
                }
                (false, true) => csv_field(value, out),
                (false, false) => match str::from_utf8(&field_value(value)) {
                    Ok(text) => json_text(text, out),
                    Err(_) => {
                        let wrong = str::from_utf8(value).err();
                        let at = start + wrong.map_or(0, |wrong| wrong.valid_up_to());
                        let (below, column) = input::place(row.record(), at);
                        let newlines = u64::from(row.origin.newlines) + below;
                        lines.undecodable.get_or_insert((newlines, column));
                    }
                },
            }
        }
    }

    /// Finds the values of a row. Returns the number of those that should be kept but have no
    /// column.
    fn find(&self, record: &[u8], places: &mut Places) -> usize {
        if !self.table.is_json() {
            self.table.whole_fields(record, places);
            let fields = if self.is_all { places.len() } else { 0 };
            return fields.saturating_sub(self.table.columns().len());
        }
        places.clear();
        places.resize(self.names.len(), 0..0);
        let mut others = 0;
        whole_values(record, |key, place| match self.names.iter().position(|name| name == key) {
            Some(number) if places[number].is_empty() => places[number] = place,
            Some(_) => {}
            None => others += 1,
        });
        if self.is_all { others } else { 0 }
    }

    /// Returns the place of a kept column's value in a row, as [`Self::find`] has found it.
    fn place(&self, number: usize, places: &Places) -> Option<Range<usize>> {
        match self.table.is_json() {
            true => places.get(number).filter(|place| !place.is_empty()).cloned(),
            false => places.get(self.indices[number]).cloned(),
        }
    }
}

/// Counts the commas of a row. Summing bytes, which the compiler vectorizes, takes half the time of
/// `memchr` on so short a text.
fn commas(row: &[u8]) -> u32 {
    let in_part = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b',')).sum::<u8>();
    row.chunks(255).map(|part| u32::from(in_part(part))).sum()
}

/// Copies a field of delimited text. Existing quotes are kept; quotes are added where a CSV reader
/// would otherwise read a different value.
fn csv_field(field: &[u8], out: &mut Vec<u8>) {
    match quoted(field) {
        Some((_, true)) => out.extend_from_slice(field.trim_ascii()),
        Some((inner, false)) => csv_text(inner, out),
        None => csv_text(field, out),
    }
}

/// Returns the members of an object without the braces; `None` if the row is not an object or is an
/// empty one.
pub(super) fn members(row: &[u8]) -> Option<&[u8]> {
    let object = row.trim_ascii().strip_prefix(b"{")?.strip_suffix(b"}")?.trim_ascii();
    (!object.is_empty()).then_some(object)
}

/// Returns the keys of an object; `None` if the row is not an object.
pub(super) fn keys(row: &[u8]) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    whole_values(row, |key, _| keys.push(key.to_owned())).then_some(keys)
}
