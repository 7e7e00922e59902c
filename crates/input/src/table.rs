//! The columns of a file, and the field of each record that holds the puzzle. This is decided once
//! per file: if the puzzle of a row is malformed, the row is reported, and no other field is tried.

use super::{
    error::{InputErrorKind, NoColumn},
    fields,
    grids::Rows,
    lines::{self, COMMENT, Skip, position::bad_at, symbols::BLANKS},
    list,
};
use crate::Error;
use std::{convert::Infallible, fmt, iter, ops::Range, str::FromStr};
use sudomill_puzzle::error::{BadLine, Problem};

pub use sudomill_puzzle::error::Role;

/// How the lines of an input are divided into puzzles and fields.
#[expect(clippy::large_enum_variant, reason = "an input has one")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowFormat {
    /// Words, separated by any of `, ; : | tab space`. Spaces around a separator belong to it.
    #[default]
    Lines,
    /// Fields between this separator, outside quotes.
    Delimited(u8),
    /// Each line is a JSON object; its values are the fields.
    JsonLines,
    /// Rows of grids, one per line.
    Grids(Rows),
}

impl RowFormat {
    /// The fields of a row without their quotes; none for a JSON object, whose fields have keys.
    pub fn fields<'a>(&self, row: &'a [u8]) -> Box<dyn Iterator<Item = Range<usize>> + 'a> {
        match self {
            Self::JsonLines => Box::new(iter::empty()),
            Self::Delimited(separator) => Box::new(fields::delimited(row, *separator)),
            _ => Box::new(fields::words(row)),
        }
    }

    /// The separator of delimited text; `None` for other text.
    pub fn separator(&self) -> Option<u8> {
        if let Self::Delimited(separator) = self { Some(*separator) } else { None }
    }
}

/// The place of a puzzle inside the values of a JSON object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nested {
    /// The path, from which it is read as a [`Column`].
    Path(String),
    /// The filter of `jq` that makes a grid of it, because each of its cells is an object.
    Filter(String),
}

/// The columns of a file, and which one is read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    pub(super) format: RowFormat,
    /// What the column that is read holds.
    pub(super) role: Role,
    /// The index of the column that is read, from 0.
    pub(super) index: usize,
    /// If each cell of a puzzle has its own column, starting with the one that is read: the number of
    /// fields in every row. In a row with more or fewer, the cells may be in other columns.
    pub(super) cells: Option<usize>,
    /// The path of the value that is read below a key of JSON, with that key and dots between its steps.
    pub(super) path: Option<String>,
    /// The names of the columns; empty without a header.
    pub(super) names: Vec<String>,
    /// The header as written in the file.
    pub(super) header: Option<String>,
    /// The index of another column that holds puzzles, if the column chosen by the user holds none.
    pub(super) elsewhere: Option<usize>,
    /// The key of JSON with a known name that was not chosen, because it holds no puzzle.
    pub(super) passed_over: Option<String>,
    /// True if the column is read though its name says that it holds solutions, because no other one holds
    /// a puzzle.
    pub(super) has_other_name: bool,
    /// The place of a puzzle inside the values of the first object, if none of them is one.
    pub(super) nested: Option<Nested>,
    /// True if keys stand between the lines, which are items of lists.
    pub(super) has_keys: bool,
    /// The byte that begins a comment, on any line; `None` if every line after the first record is
    /// a record.
    pub(super) comment: Option<u8>,
}

impl Table {
    /// Delimited text has no comments, because a `#` may begin an identifier (`#17`) or a missing
    /// value (`#N/A`).
    pub(super) fn new(format: RowFormat, index: usize, names: Vec<String>) -> Self {
        let comment = (!matches!(format, RowFormat::Delimited(_))).then_some(COMMENT);
        Self { format, index, names, comment, ..Self::default() }
    }

    /// Returns why a line after the first record is not a record; `None` if it is one.
    #[inline]
    pub(super) fn skip(&self, line: &[u8]) -> Option<Skip> {
        match self.has_keys && list::is_key(line) {
            true => Some(Skip::Ruler),
            false => lines::skip(line, self.separator(), self.comment),
        }
    }

    /// The name of the column that is read, or its path in objects; `None` without a header.
    pub fn column(&self) -> Option<&str> {
        self.path.as_ref().or_else(|| self.names.get(self.index)).map(String::as_str)
    }

    /// If the column chosen by the user has no puzzle in the first row, the number (from 1) and
    /// name of a column that has one.
    pub fn elsewhere(&self) -> Option<(usize, Option<&str>)> {
        let index = self.elsewhere?;
        Some((index + 1, self.names.get(index).map(String::as_str)))
    }

    /// The key of JSON with a known name that holds no puzzle, if another one is read.
    pub fn passed_over(&self) -> Option<&str> {
        self.passed_over.as_deref()
    }

    /// Returns true if puzzles are read from a column whose name says that it holds solutions: no other one
    /// holds a puzzle, and the user did not choose it.
    pub fn is_named_like_solutions(&self) -> bool {
        self.has_other_name
    }

    /// The place of the first puzzle, if the puzzles are inside the values of JSON objects, where they are not
    /// read.
    pub fn nested(&self) -> Option<&Nested> {
        self.nested.as_ref()
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
    pub fn is_json(&self) -> bool {
        self.format == RowFormat::JsonLines
    }

    /// Returns true if lines are divided into columns, not just into words.
    pub(super) fn has_columns(&self) -> bool {
        !matches!(self.format, RowFormat::Lines | RowFormat::Grids(_))
    }

    /// The separator of delimited text; `None` for other text.
    pub fn separator(&self) -> Option<u8> {
        self.format.separator()
    }

    /// Returns the number of fields of a row with more or fewer than the header, if its puzzle has
    /// no empty cell: that may be the solution, from another column. Empty fields at the end do
    /// not count.
    #[inline]
    pub(super) fn misplaced(&self, row: &[u8], puzzle: &[u8]) -> Option<usize> {
        let expected = self.expected_fields();
        let separator = self.separator().filter(|_| expected > 1)?;
        // A solution never has an empty cell.
        if self.role == Role::Solutions || puzzle.iter().any(|byte| BLANKS.contains(byte)) {
            return None;
        }
        let mut found = 0;
        // The number of the last field that is not empty.
        let mut last = 0;
        for field in fields::delimited(row, separator) {
            found += 1;
            last = if field.is_empty() { last } else { found };
        }
        (found < expected || last > expected).then_some(found)
    }

    /// The number of fields in the header of delimited text; 0 if it is not known.
    pub(super) fn expected_fields(&self) -> usize {
        if self.separator().is_some() && self.cells.is_none() { self.names.len() } else { 0 }
    }

    /// Returns true if each cell of a puzzle has its own column, starting with the one that is read.
    pub fn has_cells(&self) -> bool {
        self.cells.is_some()
    }

    /// The range of the field that is read, without its quotes.
    ///
    /// # Errors
    /// The row has no such field; one of JSON is no object, or repeats a key.
    #[inline]
    pub fn field(&self, line: &[u8]) -> Result<Range<usize>, BadLine> {
        let found = match &self.path {
            Some(path) => fields::value_at(line, path)?,
            None => self.field_of(line, self.index)?,
        };
        found.ok_or_else(|| self.no_field(line))
    }

    /// The range of the field in the column with this index, from 0, without its quotes; `None` if the row
    /// has none.
    ///
    /// # Errors
    /// The row of JSON is no object, or repeats a key.
    #[inline]
    pub fn field_of(&self, line: &[u8], index: usize) -> Result<Option<Range<usize>>, BadLine> {
        let key = || self.names.get(index).map_or("", String::as_str);
        Ok(match &self.format {
            RowFormat::JsonLines => return fields::value(line, key()),
            RowFormat::Delimited(separator) => fields::nth(line, *separator, index),
            _ => fields::words(line).nth(index),
        })
    }

    /// The indices, from 0, of the columns that the user chose. Messages call the input `path`.
    pub fn indices(&self, wanted: &[Column], path: &str) -> Result<Vec<usize>, Error> {
        let index = |column: &Column| {
            let index = column.index(&self.names).filter(|_| !self.names.is_empty());
            index.ok_or_else(|| self.no_column(column).of(path))
        };
        wanted.iter().map(index).collect()
    }

    /// The index, from 0, of a column that the user chose, by its number if the columns have no names. Messages call
    /// the input `path`.
    ///
    /// # Errors
    /// There is none, or no names.
    pub fn index_of(&self, wanted: &Column, path: &str) -> Result<usize, Error> {
        let has_fields = !matches!(self.format, RowFormat::Grids(_));
        let index = wanted.index(&self.names).filter(|_| has_fields);
        index.ok_or_else(|| match has_fields && self.names.is_empty() {
            true => InputErrorKind::NoNames.of(path),
            false => self.no_column(wanted).of(path),
        })
    }

    fn no_column(&self, wanted: &Column) -> InputErrorKind {
        InputErrorKind::NoColumn(NoColumn::new(wanted, &self.names, self.names.len()))
    }

    fn no_field(&self, line: &[u8]) -> BadLine {
        let role = self.role;
        if self.is_json() {
            let name = self.column().unwrap_or_default().to_owned();
            return BadLine::new(0, 1, Problem::NoKey { name, role });
        }
        let found = self.format.fields(line).count();
        let end = line.trim_ascii_end().len();
        if let Some(expected) = self.cells {
            return bad_at(line, end, Problem::Fields { found, expected });
        }
        let name = self.column().map(str::to_owned);
        bad_at(line, end, Problem::NoField { found, number: self.number(), name, role })
    }
}

/// The known names of columns with this role, the most likely first.
const fn known_names(role: Role) -> &'static [&'static str] {
    match role {
        Role::Puzzles => &[
            "puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku", "board", "grid",
            "unsolved",
        ],
        // First the column of results beside a column `solution` that was kept.
        Role::Solutions => &[
            "sudomill_solution",
            "solution",
            "solutions",
            "answer",
            "answers",
            "solved",
            "result",
            "prediction",
            "predictions",
            "completion",
            "completions",
            "response",
            "responses",
            "output",
            "outputs",
            "target",
            "targets",
        ],
    }
}

/// Finds the columns with a known name for that role, from 0, the most likely first. Ignores case,
/// and quotes and spaces around names.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::input::{column_named, Role};
/// let names = ["id", "Answer", "\"Question\""];
/// assert_eq!(column_named(&names, Role::Puzzles).next(), Some(2));
/// assert_eq!(column_named(&names, Role::Solutions).next(), Some(1));
/// ```
pub fn column_named<S: AsRef<str>>(names: &[S], role: Role) -> impl Iterator<Item = usize> + '_ {
    let rank = |name: &S| {
        let name = name.as_ref().trim_matches(|c: char| c == '"' || c.is_whitespace());
        known_names(role).iter().position(|known| name.eq_ignore_ascii_case(known))
    };
    let ranks = names.iter().enumerate().filter_map(|(index, name)| Some((rank(name)?, index)));
    let mut found: Vec<_> = ranks.collect();
    found.sort_unstable();
    found.into_iter().map(|(_, index)| index)
}

/// Returns true if a column has a known name.
pub(super) fn has_known_name(names: &[String]) -> bool {
    [Role::Puzzles, Role::Solutions].iter().any(|&role| column_named(names, role).next().is_some())
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

    /// Returns true for the name of a key with dots, or a path.
    pub(super) fn is_path(&self) -> bool {
        self.0.contains('.')
    }

    /// The index of the key, of these, below which the column is if it is a path.
    pub(super) fn outer(&self, keys: &[String]) -> Option<usize> {
        let (outer, _) = self.0.split_once('.')?;
        keys.iter().position(|key| key == outer)
    }

    /// The index, from 0, if this is a column number.
    pub(super) fn number(&self) -> Option<usize> {
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
