//! Finds the column of the solutions next to the puzzles, from the first rows.

use super::{Divided, FieldGuess, SAMPLE, Search, TableStart, first_row, is_number, look, named};
use crate::input::table::{Role, Table, column_named};
use sudomill_core::NoColumn;

/// Returns the table for the column of solutions: the column that the user chose, the one with a
/// known name, or the one with the most full grids. `Ok(None)` if no column holds any; `None` if
/// more bytes are needed.
pub(in crate::input) fn beside(
    text: &[u8],
    head: &TableStart,
    puzzles: &Table,
    search: &Search,
    last: bool,
) -> Option<Result<Option<Table>, NoColumn>> {
    let (division, names) = (puzzles.division, puzzles.names.clone());
    let head = TableStart { division: Some(division), names, ..head.clone() };
    let mut rows = head.rows_of(text, last);
    let first = first_row(rows, &head)?;
    if let Some(column) = search.column {
        return Some(named(&head.names, first.as_ref(), column).map(Some));
    }
    let table = |index| Some(Ok(Some(Table { index, ..puzzles.clone() })));
    let is_other = |index: &usize| *index != puzzles.index;
    let mut known = column_named(&head.names, Role::Solutions).filter(is_other);
    if let Some(index) = known.find(|&index| !is_number(&first, index)) {
        return table(index);
    }
    let mut full: Vec<usize> = Vec::new();
    for _ in 0..SAMPLE {
        let Some(row) = rows.next()? else { break };
        let row = Divided::new(row, division, &head);
        full.resize(full.len().max(row.fields.len()), 0);
        let is_full = |&index: &usize| {
            let field = row.fields[index].clone();
            is_other(&index) && look(&row.row[field], row.division, search) == FieldGuess::Grid(0)
        };
        let found: Vec<_> = (0..row.fields.len()).filter(is_full).collect();
        // One row with a single full grid is conclusive, so that pipes need not wait.
        if let [index] = found[..] {
            return table(index);
        }
        found.into_iter().for_each(|index| full[index] += 1);
    }
    let most = full.iter().copied().max().filter(|&count| count > 0);
    match full.iter().position(|&count| Some(count) == most) {
        Some(index) => table(index),
        None => Some(Ok(None)),
    }
}
