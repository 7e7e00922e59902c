//! Columns of the input that are repeated in the results, copied verbatim where the format allows
//! it.

use super::{
    Keep, Row,
    syntax::Syntax,
    write::{Draft, Undecodable},
};
use memchr::memchr;
use std::{ops::Range, str::Utf8Error, sync::Arc};
use sudomill_input::{
    self, Error, InputErrorKind, OptionsError, Source, Table,
    fields::{whole, words},
    whole_values, without_line_end,
};

/// The columns of the input that the results repeat.
pub struct PassthroughColumns {
    table: Arc<Table>,
    /// The indices of the columns in the table, from 0.
    indices: Vec<usize>,
    pub names: Vec<String>,
    /// The names exactly as they are in the input.
    pub written_names: Vec<Vec<u8>>,
    /// What is in front of each value: what separates it from the one before, and its key.
    before: Vec<String>,
    is_all: bool,
    /// The number of fields of a row that can be copied verbatim, provided that none is quoted.
    copied_fields: Option<u32>,
    /// Set if all members of an object are copied, so that a row may have other keys than `names`.
    pub copies_objects: bool,
}

/// The places of the values of a row by the column of the input, empty for a key that an object
/// lacks. The vector is reused from row to row.
pub(super) type Places = Vec<Range<usize>>;

impl PassthroughColumns {
    /// Finds the columns of a source to keep; `None` if there are none, as in a format without columns.
    ///
    /// # Errors
    /// A column does not exist, is chosen twice, or has a name that JSON cannot represent.
    pub(super) fn of(
        source: &Source,
        keep: &Keep,
        syntax: Option<&dyn Syntax>,
    ) -> Result<Option<Self>, Error> {
        let Some(syntax) = syntax else { return Ok(None) };
        let path = source.name();
        let table = source.layout().table.clone();
        let names_are_bytes = source.layout().names_are_bytes;
        let is_all = matches!(keep, Keep::All);
        let has_keys = syntax.key("").is_some();
        let indices: Vec<_> = match keep {
            Keep::Nothing => return Ok(None),
            _ if table.columns().is_empty() => return Err(InputErrorKind::NoHeader.of(path)),
            Keep::All => (0..table.columns().len()).collect(),
            Keep::Named(columns) => table.indices(columns, path)?,
        };
        let names: Vec<_> = indices.iter().map(|&index| table.columns()[index].clone()).collect();
        let mut undecodable = names.iter().filter(|name| names_are_bytes && !name.is_ascii());
        if has_keys && let Some(name) = undecodable.next() {
            let (line, column) = source.place_in_header(name);
            return Err(InputErrorKind::NotUtf8.at(path, line, column));
        }
        // No column may be repeated, and no name that is a key.
        let is_same = |at: usize, it: usize| {
            names[it] == names[at] && (has_keys || indices[it] == indices[at])
        };
        let is_repeated = |&at: &usize| (0..at).any(|it| is_same(at, it));
        if let Some(at) = (0..names.len()).find(is_repeated) {
            let column = names[at].clone();
            return Err(OptionsError::KeptTwice { path: path.to_owned(), column }.into());
        }
        let written = |name: &String| match names_are_bytes {
            true => name.chars().map(|c| c as u8).collect(),
            false => name.clone().into_bytes(),
        };
        let before = |(number, name): (usize, &String)| {
            let between = if number > 0 { syntax.between() } else { "" };
            between.to_owned() + &syntax.key(name).unwrap_or_default()
        };
        let copies = is_all && syntax.copies_records(&table);
        Ok(Some(Self {
            written_names: names.iter().map(written).collect(),
            before: names.iter().enumerate().map(before).collect(),
            copied_fields: (copies && !table.is_json()).then_some(indices.len() as u32),
            copies_objects: copies && table.is_json(),
            table,
            indices,
            names,
            is_all,
        }))
    }

    /// Writes the values of a row, separated and with their keys.
    pub(super) fn write(
        &self,
        row: &Row,
        syntax: &dyn Syntax,
        places: &mut Places,
        lines: &mut Draft,
    ) {
        let record = without_line_end(row.record());
        let is_quoted = || row.rows.chunk.span.has_quotes && memchr(b'"', record).is_some();
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
        let others = self.find(record, places);
        // Counted once per row, however many of its solutions are written.
        if self.is_all && row.index < 2 {
            lines.unkept += others as u64;
        }
        let is_json = self.table.is_json();
        for (before, &index) in self.before.iter().zip(&self.indices) {
            lines.bytes.extend_from_slice(before.as_bytes());
            // An object may lack a key.
            let place = places.get(index).filter(|place| !is_json || !place.is_empty());
            match place.cloned() {
                None => lines.bytes.extend_from_slice(syntax.missing().as_bytes()),
                Some(place) if is_json => syntax.json_value(&record[place], &mut lines.bytes),
                Some(place) => {
                    let written = syntax.field(&record[place.clone()], &mut lines.bytes);
                    if let Err(error) = written {
                        note_undecodable(row, place.start, error, lines);
                    }
                }
            }
        }
    }

    /// Finds the values of a row. Returns the number of those that have no column.
    fn find(&self, record: &[u8], places: &mut Places) -> usize {
        let names = self.table.columns();
        places.clear();
        if !self.table.is_json() {
            match self.table.separator() {
                Some(separator) => places.extend(whole(record, separator)),
                None => places.extend(words(record)),
            }
            return places.len().saturating_sub(names.len());
        }
        places.resize(names.len(), 0..0);
        let mut others = 0;
        whole_values(record, |key, place| match names.iter().position(|name| name == key) {
            Some(index) => places[index] = place,
            None => others += 1,
        });
        others
    }
}

/// Notes where the field that begins at `start` has bytes that the syntax cannot represent.
#[cold]
fn note_undecodable(row: &Row, start: usize, error: Utf8Error, lines: &mut Draft) {
    let (below, column) = sudomill_input::place(row.record(), start + error.valid_up_to());
    let newlines_before_record = u64::from(row.origin.newlines);
    lines.undecodable.get_or_insert(Undecodable {
        newlines_before_record,
        newlines: newlines_before_record + below,
        column,
    });
}

/// Counts the commas of a row. Summing bytes, which the compiler vectorizes, takes half the time of
/// `memchr` on so short a text.
fn commas(row: &[u8]) -> u32 {
    let in_part = |part: &[u8]| part.iter().map(|&byte| u8::from(byte == b',')).sum::<u8>();
    row.chunks(255).map(|part| u32::from(in_part(part))).sum()
}
