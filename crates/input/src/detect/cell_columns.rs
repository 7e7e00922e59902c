//! Finds the columns of a table with a column for each cell of a puzzle.
//!
//! They have names that differ only in ascending numbers (`c1` to `c81`, `r1c1` to `r9c9`), one for each
//! cell; or the user names the first one; or, in most rows, no other column holds cells. Tables of other
//! data often have as few columns as the cells of puzzles below 9×9: those take [names of
//! cells](are_of_cells).

use super::{
    super::{
        fields::{SEPARATORS, delimited},
        grids::value,
        guess::{are_half, guess},
        layout::ReadOptions,
        lines::{Notation, Skip},
        sample::{SAMPLE, Sample, TableRows},
        table::{Role, RowFormat, Table, column_named},
        text::Sought,
    },
    cell_names::{are_of_cells, ascends, numbered},
    header::{Head, Wanted, end_of_header, names as names_in},
};
use crate::sizes::{are_certain, detected, shows};
use std::{ops::Range, slice};
use sudomill_puzzle::grid::{Alphabet, Size};

/// A table with a column for each cell.
#[derive(Debug)]
pub(super) struct CellTable {
    pub head: Head,
    pub table: Table,
    pub size: Size,
}

/// The most columns of such a table: 16 of the largest puzzles in a row. The rows of a wider one would be
/// divided several times, only to find none.
const MOST_FIELDS: usize = 16 * Size::TwentyFive.cells();

/// What rows with at least as many fields as a puzzle has cells are.
#[derive(Debug)]
pub(super) enum Found {
    /// They have further columns.
    Cells(Box<CellTable>),
    /// Each may be an array: a puzzle and nothing else.
    Arrays,
    /// Most of them have further columns, but nobody can see where the cells begin. So a row with fewer
    /// fields is no array either: some of its cells may be missing.
    Neither,
}

/// By how many rows arrays must lead, among the first rows, so that no further ones are examined:
/// somebody may be waiting for an answer. A damaged row or two do not decide.
const LEAD: usize = 3;

/// The fewest fields of rows that may hold a cell in each, without names of cells.
const FEWEST: usize = Size::Nine.cells();

/// The fewest fields with them.
const FEWEST_NAMED: usize = Size::Four.cells();

/// The sizes of puzzles with a column for each cell, without names of cells.
fn sizes(how: &ReadOptions) -> impl DoubleEndedIterator<Item = Size> + use<> {
    detected(how.known_size()).filter(|it| *it >= Size::Nine)
}

/// The separator that divides a line into as many fields as a puzzle has cells, or into names of the cells of a
/// smaller one. An array in brackets is no row of a table.
pub(super) fn separator(line: &[u8], how: &ReadOptions) -> Option<u8> {
    // Each name has a letter and a digit. That is faster to see than what the names are.
    let has_enough =
        |is: fn(&u8) -> bool| line.iter().filter(|it| is(it)).nth(FEWEST_NAMED - 1).is_some();
    let names_cells = |separator: &u8| {
        let names = || names_in(line, RowFormat::Delimited(*separator));
        has_enough(u8::is_ascii_digit)
            && has_enough(u8::is_ascii_alphabetic)
            && small_puzzles(&names(), how).next().is_some()
    };
    let has_brackets = || line.iter().any(|byte| b"[](){}=".contains(byte));
    separator_of(line, how, FEWEST_NAMED)
        .filter(names_cells)
        .or_else(|| separator_of(line, how, FEWEST).filter(|_| !has_brackets()))
}

/// The separator that divides a line into at least so many fields.
fn separator_of(line: &[u8], how: &ReadOptions, fewest: usize) -> Option<u8> {
    if how.role != Role::Puzzles || line.len() + 1 < fewest {
        return None;
    }
    let separators = how.delimiter.as_ref().map_or(&SEPARATORS[..], slice::from_ref);
    let divides = |separator: &&u8| {
        memchr::memchr_iter(**separator, line).nth(fewest - 2).is_some()
            && delimited(line, **separator).nth(fewest - 1).is_some()
    };
    separators.iter().find(divides).copied()
}

/// The first lines of a table that may have a column for each cell.
struct Top<'a> {
    head: Head,
    format: RowFormat,
    /// The first row below the head, and its place.
    line: &'a [u8],
    at: usize,
    /// True if the head has names, or if there are none.
    has_names: bool,
    /// These names, or the fields of the first row.
    names: Vec<String>,
}

impl<'a> Top<'a> {
    /// `None` if the text is no table.
    fn of(sample: &'a Sample<'a>, wanted: &Wanted, separator: u8) -> Option<Self> {
        let mut head = Head::of(sample, wanted);
        let format = *head.format.get_or_insert(RowFormat::Delimited(separator));
        let mut rows = head.rows_of(sample);
        let line = rows.next().filter(|_| format.separator().is_some())?;
        let at = rows.at - line.len();
        let has_names = !head.names.is_empty() || wanted.how.header == Some(false);
        let names = if has_names { head.names.clone() } else { names_in(line, format) };
        Some(Self { head, format, line, at, has_names, names })
    }

    /// The table with these columns. The first row is its header if that names them.
    fn table(self, sample: &Sample, columns: CellColumns, names_cells: bool) -> CellTable {
        let Self { mut head, format, line, at, has_names, names } = self;
        if names_cells && !has_names {
            let mut rows = head.rows_of(sample);
            rows.next();
            let last = end_of_header(&mut rows, line);
            head.up_to(at, last, rows.at, Skip::Header);
            head.names = names;
        }
        let CellColumns { first, fields, size } = columns;
        let table = Table { cells: Some(fields), ..Table::new(format, first, head.names.clone()) };
        CellTable { head, table, size }
    }
}

/// Finds the columns of the cells, given the separator of a row.
pub(super) fn find(sample: &Sample, how: &ReadOptions, separator: u8) -> Found {
    let alphabet = how.symbols.map_or(Alphabet::default(), Alphabet::Custom);
    let size = sizes(how).next().unwrap_or_default();
    let notation = Notation::of_clues(alphabet);
    let wanted = Wanted { how, size, notation };
    let Some(top) = Top::of(sample, &wanted, separator) else { return Found::Arrays };
    let names = &top.names;
    if names.len() > MOST_FIELDS {
        return Found::Neither;
    }
    let rows = CellRows { rows: top.head.rows_of(sample), format: top.format, wanted: &wanted };
    if let Some(columns) = rows.by_names_of_cells(names) {
        return Found::Cells(Box::new(top.table(sample, columns, true)));
    }
    if names.len() < FEWEST && small_puzzles(names, how).next().is_some() {
        return Found::Arrays;
    }
    let alike = numbered(names, FEWEST);
    let runs: Vec<_> =
        alike.iter().filter(|run| ascends(&names[(*run).clone()])).cloned().collect();
    // Names in another order: nobody knows where each cell belongs. The values of a row have no letters.
    let is_name = |run: &Range<usize>| names[run.start].starts_with(|c: char| c.is_alphabetic());
    let are_unordered = top.has_names || runs.is_empty() && alike.iter().any(is_name);
    if are_unordered && runs.len() < alike.len() {
        return Found::Neither;
    }
    let (columns, otherwise) = match runs.is_empty() {
        // Names without any other column may stand above arrays, too.
        false if are_cells(names.len(), how) => (rows.by_names(names, &runs), Found::Arrays),
        false => (rows.by_names(names, &runs), Found::Neither),
        true => match rows.usual_fields() {
            Some(fields) => (rows.by_values(&top.head.names, fields), Found::Neither),
            None => return Found::Arrays,
        },
    };
    match columns {
        Some(columns) => Found::Cells(Box::new(top.table(sample, columns, !runs.is_empty()))),
        None => otherwise,
    }
}

/// The columns of puzzles below 9×9 that names give.
fn small_puzzles(names: &[String], how: &ReadOptions) -> impl Iterator<Item = CellColumns> {
    let small = detected(how.known_size()).filter(|size| *size < Size::Nine);
    numbered(names, FEWEST_NAMED).into_iter().flat_map(move |run| {
        let first = run.start;
        let sizes = small.clone().filter(move |size| are_of_cells(&names[run.clone()], *size));
        sizes.map(move |size| CellColumns { first, fields: names.len(), size })
    })
}

/// Returns true for the number of cells of a puzzle. As many as those of a size that needs evidence may
/// also be the cells of a smaller puzzle and other columns.
fn are_cells(fields: usize, how: &ReadOptions) -> bool {
    let are_alone = |size: Size| how.known_size().is_some() || size.order().is_some();
    sizes(how).any(|size| size.cells() == fields && are_alone(size))
}

/// The columns of the cells.
#[derive(Clone, Copy)]
struct CellColumns {
    /// The first one, from 0.
    first: usize,
    /// The number of fields in every row.
    fields: usize,
    size: Size,
}

/// The first rows of a table.
struct CellRows<'a> {
    rows: TableRows<'a>,
    format: RowFormat,
    wanted: &'a Wanted<'a>,
}

impl<'a> CellRows<'a> {
    fn sampled(&self) -> impl Iterator<Item = &'a [u8]> + use<'a> {
        self.rows.take(SAMPLE)
    }

    /// The columns of a puzzle below 9×9. Whole puzzles in a column of their own are meant before those of data
    /// that happen to have such names.
    fn by_names_of_cells(&self, names: &[String]) -> Option<CellColumns> {
        let how = self.wanted.how;
        if column_named(names, Role::Puzzles).next().is_some() {
            return None;
        }
        let first = how.column.as_ref().map(|column| column.index(names));
        let is_meant = |columns: &CellColumns| first.is_none_or(|it| it == Some(columns.first));
        let mut named = small_puzzles(names, how).filter(is_meant);
        named.find(|columns| self.are_puzzles(columns))
    }

    /// The columns that names give: as many numbered ones as a puzzle has cells, from the first one
    /// or from the one that the user chose. Of several such runs, as of puzzles and solutions, the
    /// first with a puzzle.
    fn by_names(&self, names: &[String], runs: &[Range<usize>]) -> Option<CellColumns> {
        let how = self.wanted.how;
        if let Some(column) = &how.column {
            let first = column.index(names)?;
            let run = runs.iter().find(|run| run.contains(&first));
            let end = run.map_or(names.len(), |run| run.end);
            return self.from(first, end, names.len());
        }
        let mut sized = runs.iter().filter_map(|run| {
            let size = sizes(how).find(|size| size.cells() == run.len())?;
            Some(CellColumns { first: run.start, fields: names.len(), size })
        });
        sized.find(|columns| self.has_puzzle(columns))
    }

    /// The columns of a table without such names, whose rows have so many fields: from the one that
    /// the user chose, or where the values show them.
    fn by_values(&self, names: &[String], fields: usize) -> Option<CellColumns> {
        if let Some(column) = &self.wanted.how.column {
            return self.from(column.index(names)?, fields, fields);
        }
        let rows: Vec<_> =
            self.sampled().filter(|row| self.format.fields(row).count() == fields).collect();
        let counts = cells_in_columns(&rows, self.format, fields);
        let found = sizes(self.wanted.how).rev().find_map(|size| {
            let first = first_of_cells(&counts, rows.len(), size)?;
            Some(CellColumns { first, fields, size })
        });
        found.filter(|columns| self.has_puzzle(columns))
    }

    /// The columns of the largest puzzle from the first column up to an end.
    fn from(&self, first: usize, end: usize, fields: usize) -> Option<CellColumns> {
        let mut sizes = sizes(self.wanted.how).rev();
        let size = sizes.find(|size| size.cells() <= end.saturating_sub(first))?;
        Some(CellColumns { first, fields, size }).filter(|columns| self.has_puzzle(columns))
    }

    /// Returns true if these columns hold a puzzle with empty cells in any row.
    fn has_puzzle(&self, columns: &CellColumns) -> bool {
        let (size, alphabet) = (columns.size, self.wanted.notation.alphabet);
        let mut puzzles = self.sampled().filter_map(|row| self.puzzle(row, columns));
        puzzles.any(|cells| shows(&cells, size, self.wanted.how.known_size(), alphabet))
    }

    /// Returns true if these few columns hold puzzles: one beyond doubt among the first [rows](LEAD).
    fn are_puzzles(&self, columns: &CellColumns) -> bool {
        let alphabet = self.wanted.notation.alphabet;
        let mut puzzles = self.sampled().take(LEAD).filter_map(|row| self.puzzle(row, columns));
        puzzles.any(|cells| are_certain(&cells, columns.size, alphabet))
    }

    /// The symbols of a row with a cell in each of these columns, some of them empty.
    fn puzzle(&self, row: &[u8], columns: &CellColumns) -> Option<Vec<u8>> {
        let CellColumns { first, fields, size } = *columns;
        let notation = self.wanted.notation;
        let places: Vec<_> = self.format.fields(row).collect();
        let mut cells = Vec::new();
        let is_read = places.len() == fields
            && Sought::new(size, notation.alphabet)
                .read_columns(row, &places[first..], &mut cells)
                .is_ok();
        (is_read && guess(&cells, size, notation).is_puzzle()).then_some(cells)
    }

    /// The number of fields in most of the rows that have more than a puzzle has cells; `None` if
    /// there are no more of them than of arrays.
    fn usual_fields(&self) -> Option<usize> {
        let how = self.wanted.how;
        // Who names the first cell of a table without names may be waiting for an answer: its first row
        // decides, unless it is short.
        if how.column.is_some() && how.header == Some(false) {
            let count = self.sampled().next().map_or(0, |row| self.format.fields(row).count());
            if count > FEWEST && !are_cells(count, how) {
                return Some(count);
            }
        }
        let mut arrays = 0;
        let mut others = 0;
        let mut counts = Vec::<RowCount>::new();
        for row in self.sampled() {
            let fields: Vec<_> = self.format.fields(row).collect();
            let count = fields.len();
            // Behind a separator at its end, an array has an empty field.
            let is_empty = fields.last().is_none_or(Range::is_empty);
            if are_cells(count, how) || is_empty && are_cells(count - 1, how) {
                arrays += 1;
            } else if count > FEWEST {
                others += 1;
                match counts.iter_mut().find(|it| it.fields == count) {
                    Some(it) => it.rows += 1,
                    None => counts.push(RowCount { fields: count, rows: 1 }),
                }
            }
            if arrays >= others + LEAD {
                return None;
            }
        }
        // Of several, the first one.
        let most = counts.iter().map(|it| it.rows).max()?;
        let usual = counts.iter().find(|it| it.rows == most)?;
        (others > arrays).then_some(usual.fields)
    }
}

/// The number of rows with so many fields.
struct RowCount {
    fields: usize,
    rows: usize,
}

/// The number of rows with a cell in each column.
fn cells_in_columns(rows: &[&[u8]], format: RowFormat, fields: usize) -> Vec<usize> {
    let mut counts = vec![0; fields];
    for row in rows {
        for (count, field) in counts.iter_mut().zip(format.fields(row)) {
            // Any number that may be a cell, so that small numbers beside cells are noticed.
            *count += usize::from(value(&row[field]).is_some_and(|it| it <= 25));
        }
    }
    counts
}

/// The first of as many neighboring columns as a puzzle has cells whose values are cells, but for a
/// tenth that may be damaged, given the number of cells in each. In the columns beside them fewer than half
/// may be.
fn first_of_cells(counts: &[usize], rows: usize, size: Size) -> Option<usize> {
    let are_cells = |&count: &usize| count * 10 >= rows * 9;
    let is_apart = |at: usize| counts.get(at).is_none_or(|count| !are_half(*count, rows));
    (0..=counts.len().checked_sub(size.cells())?).find(|&start| {
        let end = start + size.cells();
        // In a row of nothing but cells, their neighbors rule out all places but the first.
        start.checked_sub(1).is_none_or(is_apart)
            && is_apart(end)
            && counts[start..end].iter().all(are_cells)
    })
}
