//! Determines the column of a file that holds the puzzle. This is decided once per file: if the
//! puzzle of a row is malformed, the row is reported, and no other field is tried.
//!
//! [`header`] reads the first line and [`survey`] the first rows. The result is a
//! [`Table`], which finds the field in every row ([`fields`], [`json`]). [`records`] finds
//! the end of a row of delimited text.

mod array;
mod cell_columns;
mod fields;
mod header;
#[cfg_attr(not(feature = "files"), path = "no_json.rs")]
mod json;
mod long;
mod names;
mod quotes;
mod records;
mod spread;
mod strings;
mod survey;
#[cfg(feature = "files")]
pub(crate) mod whole;

pub use names::{Column, Role, column_named};

pub(super) use array::{as_strings, is_array, located, size as array_size};
pub(super) use cell_columns::cell_columns;
pub(super) use fields::{Division, delimited, words};
pub(super) use header::TableStart;
pub(super) use long::cut_rest;
pub(super) use records::{SEPARATORS, cut};
pub(super) use spread::{joined, size as spread_size};
pub(super) use strings::plain;
pub(super) use survey::{
    Search, beside, elsewhere, first_record, second_look, spread_below, survey,
};

use crate::input::lines::{COMMENT, Skip, position::place, symbols::BLANKS};
use cell_columns::CellColumns;
use std::{borrow::Cow, ops::Range};
use sudomill_core::{BadLine, Problem};

/// The ranges of the fields of a CSV record, without surrounding quotes and spaces.
#[cfg(feature = "files")]
#[doc(hidden)]
pub fn csv_fields(record: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    fields::delimited(record, b',')
}

/// The ranges of all values in a line of JSON Lines; empty if it is not an object.
pub(super) fn json_values(line: &[u8]) -> Vec<Range<usize>> {
    let values = json::values(line).unwrap_or_default();
    values.into_iter().map(|(_, value)| value).collect()
}

/// The columns of a file, and which one is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub(super) division: Division,
    /// The index of the column that is read, from 0.
    pub(super) index: usize,
    /// The columns of the cells, if each cell has its own column.
    pub(super) cells: Option<CellColumns>,
    /// The names of the columns; empty without a header.
    names: Vec<String>,
    /// The header as written in the file.
    pub(super) header: Option<String>,
    /// The index of another column that holds puzzles, if the column chosen by the user holds none.
    pub(super) elsewhere: Option<usize>,
    /// The byte that begins a comment, on any line; `None` if every line after the first record is
    /// a record.
    pub(super) comment: Option<u8>,
}

impl Default for Table {
    fn default() -> Self {
        Self::new(Division::default(), 0, Vec::new())
    }
}

impl Table {
    /// Delimited text has no comments, because a `#` may begin an identifier (`#17`) or a missing
    /// value (`#N/A`).
    fn new(division: Division, index: usize, names: Vec<String>) -> Self {
        let comment = (!matches!(division, Division::Delimited(_))).then_some(COMMENT);
        Self { division, index, cells: None, names, header: None, elsewhere: None, comment }
    }

    /// Delimited text without a header; columns count from 0.
    #[cfg(test)]
    pub(super) fn delimited(separator: u8, index: usize) -> Self {
        Self::new(Division::Delimited(separator), index, Vec::new())
    }

    /// Returns why a line after the first record is not a record; `None` if it is one.
    #[inline]
    pub(super) fn skip(&self, line: &[u8]) -> Option<Skip> {
        let is_comment =
            |first: Option<&u8>| self.comment.is_some() && first.copied() == self.comment;
        match (self.division, line.trim_ascii_start().first()) {
            // This is a row of empty fields.
            (Division::Delimited(b'\t'), None) if line.contains(&b'\t') => None,
            (_, None) => Some(Skip::Blank),
            // A field before the `#` may be empty.
            (Division::Delimited(_), _) => is_comment(line.first()).then_some(Skip::Comment),
            (_, first) => is_comment(first).then_some(Skip::Comment),
        }
    }

    /// The name of the column that is read; `None` without a header.
    pub fn column(&self) -> Option<&str> {
        self.names.get(self.index).map(String::as_str)
    }

    /// If the column chosen by the user has no puzzle in the first row, the number (from 1) and
    /// name of a column that has one.
    pub fn elsewhere(&self) -> Option<(usize, Option<&str>)> {
        let index = self.elsewhere?;
        Some((index + 1, self.names.get(index).map(String::as_str)))
    }

    /// The header as written in the file; `None` without one.
    pub fn header(&self) -> Option<&str> {
        self.header.as_deref()
    }

    /// The number of the column that is read, from 1.
    pub fn number(&self) -> usize {
        self.index + 1
    }

    /// The names of all columns; empty without a header.
    pub fn columns(&self) -> &[String] {
        &self.names
    }

    /// Returns true if the field that is read is the first of its line.
    pub(super) fn is_first(&self) -> bool {
        self.index == 0 && !self.is_json()
    }

    /// Returns true if each line is a JSON object.
    pub(crate) fn is_json(&self) -> bool {
        self.division == Division::Json
    }

    /// Returns true if lines are divided into columns, not just into words.
    pub(super) fn has_columns(&self) -> bool {
        self.division != Division::Words
    }

    /// Returns true if a quoted field can span lines.
    pub(super) fn has_records(&self) -> bool {
        self.separator().is_some()
    }

    /// The separator of delimited text; `None` for other text.
    pub(super) fn separator(&self) -> Option<u8> {
        match self.division {
            Division::Delimited(separator) => Some(separator),
            _ => None,
        }
    }

    /// Returns the number of fields of a row with more or fewer than the header, if its puzzle has
    /// no empty cell: that may be the solution, from another column. Empty fields at the end do
    /// not count.
    #[inline]
    pub(super) fn misplaced(&self, row: &[u8], puzzle: &[u8]) -> Option<usize> {
        let expected = self.expected_fields();
        if expected < 2 || puzzle.iter().any(|byte| BLANKS.contains(byte)) {
            return None;
        }
        let (mut found, mut last) = (0, 0);
        for field in self.division.fields(row) {
            found += 1;
            last = if field.is_empty() { last } else { found };
        }
        (found < expected || last > expected).then_some(found)
    }

    /// The number of fields in the header of delimited text; 0 if it is not known.
    pub(super) fn expected_fields(&self) -> usize {
        if self.has_records() && self.cells.is_none() { self.names.len() } else { 0 }
    }

    /// The range of the field that is read, without its quotes.
    pub(super) fn field(&self, line: &[u8]) -> Result<Range<usize>, BadLine> {
        match self.division {
            Division::Words => fields::words(line).nth(self.index),
            Division::Delimited(separator) => fields::delimited(line, separator).nth(self.index),
            Division::Json => return self.value(line),
        }
        .ok_or_else(|| self.too_few(line))
    }

    /// The field that is read, with JSON escapes decoded. `None` if the line lacks it.
    pub(super) fn plain<'a>(&self, line: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let field = &line[self.field(line).ok()?];
        Some(if self.is_json() { plain(field) } else { field.into() })
    }

    /// The range of the field in a line without quotes, if it can be found quickly.
    #[inline]
    pub(super) fn plain_field(&self, line: &[u8]) -> Option<Range<usize>> {
        match self.division {
            Division::Delimited(separator) => fields::nth_plain(line, separator, self.index),
            _ => self.field(line).ok(),
        }
    }

    fn value(&self, line: &[u8]) -> Result<Range<usize>, BadLine> {
        let key = self.column().unwrap_or_default();
        json::value(line, key).map_err(|fault| match fault {
            json::Fault::NoKey => BadLine::new((0, 1), Problem::NoKey(key.to_owned())),
            json::Fault::Syntax(at, words) => BadLine::new(place(line, at), Problem::Json(words)),
            json::Fault::Twice(at, key) => BadLine::new(place(line, at), Problem::KeyTwice(key)),
        })
    }

    fn too_few(&self, line: &[u8]) -> BadLine {
        let found = self.division.fields(line).count();
        let name = self.column().map(str::to_owned);
        let problem = Problem::NoField { found, number: self.number(), name };
        BadLine::new(place(line, line.trim_ascii_end().len()), problem)
    }
}
