//! Columns of the input that are repeated in the results, copied verbatim where the format allows
//! it.

use super::{
    Format, Keep, Row,
    write::{Draft, csv_text, json_key, json_text},
};
use crate::input::{
    self, InputErrorKind, Source, Table, field_value, quoted, whole_values, without_line_end,
};
use memchr::memchr;
use std::{borrow::Cow, ops::Range, sync::Arc};
use sudomill_core::Error;

/// The columns of the input that the results repeat.
pub(crate) struct PassthroughColumns {
    table: Arc<Table>,
    /// The indices of the columns in the table, from 0.
    indices: Vec<usize>,
    pub names: Vec<String>,
    /// The names exactly as they are in the input.
    pub written_names: Vec<Vec<u8>>,
    /// What is in front of each value: a comma, unless it is the first, and in JSON the key.
    before: Vec<String>,
    is_all: bool,
    is_csv: bool,
    /// The number of fields of a row that CSV can copy verbatim, provided that none is quoted.
    copied_fields: Option<u32>,
    /// Set if all members of an object are copied, so that a row may have other keys than `names`.
    pub copies_objects: bool,
}

/// The places of the values of a row by the column of the input, empty for a key that an object
/// lacks. The vector is reused from row to row.
pub(super) type Places = Vec<Range<usize>>;

impl PassthroughColumns {
    /// Finds the columns of a source to keep; `None` if there are none.
    ///
    /// # Errors
    /// A column does not exist, is chosen twice, or has a name that JSON cannot represent.
    pub fn of(source: &Source, keep: &Keep, format: Format) -> Result<Option<Self>, Error> {
        let (layout, path) = (source.layout(), source.name());
        let (table, names_are_bytes) = (layout.table.clone(), layout.names_are_bytes);
        let (is_all, is_csv) = (matches!(keep, Keep::All), format.is_csv());
        let indices: Vec<_> = match keep {
            Keep::Nothing => return Ok(None),
            _ if table.columns().is_empty() => return Err(InputErrorKind::NoHeader.of(path)),
            Keep::All => (0..table.columns().len()).collect(),
            Keep::Named(columns) => table.indices(columns, path)?,
        };
        let names: Vec<_> = indices.iter().map(|&index| table.columns()[index].clone()).collect();
        let mut undecodable = names.iter().filter(|name| names_are_bytes && !name.is_ascii());
        if !is_csv && let Some(name) = undecodable.next() {
            let (line, column) = source.place_in_header(name);
            return Err(InputErrorKind::NotUtf8.at(path, line, column));
        }
        // In CSV no column may be repeated, in JSON no name.
        let is_same = |at: usize, it: usize| {
            names[it] == names[at] && (!is_csv || indices[it] == indices[at])
        };
        let is_repeated = |&at: &usize| (0..at).any(|it| is_same(at, it));
        if let Some(at) = (0..names.len()).find(is_repeated) {
            let message = format!("{path}: column '{}' would be kept twice", names[at]);
            return Err(Error::Impossible(message));
        }
        let written = |name: &String| match names_are_bytes {
            true => name.chars().map(|c| c as u8).collect(),
            false => name.clone().into_bytes(),
        };
        let before = |(number, name): (usize, &String)| {
            let key = if is_csv { String::new() } else { json_key(name) };
            [if number > 0 { "," } else { "" }, &*key].concat()
        };
        let copies_fields = is_all && is_csv && table.separator() == Some(b',');
        Ok(Some(Self {
            written_names: names.iter().map(written).collect(),
            before: names.iter().enumerate().map(before).collect(),
            copied_fields: copies_fields.then_some(indices.len() as u32),
            copies_objects: is_all && table.is_json() && !is_csv,
            table,
            indices,
            names,
            is_all,
            is_csv,
        }))
    }

    /// Writes the values of a row as CSV, or as members of a JSON object.
    pub fn write(&self, row: &Row, places: &mut Places, lines: &mut Draft) {
        let record = without_line_end(row.record());
        let is_quoted = || row.rows.chunk.place.has_quotes && memchr(b'"', record).is_some();
        let has_fields = |wanted| match row.origin.fields {
            0 => !is_quoted() && commas(record) + 1 == wanted,
            counted => counted == wanted,
        };
        if self.copied_fields.is_some_and(has_fields) {
            return lines.bytes.extend_from_slice(record);
        }
        if self.copies_objects {
            // A row with a puzzle is an object; a bad row may be anything.
            let is_object = !row.is_bad() || whole_values(record, |_, _| ());
            let object = record.trim_ascii().strip_prefix(b"{").filter(|_| is_object);
            let members = object.and_then(|it| it.strip_suffix(b"}")).unwrap_or_default();
            return lines.bytes.extend_from_slice(members.trim_ascii());
        }
        let (others, is_json) = (self.find(record, places), self.table.is_json());
        // Counted once per row, however many of its solutions are written.
        lines.unkept += if self.is_all && row.index < 2 { others as u64 } else { 0 };
        for (before, &index) in self.before.iter().zip(&self.indices) {
            lines.bytes.extend_from_slice(before.as_bytes());
            let place = places.get(index).filter(|place| !is_json || !place.is_empty());
            let Some(place) = place.cloned() else {
                lines.bytes.extend_from_slice(if self.is_csv { b"" } else { b"null" });
                continue;
            };
            let (start, value) = (place.start, &record[place]);
            match (is_json, self.is_csv) {
                (true, false) => lines.bytes.extend_from_slice(value),
                (true, true) if value == b"null" => {}
                (true, true) => {
                    let text = serde_json::from_slice::<Cow<str>>(value);
                    let text = text.as_ref().map_or(value, |text| text.as_bytes());
                    csv_text(text, &mut lines.bytes);
                }
                // Existing quotes are kept; quotes are added where a CSV reader would otherwise read a
                // different value.
                (false, true) => match quoted(value) {
                    Some((_, true)) => lines.bytes.extend_from_slice(value.trim_ascii()),
                    other => csv_text(other.map_or(value, |(inner, _)| inner), &mut lines.bytes),
                },
                (false, false) => match str::from_utf8(&field_value(value)) {
                    Ok(text) => json_text(text, &mut lines.bytes),
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

    /// Finds the values of a row. Returns the number of those that have no column.
    fn find(&self, record: &[u8], places: &mut Places) -> usize {
        let names = self.table.columns();
        if !self.table.is_json() {
            self.table.whole_fields(record, places);
            return places.len().saturating_sub(names.len());
        }
        places.clear();
        places.resize(names.len(), 0..0);
        let mut others = 0;
        whole_values(record, |key, place| match names.iter().position(|name| name == key) {
            Some(index) => places[index] = place,
            None => others += 1,
        });
        others
    }
}

/// Counts the commas of a row. Summing bytes, which the compiler vectorizes, takes half the time of
/// `memchr` on so short a text.
fn commas(row: &[u8]) -> u32 {
    let in_part = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b',')).sum::<u8>();
    row.chunks(255).map(|part| u32::from(in_part(part))).sum()
}
