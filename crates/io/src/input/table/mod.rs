//! Determines the column of a file that holds the puzzle. This is decided once per file: if the
//! puzzle of a row is malformed, the row is reported, and no other field is tried.
//!
//! [`header`] reads the first line and [`survey`] the first rows. The result is a
//! [`Table`], which finds the field in every row ([`fields`], [`json`]). [`records`] finds
//! the end of a row of delimited text.

mod array;
mod cells;
mod fields;
#[cfg(feature = "files")]
mod grid_place;
mod header;
mod json;
mod long;
mod recheck_header;
mod records;
mod strings;
mod survey;

pub(super) use array::JsonLines;
pub(super) use array::{is_array, located, size as array_size, value_symbols as json_symbols};
pub(super) use cells::{cell_columns, size as spread_size, symbols as spread_symbols};
pub(super) use fields::{Division, SEPARATORS, delimited, words};
pub(crate) use fields::{field_value, quoted};
#[cfg(feature = "files")]
pub(crate) use grid_place::GridPlace;
pub(super) use header::{TableStart, counts_up};
pub(crate) use json::whole_values;
pub(super) use recheck_header::{elsewhere, first_record, recheck_header, spread_below};
pub(super) use records::{Delimited, Sample};
pub(super) use strings::plain;
pub(super) use survey::{Search, beside, survey};

use crate::input::lines::{COMMENT, Lines, Notation, Skip, position::place, symbols::BLANKS};
use cells::CellColumns;
use std::{borrow::Cow, convert::Infallible, fmt, ops::Range, str::FromStr};
use sudomill_core::{
    by_size::{Parsed, parse_field},
    error::{BadLine, NoColumn, Problem},
    grid::Size,
    puzzle_line::parse::oversized,
};

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

    /// The rows of a text that are neither blank nor comments, and their offsets.
    pub(super) fn rows<'a>(
        &self,
        text: &'a [u8],
    ) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a, '_> {
        let (mut lines, separator) = (Lines::new(text), self.separator());
        std::iter::from_fn(move || lines.next_row(separator))
            .filter(|(_, row)| self.skip(row).is_none())
    }

    /// Parses a record. Also returns the field, or the whole record if the file has no columns or
    /// the record lacks the field.
    pub(super) fn parse<'a>(
        &self,
        line: &'a [u8],
        size: Size,
        notation: Notation,
    ) -> (&'a [u8], Parsed<'a>) {
        if let Some(bad) = oversized(line) {
            return (line, Parsed::Bad(bad));
        }
        if let Some(skip) = self.skip(line) {
            return (line, Parsed::Skip(skip));
        }
        match self.field(line) {
            Ok(field) => {
                let text = if self.has_columns() { &line[field.clone()] } else { line };
                match (parse_field(line, field, size, notation), self.misplaced(line, text)) {
                    (Parsed::Puzzle(_), Some(found)) => {
                        let problem = Problem::Fields { found, expected: self.expected_fields() };
                        let end = place(line, line.trim_ascii_end().len());
                        (text, Parsed::Bad(BadLine::new(end, problem)))
                    }
                    (parsed, _) => (text, parsed),
                }
            }
            Err(bad) => (line, Parsed::Bad(bad)),
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
    pub(crate) fn separator(&self) -> Option<u8> {
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
        let separator = self.separator().filter(|_| expected > 1)?;
        if puzzle.iter().any(|byte| BLANKS.contains(byte)) {
            return None;
        }
        let (mut found, mut last) = (0, 0);
        for field in fields::delimited(row, separator) {
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
    #[inline]
    pub(super) fn field(&self, line: &[u8]) -> Result<Range<usize>, BadLine> {
        match self.division {
            Division::Words => fields::words(line).nth(self.index),
            Division::Delimited(separator) => fields::nth(line, separator, self.index),
            Division::Json => return self.value(line),
        }
        .ok_or_else(|| self.too_few(line))
    }

    /// The field that is read, with JSON escapes decoded. `None` if the line lacks it.
    pub(super) fn plain<'a>(&self, line: &'a [u8]) -> Option<Cow<'a, [u8]>> {
        let field = &line[self.field(line).ok()?];
        Some(if self.is_json() { plain(field) } else { field.into() })
    }

    fn value(&self, line: &[u8]) -> Result<Range<usize>, BadLine> {
        let key = self.column().unwrap_or_default();
        json::value(line, key).map_err(|fault| match fault {
            json::Fault::NoKey => BadLine::new((0, 1), Problem::NoKey(key.to_owned())),
            json::Fault::Syntax(at, words) => BadLine::new(place(line, at), Problem::Json(words)),
            json::Fault::Twice(at, key) => BadLine::new(place(line, at), Problem::KeyTwice(key)),
        })
    }

    /// The indices, from 0, of the columns that the user chose.
    pub(crate) fn indices(&self, wanted: &[Column]) -> Result<Vec<usize>, NoColumn> {
        let index = |column: &Column| {
            let index = column.index(&self.names).filter(|_| !self.names.is_empty());
            index.ok_or_else(|| NoColumn::new(column, &self.names, self.names.len()))
        };
        wanted.iter().map(index).collect()
    }

    /// Finds the fields of a row that is not an object, including their quotes.
    pub(crate) fn whole_fields(&self, row: &[u8], places: &mut Vec<Range<usize>>) {
        places.clear();
        match self.division {
            Division::Delimited(separator) => places.extend(fields::whole(row, separator)),
            Division::Words => places.extend(fields::words(row)),
            Division::Json => {}
        }
    }

    fn too_few(&self, line: &[u8]) -> BadLine {
        let found = self.division.fields(line).count();
        let name = self.column().map(str::to_owned);
        let problem = Problem::NoField { found, number: self.number(), name };
        BadLine::new(place(line, line.trim_ascii_end().len()), problem)
    }
}

/// The content of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// Puzzles: grids with empty cells.
    #[default]
    Puzzles,
    /// Solutions: full grids.
    Solutions,
}

impl Role {
    /// The other role.
    pub(super) const fn other(self) -> Self {
        match self {
            Self::Puzzles => Self::Solutions,
            Self::Solutions => Self::Puzzles,
        }
    }

    /// The known names of columns with this role, the most likely first.
    const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Puzzles => &[
                "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "board", "grid",
                "unsolved", "clues",
            ],
            Self::Solutions => &["solution", "solutions", "answer", "answers", "solved", "result"],
        }
    }
}

/// Finds the columns with a known name for that role, from 0, the most likely first. Ignores case,
/// and quotes and spaces around names.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::{column_named, Role};
/// let names = ["id", "Answer", "\"Question\""];
/// assert_eq!(column_named(&names, Role::Puzzles).next(), Some(2));
/// assert_eq!(column_named(&names, Role::Solutions).next(), Some(1));
/// ```
pub fn column_named<S: AsRef<str>>(names: &[S], role: Role) -> impl Iterator<Item = usize> + '_ {
    let is = |name: &S, known: &str| {
        let name = name.as_ref().trim_matches(|c: char| c == '"' || c.is_whitespace());
        name.eq_ignore_ascii_case(known)
    };
    let mut found = Vec::new();
    for &known in role.names() {
        found.extend((0..names.len()).filter(|&index| is(&names[index], known)));
    }
    found.into_iter()
}

/// A column given by name or by number, which counts from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column(String);

impl Column {
    /// Returns the index of the column, from 0, among columns with these names. Without names, only
    /// a number can match.
    pub(super) fn index(&self, names: &[String]) -> Option<usize> {
        let exact = names.iter().position(|name| *name == self.0);
        let similar = || names.iter().position(|name| name.eq_ignore_ascii_case(&self.0));
        let is_there = |index: &usize| names.is_empty() || *index < names.len();
        exact.or_else(similar).or_else(|| self.number().filter(is_there))
    }

    /// Returns true if this may be a column number.
    pub(super) fn is_number(&self) -> bool {
        self.number().is_some()
    }

    /// The error of asking for a column in a file of grids, which has none.
    pub(in crate::input) fn of_grids(&self) -> NoColumn {
        NoColumn::new(self, &[], 0)
    }

    fn number(&self) -> Option<usize> {
        self.0.parse::<usize>().ok()?.checked_sub(1)
    }
}

impl FromStr for Column {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_core::grid::Alphabet::FromOne;

    #[test]
    fn column_by_name_or_number() {
        let names = ["id", "Puzzle", "1"].map(str::to_owned);
        let index = |column: &str| column.parse::<Column>().unwrap().index(&names);
        assert_eq!(
            ["id", "puzzle", "1", "2", "3", "4", "0", "x"].map(index),
            [Some(0), Some(1), Some(2), Some(1), Some(2), None, None, None]
        );
        assert_eq!("7".parse::<Column>().unwrap().index(&[]), Some(6));
    }

    #[test]
    fn ranks_known_names() {
        let first = |names: &[&str]| column_named(names, Role::Puzzles).next();
        assert_eq!(first(&["clues", "puzzle"]), Some(1));
        assert_eq!(first(&["id", " \"QUIZZES\" "]), Some(1));
        assert_eq!(first(&["id", "puzzle_id"]), None);
    }

    #[test]
    fn bad_field_is_not_replaced() {
        let second = |line: &str| {
            let table = Table::new(Division::Delimited(b','), 1, Vec::new());
            let notation = Notation { alphabet: FromOne, candidates: false };
            let (text, read) = table.parse(line.as_bytes(), Size::Four, notation);
            let Parsed::Bad(bad) = read else { panic!("{read:?}") };
            (String::from_utf8_lossy(text).into_owned(), bad.to_string())
        };
        for (field, message) in [
            ("", "3: found the end of the puzzle after 0 cells; expected 16"),
            ("1...4.....2....", "18: found the end of the puzzle after 15 cells; expected 16"),
            ("12..40....", "13: found the end of the puzzle after 10 cells; expected 16"),
            ("1...4.Z...2....3", "9: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X"),
            ("1...4.....2....3.", "19: found '.' after 16 cells; expected the end of the line"),
            ("1.......1.......", "11: digit 1 twice in column 1 (r1c1 and r3c1)"),
            ("\"1...\n4.Z\"", "8: found a line end in the puzzle; is a quote missing?"),
            ("\"1...4.....2....3,\n7,\"", "21: found a line end in the puzzle"),
        ] {
            let (text, bad) = second(&format!("7,{field},1234341221434321"));
            assert!(bad.starts_with(message), "{bad}");
            assert_eq!(text, field.trim_matches('"'));
        }
        let missing = "17: found 1 field; expected a puzzle in field 2";
        assert_eq!(second("1...4.....2....3"), ("1...4.....2....3".into(), missing.into()));
    }
}
