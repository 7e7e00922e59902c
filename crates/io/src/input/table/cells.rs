//! Puzzles whose cells stand apart: within a field, as in `5 3 . . 7 …`, `[5, 3, 0, …]` or one row
//! per line in quotes; or with one cell per column, as in `id,c1,c2,…,c81,label`.

use super::{
    Column, Division, Table, TableStart, fields,
    header::names as names_in,
    records::{SAMPLE, Sample, TableRows},
};
use crate::input::{
    Open,
    grids::{NUMBER_SYMBOLS, number},
    lines::{
        position::place,
        symbols::{NONE, symbol_values},
    },
};
use memchr::memchr_iter;
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size},
};

/// Returns true for a byte that may separate cells. Quotes are never removed, because they
/// determine where a record ends.
fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b",;|[](){}'".contains(&byte)
}

/// Returns true if a field is a puzzle of this size whose cells are separated. Appends its symbols;
/// if it is not, some may have been appended.
///
/// Either each word is a number, or the words joined together are the symbols of the cells.
pub(in crate::input) fn symbols(field: &[u8], size: Size, out: &mut Vec<u8>) -> bool {
    let words = || field.split(|&byte| is_between(byte)).filter(|word| !word.is_empty());
    if field.len() <= size.cells() || words().nth(1).is_none() {
        return false;
    }
    if words().take(size.cells() + 1).count() == size.cells() {
        let start = out.len();
        for word in words() {
            match number(word).filter(|&value| usize::from(value) <= size.side()) {
                Some(value) => out.push(NUMBER_SYMBOLS[usize::from(value)]),
                None => break,
            }
        }
        return out.len() - start == size.cells();
    }
    let (start, values) = (out.len(), symbol_values(size, Alphabet::FromOne));
    let is_symbol = |byte: &u8| values[usize::from(*byte)] != NONE;
    out.extend(words().flatten().take_while(|byte| is_symbol(byte)).take(size.cells() + 1));
    out.len() - start == size.cells() && words().map(<[u8]>::len).sum::<usize>() == size.cells()
}

/// The place of each cell in a field for which [`symbols`] returns true.
pub(super) fn places(field: &[u8], size: Size) -> Vec<Range<usize>> {
    let place = |word: &[u8]| {
        let start = word.as_ptr().addr() - field.as_ptr().addr();
        start..start + word.len()
    };
    let words = field.split(|&byte| is_between(byte)).filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(place).collect();
    match words.len() == size.cells() {
        true => words,
        false => words.into_iter().flatten().map(|at| at..at + 1).collect(),
    }
}

/// The size of the puzzle in a field with separated cells.
pub(in crate::input) fn size(field: &[u8]) -> Option<Size> {
    let mut cells = Vec::new();
    Size::ALL.into_iter().find(|&size| {
        cells.clear();
        symbols(field, size, &mut cells)
    })
}

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
    /// in `parsed`: the row with its cells joined.
    pub fn fault(self, bad: BadLine, parsed: &[u8], row: &[u8], table: &Table) -> BadLine {
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
                let parsed = String::from_utf8_lossy(parsed);
                let byte = parsed.char_indices().nth(bad.column - 1).map_or(0, |(at, _)| at);
                let first = table.field(parsed.as_bytes()).map_or(0, |field| field.start);
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
/// must be detected again with the first line as its header.
///
/// The names of these columns differ only in numbers (`c1` to `c81`, `r1c1` to `r9c9`), or they are
/// the only columns with nothing but cells. In either case there must be exactly one column per
/// cell of a puzzle, unless the user names the first one: another column of small numbers next to
/// them would shift every puzzle.
pub(in crate::input) fn cell_columns(
    sample: &Sample,
    head: &TableStart,
    how: &Open,
) -> Option<(Table, bool)> {
    let mut rows = head.rows_of(sample);
    let first = rows.next()?;
    // Rows of nothing but cells are arrays of numbers.
    let is_wide = |&separator: &u8| {
        let fields = memchr_iter(separator, first).take(Size::TwentyFive.cells() + 1).count() + 1;
        fields > Size::Nine.cells() && !Size::ALL.iter().any(|size| size.cells() == fields)
    };
    let separator = head.separators().into_iter().find(is_wide)?;
    let division = Division::Delimited(separator);
    let column = how.column.as_ref();
    let is_unknown = head.names.is_empty() && how.header != Some(false);
    let names = if is_unknown { names_in(first, division) } else { head.names.clone() };
    let below = if is_unknown { rows } else { head.rows_of(sample) };
    if let Some((index, cells)) = by_name(&names, below, division, column) {
        let table = Table { cells: Some(cells), ..Table::new(division, index, names) };
        return Some((table, is_unknown));
    }
    // Names in another order mean cells in another order, such as column by column.
    if head.names.chunk_by(|a, b| shape(a).is_some() && shape(a) == shape(b)).any(are_many_names) {
        return None;
    }
    let (index, cells) = by_values(head.rows_of(sample), division, &head.names, column)?;
    let table = Table { cells: Some(cells), ..Table::new(division, index, head.names.clone()) };
    Some((table, false))
}

/// Finds the first column of the cells by these names, if one of the rows below has a puzzle there.
fn by_name(
    names: &[String],
    rows: TableRows,
    division: Division,
    column: Option<&Column>,
) -> Option<(usize, CellColumns)> {
    let shapes: Vec<Option<String>> = names.iter().map(|name| shape(name)).collect();
    let runs = runs(&shapes, |shape| shape.is_some());
    // A row of cells repeats digits; names differ.
    let runs: Vec<_> = runs.into_iter().filter(|run| are_many_names(&names[run.clone()])).collect();
    if runs.is_empty() {
        return None;
    }
    let is_whole = |(first, cells): &(usize, CellColumns)| {
        cells.fields == names.len() && ascend(&names[cells.cells(*first)])
    };
    rows.take(SAMPLE).find_map(|row| find_in(&runs, names, row, division, column).filter(is_whole))
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
) -> Option<(usize, CellColumns)> {
    let mut sample: Vec<_> = rows.take(SAMPLE).collect();
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
    sample.iter().find_map(|row| find_in(&runs, names, row, division, column))
}

/// Finds the first of these runs of columns whose cells form a puzzle in a row.
fn find_in(
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_stand_apart() {
        for field in [
            "1 0 0 0 4 0 0 0 0 0 2 0 0 0 0 3",
            "[1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3]",
            "[[1,0,0,0],[4,0,0,0],[0,0,2,0],[0,0,0,3]]",
            "1000 4000 0020 0003",
            "1000\n4000\r\n0020\n0003",
        ] {
            let mut cells = Vec::new();
            assert!(symbols(field.as_bytes(), Size::Four, &mut cells), "{field}");
            assert_eq!(cells, b"1000400000200003");
            assert_eq!(size(field.as_bytes()), Some(Size::Four));
        }
        for field in
            ["1000400000200003", "1 0 0 0 4 0 0 0 0 0 2 0 0 0 0", "1000 4000 0020 000 12", "1 0 a"]
        {
            assert_eq!(size(field.as_bytes()), None, "{field}");
        }
    }
}
