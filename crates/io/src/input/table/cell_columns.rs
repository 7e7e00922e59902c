//! Reads tables with one cell per column: `id,c1,c2,…,c81,label`.

use super::{
    Column, Division, Table, TableStart, fields,
    header::names as names_in,
    records::{SAMPLE, TableRows},
};
use crate::input::{
    grids::{NUMBER_SYMBOLS, number},
    lines::position::place,
    options::Open,
};
use memchr::memchr_iter;
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::Size,
};

/// The columns of a puzzle's cells: one column per cell, starting with the column that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct CellColumns {
    pub size: Size,
    /// Fields in every row. In a row with more or fewer, the cells may be in other columns.
    pub fields: usize,
}

impl CellColumns {
    /// Appends the symbols of a row and returns the range of its cells; `None` if it has no
    /// complete puzzle.
    pub fn symbols(self, row: &[u8], table: &Table, out: &mut Vec<u8>) -> Option<Range<usize>> {
        let division = table.separator()?;
        let whole: Vec<_> = fields::whole(row, division).collect();
        let cells = self.cells(table.index);
        if whole.len() != self.fields || !has_puzzle(row, table.division, cells.clone(), out) {
            return None;
        }
        Some(whole[cells.start].start..whole[cells.end - 1].end)
    }

    /// Locates the error in a row. If the row has a complete puzzle, this is `bad`, which was found
    /// in `read`: the row as rewritten by [`spread::joined`](super::spread::joined).
    pub fn fault(self, bad: BadLine, read: &[u8], row: &[u8], table: &Table) -> BadLine {
        let places: Vec<_> = table.division.fields(row).collect();
        if places.len() != self.fields {
            let problem = Problem::Fields { found: places.len(), expected: self.fields };
            return BadLine::new(place(row, row.trim_ascii_end().len()), problem);
        }
        let places = &places[self.cells(table.index)];
        let wrong = places.iter().find(|cell| value(&row[(*cell).clone()], self.size).is_none());
        let (at, problem) = match wrong {
            Some(cell) => {
                let found = String::from_utf8_lossy(&row[cell.clone()]).into_owned();
                (cell, Problem::Number { found, largest: self.size.side() as u8 })
            }
            None if places.iter().all(|cell| cell.is_empty()) => {
                (&places[0], Problem::Numbers { found: 0, expected: places.len() })
            }
            None => {
                let read = String::from_utf8_lossy(read);
                let byte = read.char_indices().nth(bad.column - 1).map_or(0, |(at, _)| at);
                let first = table.field(read.as_bytes()).map_or(0, |field| field.start);
                let cell = byte.saturating_sub(first).min(places.len() - 1);
                (&places[cell], bad.problem)
            }
        };
        BadLine::new(place(row, at.start), problem)
    }

    fn cells(self, first: usize) -> Range<usize> {
        first..first + self.size.cells()
    }
}

/// Appends the symbols of these fields of a row; returns true if they are a puzzle. A row of only
/// empty fields lacks its puzzle.
fn has_puzzle(row: &[u8], division: Division, cells: Range<usize>, out: &mut Vec<u8>) -> bool {
    let (start, mut is_empty) = (out.len(), true);
    let Some(size) = Size::ALL.into_iter().find(|size| size.cells() == cells.len()) else {
        return false;
    };
    for field in division.fields(row).skip(cells.start).take(cells.len()) {
        let Some(value) = value(&row[field.clone()], size) else { return false };
        is_empty &= field.is_empty();
        out.push(NUMBER_SYMBOLS[usize::from(value)]);
    }
    out.len() - start == cells.len() && !is_empty
}

/// The value of a cell; 0 for an empty field.
fn value(field: &[u8], size: Size) -> Option<u8> {
    let value = if field.is_empty() { Some(0) } else { number(field) };
    value.filter(|&value| usize::from(value) <= size.side())
}

/// Finds the columns of cells in a text with one cell per column. Returns the table, and true if it
/// must be detected again with the first line as its header; `None` if more bytes are needed.
///
/// The names of these columns differ only in numbers (`c1` to `c81`, `r1c1` to `r9c9`), or they are
/// the only columns with nothing but cells. In either case there must be exactly one column per
/// cell of a puzzle, unless the user names the first one: another column of small numbers next to
/// them would shift every puzzle.
pub(in crate::input) fn cell_columns(
    text: &[u8],
    head: &TableStart,
    how: &Open,
    last: bool,
) -> Option<Option<(Table, bool)>> {
    let mut rows = head.rows_of(text, last);
    let Some(first) = rows.next()? else { return Some(None) };
    // Rows of nothing but cells are arrays of numbers.
    let is_wide = |&separator: &u8| {
        let fields = memchr_iter(separator, first).take(Size::TwentyFive.cells() + 1).count() + 1;
        fields > Size::Nine.cells() && !Size::ALL.iter().any(|size| size.cells() == fields)
    };
    let Some(separator) = head.separators().find(is_wide) else { return Some(None) };
    let division = Division::Delimited(separator);
    let column = how.column.as_ref();
    let is_unknown = head.names.is_empty() && how.header != Some(false);
    let names = if is_unknown { names_in(first, division) } else { head.names.clone() };
    let below = if is_unknown { rows } else { head.rows_of(text, last) };
    if let Some((index, cells)) = by_name(&names, below, division, column)? {
        let table = Table { cells: Some(cells), ..Table::new(division, index, names) };
        return Some(Some((table, is_unknown)));
    }
    // Names in another order mean cells in another order, such as column by column.
    if head.names.chunk_by(|a, b| shape(a).is_some() && shape(a) == shape(b)).any(are_many_names) {
        return Some(None);
    }
    let found = by_values(head.rows_of(text, last), division, &head.names, column)?;
    let table = |(index, cells)| Table {
        cells: Some(cells),
        ..Table::new(division, index, head.names.clone())
    };
    Some(found.map(|found| (table(found), false)))
}

/// Finds the first column of the cells by these names, if one of the rows below has a puzzle there.
fn by_name(
    names: &[String],
    mut rows: TableRows,
    division: Division,
    column: Option<&Column>,
) -> Option<Option<(usize, CellColumns)>> {
    let shapes: Vec<Option<String>> = names.iter().map(|name| shape(name)).collect();
    let runs = runs(&shapes, |shape| shape.is_some());
    // A row of cells repeats digits; names differ.
    let runs: Vec<_> = runs.into_iter().filter(|run| are_many_names(&names[run.clone()])).collect();
    if runs.is_empty() {
        return Some(None);
    }
    for _ in 0..SAMPLE {
        let Some(row) = rows.next()? else { break };
        let is_whole = |(first, cells): &(usize, CellColumns)| {
            cells.fields == names.len() && ascend(&names[cells.cells(*first)])
        };
        let found = of_runs(&runs, names, row, division, column);
        if let Some(found) = found.filter(is_whole) {
            return Some(Some(found));
        }
    }
    Some(None)
}

/// A name without its numbers; `None` if it has none.
fn shape(name: &str) -> Option<String> {
    let is_digit = |c: char| c.is_ascii_digit();
    name.contains(is_digit).then(|| name.replace(is_digit, ""))
}

/// Returns true if there are as many different names as a 9×9 puzzle has cells.
fn are_many_names(names: &[String]) -> bool {
    let mut sorted: Vec<_> = names.iter().collect();
    sorted.sort_unstable();
    names.len() >= Size::Nine.cells() && sorted.windows(2).all(|pair| pair[0] != pair[1])
}

/// Returns true if the numbers in the names ascend: `c1`, `c2`, …, or `r1c1`, `r1c2`, ….
fn ascend(names: &[String]) -> bool {
    let numbers = |name: &String| -> Vec<u64> {
        let digits = name.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    };
    names.windows(2).all(|pair| numbers(&pair[0]) < numbers(&pair[1]))
}

/// The ranges of consecutive equal columns for which `is_meant` holds.
fn runs<T: PartialEq>(columns: &[T], is_meant: impl Fn(&T) -> bool) -> Vec<Range<usize>> {
    let mut end = 0;
    let runs = columns.chunk_by(T::eq).map(|run| {
        end += run.len();
        end - run.len()..end
    });
    runs.filter(|run| is_meant(&columns[run.start])).collect()
}

/// Like [`by_name`], but by the values in a sample of rows.
///
/// At least nine tenths of the values in a column of cells must be cells, because some may be
/// damaged. In the columns beside them fewer than half may be, or else nobody can tell where the
/// cells begin.
fn by_values(
    rows: TableRows,
    division: Division,
    names: &[String],
    column: Option<&Column>,
) -> Option<Option<(usize, CellColumns)>> {
    let (mut sample, mut rest) = (Vec::new(), rows);
    while sample.len() < SAMPLE
        && let Some(row) = rest.next()?
    {
        sample.push(row);
    }
    // Rows of another width lack a field, or have one more.
    let mut widths: Vec<usize> = sample.iter().map(|row| division.fields(row).count()).collect();
    widths.sort_unstable();
    let usual = widths.chunk_by(usize::eq).max_by_key(|equal| equal.len()).map(|equal| equal[0]);
    sample.retain(|row| Some(division.fields(row).count()) == usual);
    let is_cell = |row: &[u8], field| value(&row[field], Size::TwentyFive).is_some();
    let mut counts: Vec<usize> = Vec::new();
    for row in &sample {
        for (at, field) in division.fields(row).enumerate() {
            counts.resize(counts.len().max(at + 1), 0);
            counts[at] += usize::from(is_cell(row, field));
        }
    }
    let are_cells = |&count: &usize| count * 10 >= sample.len() * 9;
    let are_others = |at: usize| counts.get(at).is_none_or(|&count| count * 2 < sample.len());
    let columns: Vec<bool> = counts.iter().map(are_cells).collect();
    let is_apart = |run: &Range<usize>| {
        column.is_some() || run.start.checked_sub(1).is_none_or(are_others) && are_others(run.end)
    };
    let runs: Vec<_> = runs(&columns, |&is| is).into_iter().filter(is_apart).collect();
    Some(sample.iter().find_map(|row| of_runs(&runs, names, row, division, column)))
}

/// Finds the first of these runs of columns whose cells form a puzzle in a row.
fn of_runs(
    runs: &[Range<usize>],
    names: &[String],
    row: &[u8],
    division: Division,
    column: Option<&Column>,
) -> Option<(usize, CellColumns)> {
    let fields = division.fields(row).count();
    let sizes = || Size::ALL.into_iter().rev().filter(|&size| size > Size::Four);
    runs.iter().find_map(|run| {
        let (first, size) = match column {
            None => (run.start, sizes().find(|size| size.cells() == run.len())?),
            Some(column) => {
                let first = column.index(names).filter(|first| run.contains(first))?;
                (first, sizes().find(|size| size.cells() <= run.end - first)?)
            }
        };
        let mut cells = Vec::new();
        let is_puzzle = has_puzzle(row, division, first..first + size.cells(), &mut cells);
        let has_both = cells.contains(&b'0') && cells.iter().any(|&cell| cell != b'0');
        (is_puzzle && has_both).then_some((first, CellColumns { size, fields }))
    })
}
