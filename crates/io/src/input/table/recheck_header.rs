//! Reconsiders the lines above the rows in light of the rows: is the first line a header, and which
//! lines that begin with `#` are comments?

use super::{
    Table, cells,
    header::{TableStart, counts_up, holds_grid, names as names_in},
    records::{SAMPLE, Sample, TableRows},
    survey::{FieldGuess, Search, look},
};
use crate::input::{
    Open,
    lines::{Skip, is_missing, symbols::is_symbol},
};
use sudomill_core::grid::Size;

/// Checks the guess about the first line, header or not, against the rows below it. Returns the
/// options for another detection if the guess was wrong.
///
/// A line that looks like a header is a row if its puzzle field is a missing value or resembles
/// part of a puzzle, or if no row below holds a puzzle in that column. Any other line without a
/// puzzle is a header if a row below holds one, unless the two have a number in the same field.
pub(in crate::input) fn recheck_header(table: &Table, search: &Search, how: &Open) -> Option<Open> {
    let head = search.head;
    let is_decided = head.is_certain || how.header.is_some() || table.is_json();
    if is_decided || !matches!(head.skip, None | Some((.., Skip::Header))) {
        return None;
    }
    let is_header = head.skip.is_some();
    let mut rows = TableRows { at: 0, ..head.rows_of(search.sample) };
    let mut line = rows.next()?;
    while is_header
        && rows.at < head.rows
        && let Some(next) = rows.next()
    {
        line = next;
    }
    let field = |row: &[u8]| puzzle_field(row, table, search);
    // A puzzle is conclusive. Do not wait for more lines, because somebody may be typing.
    if !is_header && matches!(field(line), Some(FieldGuess::Grid(_))) {
        return None;
    }
    let is_puzzle = |row: &&[u8]| matches!(field(row), Some(FieldGuess::Grid(_)));
    let Some(below) = rows.take(SAMPLE).find(is_puzzle) else {
        // A lone line that looks like a header is a header.
        let has_rows = rows.next().is_some();
        let other = Open { header: Some(false), ..how.clone() };
        return (is_header && has_rows).then_some(other);
    };
    let may_be = may_be_header(line, below, table, search);
    if is_header == may_be {
        return None;
    }
    let delimiter = how.delimiter.or(table.separator().filter(|_| may_be));
    Some(Open { header: Some(may_be), delimiter, ..how.clone() })
}

/// The apparent content of a row's puzzle field; `None` if the row lacks it.
fn puzzle_field(row: &[u8], table: &Table, search: &Search) -> Option<FieldGuess> {
    table.field(row).ok().map(|field| look(&row[field], table.division, search))
}

/// Returns true if a line can be the header above a row with a puzzle.
fn may_be_header(line: &[u8], below: &[u8], table: &Table, search: &Search) -> bool {
    let Ok(field) = table.field(line) else { return false };
    let fields = |row| table.division.fields(row).collect::<Vec<_>>();
    let (names, values) = (fields(line), fields(below));
    let is_number =
        |text: &[u8]| std::str::from_utf8(text).is_ok_and(|it| it.parse::<f64>().is_ok());
    let mut pairs = names.iter().zip(&values);
    let has_grid = names
        .iter()
        .any(|name| look(&line[name.clone()], table.division, search) != FieldGuess::Other);
    let has_number = pairs
        .any(|(name, value)| is_number(&line[name.clone()]) && is_number(&below[value.clone()]));
    let is_grid = names.iter().any(|name| holds_grid(&line[name.clone()]));
    let is_data = is_missing(&line[field.clone()])
        || is_part_of_puzzle(&line[field])
        || is_grid
        || has_number;
    !has_grid && (counts_up(&names_in(line, table.division)) || !is_data)
}

/// Returns true if a field is mostly symbols, including a digit or a dot: `53..7`.
fn is_part_of_puzzle(field: &[u8]) -> bool {
    let symbols = field.iter().filter(|&&byte| is_symbol(byte)).count();
    symbols * 4 >= field.len() * 3
        && field.iter().any(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// The size of the puzzle in the first row below a header, if one of its fields is a puzzle with
/// separated cells. Such a puzzle may span lines, which look like a grid by themselves.
pub(in crate::input) fn spread_below(sample: &Sample, head: &TableStart) -> Option<Size> {
    let division = head.division.filter(|_| head.is_certain)?;
    let row = head.rows_of(sample).next()?;
    division.fields(row).find_map(|field| cells::size(&row[field]))
}

/// The index of a column with a puzzle in the first row, if the column chosen by the user has none.
pub(in crate::input) fn elsewhere(table: &Table, search: &Search) -> Option<usize> {
    let row = search.head.rows_of(search.sample).next()?;
    let fields: Vec<_> = table.division.fields(row).collect();
    let is_grid = |index: &usize| {
        let field =
            fields.get(*index).map(|field| look(&row[field.clone()], table.division, search));
        matches!(field, Some(FieldGuess::Grid(_)))
    };
    (0..fields.len()).find(is_grid).filter(|_| !is_grid(&table.index))
}

/// Finds the offset of the first record of delimited text. Before it, a line that begins with `#`
/// is a comment, unless its puzzle field holds a puzzle.
pub(in crate::input) fn first_record(table: &Table, search: &Search) -> usize {
    let (head, comment, separator) = (search.head, None, table.separator());
    let mut rows = TableRows { comment, separator, ..head.rows_of(search.sample) };
    while let Some(row) = rows.next() {
        let is_comment = head.comment.is_some() && row.first().copied() == head.comment;
        // With as many fields as the header, this is a row that begins with a missing value, such
        // as `#N/A`.
        let is_row = || {
            let names = table.cells.map_or(head.names.len(), |cells| cells.fields);
            names > 1 && table.division.fields(row).count() == names
        };
        let is_puzzle =
            || puzzle_field(row, table, search).is_some_and(|look| look != FieldGuess::Other);
        if !is_comment || is_row() || is_puzzle() {
            return rows.at - row.len();
        }
    }
    search.sample.text.len()
}
